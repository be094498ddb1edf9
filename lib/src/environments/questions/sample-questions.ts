import { join } from 'node:path';
import { check, oneOf, settings, text } from '../../check';
import { shippedFolder } from '../../project';
import { mergeEqualOptions } from './merge-options';
import {
  bySubject,
  failAt,
  readJsonLines,
  readQuestionFile,
  requireOptions,
  requireText,
} from './question-file';
import type { Place, RawQuestion } from './question-file';
import type { OpenQuestion, OpenQuestionSet, QuestionSet } from './types';

/** The samples that the project ships in data/questions/; data/README.md has their origin, licence and hash. */
const titles = {
  ...{ mmlu: 'MMLU sample', 'mmlu-pro': 'MMLU-Pro sample' },
  ...{ gsm8k: 'GSM8K sample', math: 'MATH-500 sample' },
};

/**
 * A small sample of a data set, there without any download.
 *
 * - mmlu: the first 2 test questions of each of the 57 subjects, with the development split's five worked examples each.
 * - mmlu-pro: the first 10 test questions of each of the 14 disciplines; the examples are the last 5 test questions of
 *   each, for the validation split was not at hand.
 * - gsm8k: the first 100 test questions.
 * - math: 100 problems of MATH-500, as `balancedQuestions` takes them: 14 or 15 of each subject, 19 to 21 of each level.
 *
 * What is measured on so few questions is an illustration, no estimate of a model's accuracy.
 * @throws AgoraError 'setting' for another name; AgoraError 'question-data' when the file is missing or damaged
 * @example
 * environments.sampleQuestions('mmlu').questions.length; // => 114
 * environments.sampleQuestions('gsm8k').questions[0].answer; // => '18'
 */
export function sampleQuestions(name: 'mmlu' | 'mmlu-pro', folder?: string): QuestionSet;
export function sampleQuestions(name: 'gsm8k' | 'math', folder?: string): OpenQuestionSet;
export function sampleQuestions(
  name: keyof typeof titles,
  folder: string = shippedFolder('questions') ?? join('data', 'questions'),
): QuestionSet | OpenQuestionSet {
  const given = { name: oneOf('mmlu', 'mmlu-pro', 'gsm8k', 'math'), folder: text(4096) };
  check('sampleQuestions', settings(given), { name, folder });
  const file = `${name}.jsonl`;
  const rows = readJsonLines(readQuestionFile(join(folder, file), 'it is part of the project'), file);
  if (name === 'gsm8k' || name === 'math')
    return { name: titles[name], questions: rows.map(({ place, row }) => openQuestion(name, place, row)) };
  const read = (split: string) =>
    mergeEqualOptions(
      rows
        .filter(({ row }) => row['split'] === split)
        .map(({ place, row }) => choiceQuestion(name, place, row)),
    ).questions;
  return { name: titles[name], questions: read('test'), examples: bySubject(read('example')) };
}

function choiceQuestion(dataset: string, place: Place, row: Record<string, unknown>): RawQuestion {
  const options = requireOptions(place, row['options']);
  const answer = row['answer'];
  if (typeof answer !== 'number' || options[answer] === undefined)
    failAt(place, `an answer from 0 to ${options.length - 1}`, answer);
  return { ...common(dataset, place, row), options, answer, place };
}

function openQuestion(dataset: string, place: Place, row: Record<string, unknown>): OpenQuestion {
  const level = row['level'];
  if (level !== undefined && (typeof level !== 'number' || !Number.isSafeInteger(level)))
    failAt(place, 'a whole number as level', level);
  return {
    ...common(dataset, place, row),
    ...(level === undefined ? {} : { level }),
    answer: requireText(place, 'an answer', row['answer']),
  };
}

function common(dataset: string, place: Place, row: Record<string, unknown>) {
  return {
    id: requireText(place, 'an id', row['id']),
    dataset,
    subject: requireText(place, 'a subject', row['subject']),
    text: requireText(place, 'a text', row['text']),
  };
}
