import { Session, type Profiler } from 'node:inspector';
import { costs, type Cost } from './method-costs';
import { matchSteps, type Matching } from './regex-steps';

/*
 * Counts what a piece of work does, in place of the time that it takes: the same work has the same count on any machine,
 * however busy.
 *
 * - Of JavaScript, how often each function's busiest block is executed, by the engine's own block coverage. Only what is
 *   compiled after this file was loaded has counters: a test imports it before what it tests.
 * - Of searches, copies and iterations within the engine, the characters and items that they look at or make.
 * - Of regular expressions, the steps that they take (`matchSteps`).
 *
 * What the engine does without a call is not counted: it joins and compares strings, and copies objects and arguments.
 */

/** How many steps each function, each of the engine's methods and each regular expression's source took. */
export type Steps = ReadonlyMap<string, number>;

/** While a piece of work is done, except while its steps are counted. */
let isCounting = false;

/** The steps of the engine's methods and of regular expressions in the work that is done. */
const counted = new Map<string, number>();

function add(name: string, steps: number): void {
  counted.set(name, (counted.get(name) ?? 0) + steps);
}

/**
 * The steps that a piece of work takes.
 * @throws Error where `matchSteps` found something else than the engine did
 */
export function countSteps(work: () => void): Steps {
  const restore = replaceMethods();
  takeBlocks();
  counted.clear();
  isCounting = true;
  try {
    work();
  } finally {
    isCounting = false;
    restore();
  }
  if (misread.length > 0) throw new Error(`matchSteps misread ${misread.splice(0).join(', ')}`);
  return new Map([...takeBlocks(), ...counted].filter(([, steps]) => steps > 0));
}

/** How often each function's busiest block was executed since this was last asked. */
function takeBlocks(): [name: string, count: number][] {
  let scripts: readonly Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error !== null) throw error;
    scripts = taken.result;
  });
  return scripts
    .filter(({ url }) => !own.test(url))
    .flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges }): [string, number] => [
        `${functionName} (${url.split('/').slice(-3).join('/')}:${ranges[0]?.startOffset})`,
        Math.max(...ranges.map(({ count }) => count)),
      ]),
    );
}

/** The addresses of what counts. */
const own = /^node:|\/testing\/steps\/[\w-]+\.ts$|\/regexpp\//;

type Method = (this: unknown, ...given: unknown[]) => unknown;

interface Replacement {
  readonly owner: object;
  readonly name: PropertyKey;
  readonly original: Method;
  readonly counting: unknown;
}

const replacements: Replacement[] = [];

function replaceBy(owner: object, name: PropertyKey, counting: (original: Method) => unknown): void {
  const original = Reflect.get(owner, name) as Method;
  replacements.push({ owner, name, original, counting: counting(original) });
}

for (const [kind, owner, methods] of costs)
  for (const [name, cost] of Object.entries(methods))
    replaceBy(owner, name, (original) => charging(`${kind}.${name}`, original, cost));
replaceBy(RegExp.prototype, 'exec', () => exec);
replaceBy(RegExp.prototype, Symbol.split, () => split);

/** @returns a function that puts the engine's own methods back */
function replaceMethods(): () => void {
  for (const { owner, name, counting } of replacements) Reflect.set(owner, name, counting);
  return () => {
    for (const { owner, name, original } of replacements) Reflect.set(owner, name, original);
  };
}

function charging(name: string, original: Method, cost: Cost): Method {
  return function (...all) {
    let got: unknown;
    try {
      got = Reflect.apply(original, this, all);
      return got;
    } finally {
      if (isCounting) add(name, cost(this as ArrayLike<unknown>, all, got));
    }
  };
}

const nativeExec = RegExp.prototype.exec;

/** Where `matchSteps` found something else than the engine. */
const misread: string[] = [];

/** In place of `RegExp.prototype.exec`, through which all other methods of regular expressions go. */
function exec(this: RegExp, given: unknown): RegExpExecArray | null {
  const text = String(given);
  if (!isCounting) return nativeExec.call(this, text);
  const { index, end, steps } = followed(this, text);
  add(this.source, steps);
  if (steps === Infinity) {
    this.lastIndex = 0;
    return null;
  }
  const found = nativeExec.call(this, text);
  if (index !== (found?.index ?? -1) || (found !== null && end !== index + found[0].length))
    misread.push(`/${this.source}/${this.flags} in ${JSON.stringify(text.slice(0, 100))}`);
  return found;
}

function followed(regex: RegExp, text: string): Matching {
  isCounting = false;
  try {
    return matchSteps(regex, text);
  } finally {
    isCounting = true;
  }
}

/** In place of the engine's, which would ask `exec` at each place of the text whether there is a separator. */
function split(this: RegExp, given: unknown, limit?: number): (string | undefined)[] {
  const text = String(given);
  const separator = new RegExp(this.source, `${this.flags.replace('g', '').replace('y', '')}g`);
  if (text === '') return separator.test(text) ? [] : [text];
  const parts: (string | undefined)[] = [];
  let begin = 0;
  for (let found = separator.exec(text); found !== null; found = separator.exec(text)) {
    if (found.index === text.length) break;
    const end = found.index + found[0].length;
    if (end === begin) separator.lastIndex = begin + (this.unicode && isPair(text, begin) ? 2 : 1);
    else {
      parts.push(text.slice(begin, found.index), ...found.slice(1));
      separator.lastIndex = begin = end;
    }
  }
  parts.push(text.slice(begin));
  return parts.slice(0, limit);
}

/** Whether a code point of two characters is at a place. */
const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

/** Uses what counts, so that it is compiled before the coverage begins: counters of its own would make it slow. */
function rehearse(): void {
  const restore = replaceMethods();
  isCounting = true;
  for (let time = 0; time < 10; time++) {
    const parts = 'a, b'.trim().split(/(?<=\b,)(?: |(?!y)(x)+?|^z{2,3}$|)*?\B/u);
    parts.includes([...'b'].join());
    'aab'.replace(/(a|)+\1$/m, 'b').search(/^\w{2,3}\B/y);
  }
  isCounting = false;
  restore();
}

rehearse();
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
