// First, so that all that is loaded after it has counters.
import { hostileTo, patterns, type Pattern } from './hostile-text';
import { describe, expect, it } from 'vitest';

const isNamed = (error: unknown): boolean => error instanceof SyntaxError;

/** Texts of one piece, which end as no pattern here expects it. */
const textsOf = (...pieces: string[]): Pattern[] =>
  pieces.map((piece) => [JSON.stringify(piece), (size) => `${piece.repeat(size / piece.length)}!`]);

/** Every tenth place in a text: a square of so few is still a square. */
const placesIn = (text: string): number[] => Array.from({ length: text.length / 10 }, (_, i) => 10 * i);

/** Reads one piece in steps that grow with the square of the text's length, or faster. */
const careless: readonly (readonly [what: string, piece: string, read: (text: string) => unknown])[] = [
  [
    'a loop in a loop',
    'a',
    (text) => {
      let same = 0;
      for (const i of placesIn(text)) for (let j = 0; j < i; j++) if (text[i] === text[j]) same++;
      return same;
    },
  ],
  [
    'a callback at each place',
    'a',
    (text) => placesIn(text).map((i, _, all) => all.findIndex((j) => j === i)),
  ],
  ['indexOf at each place', 'a', (text) => placesIn(text).map((i) => text.indexOf('?', i))],
  ['includes in a growing list', 'a', (text) => placesIn(text).filter((i, _, all) => !all.includes(i))],
  ['a copy at each place', 'a', (text) => placesIn(text).reduce<number[]>((copy, i) => [...copy, i], [])],
  ['a slice at each place', 'a', (text) => placesIn(text).map((i, _, all) => all.slice(i / 10).length)],
  [
    'JSON at each place',
    '[1,',
    (text) => placesIn(text).map((i) => attempt(() => JSON.parse(text.slice(i)))),
  ],
  ['a line joined at each place', 'a', (text) => placesIn(text).map((_, i, all) => all.slice(0, i).join(''))],
  ['all ways to the same failure', 'a', (text) => /^(?:a+)+$/.test(text)],
  ['a loop from each place on', ' ', (text) => text.replace(/\s+$/, '')],
  ['two loops with one way between', 'a', (text) => /^\s*a*a*$/.test(text)],
  ['a lookbehind at each place', ' ', (text) => text.match(/(?<=^\s*)x/g)],
  ['a lookahead at each place', 'a', (text) => text.split(/(?=.*\?)/)],
  ['a group taken again at each place', 'a', (text) => /(a+)\1x/.test(text)],
  ['a failure at each place', 'a', (text) => placesIn(text).map((i) => findAt(/a*x/y, text, i))],
];

/** Reads any text in steps that grow with its length, or, to sort, hardly faster. */
const careful: readonly (readonly [what: string, read: (text: string) => unknown])[] = [
  ['one loop', (text) => [...text].filter((char) => char === 'a').length],
  ['a sort', (text) => [...text].map((_, i) => (i * 7919) % 10_007).sort((a, b) => a - b)],
  [
    'searches, each from where the last one ended',
    (text) => {
      let count = 0;
      for (let i = text.indexOf('a'); i >= 0; i = text.indexOf('a', i + 1)) count++;
      return [count, text.split(/ +/), [...text.matchAll(/a(?= |$)/g)]];
    },
  ],
  ['searches back to the same character', (text) => placesIn(text).map((i) => text.lastIndexOf(text[i]!, i))],
  ['a loop with a bound, from each place on', (text) => text.replace(/\s{1,20}$/, '')],
  ['a beginning at each place', (text) => placesIn(text).map((i) => /^(?:!|\?)+/.exec(text.slice(i)))],
  ['JSON, once', (text) => JSON.parse(`"${text}"`) as unknown],
];

describe('hostileTo', () => {
  it.each(careless)('known: %s is found', (_, piece, read) => {
    const found = hostileTo({ read, isNamed }, textsOf(piece));
    expect(found[0]).toMatch(/^".{1,3}" takes (?:\d+|Infinity) steps at 10000 characters, after /);
  });

  it.each(careful)('known: %s is not', (_, read) => {
    expect(hostileTo({ read, isNamed }, textsOf('a', ' ', 'a '))).toEqual([]);
  });

  it('known: one text among all is found and named, with what takes the steps', () => {
    const read = (text: string): unknown => (text.startsWith('@@') ? text.split(/@+$|\?/) : null);
    const [found, ...others] = hostileTo({ read, isNamed }, [...patterns, ...textsOf('@')]);
    expect(found).toMatch(/^"@" takes Infinity steps at 10000 characters, after \d+ at 2000: @\+\$\|\\\?$/);
    expect(others).toEqual([]);
  });

  it('known: what is thrown is reported unless it is named, and so is a stack that overflows', () => {
    const short = (text: string): void => {
      if (text.length < 1000) throw new TypeError('too short');
    };
    const down = (steps: number): number => (steps === 0 ? 0 : 1 + down(steps - 1));
    const deep = (text: string): number => down(10 * text.length);
    expect(hostileTo({ read: short, isNamed }, textsOf('a'))).toEqual([
      '"a" throws TypeError: too short at 401 characters',
    ]);
    expect(hostileTo({ read: deep, isNamed }, textsOf('a'))).toContain(
      '"a" throws RangeError: Maximum call stack size exceeded at 2005 characters',
    );
    expect(hostileTo({ read: JSON.parse, isNamed }, patterns.slice(0, 20))).toEqual([]);
  });
});

/** What a pattern finds at a place. */
function findAt(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
