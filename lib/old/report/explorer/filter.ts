import type { Summary } from '../src/explorer/data';

type Value = number | string | boolean | null;

/** A row that may be filtered: a collaboration, and what the page knows of it beyond what it was given. */
export interface Filterable extends Summary {
  /** What readers tagged it or its events with; omitted where nobody tagged anything. */
  readonly tags?: readonly string[];
  /** Whether runs that are open together decided this case differently; null where no two of them ended it. */
  readonly decidedDifferently?: boolean | null;
}

/** The name by which a filter asks for cases that runs decided differently. */
export const differently = 'decided differently';

/** The tags of a row where `name` is the column of tags; null for other columns. */
export const tagsOf = (one: Filterable, name: string): readonly string[] | null =>
  name === 'tags' ? (one.tags ?? null) : null;

/** What a filter can name: the table's own columns, then what was measured, then what the case and the outcome are. */
export function valueOf(one: Filterable, name: string): Value {
  const tags = tagsOf(one, name);
  if (tags !== null) return tags.length === 0 ? null : tags.join(', ');
  if (name === differently) return one.decidedDifferently ?? null;
  if (name === 'unfinished') return one.cause === null;
  if (name === 'decided' || name === 'cause' || name === 'rounds') return one[name];
  if (name === 'index' || name === 'agents' || name === 'messages' || name === 'failures') return one[name];
  if (Object.hasOwn(one.numbers, name)) return one.numbers[name] ?? null;
  return Object.hasOwn(one.fields, name) ? (one.fields[name] ?? null) : null;
}

/** The values of a row in a column: each of its tags, or the one value. */
export function valuesOf(one: Filterable, name: string): readonly Value[] {
  const tags = tagsOf(one, name);
  return tags === null || tags.length === 0 ? [valueOf(one, name)] : tags;
}

/** What is wrong with a filter, and at which letters. */
export interface FilterFault {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

type Test = (one: Filterable) => boolean | null;
export type Filter =
  | { readonly passes: (one: Filterable) => boolean; readonly fault: null }
  | { readonly passes: null; readonly fault: FilterFault };

/** Thrown within the reader of filters, and caught by `filterOf`. */
class Wrong extends Error {
  constructor(readonly fault: FilterFault) {
    super(fault.message);
  }
}

const signs = ['<=', '>=', '!=', '=', '<', '>', 'contains'] as const;
type Sign = (typeof signs)[number];

/**
 * Which collaborations pass. A filter is made of conditions: a name ("decided"), or a name and what it is held against
 * ("failures > 0", "share < 0.8", "model contains llama"). They are joined by "and", "or" and "not", with parentheses;
 * "and" goes before "or". Upper and lower case are the same. A value that holds "and", "or" or ")" stands in quotation
 * marks. What has no value yet passes no condition, nor its opposite. "tags = doubt" holds for all that have this tag,
 * whatever others they have, and "tags != doubt" for all that have it not.
 */
export function filterOf(filter: string, names: ReadonlySet<string>, all: readonly Filterable[]): Filter {
  try {
    const test = new Reader(filter, names, all).whole();
    return { passes: (one) => test(one) === true, fault: null };
  } catch (error) {
    if (error instanceof Wrong) return { passes: null, fault: error.fault };
    throw error;
  }
}

/** Reads a filter from left to right. */
class Reader {
  private at = 0;
  private readonly byLength: readonly string[];

  constructor(
    private readonly text: string,
    names: ReadonlySet<string>,
    private readonly all: readonly Filterable[],
  ) {
    this.byLength = [...names].sort((a, b) => b.length - a.length);
  }

  whole(): Test {
    if (this.text.trim() === '') return () => true;
    const test = this.either();
    this.space();
    if (this.at < this.text.length)
      this.fail(this.at, this.wordEnd(this.at), 'expected "and" or "or" before');
    return test;
  }

  private either(): Test {
    const tests = [this.every()];
    while (this.word('or')) tests.push(this.every());
    return (one) => {
      const held = tests.map((test) => test(one));
      return held.includes(true) ? true : held.includes(null) ? null : false;
    };
  }

  private every(): Test {
    const tests = [this.single()];
    while (this.word('and')) tests.push(this.single());
    return (one) => {
      const held = tests.map((test) => test(one));
      return held.includes(false) ? false : held.includes(null) ? null : true;
    };
  }

  private single(): Test {
    if (this.word('not')) {
      const test = this.single();
      return (one) => {
        const held = test(one);
        return held === null ? null : !held;
      };
    }
    this.space();
    if (this.text[this.at] === '(') {
      const from = this.at++;
      const test = this.either();
      this.space();
      if (this.text[this.at] !== ')') this.fail(from, from + 1, 'nothing closes');
      this.at++;
      return test;
    }
    return this.condition();
  }

  private condition(): Test {
    this.space();
    const from = this.at;
    const name = this.name();
    this.space();
    const sign = signs.find((one) => this.startsWith(one));
    if (sign === undefined)
      return (one) => {
        const tags = tagsOf(one, name);
        if (tags !== null) return tags.length > 0;
        const value = valueOf(one, name);
        return value === null ? null : value !== false && value !== 0 && value !== '';
      };
    this.at += sign.length;
    this.space();
    const start = this.at;
    const wanted = this.value();
    if (wanted === '') this.fail(from, this.text.length, 'a value is missing after');
    const unfit = this.all.find((one) => !canHold(valueOf(one, name), sign, wanted));
    if (unfit !== undefined) {
      const kind = typeof valueOf(unfit, name) === 'number' ? 'a number' : 'yes or no';
      this.fail(start, this.at, `${name} is ${kind} and cannot be compared with`);
    }
    return (one) => {
      const tags = tagsOf(one, name);
      if (tags !== null) return hold(tags, sign, wanted);
      const value = valueOf(one, name);
      return value === null ? null : compare(value, sign, wanted);
    };
  }

  private name(): string {
    const rest = this.text.slice(this.at).toLowerCase();
    const found = this.byLength.find((name) => {
      const own = name.toLowerCase();
      return rest.startsWith(own) && !/[\p{L}\p{N}_]/u.test(rest[own.length] ?? ' ');
    });
    if (found === undefined) {
      if (rest.trim() === '') this.fail(this.wordBefore(), this.text.length, 'a condition is missing after');
      const end = this.wordEnd(this.at);
      const meant = nearest(this.text.slice(this.at, end), this.byLength);
      this.fail(this.at, end, 'there is no column', meant === null ? '' : `: did you mean "${meant}"?`);
    }
    this.at += found.length;
    return found;
  }

  /** A value in quotation marks, or up to the next "and", "or" or closing parenthesis. */
  private value(): string {
    if (this.text[this.at] === '"') {
      const end = this.text.indexOf('"', this.at + 1);
      if (end < 0) this.fail(this.at, this.text.length, 'nothing closes the quotation mark of');
      const value = this.text.slice(this.at + 1, end);
      this.at = end + 1;
      return value;
    }
    const rest = this.text.slice(this.at);
    const next = / (?:and|or) |\)/i.exec(rest);
    const value = rest.slice(0, next?.index ?? rest.length);
    this.at += value.length;
    return value.trim();
  }

  private word(word: string): boolean {
    this.space();
    if (!this.startsWith(word) || !/[\s(]/.test(this.text[this.at + word.length] ?? ' ')) return false;
    this.at += word.length;
    return true;
  }

  private startsWith(part: string): boolean {
    return this.text.slice(this.at, this.at + part.length).toLowerCase() === part;
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
  }

  private wordEnd(from: number): number {
    const length = this.text.slice(from).search(/[\s()<>=!]/);
    return length <= 0 ? this.text.length : from + length;
  }

  /** Where the last word before the end begins. */
  private wordBefore(): number {
    return this.text.trimEnd().search(/\S+$/);
  }

  private fail(from: number, to: number, message: string, hint = ''): never {
    throw new Wrong({ from, to, message: `${message} "${this.text.slice(from, to).trim()}"${hint}` });
  }
}

/** The name that was probably meant: a third of its letters away at most; null where none is near. */
function nearest(given: string, names: readonly string[]): string | null {
  if (given.length > 60) return null;
  const all = names.map((name) => ({ name, away: distance(given.toLowerCase(), name.toLowerCase()) }));
  const [best] = all.sort((a, b) => a.away - b.away);
  return best !== undefined && best.away <= Math.max(1, best.name.length / 3) ? best.name : null;
}

/** How many letters must be changed, added, left out or swapped with the next one (Damerau 1964). */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const [row, above] = [[i], rows[i - 1]!];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swap = isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity;
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + same, swap));
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}

const answers = ['yes', 'no', 'true', 'false'];

/** Whether it means something to hold a value against what is wanted. */
function canHold(value: Value, sign: Sign, wanted: string): boolean {
  if (value === null || typeof value === 'string' || sign === 'contains') return true;
  if (typeof value === 'number') return !Number.isNaN(Number(wanted));
  return /^!?=$/.test(sign) && answers.includes(wanted.toLowerCase());
}

/** Whether a row has a tag, or has it not; or whether all its tags as one text are what is wanted. */
function hold(tags: readonly string[], sign: Sign, wanted: string): boolean {
  const has = tags.some((tag) => tag.toLowerCase() === wanted.toLowerCase());
  if (sign === '=') return has;
  if (sign === '!=') return !has;
  return tags.length > 0 && compare(tags.join(', '), sign, wanted);
}

function compare(value: number | string | boolean, sign: Sign, wanted: string): boolean {
  if (sign === 'contains') return String(value).toLowerCase().includes(wanted.toLowerCase());
  const [left, right] =
    typeof value === 'number'
      ? [value, Number(wanted)]
      : typeof value === 'boolean'
        ? [value, ['yes', 'true'].includes(wanted.toLowerCase())]
        : [value.toLowerCase(), wanted.toLowerCase()];
  switch (sign) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
  }
}

/** The most ways to go on that are offered. */
const mostOffered = 30;

/** How a filter may go on: whole filters, each the text so far with a name, a sign or a value completed. */
export function offered(filter: string, names: ReadonlySet<string>, all: readonly Filterable[]): string[] {
  const last = /^(.*(?:\band\b|\bor\b|\bnot\b|\()\s*)?(.*)$/is.exec(filter);
  const [before, tail] = [last?.[1] ?? '', (last?.[2] ?? '').trimStart()];
  const lower = tail.toLowerCase();
  const known = [...names].sort((a, b) => b.length - a.length);
  const name = known.find((one) => lower.startsWith(one.toLowerCase()));
  const values = (of: string) => {
    return [...new Set(all.flatMap((one) => valuesOf(one, of)))].filter((value) => value !== null);
  };
  if (name !== undefined && (tail.length > name.length || filter.endsWith(' '))) {
    const rest = tail.slice(name.length).trimStart();
    const sign = signs.find((one) => rest.toLowerCase().startsWith(one));
    if (sign !== undefined) {
      const begun = rest.slice(sign.length).trim().replace(/^"/, '').toLowerCase();
      return values(name)
        .map((value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)))
        .filter((value) => value.toLowerCase().startsWith(begun) && value.length <= 80)
        .sort()
        .slice(0, mostOffered)
        .map((value) => `${before}${name} ${sign} ${/\b(and|or)\b|\)/i.test(value) ? `"${value}"` : value}`);
    }
    const kind = typeof values(name)[0];
    const fitting =
      kind === 'number' ? ['>', '<', '=', '!='] : kind === 'boolean' ? ['='] : ['=', '!=', 'contains'];
    return fitting.map((one) => `${before}${name} ${one} `);
  }
  return [...names]
    .filter((one) => one.toLowerCase().startsWith(lower))
    .slice(0, mostOffered)
    .map((one) => `${before}${one}`);
}
