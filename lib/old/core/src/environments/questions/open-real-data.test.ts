import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { questions, sampleQuestions, type OpenQuestionSet } from './index';
import { readGsm8k, readGsm8kSolutions } from './read-gsm8k';
import { readMath } from './read-math';
import { balancedQuestions } from './subsets';
import { realData } from './testing/real-data';

const gsm8k = realData('gsm8k');
const math = realData('math');

/** The ids of questions whose right answer is not read back, and as right, from the form in which it is asked for. */
function lost(set: OpenQuestionSet): string[] {
  const environment = questions({ set });
  return set.questions.flatMap((question) => {
    const instance = { ...question, level: question.level ?? null };
    const stated = environment.prose.state(instance, { answer: question.answer });
    const reading = environment.prose.read(
      instance,
      `I went through it twice, 12 + 7.\n\nIn the end, it is ${stated}.`,
    );
    return reading.ok && environment.score(instance, reading.value)['correct'] === 1 ? [] : [question.id];
  });
}

describe.skipIf(gsm8k.folder === null)(`the real GSM8K ${gsm8k.why}`, () => {
  it('known: 1,319 questions, 14 answers with a separator, every one read back; the sample is the first 100', () => {
    const set = readGsm8k(gsm8k.folder!);
    expect(set.questions).toHaveLength(1_319);
    expect(set.questions[0]).toMatchObject({ id: 'test/1', answer: '18' });
    expect(set.questions.filter(({ answer }) => answer.includes(','))).toHaveLength(14);
    expect(lost(set)).toEqual([]);
    expect(sampleQuestions('gsm8k').questions).toEqual(set.questions.slice(0, 100));
  });

  it("known: 5,276 solutions of four models to the same questions, right by the authors' check as often as the file says", () => {
    const solutions = readGsm8kSolutions(gsm8k.folder!);
    expect(solutions).toHaveLength(4 * 1_319);
    const golds = new Map(
      readGsm8k(gsm8k.folder!).questions.map(({ id, text, answer }) => [id, `${text}${answer}`]),
    );
    expect(solutions.filter(({ id, question, gold }) => golds.get(id) !== question + gold)).toEqual([]);
    // grep -o '"6b_finetuning": {"is_correct": true' example_model_solutions.jsonl | wc -l, and so on
    const right = (model: string) => solutions.filter((one) => one.model === model && one.isCorrect).length;
    expect(['6b_finetuning', '6b_verification', '175b_finetuning', '175b_verification'].map(right)).toEqual([
      286, 515, 458, 742,
    ]);
  });
});

describe.skipIf(math.folder === null)(`the real MATH ${math.why}`, () => {
  it('known: 500 problems, all 35 kinds, every answer read back; the sample is 100 of them, balanced', () => {
    const set = readMath(math.folder!);
    expect(set.questions).toHaveLength(500);
    expect(new Set(set.questions.map(({ subject, level }) => `${subject}${level}`)).size).toBe(35);
    expect(lost(set)).toEqual([]);
    expect(sampleQuestions('math').questions).toEqual(balancedQuestions(set, 100).questions);
  });

  it('known: 5,000 problems, each with a boxed answer that is read back; the 500 have the same answers there', () => {
    const set = readMath(join(math.folder!, 'test.jsonl'));
    expect(set.questions).toHaveLength(5_000);
    expect(set.remarks).toEqual([]);
    const answers = new Map(set.questions.map(({ text, answer }) => [text, answer]));
    expect(
      readMath(math.folder!).questions.filter(({ text, answer }) => answers.get(text) !== answer),
    ).toEqual([]);
    expect(lost(set)).toEqual([]);
  });
});
