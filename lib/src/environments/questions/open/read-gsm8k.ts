import { join } from 'node:path';
import { AgoraError } from '../../../agora-error';
import { readJsonLines } from '../json-lines';
import type { OpenQuestion } from '../open-types';
import { failAt, readQuestionFile, requireText, type Place } from '../question-row';
import type { LoadedOpenQuestions } from './open-row';

export const gsm8kAdvice =
  '"npx agora data gsm8k" says how to get GSM8K, and locateDataset(\'gsm8k\') where it is';

const goldNumber = /^-?\d[\d,]*(?:\.\d+)?$/;

/**
 * Reads GSM8K (Cobbe et al. 2021): 1,319 test questions, one JSON object a line (question, answer). The right answer is the
 * number after "####" at the end of the worked solution, as it stands there ("2,125"). Ids are "test/ROW", rows counted
 * from 1.
 * @param folder - holds test.jsonl: `locateDataset('gsm8k')`
 * @throws AgoraError 'question-data' naming the file and line, and what was needed there
 */
export function readGsm8k(folder: string): LoadedOpenQuestions {
  const file = 'test.jsonl';
  const rows = readJsonLines(readQuestionFile(join(folder, file), gsm8kAdvice), file);
  if (rows.length === 0) throw new AgoraError('question-data', `${join(folder, file)} holds no question`);
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
  return { name: 'GSM8K test', questions, remarks: [] };
}

/** The number on the last line, after a mark. */
export function numberAfter(place: Place, mark: string, solution: string): string {
  const last = solution.trimEnd().split('\n').at(-1) ?? '';
  const at = last.lastIndexOf(mark);
  const number = at < 0 ? '' : last.slice(at + mark.length).trim();
  return goldNumber.test(number)
    ? number
    : failAt(place, `a last line with "${mark}" and a number`, solution.slice(-40));
}
