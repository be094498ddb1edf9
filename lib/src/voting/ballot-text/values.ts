import { nothingElse } from './lists';
import type { Mention } from './mentions';

/** An option with the value that stands beside it: "A: 7", "A - 7/10", "A (7 points)", "7 points to A", "A: yes". */
export interface ValuedOption<V> {
  readonly option: string;
  readonly value: V;
  /** What the value is out of, where the text says so. */
  readonly outOf: number | null;
  readonly atLine: boolean;
  readonly start: number;
  readonly end: number;
}

export interface ValueList<V> {
  readonly items: readonly ValuedOption<V>[];
  readonly start: number;
}

const number = '(?<value>[-−]?\\d+(?:\\.\\d+)?)(?![\\p{L}\\p{N}%]|\\.\\d|[-–]\\d)';
const outOf = '(?:\\s*(?:/|out of)\\s*(?<outOf>\\d+))?';
const unit = '(?:\\s*(?:points?|pts?|stars?)(?!\\p{L}))?';
const quotes = '[*_"\'`“”‘’]{0,3}'; // bounded: a row of stars must not be tried in every way
const sign = `(?:[:=|]|-+>|→|[–—-]|gets|receives|is|has|with)`;
const numberAfter = new RegExp(
  // no two runs of spaces side by side: they would be tried in every way
  `${quotes}\\s*(?:${sign}\\s*(?:[*_"'\`“”‘’]{1,3}\\s*)?(?:\\(\\s*)?|[([]\\s*)${quotes}${number}${outOf}${unit}${quotes}[)\\]]?`,
  'uy',
);
const numberAfterComma = new RegExp(`\\s*,\\s*${number}${unit}`, 'uy');
const pointsBefore = /(?<![\p{L}\p{N}.])(?<value>[-−]?\d+(?:\.\d+)?)\s*(?:points?|pts?)\s*(?:to|for|on)\s*$/u;
const verdictAfter = new RegExp(
  `${quotes}\\s*${sign}\\s*${quotes}(?<yes>yes|approved?|✓|✔)?(?<no>no|not approved|disapproved?|rejected?|✗|✘)?(?!\\p{L})`,
  'iuy',
);

/** Options with numbers beside them. "#5,3" is one only where ids are written with "#". */
export function numbersIn(text: string, found: readonly Mention[]): ValuedOption<number>[] {
  const pairs: ValuedOption<number>[] = [];
  for (const mention of found) {
    if (mention.start < (pairs.at(-1)?.end ?? 0)) continue; // a value that looks like an option
    const { option, atLine } = mention;
    const after =
      matchAt(numberAfter, text, mention.end) ??
      (mention.hashed ? matchAt(numberAfterComma, text, mention.end) : null);
    const before =
      after === null ? pointsBefore.exec(text.slice(Math.max(0, mention.start - 40), mention.start)) : null;
    const match = after ?? before;
    if (match === null) continue;
    pairs.push({
      option,
      value: Number((match.groups?.['value'] ?? '').replace('−', '-')),
      outOf: match.groups?.['outOf'] === undefined ? null : Number(match.groups['outOf']),
      atLine,
      start: mention.start,
      end: after === null ? mention.end : mention.end + after[0].length,
    });
  }
  return pairs;
}

/** Options with yes or no beside them. */
export function verdictsIn(text: string, found: readonly Mention[]): ValuedOption<boolean>[] {
  return found.flatMap((mention) => {
    const match = matchAt(verdictAfter, text, mention.end);
    const { yes, no } = match?.groups ?? {};
    if (match === null || (yes === undefined) === (no === undefined)) return [];
    return { ...mention, value: yes !== undefined, outOf: null, end: mention.end + match[0].length };
  });
}

/** Puts together what is written together: side by side, or line under line. */
export function valueLists<V>(text: string, pairs: readonly ValuedOption<V>[]): ValueList<V>[] {
  const lists: { items: ValuedOption<V>[]; start: number }[] = [];
  pairs.forEach((pair, place) => {
    const last = pairs[place - 1];
    if (last !== undefined && together(text, last, pair)) lists.at(-1)?.items.push(pair);
    else lists.push({ items: [pair], start: pair.start });
  });
  return lists;
}

function together<V>(text: string, before: ValuedOption<V>, after: ValuedOption<V>): boolean {
  const gap = text.slice(before.end, after.start);
  if (/^[\s,;|&+*)(•–—-]*(?:and\s+)?$/.test(gap)) return true;
  return gap.includes('\n') && before.atLine && after.atLine && nothingElse(gap);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
