import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import { readCsv, type CsvRow } from './csv';
import { mergeEqualOptions } from './merge-options';
import { bySubject, failAt, howToGet, optionTexts, readQuestionFile, shaped, words } from './question-file';
import type { LoadedQuestions, Place, RawQuestion } from './question-file';

const header = ['question', 'choice0', 'choice1', 'choice2', 'choice3', 'answer'];

/**
 * Reads MMLU (Hendrycks et al. 2021; MIT): four-option questions on 57 subjects, 14,042 of them for testing, and five
 * worked examples for each subject in the development split.
 *
 * Two forms of the files are read: with a header and answers from 0 to 3 (as `npx agora data mmlu` fetches them); and
 * the authors' own, without a header and with answers from A to D. Ids are "SUBJECT/SPLIT/ROW", rows counted from 1
 * without the header. Equal options are merged (see `mergeEqualOptions`); `remarks` lists them.
 * @param folder - the folder of dev/SUBJECT_dev.csv and test/SUBJECT_test.csv: `locateDataset('mmlu')`
 */
export function readMmlu(folder: string): LoadedQuestions {
  const test = mergeEqualOptions(readSplit(folder, 'test'));
  const dev = mergeEqualOptions(readSplit(folder, 'dev'));
  return {
    name: 'MMLU test',
    questions: test.questions,
    examples: bySubject(dev.questions),
    remarks: [...test.remarks, ...dev.remarks],
  };
}

function readSplit(folder: string, split: string): RawQuestion[] {
  const place = join(folder, split);
  const end = `_${split}.csv`;
  const files = (statSync(place, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(place) : [])
    .filter((name) => name.endsWith(end))
    .sort();
  if (files.length === 0)
    throw new AgoraError(
      'question-data',
      `${place} contains no file that ends in ${end}: ${howToGet('mmlu')}`,
    );
  return files.flatMap((name) => {
    const file = `${split}/${name}`;
    const rows = readCsv(readQuestionFile(join(place, name), howToGet('mmlu')), file);
    const headed = rows[0]?.fields.join() === header.join();
    const records = headed ? rows.slice(1) : rows;
    if (records.length === 0) throw new AgoraError('question-data', `${file} contains no question`);
    const subject = name.slice(0, -end.length);
    return records.map((row, index) =>
      question(row, { file, line: row.line }, { subject, id: `${subject}/${split}/${index + 1}` }),
    );
  });
}

function question({ fields }: CsvRow, place: Place, named: { subject: string; id: string }): RawQuestion {
  if (fields.length !== header.length)
    failAt(place, `${header.length} fields (a question, four options, the answer)`, fields);
  const answer = fields[5]?.trim() ?? '';
  const letter = 'ABCD'.indexOf(answer);
  const at = /^[0-3]$/.test(answer) ? Number(answer) : answer.length === 1 ? letter : -1;
  if (at < 0) failAt(place, 'an answer from 0 to 3, or from A to D', answer);
  return {
    ...named,
    dataset: 'mmlu',
    text: shaped(place, words('the text of a question'), fields[0]),
    options: shaped(place, optionTexts, fields.slice(1, 5)),
    answer: at,
    place,
  };
}
