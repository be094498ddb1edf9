/** A place in a text where an option is named. */
export interface Mention {
  readonly option: string;
  /** The number of a numbered list before it ("2. B"), or null. */
  readonly number: number | null;
  /** Whether it is written with a number sign ("#3"). */
  readonly hashed: boolean;
  /** Whether a line begins with it, bullets, table bars and list numbers aside. */
  readonly atLine: boolean;
  readonly start: number;
  readonly end: number;
}

/** How options are recognised. */
export interface MentionSettings {
  /** Whether a number with a point before an option numbers a list ("2. B"), or is a word of its own. */
  readonly numbering: boolean;
  /** What options are also called: "B", "B (Oslo)", "Oslo (B)" and "Oslo" are all option B. */
  readonly names: Readonly<Record<string, string>>;
}

const quotes = '[*_"\'`“”‘’]{0,3}'; // bounded: a row of stars must not be tried in every way
const noun = '(?:(?:proposal|option|candidate|project|answer|choice)s?\\s*)?';
const numbers = '(?:(?<number>\\d{1,3})(?:[.)]|(?:st|nd|rd|th)\\b[.:)]?)\\s*)?';

/**
 * Every option that a text names, from left to right, with quotes, brackets, "#" and a noun before it ("Option B")
 * taken along. Longer names go before shorter ones; letter case matters only for names of one letter and for names
 * that differ in nothing else.
 */
export function mentions(
  text: string,
  options: readonly string[],
  { numbering, names }: MentionSettings,
): Mention[] {
  const meanings = meaningsOf(options, names);
  const found: (Mention & { readonly word: string })[] = [];
  const isAtLine = lineStarts(text);
  for (const match of text.matchAll(patternFor([...meanings.keys()], numbering))) {
    const { number, hash, word = '' } = match.groups ?? {};
    const option = meanings.get(word) ?? foldedMeaning(word, meanings);
    if (option === undefined) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    const last = found.at(-1);
    if (
      last?.option === option &&
      last.word !== word &&
      /^[ \t,:.(–—-]*$/.test(text.slice(last.end, start))
    ) {
      found[found.length - 1] = { ...last, end, hashed: last.hashed || hash === '#' };
      continue;
    }
    found.push({
      ...{ option, word, start, end, hashed: hash === '#' },
      number: number === undefined ? null : Number(number),
      atLine: isAtLine(start),
    });
  }
  return found;
}

const beginning = /(?<bullets>(?:[^\S\n]|[>|*•+–—-])*)(?:(?<number>\d{1,3}[.)])\s*)?/y;

/** Whether only bullets, table bars and a list number stand before a place on its line. Asked from left to right. */
function lineStarts(text: string): (place: number) => boolean {
  let [nextLine, bulletsEnd, numberEnd, end] = [0, 0, 0, 0];
  return (place) => {
    if (place >= nextLine) {
      const line = text.lastIndexOf('\n', place - 1) + 1;
      nextLine = text.indexOf('\n', place) + 1 || Infinity;
      beginning.lastIndex = line;
      const { bullets = '', number = '' } = beginning.exec(text)?.groups ?? {};
      bulletsEnd = line + bullets.length;
      numberEnd = bulletsEnd + number.length;
      end = beginning.lastIndex;
    }
    return place <= bulletsEnd || (place >= numberEnd && place <= end);
  };
}

/** What each word means: the options themselves, and names that are words of three letters or more and mean one option. */
function meaningsOf(
  options: readonly string[],
  names: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  const called = Object.entries(names).filter(
    ([option, name]) => options.includes(option) && name.trim() !== '',
  );
  for (const [option, name] of called)
    if (/\p{L}/u.test(name) && name.length > 2 && called.filter(([, other]) => other === name).length === 1)
      meanings.set(name, option);
  for (const option of options) if (option.trim() !== '') meanings.set(option, option);
  return meanings;
}

function foldedMeaning(word: string, meanings: ReadonlyMap<string, string>): string | undefined {
  if (word.length < 2) return undefined;
  const same = [...meanings].filter(([each]) => each.toLowerCase() === word.toLowerCase());
  return same.length === 1 ? same[0]?.[1] : undefined;
}

function patternFor(words: readonly string[], numbering: boolean): RegExp {
  const either = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|');
  const before = `(?<![\\p{L}\\p{N}_])(?<!\\d\\.)${numbering ? numbers : ''}`;
  const mark = `[([]?${quotes}${noun}[([]?${quotes}(?<hash>#?)`;
  const after = "(?![\\p{L}\\p{N}_]|\\.\\d|['’]\\p{L}|-\\p{L})";
  const word = either === '' ? '(?<word>(?!))' : `(?<word>${either})`;
  return new RegExp(`${before}${mark}${word}${after}${quotes}[)\\]]?${quotes}`, 'giu');
}
