import { join } from 'node:path';
import { AgoraError } from '../../agora-error';
import { shippedFolder } from '../../project';
import { readJsonLines } from './json-lines';
import { mergeEqualOptions } from './merge-options';
import { failAt, readQuestionFile, requireOptions, requireText } from './question-row';
import type { ChoiceQuestion, QuestionSet } from './types';

/** The samples that the project ships in data/questions/; data/README.md has their origin, licence and hash. */
export type SampleName = 'mmlu' | 'mmlu-pro';

const titles: Readonly<Record<SampleName, string>> = { mmlu: 'MMLU sample', 'mmlu-pro': 'MMLU-Pro sample' };

/**
 * A small sample of a data set, there without any download, with five worked examples a subject.
 *
 * - mmlu: the first 2 test questions of each of the 57 subjects; the examples are the development split's.
 * - mmlu-pro: the first 10 test questions of each of the 14 disciplines; the examples are the last 5 test questions of
 *   each, for the validation split was not at hand.
 *
 * What is measured on so few questions is an illustration, no estimate of a model's accuracy.
 * @throws AgoraError 'setting' for another name; AgoraError 'question-data' when the file is missing or damaged
 */
export function sampleQuestions(
  name: SampleName,
  folder: string = shippedFolder('questions') ?? join('data', 'questions'),
): QuestionSet {
  const title = Object.hasOwn(titles, name) ? titles[name] : undefined;
  if (title === undefined)
    throw new AgoraError(
      'setting',
      `sampleQuestions has ${Object.keys(titles).join(' and ')}, got ${JSON.stringify(name)}`,
    );
  const file = `${name}.jsonl`;
  const rows = readJsonLines(readQuestionFile(join(folder, file), 'it is part of the project'), file);
  const read = (split: string): ChoiceQuestion[] =>
    mergeEqualOptions(
      rows.flatMap(({ place, row }) => {
        if (row['split'] !== split) return [];
        const options = requireOptions(place, row['options']);
        const answer = row['answer'];
        if (!Number.isSafeInteger(answer) || options[answer as number] === undefined)
          failAt(place, `an answer from 0 to ${options.length - 1}`, answer);
        return [
          {
            id: requireText(place, 'an id', row['id']),
            dataset: name,
            subject: requireText(place, 'a subject', row['subject']),
            text: requireText(place, 'a text', row['text']),
            options,
            answer: answer as number,
            place,
          },
        ];
      }),
    ).questions;
  const examples: Record<string, ChoiceQuestion[]> = {};
  for (const question of read('example')) (examples[question.subject] ??= []).push(question);
  return { name: title, questions: read('test'), examples };
}
