import { describe, expect, it } from 'vitest';
import { readGsm8k, readGsm8kSolutions } from './read-gsm8k';
import { readMath } from './read-math';
import { sampleQuestions } from './sample-questions';
import { folders } from './testing/folder';

const folder = folders();
const line = (row: object) => `${JSON.stringify(row)}\n`;

describe('readGsm8k', () => {
  const bad = (row: object | string) => () =>
    readGsm8k(folder({ 'test.jsonl': typeof row === 'string' ? row : line(row) }));

  it('known: the answer is the number after the last mark, as it stands there', () => {
    const rows =
      line({ question: 'Q?', answer: 'It is 2 #### no\n#### 2,125' }) +
      line({ question: 'R?', answer: '#### -3.5' });
    expect(readGsm8k(folder({ 'test.jsonl': rows }))).toEqual({
      name: 'GSM8K test',
      questions: [
        { id: 'test/1', dataset: 'gsm8k', subject: 'gsm8k', text: 'Q?', answer: '2,125' },
        { id: 'test/2', dataset: 'gsm8k', subject: 'gsm8k', text: 'R?', answer: '-3.5' },
      ],
    });
  });

  it('contract: every damage is an error with file, line and what was needed', () => {
    expect(bad({ question: 'Q?', answer: 'It is 18' })).toThrow(
      'test.jsonl line 1 needs a last line with "####" and a number, got "It is 18"',
    );
    expect(bad({ question: 'Q?', answer: '#### eighteen' })).toThrow(
      'needs a last line with "####" and a number',
    );
    expect(bad({ question: 'Q?', answer: '#### 18\nor so' })).toThrow(
      expect.objectContaining({ code: 'question-data' }),
    );
    expect(bad({ answer: '#### 18' })).toThrow('line 1 needs the text of a question, got nothing');
    expect(bad('{"question"')).toThrow('test.jsonl line 1 is not JSON');
    expect(bad('\n')).toThrow('contains no question');
    expect(() => readGsm8k(folder({}))).toThrow(
      'test.jsonl is missing: "npx agora data gsm8k" brings it or says how',
    );
  });
});

describe('readGsm8kSolutions', () => {
  const read = (row: object) => readGsm8kSolutions(folder({ 'example_model_solutions.jsonl': line(row) }));
  const small = { is_correct: true, solution: 'A: 18' };

  it('known: a row a question and model', () => {
    const large = { is_correct: false, solution: 'I stop' };
    expect(read({ question: 'Q?', ground_truth: '9 * 2\nA: 18', small, large })).toEqual([
      { id: 'test/1', question: 'Q?', gold: '18', model: 'small', solution: 'A: 18', isCorrect: true },
      { id: 'test/1', question: 'Q?', gold: '18', model: 'large', solution: 'I stop', isCorrect: false },
    ]);
  });

  it('contract: every damage is an error with file, line and what was needed', () => {
    const whole = { question: 'Q?', ground_truth: 'A: 18' };
    expect(() => read(whole)).toThrow(
      "example_model_solutions.jsonl line 1 needs at least one model's solution",
    );
    expect(() => read({ ...whole, small: { ...small, is_correct: 'yes' } })).toThrow(
      'is_correct (true or false) of each model',
    );
    expect(() => read({ ...whole, small: null })).toThrow('a solution (a text)');
    expect(() => read({ question: 'Q?', small })).toThrow('line 1 needs a ground_truth, got nothing');
    expect(() => read({ ...whole, ground_truth: '18', small })).toThrow('a last line with "A:" and a number');
  });
});

describe('readMath', () => {
  const problem = {
    problem: 'P',
    subject: 'Algebra',
    level: 3,
    unique_id: 'test/algebra/1.json',
    answer: '7',
  };
  const read = (...rows: object[]) => readMath(folder({ 'math500_test.jsonl': rows.map(line).join('') }));

  it('known: the answer is the field, or the last box of the solution; without either a remark', () => {
    const old = { problem: 'P', type: 'Geometry', level: 'Level 5' };
    const set = read(
      problem,
      { ...old, idx: 4, solution: 'First $\\boxed{1}$, then $\\boxed{\\frac{1}{2}}$.' },
      { ...old, idx: 5, solution: 'No box.' },
    );
    expect(set.name).toBe('MATH-500');
    expect(set.questions).toEqual([
      { id: 'test/algebra/1.json', dataset: 'math', subject: 'Algebra', level: 3, text: 'P', answer: '7' },
      { id: 'test/4', dataset: 'math', subject: 'Geometry', level: 5, text: 'P', answer: '\\frac{1}{2}' },
    ]);
    expect(set.remarks).toEqual([
      {
        id: 'test/5',
        kind: 'no-answer',
        text: 'math500_test.jsonl line 3: no answer, and no closed \\boxed{...} in the solution; left out',
      },
    ]);
  });

  it('contract: every damage is an error with file, line and what was needed', () => {
    expect(() => read({ ...problem, level: 6 })).toThrow(
      'math500_test.jsonl line 1 needs a level from 1 to 5, got 6',
    );
    expect(() => read({ ...problem, unique_id: undefined })).toThrow('a unique_id, or a whole number as idx');
    expect(() => read({ ...problem, answer: 7 })).toThrow('needs a text as answer, got 7');
    expect(() => read({ ...problem, subject: undefined })).toThrow('needs a subject, got nothing');
    expect(() => read({ ...problem, answer: undefined })).toThrow('needs a solution, got nothing');
    expect(() => read()).toThrow('contains no question');
    expect(() => readMath(folder({}))).toThrow(
      'math500_test.jsonl is missing: "npx agora data math" brings it or says how',
    );
  });
});

describe('sampleQuestions', () => {
  it('known: 100 of GSM8K; 100 of MATH-500, 14 or 15 a subject, 19 to 21 a level', () => {
    expect(sampleQuestions('gsm8k').questions).toHaveLength(100);
    const { questions } = sampleQuestions('math');
    const counts = (key: (question: (typeof questions)[number]) => unknown) => {
      const found = new Map<unknown, number>();
      for (const question of questions) found.set(key(question), (found.get(key(question)) ?? 0) + 1);
      return [...found.values()].sort();
    };
    expect(counts(({ subject }) => subject)).toEqual([14, 14, 14, 14, 14, 15, 15]);
    expect(counts(({ level }) => level)).toEqual([19, 20, 20, 20, 21]);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(100);
  });

  it('contract: another name, and a damaged file, are errors', () => {
    expect(() => sampleQuestions('gsm8' as 'gsm8k')).toThrow('as name, got "gsm8" (did you mean "gsm8k"?)');
    const damaged = (row: object) => () => sampleQuestions('math', folder({ 'math.jsonl': line(row) }));
    expect(damaged({ id: 'a', subject: 's', text: 't' })).toThrow(
      'math.jsonl line 1 needs an answer, got nothing',
    );
    expect(damaged({ id: 'a', subject: 's', text: 't', level: '3' })).toThrow(
      'needs a whole number as level, got "3"',
    );
  });
});
