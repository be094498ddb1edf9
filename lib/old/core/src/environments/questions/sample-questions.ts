import { join } from 'node:path';
import { z } from 'zod';
import { check, oneOf, settings, text, whole } from 'agora-voting/internal';
import { shippedFolder } from '../../project';
import { mergeEqualOptions } from './merge-options';
import { bySubject, failAt, optionTexts, readRows, words } from './question-file';
import type { OpenQuestionSet, QuestionSet } from './types';

const common = { id: words('an id'), subject: words('a subject'), text: words('a text') };
const openRow = z.object({
  ...common,
  level: z.exactOptional(z.int({ error: 'a whole number as level' })),
  answer: words('an answer'),
});
const choiceRow = z.object({ ...common, split: z.string(), options: optionTexts, answer: whole() });

/** The samples that the project ships in data/questions/; data/README.md has their origin and licence. */
const titles = {
  mmlu: 'MMLU sample',
  'mmlu-pro': 'MMLU-Pro sample',
  gsm8k: 'GSM8K sample',
  math: 'MATH-500 sample',
};

/**
 * A small sample of a data set, without a download.
 *
 * - mmlu: the first 2 test questions of each of the 57 subjects, with the development split's five worked examples
 *   each.
 * - mmlu-pro: the first 10 test questions of each of the 14 disciplines; the examples are the last 5 test questions of
 *   each, since the validation split was not available.
 * - gsm8k: the first 100 test questions.
 * - math: 100 problems of MATH-500, as `balancedQuestions` takes them: 14 or 15 of each subject, 19 to 21 of each
 *   level.
 *
 * Results on so few questions are an illustration, not an estimate of a model's accuracy.
 * @throws AgoraError 'setting' for another name; AgoraError 'question-data' when the file is missing or damaged
 * @example
 * environments.sampleQuestions('mmlu').questions.length; // => 114
 * environments.sampleQuestions('gsm8k').questions[0].answer; // => '18'
 */
export function sampleQuestions(name: 'mmlu' | 'mmlu-pro', folder?: string): QuestionSet;
export function sampleQuestions(name: 'gsm8k' | 'math', folder?: string): OpenQuestionSet;
export function sampleQuestions(
  name: keyof typeof titles,
  folder: string = shippedFolder('questions') ?? join('data', 'questions'),
): QuestionSet | OpenQuestionSet {
  const given = { name: oneOf('mmlu', 'mmlu-pro', 'gsm8k', 'math'), folder: text(4096) };
  check('sampleQuestions', settings(given), { name, folder });
  const file = join(folder, `${name}.jsonl`);
  if (name === 'gsm8k' || name === 'math')
    return {
      name: titles[name],
      questions: readRows(name, file, openRow).map(({ row }) => ({ dataset: name, ...row })),
    };
  const rows = readRows(name, file, choiceRow);
  const read = (split: string) =>
    mergeEqualOptions(
      rows
        .filter(({ row }) => row.split === split)
        .map(({ place, row: { split: _, ...question } }) => {
          if (question.answer >= question.options.length)
            failAt(place, `an answer from 0 to ${question.options.length - 1}`, question.answer);
          return { dataset: name, ...question, place };
        }),
    ).questions;
  return { name: titles[name], questions: read('test'), examples: bySubject(read('example')) };
}
