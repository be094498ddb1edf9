// First, so that all that is loaded after it has counters.
import { hostileTo, type Pattern } from '../testing/hostile-text';
import fc from 'fast-check';
import { countTokens as plainCount } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countMessages, countTokens } from './count-tokens';

const plain = (text: string) => plainCount(text, { disallowedSpecial: new Set() });

const prompts = [
  'You are Ann. You take part in a round table of 3 agents.\n\n## Goods\n- wine: 100\n- bread: 100\n\nAnswer in JSON.\n',
  '{\n  "proposal": {\n    "Ann": {"wine": 12.5, "bread": 80}\n  },\n  "reason": "I need bread."\n}\n',
  'first line   \n   \n\t\n  indented after blank lines\r\nWindows line\r\n\r\nend without line feed',
  'see https://example.org/a/b\n/a line that begins with a slash\n//and another\n./and\n\n/more',
  'numbers 1234567\n1,000,000.5\n“typographic”\n日本語のテキスト\n🎉 emoji\n',
];

describe('countTokens', () => {
  it('reference: equals the plain count of gpt-tokenizer, whole prompts at once', () => {
    for (const prompt of prompts) expect(countTokens(prompt), prompt).toBe(plain(prompt));
    const grown = Array.from({ length: 200 }, (_, i) => `${prompts[i % prompts.length]}Round ${i}\n`).join(
      '',
    );
    expect(countTokens(grown)).toBe(plain(grown));
  });

  it('law: equals the plain count on any text of words, blanks, slashes and line feeds', () => {
    const piece = fc.constantFrom(
      'a',
      'Bob',
      "'s",
      '12',
      ' ',
      '  ',
      '\n',
      '\n\n',
      '\r\n',
      '\r',
      '\t',
      '/',
      '.',
      '"',
      '\u00a0',
      '\u2028',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        expect(countTokens(text)).toBe(plain(text));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it('law: equals the plain count on long lines of words, digits, marks and blanks', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'Bob',
        "it's",
        ' ',
        '. ',
        ', "',
        '/',
        '日本語',
        '、',
        'é',
        'e\u0301',
        '½',
        '🎉',
        ' \t ',
        '\u2028',
      ),
      fc.nat(1e6).map((number) => String(number).repeat(1 + (number % 60))),
      fc.nat(600).map((count) => ' '.repeat(count)),
      fc.nat(600).map((count) => '\n'.repeat(count)),
      fc.nat(150).map((count) => 'Aa'.repeat(count)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        // Words, and marks with what follows them, stay below 200 characters, blanks below 1,000.
        fc.pre(!/[\p{L}\p{M}]{200}|[^\s\p{L}\p{N}]\n{100}|\s{1000}/u.test(text));
        expect(countTokens(text)).toBe(plain(text));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it(
    'law: takes steps in proportion to the length of a text, whatever it is made of',
    { timeout: 300_000 },
    () => {
      const units = [' ', '\n', 'a', 'ab', '1', '!', '日', '\ud800', '\n/', ' \n', 'a '];
      const texts = units.map((unit): Pattern => [
        JSON.stringify(unit),
        (size) => unit.repeat(size / unit.length),
      ]);
      expect(hostileTo({ read: countTokens, isNamed: () => false }, texts)).toEqual([]);
    },
  );

  it('contract: markers of the encoding are text like any other', () => {
    expect(countTokens('<|endoftext|>')).toBe(plain('<|endoftext|>'));
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
    expect(countTokens('')).toBe(0);
  });

  it('known: the chat format adds 4 tokens a message and 3 to begin the answer', () => {
    // "hello" is one token of o200k.
    expect(countMessages([{ role: 'system', content: 'hello' }])).toBe(3 + 4 + 1);
    expect(
      countMessages([
        { role: 'system', content: 'hello' },
        { role: 'user', content: 'hello' },
      ]),
    ).toBe(3 + 5 + 5);
  });

  it('law: counts stay right after the memory has been emptied', () => {
    const long = Array.from({ length: 110_000 }, (_, i) => `${i}\n`).join('');
    const before = countTokens(prompts[0]!);
    countTokens(long);
    expect(countTokens(prompts[0]!)).toBe(before);
  });
});
