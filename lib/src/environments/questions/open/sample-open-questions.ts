import { join } from 'node:path';
import { AgoraError } from '../../../agora-error';
import { shippedFolder } from '../../../project';
import { readJsonLines } from '../json-lines';
import type { OpenQuestion, OpenQuestionSet } from '../open-types';
import { failAt, readQuestionFile, requireText } from '../question-row';

/** The samples that the project ships in data/questions/; data/README.md has their origin, licence and hash. */
export type OpenSampleName = 'gsm8k' | 'math';

const titles: Readonly<Record<OpenSampleName, string>> = { gsm8k: 'GSM8K sample', math: 'MATH-500 sample' };

/**
 * A small sample of a data set, there without any download.
 *
 * - gsm8k: the first 100 test questions.
 * - math: 100 problems of MATH-500, as `balancedQuestions` takes them: 14 or 15 of each subject, 19 to 21 of each level.
 *
 * What is measured on so few questions is an illustration, no estimate of a model's accuracy.
 * @throws AgoraError 'setting' for another name; AgoraError 'question-data' when the file is missing or damaged
 */
export function sampleOpenQuestions(
  name: OpenSampleName,
  folder: string = shippedFolder('questions') ?? join('data', 'questions'),
): OpenQuestionSet {
  const title = Object.hasOwn(titles, name) ? titles[name] : undefined;
  if (title === undefined)
    throw new AgoraError(
      'setting',
      `sampleOpenQuestions has ${Object.keys(titles).join(' and ')}, got ${JSON.stringify(name)}`,
    );
  const file = `${name}.jsonl`;
  const rows = readJsonLines(readQuestionFile(join(folder, file), 'it is part of the project'), file);
  const questions = rows.map(({ place, row }): OpenQuestion => {
    const level = row['level'];
    if (level !== undefined && !Number.isSafeInteger(level)) failAt(place, 'a whole number as level', level);
    return {
      id: requireText(place, 'an id', row['id']),
      dataset: name,
      subject: requireText(place, 'a subject', row['subject']),
      ...(level === undefined ? {} : { level: level as number }),
      text: requireText(place, 'a text', row['text']),
      answer: requireText(place, 'an answer', row['answer']),
    };
  });
  return { name: title, questions };
}
