import { basename } from 'node:path';
import { mergeEqualOptions } from './merge-options';
import {
  failAt,
  fileIn,
  readJsonLines,
  readQuestionFile,
  requireOptions,
  requireText,
} from './question-file';
import type { LoadedQuestions, Place, QuestionRemark, RawQuestion } from './question-file';

const advice =
  '"npx agora data mmlu-pro" says how to get MMLU-Pro, and locateDataset(\'mmlu-pro\') where it is';

/**
 * Reads MMLU-Pro (Wang et al. 2024): 12,032 questions of 14 disciplines with 3 to 10 options, one JSON object a line
 * (question_id, question, options, answer, answer_index, category). Ids are the question_id as text.
 *
 * Where `answer` (a letter) and `answer_index` disagree the letter is taken, as the authors' own scoring does: this is so
 * in one question, 3983, whose index is wrong by its content too. `remarks` lists such questions.
 * There are no worked examples; `withExamples` sets some of the questions apart.
 * @param path - test.jsonl, or the folder that holds it
 */
export function readMmluPro(path: string): LoadedQuestions {
  const file = fileIn(path, 'test.jsonl');
  const rows = readJsonLines(readQuestionFile(file, advice), basename(file));
  const remarks: QuestionRemark[] = [];
  const raw = rows.map(({ place, row }) => {
    const { question, remark } = readRow(place, row);
    if (remark !== null) remarks.push(remark);
    return question;
  });
  const { questions, remarks: merged } = mergeEqualOptions(raw);
  return { name: 'MMLU-Pro test', questions, examples: {}, remarks: [...remarks, ...merged] };
}

function readRow(
  place: Place,
  row: Record<string, unknown>,
): { question: RawQuestion; remark: QuestionRemark | null } {
  const { question_id: number, answer, answer_index: index } = row;
  if (!Number.isSafeInteger(number)) failAt(place, 'a whole number as question_id', number);
  const id = String(number);
  const options = requireOptions(place, row['options']);
  const at = typeof answer === 'string' && /^[A-Z]$/.test(answer) ? answer.charCodeAt(0) - 65 : -1;
  if (at < 0 || at >= options.length)
    failAt(place, `an answer from A to ${String.fromCharCode(64 + options.length)}`, answer);
  const question = {
    id,
    dataset: 'mmlu-pro',
    subject: requireText(place, 'a category', row['category']),
    text: requireText(place, 'the text of a question', row['question']),
    options,
    answer: at,
    place,
  };
  if (index === undefined || index === at) return { question, remark: null };
  const text = `${place.file} line ${place.line}: the answer is ${String(answer)}, answer_index is ${JSON.stringify(index)}; the letter was taken`;
  return { question, remark: { id, kind: 'answer-index', text } };
}
