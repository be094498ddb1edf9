import { describe, expect, it } from 'vitest';
import { firstOfEachSubject, readQuestions, sampleQuestions } from './index';
import { readModelPredictions } from './model-predictions';
import { realData } from './testing/real-data';

const mmlu = realData('mmlu');
const pro = realData('mmlu-pro');
const arc = realData('arc-challenge');
const countBy = <T>(items: readonly T[], key: (item: T) => string | number): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
};

describe.skipIf(mmlu.folder === null)(`the real MMLU ${mmlu.why}`, () => {
  it("known: 14,042 questions, 57 subjects, five examples each, ten with equal options; GEDI's 5,700", () => {
    const set = readQuestions('mmlu', mmlu.folder!);
    expect(set.questions).toHaveLength(14_042);
    const examples = Object.values(set.examples);
    expect(examples).toHaveLength(57);
    expect(examples.every((shown) => shown.length === 5)).toBe(true);
    expect(set.remarks).toHaveLength(10);
    expect(set.remarks.filter(({ text }) => text.endsWith('among them')).map(({ id }) => id)).toEqual([
      'elementary_mathematics/test/114',
      'high_school_macroeconomics/test/184',
      'international_law/test/52',
      'sociology/test/198',
    ]);
    expect(countBy(set.questions, ({ options }) => options.length)).toEqual({ 3: 9, 4: 14_033 });
    const balanced = firstOfEachSubject(set, 100);
    expect(balanced.questions).toHaveLength(5_700);
    expect(new Set(Object.values(countBy(balanced.questions, ({ subject }) => subject)))).toEqual(
      new Set([100]),
    );
    // as the file's first row has it: "Find the degree ...", answer 1
    expect(set.questions[0]).toMatchObject({
      subject: 'abstract_algebra',
      options: ['0', '4', '2', '6'],
      answer: 1,
    });
    const sample = sampleQuestions('mmlu');
    expect(sample.questions).toEqual(firstOfEachSubject(set, 2).questions);
    expect(sample.examples).toEqual(set.examples);
  });
});

describe.skipIf(pro.folder === null)(`the real MMLU-Pro ${pro.why}`, () => {
  it("known: 12,032 questions of 3 to 10 options, one contradiction; GEDI's 1,400", () => {
    const set = readQuestions('mmlu-pro', pro.folder!);
    expect(countBy(set.questions, ({ options }) => options.length)).toEqual({
      3: 20,
      4: 607,
      5: 52,
      6: 92,
      7: 158,
      8: 320,
      9: 801,
      10: 9982,
    });
    expect(set.remarks.map(({ id, kind }) => [id, kind])).toEqual([['3983', 'answer-index']]);
    expect(firstOfEachSubject(set, 100).questions).toHaveLength(1_400);
    expect(sampleQuestions('mmlu-pro').questions).toEqual(firstOfEachSubject(set, 10).questions);
  });

  it('known: 29 models answered, 34,757 answers are missing, and the keys are those of the questions', () => {
    const { models, rows } = readModelPredictions(pro.folder!);
    expect(models).toHaveLength(29);
    const keys = new Map(
      readQuestions('mmlu-pro', pro.folder!).questions.map(({ id, answer }) => [id, 'ABCDEFGHIJ'[answer]]),
    );
    expect(rows.every(({ question, answer }) => keys.get(question) === answer)).toBe(true);
    expect(rows).toHaveLength(keys.size);
    const missing = rows
      .flatMap(({ predictions }) => Object.values(predictions))
      .filter((one) => one === null);
    expect(missing).toHaveLength(34_757);
  });
});

describe.skipIf(arc.folder === null)(`the real ARC-Challenge ${arc.why}`, () => {
  it('known: 1,172 questions, seven of them without four options', () => {
    const { questions, remarks } = readQuestions('arc-challenge', arc.folder!);
    expect(countBy(questions, ({ options }) => options.length)).toEqual({ 3: 4, 4: 1165, 5: 3 });
    expect(remarks).toEqual([]);
  });
});
