import { join } from 'node:path';
import { AgoraError } from '../../../agora-error';
import { readJsonLines } from '../json-lines';
import type { OpenQuestion } from '../open-types';
import { failAt, readQuestionFile, requireText, type Place } from '../question-row';
import { lastBoxed } from './last-boxed';
import type { LoadedOpenQuestions, OpenRemark } from './open-row';

const advice = '"npx agora data math" says how to get MATH, and locateDataset(\'math\') where it is';

/** MATH-500, and the whole test split, by the names that the kit knows them by. */
export type MathFile = 'math500_test.jsonl' | 'test.jsonl';

const names: Readonly<Record<MathFile, string>> = {
  'math500_test.jsonl': 'MATH-500',
  'test.jsonl': 'MATH test',
};

/**
 * Reads MATH (Hendrycks et al. 2021): competition problems of seven subjects and five levels, one JSON object a line.
 * math500_test.jsonl holds the 500 test problems of Lightman et al. (2023), the part that is most used since; test.jsonl
 * all 5,000.
 *
 * The right answer is the field `answer` where there is one, else what stands in the last \boxed{...} of the solution. A
 * problem without either is left out, and `remarks` says so. Ids are the file's own: "test/algebra/1.json", "test/17".
 * @param folder - holds the file: `locateDataset('math')`
 * @throws AgoraError 'question-data' naming the file and line, and what was needed there
 */
export function readMath(folder: string, file: MathFile = 'math500_test.jsonl'): LoadedOpenQuestions {
  const rows = readJsonLines(readQuestionFile(join(folder, file), advice), file);
  if (rows.length === 0) throw new AgoraError('question-data', `${join(folder, file)} holds no question`);
  const remarks: OpenRemark[] = [];
  const questions = rows.flatMap(({ place, row }): OpenQuestion[] => {
    const question = readRow(place, row);
    if (question.answer !== null) return [{ ...question, answer: question.answer }];
    const text = `${place.file} ${place.row}: no answer, and no closed \\boxed{...} in the solution; left out`;
    remarks.push({ id: question.id, kind: 'no-answer', text });
    return [];
  });
  return { name: names[file] ?? file, questions, remarks };
}

function readRow(
  place: Place,
  row: Record<string, unknown>,
): Omit<OpenQuestion, 'answer'> & { answer: string | null } {
  const { unique_id: name, idx, answer } = row;
  const id =
    typeof name === 'string' && name !== '' ? name : Number.isSafeInteger(idx) ? `test/${idx as number}` : '';
  if (id === '') failAt(place, 'a unique_id, or a whole number as idx', name ?? idx);
  const level = /^(?:Level )?([1-5])$/.exec(String(row['level']))?.[1];
  if (level === undefined) failAt(place, 'a level from 1 to 5', row['level']);
  if (answer !== undefined && typeof answer !== 'string') failAt(place, 'a text as answer', answer);
  const solution = answer ?? requireText(place, 'a solution', row['solution']);
  const gold = answer === undefined ? lastBoxed(solution) : solution.trim();
  return {
    id,
    dataset: 'math',
    subject: requireText(place, 'a subject', row['subject'] ?? row['type']),
    level: Number(level),
    text: requireText(place, 'the text of a problem', row['problem']),
    answer: gold === '' ? null : gold,
  };
}
