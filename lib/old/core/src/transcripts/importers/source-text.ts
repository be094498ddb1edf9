import type { z } from 'zod';
import { AgoraError } from 'agora-voting';

/** The error for a file that an importer cannot read. It names the file, and the line if there is one. */
export function importError(file: string, line: number | null, reason: string): AgoraError {
  return new AgoraError('conversation-import', `${file}${line === null ? '' : `, line ${line}`}: ${reason}`);
}

/** Checks a value against a schema. @throws AgoraError naming the field, what it needs, and what it got */
export function checked<T>(schema: z.ZodType<T>, value: unknown, file: string, line: number | null): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw importError(file, line, `${where}${issue?.message ?? 'unknown shape'}`);
}

/** @throws AgoraError 'conversation-import' when the text is empty or not JSON, with the line of the fault */
export function parseWhole(text: string, file: string): unknown {
  const plain = withoutMark(text);
  if (plain.trim() === '') throw importError(file, null, 'the file is empty');
  try {
    return JSON.parse(plain);
  } catch (error) {
    const { message } = error as Error;
    throw importError(file, lineOf(plain, message), `not JSON: ${message}`);
  }
}

/**
 * The records of a file with one JSON value on each line. Lines end at "\ " only: strings may contain U+2028 and
 * U+0085, where some readers would split. Blank lines are ignored.
 * @throws AgoraError 'conversation-import' when the file is empty or a line is not JSON
 */
export function parseLines(text: string, file: string): { readonly line: number; readonly value: unknown }[] {
  const lines = withoutMark(text).split('\n');
  const records = lines.flatMap((one, place) => {
    if (one.trim() === '') return [];
    return [{ line: place + 1, value: parseLine(one, file, place + 1, place === lines.length - 1) }];
  });
  if (records.length === 0) throw importError(file, null, 'the file is empty');
  return records;
}

/** @throws AgoraError 'conversation-import' when the line is not JSON */
export function parseLine(text: string, file: string, line: number, last: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const cut = last ? ' (the last line, without a line end: the file was cut off)' : '';
    throw importError(file, line, `not JSON${cut}: ${(error as Error).message}`);
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function lineOf(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, position === undefined ? undefined : Number(position)).split('\n').length;
}
