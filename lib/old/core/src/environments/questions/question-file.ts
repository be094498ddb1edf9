import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { shown, valueAt } from 'agora-voting/internal';
import type { ChoiceQuestion, QuestionSet } from './types';

/** The place of a question in a file; lines count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A fault that a reader found in a question, and how it was handled. */
export interface QuestionRemark {
  readonly id: string;
  /**
   * equal-options: they were merged. answer-index: it differs from the answer's letter, which was used. no-answer: the
   * question was omitted.
   */
  readonly kind: 'equal-options' | 'answer-index' | 'no-answer';
  readonly text: string;
}

/** Questions from files, with remarks on their faults. */
export interface LoadedQuestions extends QuestionSet {
  readonly remarks: readonly QuestionRemark[];
}

/** A question as read from a file: options may repeat. */
export interface RawQuestion extends ChoiceQuestion {
  readonly place: Place;
}

export function failAt({ file, line }: Place, needed: string, got: unknown): never {
  throw new AgoraError('question-data', `${file} line ${line} needs ${needed}, got ${shown(got)}`);
}

/** A value that the reader checks itself. */
export const anything = z.unknown().optional();

/** A text that is not blank. */
export const words = (what: string) => z.string({ error: what }).regex(/\S/, { error: what });

const optionCount = 'from 2 to 26 options';
/** Two texts or more, none blank. */
export const optionTexts = z
  .array(words('texts as options'), { error: optionCount })
  .min(2, { error: optionCount })
  .max(26, { error: optionCount });

/** A value that matches its shape. @throws AgoraError 'question-data' naming the place */
export function shaped<Value>(place: Place, shape: z.ZodType<Value>, value: unknown): Value {
  const { data, error } = shape.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) failAt(place, issue.message, valueAt(value, issue.path));
  return data as Value;
}

/** The path of a file, given directly or by its folder and usual name. */
export function fileIn(path: string, usual: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, usual) : path;
}

/** How to get the files of a data set, for error messages. */
export const howToGet = (dataset: string): string =>
  `"npx agora data ${dataset}" brings it or says how, and locateDataset('${dataset}') where it is`;

/** @throws AgoraError 'question-data' with the way to get the file */
export function readQuestionFile(path: string, advice: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const fault = code === 'ENOENT' ? 'is missing' : `cannot be read (${message})`;
    throw new AgoraError('question-data', `${path} ${fault}: ${advice}`);
  }
}

/** The rows of a data set's file of JSON lines, each as its shape wants it. */
export function readRows<Row>(
  dataset: string,
  file: string,
  shape: z.ZodType<Row>,
): { readonly place: Place; readonly row: Row }[] {
  const rows = readJsonLines(readQuestionFile(file, howToGet(dataset)), basename(file));
  return rows.map(({ place, row }) => ({ place, row: shaped(place, shape, row) }));
}

/**
 * The lines of a file of JSON objects. Lines end at line feeds only; blank ones are ignored.
 * @throws AgoraError 'question-data' naming file and line where it is not JSON, or not an object; or an empty file
 */
export function readJsonLines(
  content: string,
  file: string,
): { readonly place: Place; readonly row: Record<string, unknown> }[] {
  const rows = content.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = { file, line: index + 1 };
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch (error) {
      throw new AgoraError(
        'question-data',
        `${file} line ${index + 1} is not JSON (${(error as Error).message})`,
      );
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row)) failAt(place, 'a JSON object', row);
    return [{ place, row: row as Record<string, unknown> }];
  });
  if (rows.length === 0) throw new AgoraError('question-data', `${file} contains no question`);
  return rows;
}

/** Questions under their subjects, each in order. */
export function bySubject<Question extends { readonly subject: string }>(
  questions: readonly Question[],
): Record<string, Question[]> {
  const subjects = new Map<string, Question[]>();
  for (const question of questions) {
    const known = subjects.get(question.subject);
    if (known === undefined) subjects.set(question.subject, [question]);
    else known.push(question);
  }
  return Object.fromEntries(subjects);
}
