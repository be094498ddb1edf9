import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchSteps } from './regex-steps';

const found = (regex: RegExp, text: string) => {
  const match = regex.exec(text);
  return { index: match?.index ?? -1, end: match === null ? -1 : match.index + match[0].length };
};

describe('matchSteps', () => {
  it('known: takes a step for each instruction', () => {
    // At 0: a, no b. At 1: a, b, done.
    expect(matchSteps(/ab/, 'aab')).toEqual({ index: 1, end: 3, steps: 5 });
    // Three steps for each a that stands there, two for the one that does not, and $ as often as there are ways to it.
    const [three, two, one, none] = [3 * 3 + 2 + 4, 3 * 2 + 2 + 3, 3 + 2 + 2, 2 + 1];
    expect(matchSteps(/a*$/, 'aaa!')).toEqual({
      index: 4,
      end: 4,
      steps: three + two + one + none + none + 1,
    });
    expect(matchSteps(/^(a+)+$/, `${'a'.repeat(100)}!`)).toEqual({ index: -1, end: -1, steps: Infinity });
  });

  it('known: looks from lastIndex on with the flags g and y, and leaves it where it is', () => {
    const [anywhere, there] = [/b/g, /b/y];
    anywhere.lastIndex = there.lastIndex = 2;
    expect(matchSteps(anywhere, 'bbab')).toMatchObject({ index: 3, end: 4 });
    expect(matchSteps(there, 'bbab')).toMatchObject({ index: -1, end: -1 });
    expect([anywhere.lastIndex, there.lastIndex]).toEqual([2, 2]);
  });

  it('contract: says what it does not follow', () => {
    for (const regex of [/(a)\1/i, /(?<=\1(a))b/])
      expect(() => matchSteps(regex, 'ab')).toThrow(/^\/.* in a way that is not followed$/);
  });

  const { pattern } = fc.letrec<{ pattern: string }>((tie) => {
    const inner = tie('pattern');
    const one = fc.constantFrom(
      'a',
      'b',
      'A',
      '.',
      '[ab]',
      '[^a]',
      '\\w',
      '\\s',
      '\\n',
      '^',
      '$',
      '\\b',
      '\\B',
      '中',
    );
    return {
      pattern: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        one,
        fc.tuple(inner, inner).map(([first, second]) => first + second),
        fc.tuple(inner, inner).map(([first, second]) => `(?:${first}|${second})`),
        fc
          .tuple(inner, fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,3}?'))
          .map(([repeated, times]) => `(?:${repeated})${times}`),
        fc.tuple(fc.constantFrom('=', '!', '<=', '<!'), inner).map(([kind, looked]) => `(?${kind}${looked})`),
      ),
    };
  });

  it('law: finds what the engine finds', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', ' ', '\n', '中'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        pattern,
        fc.constantFrom('', 'i', 'm', 's', 'u', 'iu'),
        text,
        text,
        (source, flags, first, second) => {
          const regex = new RegExp(source, flags);
          for (const each of [first, second, second + first + second]) {
            const { index, end } = matchSteps(regex, each);
            expect({ index, end }).toEqual(found(regex, each));
          }
        },
      ),
      { numRuns: 3000, seed: 1 },
    );
  });

  it.each([
    [/(a+)b\1c/, 'aaabaac aabaac'],
    [/(a|ab)(c|bcd)(d*)/, 'abcd'],
    [/(?=(a+))a*b\1/, 'baaabac'],
    [/(?<year>\d{4})-\k<year>/u, '1999-2000 2001-2001'],
    [/[\p{L}\p{M}]+(?<!é)\d/u, 'é1 è2'],
    [/^.b(?<=😀.)[^😀]/u, '😀bc'],
    [/.\ude00|😀+$/, 'a\ude00😀😀'],
    [/(?<=\ud83d)./u, '😀\ud83d!'],
    [/[^\p{L}\s]/u, 'a\ud83d\ud83d\ud83d\ud83d'],
    [/[^]{0,3}\p{N}$/u, '１１１１１'],
    [/(?:(a)|b)\1c/, 'bc'],
  ])('reference: groups and code points, as in %s', (regex, text) => {
    const { index, end } = matchSteps(regex, text);
    expect({ index, end }).toEqual(found(regex, text));
  });
});
