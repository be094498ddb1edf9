import { basename, join } from 'node:path';
import { failAt, fileIn, readJsonLines, readQuestionFile, requireText, type Place } from './question-file';
import type { OpenQuestion, OpenQuestionSet } from './types';

const advice = '"npx agora data gsm8k" says how to get GSM8K, and locateDataset(\'gsm8k\') where it is';

const goldNumber = /^-?\d[\d,]*(?:\.\d+)?$/;

/**
 * Reads GSM8K (Cobbe et al. 2021): 1,319 test questions, one JSON object a line (question, answer). The right answer is the
 * number after "####" at the end of the worked solution, as it stands there ("2,125"). Ids are "test/ROW", rows counted
 * from 1.
 * @param path - test.jsonl, or the folder that holds it
 */
export function readGsm8k(path: string): OpenQuestionSet {
  const file = fileIn(path, 'test.jsonl');
  const rows = readJsonLines(readQuestionFile(file, advice), basename(file));
  const questions = rows.map(({ place, row }, index): OpenQuestion => {
    const solution = requireText(place, 'an answer', row['answer']);
    return {
      id: `test/${index + 1}`,
      dataset: 'gsm8k',
      subject: 'gsm8k',
      text: requireText(place, 'the text of a question', row['question']),
      answer: numberAfter(place, '####', solution),
    };
  });
  return { name: 'GSM8K test', questions };
}

/** What a real model wrote to one question of GSM8K. */
export interface Gsm8kSolution {
  /** As `readGsm8k` gives it: both files list the same questions in the same order. */
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
 * @returns a row a question and model, question by question
 * @throws AgoraError 'question-data' naming the file and line, and what was needed there
 */
export function readGsm8kSolutions(folder: string): Gsm8kSolution[] {
  const file = 'example_model_solutions.jsonl';
  const rows = readJsonLines(readQuestionFile(join(folder, file), advice), file);
  return rows.flatMap(({ place, row: { question: text, ground_truth, ...models } }, index) => {
    const question = requireText(place, 'the text of a question', text);
    const gold = numberAfter(place, 'A:', requireText(place, 'a ground_truth', ground_truth));
    if (Object.keys(models).length === 0) failAt(place, "at least one model's solution", models);
    return Object.entries(models).map(([model, value]) => ({
      id: `test/${index + 1}`,
      question,
      gold,
      model,
      ...readSolution(place, model, value),
    }));
  });
}

function readSolution(place: Place, model: string, value: unknown): { solution: string; isCorrect: boolean } {
  const { solution, is_correct: isCorrect } = (value ?? {}) as { solution?: unknown; is_correct?: unknown };
  if (typeof solution !== 'string' || typeof isCorrect !== 'boolean')
    return failAt(place, `a solution (a text) and is_correct (true or false) of "${model}"`, value);
  return { solution, isCorrect };
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
