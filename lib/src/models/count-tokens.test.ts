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

  it('law: a long text that begins like an earlier one has the plain count, wherever the two part', () => {
    const piece = fc.constantFrom(
      'a',
      'Bob. ',
      '; ',
      '12',
      ' ',
      '\n',
      '\n\n',
      '\r\n',
      '\t',
      '/',
      '. /',
      ': "',
      '3,',
      '7}, ',
      '½',
      '\u2028',
      'é',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const start = Array.from({ length: 60 }, (_, i) => `Line ${i}: this is shared.\n`).join('');
    fc.assert(
      fc.property(fc.nat(start.length), text, text, text, (cut, middle, one, other) => {
        const shared = start + start.slice(0, cut) + middle;
        for (const whole of [shared, shared + one, shared + other, shared]) {
          expect(countTokens(whole)).toBe(plain(whole));
        }
      }),
      { numRuns: 500, seed: 1 },
    );
  });

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
