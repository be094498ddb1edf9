import { basename } from 'node:path';
import { allMathAnswers } from './math-answer';
import { failAt, fileIn, readJsonLines, readQuestionFile, requireText } from './question-file';
import type { Place, QuestionRemark } from './question-file';
import type { OpenQuestion, OpenQuestionSet } from './types';

const advice = '"npx agora data math" says how to get MATH, and locateDataset(\'math\') where it is';

/**
 * Reads MATH (Hendrycks et al. 2021): competition problems of seven subjects and five levels, one JSON object a line.
 * math500_test.jsonl holds the 500 test problems of Lightman et al. (2023), the part that is most used since; test.jsonl
 * all 5,000.
 *
 * The right answer is the field `answer` where there is one, else what stands in the last \boxed{...} of the solution. A
 * problem without either is left out, and `remarks` says so. Ids are the file's own: "test/algebra/1.json", "test/17".
 * @param path - one of the two files, or the folder that holds math500_test.jsonl
 */
export function readMath(path: string): OpenQuestionSet & { readonly remarks: readonly QuestionRemark[] } {
  const file = fileIn(path, 'math500_test.jsonl');
  const name = basename(file);
  const rows = readJsonLines(readQuestionFile(file, advice), name);
  const remarks: QuestionRemark[] = [];
  const questions = rows.flatMap(({ place, row }): OpenQuestion[] => {
    const question = readRow(place, row);
    if (question.answer !== null) return [{ ...question, answer: question.answer }];
    const remark = `${place.file} line ${place.line}: no answer, and no closed \\boxed{...} in the solution; left out`;
    remarks.push({ id: question.id, kind: 'no-answer', text: remark });
    return [];
  });
  return { name: name === 'test.jsonl' ? 'MATH test' : 'MATH-500', questions, remarks };
}

function readRow(
  place: Place,
  row: Record<string, unknown>,
): Omit<OpenQuestion, 'answer'> & { answer: string | null } {
  const { unique_id: name, idx, answer } = row;
  const id =
    typeof name === 'string' && name !== '' ? name : Number.isSafeInteger(idx) ? `test/${String(idx)}` : '';
  if (id === '') failAt(place, 'a unique_id, or a whole number as idx', name ?? idx);
  const level = /^(?:Level )?([1-5])$/.exec(String(row['level']))?.[1];
  if (level === undefined) failAt(place, 'a level from 1 to 5', row['level']);
  if (answer !== undefined && typeof answer !== 'string') failAt(place, 'a text as answer', answer);
  const solution = answer ?? requireText(place, 'a solution', row['solution']);
  const gold = answer === undefined ? (allMathAnswers(solution).at(-1) ?? '') : solution.trim();
  return {
    id,
    dataset: 'math',
    subject: requireText(place, 'a subject', row['subject'] ?? row['type']),
    level: Number(level),
    text: requireText(place, 'the text of a problem', row['problem']),
    answer: gold === '' ? null : gold,
  };
}
