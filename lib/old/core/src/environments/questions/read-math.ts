import { basename } from 'node:path';
import { z } from 'zod';
import { allMathAnswers } from './math-answer';
import { anything, failAt, fileIn, readRows, shaped, words, type QuestionRemark } from './question-file';
import type { OpenQuestion, OpenQuestionSet } from './types';

const mathRow = z.object({
  unique_id: anything,
  idx: anything,
  subject: anything,
  type: anything,
  problem: words('the text of a problem'),
  level: anything,
  solution: anything,
  answer: z.string({ error: 'a text as answer' }).optional(),
});

/**
 * Reads MATH (Hendrycks et al. 2021): competition problems of seven subjects and five levels, one JSON object on each
 * line. math500_test.jsonl has the 500 test problems of Lightman et al. (2023), the most common part; test.jsonl has
 * all 5,000.
 *
 * The right answer is the field `answer`, or else the content of the last \boxed{...} of the solution. A problem
 * without either is omitted, and `remarks` says so. Ids are the file's own: "test/algebra/1.json", "test/17".
 * @param path - one of the two files, or the folder of math500_test.jsonl
 */
export function readMath(path: string): OpenQuestionSet & { readonly remarks: readonly QuestionRemark[] } {
  const file = fileIn(path, 'math500_test.jsonl');
  const remarks: QuestionRemark[] = [];
  const questions = readRows('math', file, mathRow).flatMap(({ place, row }): OpenQuestion[] => {
    const { unique_id: name, idx } = row;
    const id =
      typeof name === 'string' && name !== '' ? name : Number.isSafeInteger(idx) ? `test/${String(idx)}` : '';
    if (id === '') failAt(place, 'a unique_id, or a whole number as idx', name ?? idx);
    const level = /^(?:Level )?([1-5])$/.exec(String(row.level))?.[1];
    if (level === undefined) failAt(place, 'a level from 1 to 5', row.level);
    const subject = shaped(place, words('a subject'), row.subject ?? row.type);
    const boxed = () => allMathAnswers(shaped(place, words('a solution'), row.solution)).at(-1);
    const answer = row.answer?.trim() ?? boxed() ?? '';
    if (answer !== '')
      return [{ id, dataset: 'math', subject, level: Number(level), text: row.problem, answer }];
    const remark = `${place.file} line ${place.line}: no answer, and no closed \\boxed{...} in the solution; left out`;
    remarks.push({ id, kind: 'no-answer', text: remark });
    return [];
  });
  return { name: basename(file) === 'test.jsonl' ? 'MATH test' : 'MATH-500', questions, remarks };
}
