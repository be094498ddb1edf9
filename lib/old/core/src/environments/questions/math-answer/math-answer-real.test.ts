import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realData } from '../testing/real-data';
import { allMathAnswers, mathAnswerKey, readMathAnswer, sameMathAnswer } from './index';

const gsm8k = realData('gsm8k');
const math = realData('math');
const agora = realData('llm-agora');

function rows<Row>(folder: string, name: string): Row[] {
  const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

const countBy = (items: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
};
const foundIn = (text: string): string => {
  const reading = readMathAnswer(text);
  return reading.ok ? reading.value.found : 'none';
};
const answerIn = (text: string): string | null => {
  const reading = readMathAnswer(text);
  return reading.ok ? reading.value.answer : null;
};

describe.skipIf(gsm8k.folder === null)(`the real GSM8K ${gsm8k.why}`, () => {
  const questions = () => rows<{ answer: string }>(gsm8k.folder!, 'test.jsonl');

  it('known: every right answer stands after "####"', () => {
    expect(countBy(questions().map(({ answer }) => foundIn(answer)))).toEqual({ marked: 1_319 });
  });

  it('known: words behind a result count as its unit, 2,842 of 2,880 times in the official solutions', () => {
    const phrase = />>([-\d.,]*\d)\s+([A-Za-z][A-Za-z '-]*)[.,;]?\s*$/;
    const results = questions()
      .flatMap(({ answer }) => answer.split('\n'))
      .flatMap((line) => {
        const [, number, words] = phrase.exec(line) ?? [];
        return number === undefined ? [] : [{ number, said: `${number} ${words}` }];
      });
    expect(results).toHaveLength(2_880);
    // what is left: "21 dozen eggs" (252), "3 clownfish", "50 were on the train"
    const units = results.filter(({ number, said }) => sameMathAnswer(number, said));
    expect(units).toHaveLength(2_842);
  });
});

interface Problem {
  readonly solution: string;
  readonly answer?: string;
}

describe.skipIf(math.folder === null)(`the real MATH ${math.why}`, () => {
  it('known: every solution has its answer in a box; in MATH-500 it is the answer column, letter by letter', () => {
    const problems = rows<Problem>(math.folder!, 'test.jsonl');
    expect(countBy(problems.map(({ solution }) => foundIn(solution)))).toEqual({ boxed: 5_000 });
    // 90 solutions have several boxes; as in the data set's grader the last counts
    expect(problems.filter(({ solution }) => allMathAnswers(solution).length > 1)).toHaveLength(90);
    const five = rows<Problem>(math.folder!, 'math500_test.jsonl');
    expect(five).toHaveLength(500);
    expect(five.filter(({ solution, answer }) => answerIn(solution) !== answer)).toEqual([]);
  });

  it('known: in MATH-500 only these answers share a key though they look different, and all are equal', () => {
    const byKey = new Map<string, Set<string>>();
    for (const { answer } of rows<Required<Problem>>(math.folder!, 'math500_test.jsonl')) {
      const alike = byKey.get(mathAnswerKey(answer)) ?? new Set();
      byKey.set(mathAnswerKey(answer), alike.add(answer.replace(/ /g, '')));
    }
    const shared = [...byKey.values()].filter((alike) => alike.size > 1).map((alike) => [...alike].sort());
    expect(shared.sort((a, b) => (a[0]! < b[0]! ? -1 : 1))).toEqual(sharedKeys);
  });

  it('known: of 5,000 answers 32 are compared as words, and ten as other texts', () => {
    const golds = rows<Problem>(math.folder!, 'test.jsonl').map(({ solution }) => answerIn(solution)!);
    const kind = (key: string) =>
      /^(?:text|letter|list|union|matrix|base|equation)(?= )|^f(?=\[)|^[([](?=.*;)/.exec(key)?.[0] ??
      'number';
    expect(countBy(golds.map((gold) => kind(mathAnswerKey(gold))))).toEqual(kindsOfKeys);
    expect(golds.filter((gold) => /^text .*[^a-z]/.test(mathAnswerKey(gold)))).toEqual(readAsText);
  });
});

const sharedKeys = [
  ['-2,1', '1,-2'],
  ['10,\\!080', '10080'],
  ['120', '120^\\circ'],
  ['15', '15\\mbox{cm}^2'],
  ['30', '30^\\circ'],
  ['36', '36^\\circ', '\\$36'],
  ['5', 'x=5'],
  ['90', '90^\\circ'],
  ['\\frac14', '\\frac{1}{4}'],
];
/** Numbers, complex ones too, 4,432; the two brackets are tuples and intervals, "f" formulas with variables. */
const kindsOfKeys = {
  number: 4432,
  f: 133,
  '(': 124,
  list: 79,
  matrix: 72,
  text: 42,
  letter: 33,
  base: 28,
  union: 25,
  '[': 24,
  equation: 8,
};
/** Times, a date, ratios, an order of values, a segment, and a number with a factorial too large to be worked out. */
const readAsText = [
  '9\\text{ a.m.}',
  '\\text{June 20}',
  '3:1',
  '1:2',
  'f(2) < f(1) < f(4)',
  '\\overline{CD}',
  '\\frac{1}{2004!}',
  '\\text{1:03 PM}',
  '\\text{4:30 p.m.}',
  '1:1',
];

describe.skipIf(agora.folder === null)(`the real debates of llm-agora ${agora.why}`, () => {
  interface Debate {
    readonly agent_response: Readonly<Record<string, readonly string[]>>;
  }
  const texts = () =>
    (JSON.parse(readFileSync(join(agora.folder!, 'gsm_result.json'), 'utf8')) as Debate[]).flatMap(
      ({ agent_response }) => Object.values(agent_response).flat(),
    );

  it('known: of 900 answers less than a quarter state one; most can only be read by their last number', () => {
    expect(countBy(texts().map(foundIn))).toEqual({
      stated: 195,
      boxed: 6,
      marked: 12,
      none: 95,
      'last number': 592,
    });
  });
});
