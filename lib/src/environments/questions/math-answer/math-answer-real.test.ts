import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realData } from '../testing/real-data';
import {
  allMathAnswers,
  handCheckedSample,
  handCheckedTexts,
  mathAnswerKey,
  readMathAnswer,
  sameMathAnswer,
  scoreExtraction,
  type HandChecked,
} from '.';

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

const models = ['6b_finetuning', '6b_verification', '175b_finetuning', '175b_verification'] as const;
type Solved = Record<(typeof models)[number], { readonly is_correct: boolean; readonly solution: string }> & {
  readonly ground_truth: string;
};

describe.skipIf(gsm8k.folder === null)(`the real GSM8K ${gsm8k.why}`, () => {
  const questions = () => rows<{ answer: string }>(gsm8k.folder!, 'test.jsonl');
  const solved = () => rows<Solved>(gsm8k.folder!, 'example_model_solutions.jsonl');

  it('known: every right answer stands after "####", and is that of the models\' file', () => {
    const golds = questions().map(({ answer }) => answer);
    expect(countBy(golds.map(foundIn))).toEqual({ marked: 1_319 });
    for (const [row, { ground_truth }] of solved().entries())
      expect(sameMathAnswer(answerIn(ground_truth)!, answerIn(golds[row]!)!)).toBe(true);
  });

  it('reference: of 4 x 1,319 solutions every answer that is read is right exactly where the official flag says so', () => {
    const golds = questions().map(({ answer }) => answerIn(answer)!);
    const solutions = solved().flatMap((row, at) =>
      models.map((model) => ({ ...row[model], gold: golds[at]! })),
    );
    const counts = countBy(solutions.map(({ solution }) => foundIn(solution)));
    // 11 solutions lack the mark: one is a number and no more, ten break off, three of them in a calculation, one after a result
    expect(counts).toEqual({ marked: 5_265, stated: 2, 'last number': 6, none: 3 });
    const differing = solutions.filter(({ solution, gold, is_correct }) => {
      const answer = answerIn(solution);
      return (answer !== null && sameMathAnswer(answer, gold)) !== is_correct;
    });
    expect(differing).toEqual([]);
  });

  it('known: words behind a result count as its unit, 2,818 of 2,880 times in the official solutions', () => {
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
    expect(units).toHaveLength(2_818);
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

  it('known: seven of 5,000 answers are compared as texts', () => {
    const golds = rows<Problem>(math.folder!, 'test.jsonl').map(({ solution }) => answerIn(solution)!);
    const kind = (key: string) =>
      /^(?:text|time|word|letter|list|union|matrix|base|equation)(?= )|^(?:equation|f)(?=\[)|^[([](?=.*;)/.exec(
        key,
      )?.[0] ?? 'number';
    expect(countBy(golds.map((gold) => kind(mathAnswerKey(gold))))).toEqual(kindsOfKeys);
    expect(golds.filter((gold) => kind(mathAnswerKey(gold)) === 'text')).toEqual(readAsText);
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
/** Numbers, complex ones too, 4,433; the two brackets are tuples and intervals, "f" formulas with variables. */
const kindsOfKeys = {
  ...{ number: 4433, f: 133, '(': 124, list: 79, matrix: 72, letter: 33, word: 32, base: 28, union: 25 },
  ...{ '[': 24, equation: 8, text: 7, time: 2 },
};
/** A date, ratios, an order of values, a segment, and a number with a factorial too large to be worked out. */
const readAsText = [
  '\\text{June 20}',
  '3:1',
  '1:2',
  'f(2) < f(1) < f(4)',
  '\\overline{CD}',
  '\\frac{1}{2004!}',
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
      ...{ stated: 195, boxed: 6, marked: 12, none: 95 },
      'last number': 592,
    });
  });
});

describe.skipIf(gsm8k.folder === null || agora.folder === null)(
  `the sample checked by hand ${gsm8k.why} ${agora.why}`,
  () => {
    const score = (items: readonly HandChecked[], lastNumber = true) => {
      const textOf = handCheckedTexts({ gsm8k: gsm8k.folder!, llmAgora: agora.folder! });
      const read = items.map((item) => ({ text: textOf(item), label: item.label }));
      const { extracted, wrong, missed, falseAlarms, byFound } = scoreExtraction(read, { lastNumber });
      const counts = [extracted, wrong, missed, falseAlarms].map(({ count, of }) => `${count} of ${of}`);
      return { counts, byFound };
    };
    const { items, heldOut } = handCheckedSample();

    it('reference: all 50 solutions of GSM8K are read as a reader does', () => {
      const { counts } = score(items.filter(({ source }) => source === 'gsm8k'));
      expect(counts).toEqual(['50 of 50', '0 of 50', '0 of 50', '0 of 0']);
    });

    it('reference: of 50 answers of llm-agora what is stated is read rightly, last numbers often are not the answer', () => {
      const debated = items.filter(({ source }) => source === 'llm-agora');
      const { counts, byFound } = score(debated);
      expect(counts).toEqual(['42 of 50', '3 of 31', '0 of 31', '11 of 19']);
      expect(byFound).toEqual({
        boxed: { right: 1, wrong: 0, falseAlarms: 0 },
        marked: { right: 0, wrong: 0, falseAlarms: 0 },
        stated: { right: 11, wrong: 0, falseAlarms: 1 },
        'last number': { right: 16, wrong: 3, falseAlarms: 10 },
      });
      expect(score(debated, false).counts).toEqual(['13 of 50', '0 of 31', '19 of 31', '1 of 19']);
    });

    it('reference: the 48 answers labelled when the extractor was finished', () => {
      expect(score(heldOut).counts).toEqual(['47 of 48', '7 of 37', '0 of 37', '10 of 11']);
      expect(score(heldOut, false).counts).toEqual(['9 of 48', '0 of 37', '28 of 37', '0 of 11']);
    });
  },
);
