import { basename } from 'node:path';
import { AgoraError } from 'agora-voting';
import { readCsv } from './csv';
import { mergeEqualOptions } from './merge-options';
import { failAt, fileIn, howToGet, optionTexts, readQuestionFile, shaped, words } from './question-file';
import type { LoadedQuestions } from './question-file';

const columns = [
  'Question',
  'Correct Answer',
  'Incorrect Answer 1',
  'Incorrect Answer 2',
  'Incorrect Answer 3',
];

/**
 * Reads GPQA (Rein et al. 2023) from one of its own CSV files (gpqa_main.csv, gpqa_diamond.csv). Its authors ask that
 * the questions not be published, so the kit neither contains nor fetches any.
 *
 * The file lists the right answer first. Options are therefore sorted by their text, so that the order reveals nothing.
 * The subject is the Subdomain; the id is the Record ID, or the row if there is none.
 * @param path - one of its files, or the folder of gpqa_main.csv
 */
export function readGpqa(path: string): LoadedQuestions {
  const file = fileIn(path, 'gpqa_main.csv');
  const name = basename(file);
  const [head, ...rows] = readCsv(readQuestionFile(file, howToGet('gpqa')), name);
  const places = new Map((head?.fields ?? []).map((title, at) => [title.trim(), at]));
  const missing = columns.find((title) => !places.has(title));
  if (missing !== undefined)
    throw new AgoraError('question-data', `${name} needs a column "${missing}" in its header`);
  if (rows.length === 0) throw new AgoraError('question-data', `${name} contains no question`);
  const raw = rows.map(({ fields, line }, index) => {
    const place = { file: name, line };
    if (fields.length !== head?.fields.length)
      failAt(place, `${head?.fields.length} fields, as the header has`, fields);
    const value = (title: string): string => fields[places.get(title) ?? -1]?.trim() ?? '';
    const right = shaped(place, words('a Correct Answer'), value('Correct Answer'));
    const wrong = shaped(place, optionTexts, columns.slice(2).map(value));
    if (wrong.includes(right)) failAt(place, 'incorrect answers that are not the correct one', right);
    const options = [right, ...wrong].sort();
    return {
      id: value('Record ID') || String(index + 1),
      dataset: 'gpqa',
      subject: value('Subdomain') || 'gpqa',
      text: shaped(place, words('a Question'), value('Question')),
      options,
      answer: options.indexOf(right),
      place,
    };
  });
  return { name: name.replace(/\.csv$/i, ''), examples: {}, ...mergeEqualOptions(raw) };
}
