import { join } from 'node:path';
import { AgoraError } from '../../../agora-error';
import { readJsonLines } from '../json-lines';
import { failAt, readQuestionFile, requireText, type Place } from '../question-row';
import { gsm8kAdvice, numberAfter } from './read-gsm8k';

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
  const rows = readJsonLines(readQuestionFile(join(folder, file), gsm8kAdvice), file);
  if (rows.length === 0) throw new AgoraError('question-data', `${join(folder, file)} holds no solution`);
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
