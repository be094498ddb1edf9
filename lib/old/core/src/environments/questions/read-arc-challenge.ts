import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { mergeEqualOptions } from './merge-options';
import { failAt, howToGet, optionTexts, readRows, shaped, words } from './question-file';
import type { LoadedQuestions, RawQuestion } from './question-file';

const names = ['test.jsonl', 'ARC-Challenge-Test.jsonl'];

const label = words('a label for every option');
const arcRow = z.object({ id: words('an id'), answerKey: words('an answerKey') }).loose();
const arcQuestion = z.object({
  stem: words('the text of a question'),
  choices: z.union(
    [
      z.array(z.object({ text: z.unknown(), label })),
      z
        .object({ text: z.array(z.unknown()), label: z.array(label) })
        .refine((lists) => lists.text.length === lists.label.length)
        .transform((lists) => lists.text.map((text, at) => ({ text, label: lists.label[at] as string }))),
    ],
    { error: 'as many texts as labels under "choices"' },
  ),
});

/**
 * Reads ARC-Challenge (Clark et al. 2018): 1,172 test questions of science with 3 to 5 options, one JSON object on each
 * line.
 *
 * Two forms are read: the authors' (`question.stem`, `question.choices[].text` and `.label`) and the one of the common
 * carriers (`question`, `choices.text[]`, `choices.label[]`). Labels are letters or numbers, and the key is one of
 * them. There are no subjects and no worked examples; `withExamples` reserves some of the questions.
 * @param path - the file, or the folder of test.jsonl or ARC-Challenge-Test.jsonl
 */
export function readArcChallenge(path: string): LoadedQuestions {
  const raw = readRows('arc-challenge', fileOf(path), arcRow).map(({ place, row }): RawQuestion => {
    const { id, answerKey, question } = row;
    const isNested = typeof question === 'object' && question !== null;
    const asked = isNested ? question : { stem: question, choices: row['choices'] };
    const { stem: text, choices } = shaped(place, arcQuestion, asked);
    const labels = choices.map((choice) => choice.label);
    const answer = labels.indexOf(answerKey);
    if (answer < 0) failAt(place, `an answerKey among ${labels.join(', ')}`, answerKey);
    const options = shaped(
      place,
      optionTexts,
      choices.map((choice) => choice.text),
    );
    return { id, dataset: 'arc-challenge', subject: 'arc-challenge', text, options, answer, place };
  });
  return { name: 'ARC-Challenge test', examples: {}, ...mergeEqualOptions(raw) };
}

function fileOf(path: string): string {
  if (!existsSync(path) || !statSync(path).isDirectory()) return path;
  const held = readdirSync(path);
  const name = names.find((each) => held.includes(each));
  if (name === undefined)
    throw new AgoraError(
      'question-data',
      `${path} holds none of ${names.join(' and ')}: ${howToGet('arc-challenge')}`,
    );
  return join(path, name);
}
