import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promptEcho, readModelDictionary, readPythonLiteral } from '.';

const reference = JSON.parse(readFileSync(join(__dirname, 'testing/python-literals.json'), 'utf8')) as {
  readonly python: string;
  readonly cases: readonly { readonly text: string; readonly value: unknown; readonly reads: boolean }[];
};
const value = (text: string, quotes: 'strict' | 'loose' = 'strict'): unknown => {
  const reading = readPythonLiteral(text, quotes);
  return reading.ok ? reading.value : `not: ${reading.reason}`;
};

describe('readPythonLiteral', () => {
  it('reference: what ast.literal_eval reads, it reads alike; what that refuses, it refuses', () => {
    expect(reference.cases.length).toBeGreaterThan(280);
    for (const { text, value: expected, reads } of reference.cases) {
      const reading = readPythonLiteral(text);
      // Unlike Python, JSON's three words are read too.
      if (text === "{'a': true}") expect(reading).toEqual({ ok: true, value: { a: true } });
      else
        expect(reading.ok ? reading.value : `refused ${text}`, text).toEqual(
          reads ? expected : `refused ${text}`,
        );
    }
  });

  it('known: loose quotes let an apostrophe stand inside', () => {
    expect(value("{'a': 'it's so', 'b': 'the writer's, and Ann's'}", 'loose')).toEqual({
      a: "it's so",
      b: "the writer's, and Ann's",
    });
    expect(value("{'a': 'two\nlines'}", 'loose')).toEqual({ a: 'two\nlines' });
    expect(value("['x', 'y']", 'loose')).toEqual(['x', 'y']);
    // What follows the inner quote looks like the next entry: there is no telling.
    expect(value("{'a': 'b', 'c', 'd': 1}", 'loose')).toMatch(/^not: /);
  });

  it('contract: it says where a text stops being a literal', () => {
    expect(value("{'a' 1}")).toBe('not: at character 6 it needs ":", got "1}"');
    expect(value("{'a': 1")).toBe('not: at character 8 it needs "," or "}", got the end');
    expect(value('maybe')).toContain('needs True, False or None, got "maybe"');
    expect(value("'open")).toContain("needs the quote that ends the string, ', got the end");
    expect(value('99999999999999999999')).toContain('a number that JSON can hold');
    expect(value('['.repeat(5000))).toContain('at most 200 levels');
    expect(value("{'__proto__': {'x': 1}}")).toEqual(JSON.parse('{"__proto__": {"x": 1}}'));
  });
});

describe('readModelDictionary', () => {
  const read = (text: string): unknown => {
    const reading = readModelDictionary(text);
    return reading.ok ? reading.value : reading.reason;
  };
  it('known: JSON, Python, loose Python, and text around it', () => {
    expect(read('{"a": "x\\/y"}')).toEqual({ value: { a: 'x/y' }, written: 'json' });
    expect(read("{'a': None}")).toEqual({ value: { a: null }, written: 'python' });
    expect(read("{'a': 'it's'}")).toEqual({ value: { a: "it's" }, written: 'loose python' });
    expect(read('Here it is:\n```json\n{"a": 1}\n```')).toEqual({ value: { a: 1 }, written: 'json' });
  });
  it('contract: anything else is told, with the reason', () => {
    expect(read("['a']")).toBe('it is no dictionary');
    expect(read('')).toMatch(/needs a value, got the end/);
    expect(read('Side one: "x"')).toMatch(/^it is no dictionary: at character 5/);
  });
  it('contract: brackets without end are no dictionary', () => {
    for (const inner of ['['.repeat(10_000) + ']'.repeat(10_000), '['.repeat(10_000), "{'a':".repeat(10_000)])
      expect(readModelDictionary(`{"a": ${inner}}`).ok).toBe(false);
  });
});

describe('readers of conversations', () => {
  it('law: ten times the text, about ten times the work, whatever it is made of', () => {
    const used = (text: string): number => {
      const before = process.cpuUsage();
      readModelDictionary(text);
      readPythonLiteral(text, 'loose');
      promptEcho(text, text.slice(0, 2000));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const units = [
      '[',
      '{',
      '(',
      '"',
      "'",
      '\\',
      ' ',
      'a',
      '1',
      '[1,',
      '{"a":',
      'None,',
      "''",
      "'a' ",
      "it's ",
      '\\n',
      '1_',
    ];
    for (const unit of units)
      for (const [before, after] of [
        ['', ''],
        ['{"a": ', '}'],
        ["{'a': '", "'}"],
        ['[', ']'],
      ] as const) {
        const [small, large] = [10_000, 100_000].map(
          (size) => before + unit.repeat(size / unit.length) + after,
        );
        // Time that grew with the square of the length would be a hundred times as long.
        expect(used(large ?? ''), before + unit + after).toBeLessThan(40 * Math.max(5, used(small ?? '')));
      }
  });
});
