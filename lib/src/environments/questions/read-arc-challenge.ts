import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AgoraError } from '../../agora-error';
import { mergeEqualOptions } from './merge-options';
import { failAt, readJsonLines, readQuestionFile, requireOptions, requireText } from './question-file';
import type { LoadedQuestions, Place, RawQuestion } from './question-file';

const names = ['test.jsonl', 'ARC-Challenge-Test.jsonl'];
const advice =
  '"npx agora data arc-challenge" says how to get ARC-Challenge, and locateDataset(\'arc-challenge\') where it is';

/**
 * Reads ARC-Challenge (Clark et al. 2018): 1,172 test questions of science with 3 to 5 options, one JSON object a line.
 *
 * Two forms are read: the authors' (`question.stem`, `question.choices[].text` and `.label`) and the one of the common
 * carriers (`question`, `choices.text[]`, `choices.label[]`). Labels are letters or numbers, and the key is one of them.
 * There are no subjects and no worked examples; `withExamples` sets some of the questions apart.
 * @param path - the file, or the folder that holds test.jsonl or ARC-Challenge-Test.jsonl
 */
export function readArcChallenge(path: string): LoadedQuestions {
  const file = fileOf(path);
  const rows = readJsonLines(readQuestionFile(file, advice), basename(file));
  const { questions, remarks } = mergeEqualOptions(rows.map(({ place, row }) => readRow(place, row)));
  return { name: 'ARC-Challenge test', questions, examples: {}, remarks };
}

function fileOf(path: string): string {
  if (!existsSync(path) || !statSync(path).isDirectory()) return path;
  const held = readdirSync(path);
  const name = names.find((each) => held.includes(each));
  if (name === undefined)
    throw new AgoraError('question-data', `${path} holds none of ${names.join(' and ')}: ${advice}`);
  return join(path, name);
}

function readRow(place: Place, row: Record<string, unknown>): RawQuestion {
  const { text, choices } = parts(place, row);
  const options = requireOptions(
    place,
    choices.map((choice) => choice.text),
  );
  const labels = choices.map(({ label }) => requireText(place, 'a label for every option', label));
  const key = requireText(place, 'an answerKey', row['answerKey']);
  const answer = labels.indexOf(key);
  if (answer < 0) failAt(place, `an answerKey among ${labels.join(', ')}`, key);
  const id = requireText(place, 'an id', row['id']);
  return { id, dataset: 'arc-challenge', subject: 'arc-challenge', text, options, answer, place };
}

function parts(
  place: Place,
  row: Record<string, unknown>,
): { text: string; choices: { text: unknown; label: unknown }[] } {
  const { question } = row;
  const nested = typeof question === 'object' && question !== null;
  const { stem, choices } = nested
    ? (question as { stem?: unknown; choices?: unknown })
    : { stem: question, choices: row['choices'] };
  const text = requireText(place, 'the text of a question', stem);
  if (Array.isArray(choices)) return { text, choices: choices as { text: unknown; label: unknown }[] };
  const { text: texts, label: labels } = (choices ?? {}) as { text?: unknown; label?: unknown };
  if (!Array.isArray(texts) || !Array.isArray(labels) || texts.length !== labels.length)
    return failAt(place, 'as many texts as labels under "choices"', choices);
  return { text, choices: texts.map((one: unknown, at) => ({ text: one, label: labels[at] as unknown })) };
}
