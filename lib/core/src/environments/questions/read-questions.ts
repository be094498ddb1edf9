import { check, oneOf, settings, text } from 'agora-voting/internal';
import type { LoadedQuestions } from './question-file';
import { readArcChallenge } from './read-arc-challenge';
import { readGpqa } from './read-gpqa';
import { readGsm8k } from './read-gsm8k';
import { readMath } from './read-math';
import { readMmlu } from './read-mmlu';
import { readMmluPro } from './read-mmlu-pro';
import type { OpenQuestionSet } from './types';

const choices = {
  mmlu: readMmlu,
  'mmlu-pro': readMmluPro,
  'arc-challenge': readArcChallenge,
  gpqa: readGpqa,
};
const open = { gsm8k: readGsm8k, math: readMath };

/**
 * Reads a data set of questions from its files; the reader of each (`read-mmlu.ts` and so on) says which forms it knows.
 * @param path - the folder that holds it, `datasets.locateDataset(name)`; or, but for mmlu, one of its files
 * @throws AgoraError 'question-data' naming the file and line, and what was needed there
 * @example
 * const folder = datasets.locateDataset('mmlu');
 * const set = folder === null ? environments.sampleQuestions('mmlu') : environments.readQuestions('mmlu', folder);
 * set.questions.length >= 114; // => true
 */
export function readQuestions(name: keyof typeof choices, path: string): LoadedQuestions;
export function readQuestions(name: keyof typeof open, path: string): OpenQuestionSet;
export function readQuestions(
  name: keyof typeof choices | keyof typeof open,
  path: string,
): LoadedQuestions | OpenQuestionSet {
  const readers = { ...choices, ...open };
  const given = { name: oneOf(...(Object.keys(readers) as [string, ...string[]])), path: text(4096) };
  check('readQuestions', settings(given), { name, path });
  return readers[name](path);
}
