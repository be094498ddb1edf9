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
 * Reads a data set of questions from its files. The reader of each data set (`read-mmlu.ts` and so on) documents the
 * formats.
 * @param path - its folder, `datasets.locateDataset(name)`; except for mmlu also one of its files
 * @throws AgoraError 'question-data' naming file, line and the expected value
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
