// First, so that all that is loaded after it has counters.
import { hostileTo, type Pattern } from './testing/hostile-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './read-json';

const value = (text: string) => {
  const reading = readJson(text);
  return reading.ok ? reading.value : `NOT READ: ${reading.reason}`;
};
const reason = (text: string) => {
  const reading = readJson(text);
  return reading.ok ? `READ: ${JSON.stringify(reading.value)}` : reading.reason;
};
const answer = { vote: 'A', points: [1, 2.5], note: "it's {fine} [so] far", none: null, yes: true };

describe('readJson', () => {
  it('known: fences, prose around, inner brackets and apostrophes', () => {
    const text = JSON.stringify(answer);
    for (const wrapped of [
      text,
      `  ${text}\n`,
      '```json\n' + JSON.stringify(answer, null, 2) + '\n```',
      '```\n' + text + '\n```\nThat is it.',
      '```json ' + text + ' ```',
      `Here's what I'd say: ${text}. Don't you agree?`,
      `As [1] shows (in {braces}, and for x in [0, 1)), I choose:\n${text}\nSee also [2].`,
    ])
      expect(value(wrapped), wrapped).toEqual(answer);
  });

  it('known: what models get wrong is repaired', () => {
    for (const [text, expected] of [
      [`{'vote': 'A', 'reason': 'it\\'s fair'}`, { vote: 'A', reason: "it's fair" }],
      [`{'vote': 'A', 'reason': "it's fair, isn't it"}`, { vote: 'A', reason: "it's fair, isn't it" }],
      [`{"vote": "A", "points": [1, 2,],}`, { vote: 'A', points: [1, 2] }],
      [`{“vote”: “A”, “reason”: “it’s fair”}`, { vote: 'A', reason: 'it’s fair' }],
      [`{"a": None, "b": True, "c": False}`, { a: null, b: true, c: false }],
      [`{"a": 1, // don't forget\n "b": 2 /* } */}`, { a: 1, b: 2 }],
      [`{vote: "A", n: 1}`, { vote: 'A', n: 1 }],
      [`{"text": "line\nbreak"}`, { text: 'line\nbreak' }],
      [`{"text": "she said "yes" to it", "b": 2}`, { text: 'she said "yes" to it', b: 2 }],
      [`{"a": "x"\n "b": "y"}`, { a: 'x', b: 'y' }],
      [`I'd say {'a': {'b': ['c', 'd',]}} and that's it`, { a: { b: ['c', 'd'] } }],
    ] as const)
      expect(value(text), text).toEqual(expected);
  });

  it('known: of several objects the last counts, and an object before an array', () => {
    expect(value('First {"vote": "A"}, but no: {"vote": "B"}')).toEqual({ vote: 'B' });
    expect(value('```json\n{"vote": "A"}\n```\nOn reflection:\n```json\n{"vote": "B"}\n```')).toEqual({
      vote: 'B',
    });
    expect(value('```json\n{"vote": "A"}\n```\nOn reflection: {\'vote\': \'B\'}')).toEqual({ vote: 'B' });
    expect(value('{"vote": "A"} over the options ["A", "B"]')).toEqual({ vote: 'A' });
    expect(value('My ranking: ["B", "A"]')).toEqual(['B', 'A']);
    expect(value('[{"vote": "A"}, {"vote": "B"}]')).toEqual([{ vote: 'A' }, { vote: 'B' }]);
  });

  it('known: half a JSON is not completed, wherever it breaks off', () => {
    for (const text of [
      '{',
      '{"vote": "A"',
      '{"vote": "A", "rea',
      "{'vote': 'A', 'rea",
      '```json\n{"vote": {"a": 1}, "b": [1, 2',
      '```json\n{"vote": "A"\n```',
      'I choose {"allocation": {"Ann": {"wine": 3}}, "reason": "because',
      '[{"vote": "A"}, {"vote":',
      '{"vote": "A"} or rather {"vote": ',
      '{"text": "ends with an escape \\',
    ])
      expect(reason(text), text).toMatch(/breaks off/);
    expect(reason('{"a": [1, 2}')).toMatch(/do not match/);
  });

  it('law: no proper prefix of an object is read', () => {
    const text = JSON.stringify({ ...answer, deep: { list: [{ a: 1 }, { b: '}' }] } });
    for (let length = 0; length < text.length; length++) {
      expect(readJson(text.slice(0, length)).ok, text.slice(0, length)).toBe(false);
      expect(readJson('I think: ' + text.slice(0, length)).ok, text.slice(0, length)).toBe(false);
    }
  });

  it('contract: prose, citations and nothing at all are not read', () => {
    for (const text of [
      '',
      ' \n ',
      'I cannot help with that.',
      'As shown in [1] and [2, 3], I refuse.',
      'The set {x} of [see below] is empty; f(x) = [a + b].',
      "It's 42.",
      'true or false?',
      'Weights lie in [0, 1).',
      ':-{ and :[',
    ])
      expect(readJson(text), text).toMatchObject({ ok: false });
  });

  it('contract: hostile depth ends in a reason, not in a crash', () => {
    expect(readJson('['.repeat(100_000)).ok).toBe(false);
    expect(readJson("{'a':".repeat(20_000) + '1' + '}'.repeat(20_000)).ok).toBe(false);
  });

  it('contract: more levels than anybody answers with are not read, as readers of them recurse', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    expect(readJson(nested(100)).ok).toBe(true);
    for (const text of [
      nested(101),
      nested(10_000),
      `I say: ${nested(10_000)}`,
      nested(10_000).replace('1', "'1'"),
    ])
      expect(reason(text)).toMatch(/more than 100 levels/);
  });

  it(
    'law: takes steps in proportion to the length of a text, whatever it is made of',
    { timeout: 300_000 },
    () => {
      const units = [
        '[',
        '{',
        '[]',
        '{}',
        '"',
        "'",
        '\\',
        ' ',
        '[1,',
        '{"a":',
        '{"a":1} ',
        '[1] ',
        '[0, 1) ',
        '["”,"] ',
      ];
      units.push(
        '```\n',
        '```\na\n',
        '~~~\n',
        '~',
        '//',
        '/*',
        "'s",
        "{'a': '\"'} ",
        '{a: ',
        '“',
        '“a”: ',
        '" ',
      );
      const around: ((text: string) => string)[] = [
        (text) => text,
        (text) => `{"a": ${text}}`,
        (text) => `[${text}]`,
      ];
      const texts = units.flatMap((unit) =>
        around.map((wrap): Pattern => {
          const text = (size: number): string => wrap(unit.repeat(size / unit.length));
          return [JSON.stringify(text(unit.length)), text];
        }),
      );
      expect(hostileTo({ read: readJson, isNamed: () => false }, texts)).toEqual([]);
    },
  );

  it('law: any JSON value survives a code fence, and any object or list survives prose', () => {
    const prose = fc.constantFrom('', "Let's see. ", 'I think: ', 'As in [1], (a) don\'t say "no":\n');
    const after = fc.constantFrom('', '.', "\nThat's all.", '\n(See [3].)');
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        prose,
        after,
        fc.constantFrom(0, 2),
        (any, before, end, indent) => {
          const text = JSON.stringify(any, null, indent);
          const same = JSON.parse(text) as unknown;
          expect(value(text)).toEqual(same);
          expect(value(`${before}\n\`\`\`json\n${text}\n\`\`\`\n${end}`)).toEqual(same);
          const holder = typeof same === 'object' && same !== null ? same : { answer: same };
          expect(value(`${before}\n${JSON.stringify(holder, null, indent)}\n${end}`)).toEqual(holder);
          const object = { answer: same };
          expect(value(`${before}${JSON.stringify(object)}${end}`)).toEqual(object);
        },
      ),
      { numRuns: 1500, seed: 7 },
    );
  });
});
