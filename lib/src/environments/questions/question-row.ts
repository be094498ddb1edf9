import { existsSync, readFileSync } from 'node:fs';
import { AgoraError } from '../../agora-error';
import type { ChoiceQuestion, QuestionSet } from './types';

/** Where a question stands in its file. */
export interface Place {
  readonly file: string;
  /** "row 3", "line 12". */
  readonly row: string;
}

/** Something a reader noticed in a question and settled in the way that it says. */
export interface QuestionRemark {
  readonly id: string;
  readonly kind: 'equal-options' | 'answer-index';
  readonly text: string;
}

/** Questions from files, and what was noticed in them. */
export interface LoadedQuestions extends QuestionSet {
  readonly remarks: readonly QuestionRemark[];
}

/** A question as a reader found it: options may repeat. */
export interface RawQuestion extends ChoiceQuestion {
  readonly place: Place;
}

export function failAt({ file, row }: Place, needed: string, got: unknown): never {
  const shown = typeof got === 'string' ? JSON.stringify(got) : (JSON.stringify(got) ?? 'nothing');
  throw new AgoraError(
    'question-data',
    `${file} ${row} needs ${needed}, got ${shown.length > 60 ? `${shown.slice(0, 60)}...` : shown}`,
  );
}

/** A text that is not blank. */
export function requireText(place: Place, what: string, value: unknown): string {
  return typeof value === 'string' && value.trim() !== '' ? value : failAt(place, what, value);
}

/** Two texts or more, none blank. */
export function requireOptions(place: Place, value: unknown, least = 2, most = 26): string[] {
  if (!Array.isArray(value) || value.length < least || value.length > most)
    return failAt(place, `from ${least} to ${most} options`, value);
  return value.map((option, index) => requireText(place, `a text as option ${index + 1}`, option));
}

/** @throws AgoraError 'question-data' with what would bring the file */
export function readQuestionFile(path: string, advice: string): string {
  if (!existsSync(path)) throw new AgoraError('question-data', `${path} is missing: ${advice}`);
  return readFileSync(path, 'utf8');
}
