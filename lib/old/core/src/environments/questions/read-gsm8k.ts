import { join } from 'node:path';
import { z } from 'zod';
import { failAt, fileIn, readRows, words, type Place } from './question-file';
import type { OpenQuestion, OpenQuestionSet } from './types';

const question = words('the text of a question');
const goldRow = z.object({ question, answer: words('an answer') });
const solved = 'a solution (a text) and is_correct (true or false) of each model';
const solution = z.object(
  { solution: z.string({ error: solved }), is_correct: z.boolean({ error: solved }) },
  { error: solved },
);
const solutionRow = z.object({ question, ground_truth: words('a ground_truth') }).catchall(solution);

const goldNumber = /^-?\d[\d,]*(?:\.\d+)?$/;

/**
 * Reads GSM8K (Cobbe et al. 2021): 1,319 test questions, one JSON object on each line (question, answer). The right
 * answer is the number after "####" at the end of the worked solution, as written ("2,125"). Ids are "test/ROW", with
 * rows from 1.
 * @param path - test.jsonl, or its folder
 */
export function readGsm8k(path: string): OpenQuestionSet {
  const rows = readRows('gsm8k', fileIn(path, 'test.jsonl'), goldRow);
  const questions = rows.map(({ place, row }, index): OpenQuestion => ({
    id: `test/${index + 1}`,
    dataset: 'gsm8k',
    subject: 'gsm8k',
    text: row.question,
    answer: numberAfter(place, '####', row.answer),
  }));
  return { name: 'GSM8K test', questions };
}

/** The solution of a real model to one question of GSM8K. */
export interface Gsm8kSolution {
  /** The id of `readGsm8k`: both files list the same questions in the same order. */
  readonly id: string;
  readonly question: string;
  /** The right answer: "2,125". */
  readonly gold: string;
  /** "6b_finetuning", "6b_verification", "175b_finetuning" or "175b_verification". */
  readonly model: string;
  readonly solution: string;
  /** Whether it is right by the authors' own check. */
  readonly isCorrect: boolean;
}

/**
 * Reads the solutions that the authors of GSM8K publish (Cobbe et al. 2021): four models, 1,319 questions. Each ends in
 * "A: " and the model's answer, which may be missing.
 * @param folder - holds example_model_solutions.jsonl: `locateDataset('gsm8k')`
 * @returns one row for each question and model, question by question
 * @throws AgoraError 'question-data' naming file, line and the expected value
 */
export function readGsm8kSolutions(folder: string): Gsm8kSolution[] {
  const rows = readRows('gsm8k', join(folder, 'example_model_solutions.jsonl'), solutionRow);
  return rows.flatMap(({ place, row: { question, ground_truth, ...models } }, index) => {
    const gold = numberAfter(place, 'A:', ground_truth);
    if (Object.keys(models).length === 0) failAt(place, "at least one model's solution", models);
    return Object.entries(models).map(([model, { solution, is_correct: isCorrect }]) => ({
      id: `test/${index + 1}`,
      question,
      gold,
      model,
      solution,
      isCorrect,
    }));
  });
}

/** The number on the last line, after a mark. */
function numberAfter(place: Place, mark: string, solution: string): string {
  const last = solution.trimEnd().split('\n').at(-1) ?? '';
  const at = last.lastIndexOf(mark);
  const number = at < 0 ? '' : last.slice(at + mark.length).trim();
  return goldNumber.test(number)
    ? number
    : failAt(place, `a last line with "${mark}" and a number`, solution.slice(-40));
}
