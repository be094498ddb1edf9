import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import type { Collaboration } from '../collaboration';
import { checked, importError, parseLine, parseWhole } from './source-text';

/** Reads the collaborations of a set from the folder of its files. */
export type RecordReader = (folder: string) => Generator<Collaboration, void, undefined>;

/** The place of a record, and the number of its collaboration. */
export interface RecordPlace {
  readonly file: string;
  readonly line: number;
  readonly index: number;
}

/**
 * Reads one collaboration from each record of some gzipped files with one JSON object on each line. Memory contains the
 * bytes of one file and one record.
 * @throws AgoraError 'conversation-import' naming file and line: a missing, truncated or damaged file, a line that is
 * not JSON, a record of another shape
 */
export function* importRecords<T>(
  folder: string,
  files: readonly string[],
  schema: z.ZodType<T>,
  importOne: (record: T, place: RecordPlace) => Collaboration,
): Generator<Collaboration, void, undefined> {
  let index = 0;
  for (const file of files)
    for (const { line, record } of packedRecords(folder, file, schema))
      yield importOne(record, { file, line, index: index++ });
}

/** The records of one such file, each checked. @throws AgoraError 'conversation-import' */
export function* packedRecords<T>(
  folder: string,
  file: string,
  schema: z.ZodType<T>,
): Generator<{ readonly line: number; readonly record: T }, void, undefined> {
  const bytes = unpacked(bytesOf(folder, file), file);
  let line = 0;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found;
    const text = bytes.toString('utf8', start, end);
    start = end + 1;
    line++;
    if (text.trim() === '') continue;
    yield { line, record: checked(schema, parseLine(text, file, line, found < 0), file, line) };
  }
  if (line === 0) throw importError(file, null, 'the file is empty');
}

/** The one JSON value of a file beside the records. @throws AgoraError 'conversation-import' */
export function besideRecords<T>(folder: string, file: string, schema: z.ZodType<T>): T {
  return checked(schema, parseWhole(bytesOf(folder, file).toString('utf8'), file), file, null);
}

function bytesOf(folder: string, file: string): Buffer {
  const path = join(folder, file);
  if (!existsSync(path)) throw importError(path, null, 'there is no such file');
  return readFileSync(path);
}

function unpacked(packed: Buffer, file: string): Buffer {
  try {
    return gunzipSync(packed);
  } catch (error) {
    throw importError(
      file,
      firstBrokenLine(packed),
      `the gzip file is cut off or damaged: ${(error as Error).message}`,
    );
  }
}

/** The line in which a file that was cut off breaks off; null where nothing can be read. */
function firstBrokenLine(packed: Buffer): number | null {
  try {
    const whole = gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
    return whole.toString('utf8').split('\n').length;
  } catch {
    return null;
  }
}
