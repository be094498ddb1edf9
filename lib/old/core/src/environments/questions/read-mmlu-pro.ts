import { z } from 'zod';
import { mergeEqualOptions } from './merge-options';
import { anything, failAt, fileIn, optionTexts, readRows, words } from './question-file';
import type { LoadedQuestions, QuestionRemark, RawQuestion } from './question-file';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const proRow = z.object({
  question_id: z.int({ error: 'a whole number as question_id' }),
  question: words('the text of a question'),
  options: optionTexts,
  category: words('a category'),
  answer: anything,
  answer_index: anything,
});

/**
 * Reads MMLU-Pro (Wang et al. 2024): 12,032 questions of 14 disciplines with 3 to 10 options, one JSON object on each
 * line (question_id, question, options, answer, answer_index, category). Ids are the question_id as text.
 *
 * If `answer` (a letter) and `answer_index` disagree, the letter is used, as in the authors' scoring. This concerns one
 * question, 3983, whose index is wrong by its content, too. `remarks` lists such questions. There are no worked
 * examples; `withExamples` reserves some of the questions.
 * @param path - test.jsonl, or its folder
 */
export function readMmluPro(path: string): LoadedQuestions {
  const remarks: QuestionRemark[] = [];
  const raw = readRows('mmlu-pro', fileIn(path, 'test.jsonl'), proRow).map(({ place, row }): RawQuestion => {
    const { question: text, options, category: subject, answer: letter, answer_index: index } = row;
    const id = String(row.question_id);
    const answer = options.findIndex((_, at) => letters[at] === letter);
    if (answer < 0) failAt(place, `an answer from A to ${letters[options.length - 1]}`, letter);
    if (index !== undefined && index !== answer) {
      const said = `the answer is ${letters[answer]}, answer_index is ${JSON.stringify(index)}`;
      const remark = `${place.file} line ${place.line}: ${said}; the letter was taken`;
      remarks.push({ id, kind: 'answer-index', text: remark });
    }
    return { id, dataset: 'mmlu-pro', subject, text, options, answer, place };
  });
  const { questions, remarks: merged } = mergeEqualOptions(raw);
  return { name: 'MMLU-Pro test', questions, examples: {}, remarks: [...remarks, ...merged] };
}
