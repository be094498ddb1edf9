import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { z } from 'zod';
import { AgoraError } from '../error';

/**
 * A row in a file: a JSON object, or a CSV record with the header's field names. If a field is invalid, the methods
 * throw an error that gives the file, the line and the field.
 */
export class Row {
  constructor(
    readonly file: string,
    readonly line: number,
    /** The row's number. Counting starts at 1 and skips the header. */
    readonly number: number,
    readonly values: Readonly<Record<string, unknown>>,
  ) {}

  fail(field: string, needed: string): never {
    const value = JSON.stringify(this.values[field])?.slice(0, 60) ?? 'nothing';
    throw new AgoraError(`${this.file} line ${this.line}: ${field} must be ${needed}, not ${value}.`, 'data');
  }

  /** Returns the row in the form that a schema describes. */
  parse<Value>(schema: z.ZodType<Value>): Value {
    const result = schema.safeParse(this.values);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw new AgoraError(
      `${this.file} line ${this.line}: ${issue?.path.join('.')}: ${issue?.message}.`,
      'data',
    );
  }

  /** Returns a field that must be a non-blank string. */
  text(field: string): string {
    const value = this.values[field];
    return typeof value === 'string' && value.trim() !== '' ? value : this.fail(field, 'a string');
  }

  /** Returns a field as a string if it is a string or a number. Returns an empty string for any other value. */
  name(field: string): string {
    const value = this.values[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  }

  texts(field: string): string[] {
    const value = this.values[field];
    const isTexts =
      Array.isArray(value) && value.every((one) => typeof one === 'string' && one.trim() !== '');
    return isTexts && value.length > 1
      ? (value as string[])
      : this.fail(field, 'a list of at least two strings');
  }

  /** Returns the index of an option. The field contains the option's letter or its zero-based index. */
  place(field: string, options: number): number {
    const value = this.name(field);
    const letter = value.length === 1 ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(value) : -1;
    const place = /^\d+$/.test(value) ? Number(value) : letter;
    return place >= 0 && place < options
      ? place
      : this.fail(field, `the letter or index of one of ${options} options`);
  }
}

/** Reads the rows of a file with one JSON object per line. */
export function jsonRows(path: string): Row[] {
  const file = basename(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AgoraError(`${path} cannot be read. ${(cause as Error).message}`, 'data', { cause });
  }
  const rows: Row[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    let values: unknown;
    try {
      values = JSON.parse(line);
    } catch (cause) {
      throw new AgoraError(`${file} line ${at + 1} is not JSON. ${(cause as Error).message}`, 'data', {
        cause,
      });
    }
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw new AgoraError(`${file} line ${at + 1} is not a JSON object.`, 'data');
    rows.push(new Row(file, at + 1, rows.length + 1, values as Record<string, unknown>));
  }
  return rows;
}
