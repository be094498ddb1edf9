import { compileRegex, type CharacterTest, type Instruction, type Program } from './compile-regex';

/*
 * Counts the steps that a regular expression takes in a text: a matcher that tries, goes back and tries again, as the
 * engine's own does, and whose steps can be counted, as the engine's cannot.
 */

/** What a regular expression finds, as the engine would, and how many steps it takes to. */
export interface Matching {
  /** Where the match begins and ends; -1 where there is none. */
  readonly index: number;
  readonly end: number;
  /** Infinity where `mostSteps` were not enough. */
  readonly steps: number;
}

/** For one search, ten thousand for each of 2,000 characters: one that tries everything does not end. */
const mostSteps = 20_000_000;

interface Matcher {
  readonly program: Program;
  /** What was found in the latest text, by the place searched from: readers read a text more than once. */
  readonly found: Map<number, Matching>;
  text: string;
}

/**
 * Follows `regex.exec(text)` step by step, without a change to `lastIndex`. The engine's number of steps differs by a
 * factor only: it is quicker to see that no match can begin at a place.
 */
export function matchSteps(regex: RegExp, text: string): Matching {
  const matcher = matcherOf.get(regex) ?? matcherFor(regex);
  const { program, found } = matcher;
  if (matcher.text !== text) found.clear();
  matcher.text = text;
  const from = regex.global || regex.sticky ? regex.lastIndex : 0;
  const matching = found.get(from) ?? search(program, text, from);
  found.set(from, matching);
  return matching;
}

const matchers = new Map<string, Matcher>();
const matcherOf = new WeakMap<RegExp, Matcher>();

/** A regular expression that a function writes out is a new one at each call. */
function matcherFor(regex: RegExp): Matcher {
  const key = String(regex);
  const matcher = matchers.get(key) ?? { program: compileRegex(regex), found: new Map(), text: '' };
  matchers.set(key, matcher);
  matcherOf.set(regex, matcher);
  return matcher;
}

function search(program: Program, text: string, from: number): Matching {
  const run = new Run(program, text);
  for (let at = from; at <= text.length; at++) {
    const end = run.follow(0, at);
    if (run.steps >= mostSteps) return { index: -1, end: -1, steps: Infinity };
    if (end >= 0) return { index: at, end, steps: run.steps };
    if (program.isFixed) break;
    if (program.byCodePoint && isPair(text, at)) at++;
  }
  return { index: -1, end: -1, steps: run.steps };
}

/** One search in one text. */
class Run {
  steps = 0;
  private readonly registers: number[] = [];
  /** Where to go on should all behind fail, as pairs: an instruction and a place, or a register and what it was before. */
  private readonly pending: number[] = [];

  constructor(
    private readonly program: Program,
    private readonly text: string,
  ) {}

  /** Follows the instructions from one on, at a place. @returns where they end, or -1 where they fail */
  follow(begin: number, place: number): number {
    const { pending, registers } = this;
    const { instructions } = this.program;
    const bottom = pending.length;
    let at = place;
    let index = begin;
    for (;;) {
      const { does, accepts, argument } = instructions[index] as Instruction;
      this.steps++;
      if (does === 'accept' || this.steps >= mostSteps) {
        pending.length = bottom;
        return does === 'accept' ? at : -1;
      }
      index++;
      switch (does) {
        case 'next':
          at = this.after(at, accepts);
          break;
        case 'previous':
          at = this.inFrontOf(at, accepts);
          break;
        case 'fork': {
          // What fails at its first character needs no way back.
          const next = instructions[index] as Instruction;
          if (next.does === 'next' && this.after(at, next.accepts) < 0) {
            this.steps++;
            index = argument;
          } else pending.push(argument, at);
          break;
        }
        case 'jump':
          index = argument;
          break;
        case 'beginning':
          if (at > 0 && !this.isLineEnd(at - 1)) at = -1;
          break;
        case 'end':
          if (at < this.text.length && !this.isLineEnd(at)) at = -1;
          break;
        case 'edge':
          if (!this.isEdge(at)) at = -1;
          break;
        case 'no edge':
          if (this.isEdge(at)) at = -1;
          break;
        case 'look':
          if (this.follow(index + 1, at) >= 0 !== (argument === 0)) at = -1;
          break;
        case 'mark':
          pending.push(-1 - argument, registers[argument] ?? -1);
          registers[argument] = at;
          break;
        case 'moved':
          if (registers[argument] === at) at = -1;
          break;
        case 'group':
          at = this.afterGroup(at, argument);
      }
      while (at < 0 || index < 0) {
        if (pending.length === bottom) return -1;
        at = pending.pop() as number;
        index = pending.pop() as number;
        if (index < 0) registers[-1 - index] = at;
      }
    }
  }

  private after(at: number, accepts: CharacterTest): number {
    if (at >= this.text.length) return -1;
    const code = this.program.byCodePoint ? (this.text.codePointAt(at) as number) : this.text.charCodeAt(at);
    if (!accepts(code)) return -1;
    return code > 0xffff ? at + 2 : at + 1;
  }

  private inFrontOf(at: number, accepts: CharacterTest): number {
    if (at === 0) return -1;
    const pair = this.program.byCodePoint && at > 1 ? (this.text.codePointAt(at - 2) as number) : 0;
    const code = pair > 0xffff ? pair : this.text.charCodeAt(at - 1);
    if (!accepts(code)) return -1;
    return code > 0xffff ? at - 2 : at - 1;
  }

  private afterGroup(at: number, register: number): number {
    const group = this.text.slice(this.registers[register] ?? 0, this.registers[register + 1] ?? 0);
    this.steps += group.length;
    return this.text.startsWith(group, at) ? at + group.length : -1;
  }

  /** Whether a line ends with the character at a place, where the flag m has lines looked at. */
  private isLineEnd(at: number): boolean {
    return this.program.byLine && lineEnds.has(this.text.charCodeAt(at));
  }

  private isEdge(at: number): boolean {
    return isWord(this.text.charCodeAt(at - 1)) !== isWord(this.text.charCodeAt(at));
  }
}

/** A code point of two characters. */
const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

const lineEnds = new Set([10, 13, 0x2028, 0x2029]);

/** A letter a to z or A to Z, a digit or _; beyond a text's ends is NaN, which is none. */
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
