import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from '../error';

/** The codes, or categories, that one reader assigned to the events in a set. */
export const readersCodes = z.object({
  reader: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} .-]{0,39}$/u),
  /** The categories that the keys 1 to 9 assign, in order. */
  codebook: z.array(z.string().trim().min(1).max(60)).max(9),
  /** The code of each event. The keys have the form "collaboration/event". */
  codes: z.record(z.string().regex(/^\d{1,9}\/\d{1,9}$/), z.string().max(60)),
  /** The collaborations to code, in this reader's order. */
  queue: z.array(z.int().nonnegative()).max(1_000_000),
});
export type ReadersCodes = z.infer<typeof readersCodes>;

/** Returns all readers' codes for a set. Skips files without valid codes. */
export function readCodes(folder: string): ReadersCodes[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && lstatSync(join(folder, name)).isFile())
    .sort()
    .flatMap((name) => {
      try {
        return [readersCodes.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))];
      } catch {
        return [];
      }
    });
}

/**
 * Writes one reader's codes atomically. Symbolic links are rejected: neither `folder` nor a file in it may be a link.
 */
export function writeCodes(folder: string, written: ReadersCodes): void {
  mkdirSync(folder, { recursive: true });
  if (
    lstatSync(folder).isSymbolicLink() ||
    realpathSync(folder) !== join(realpathSync(join(folder, '..')), 'codes')
  )
    throw new AgoraError(
      `${folder} is a link to another folder. Replace the link with a folder; codes are not written through links.`,
    );
  const path = join(folder, `${written.reader}.json`);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new AgoraError(
      `${path} is a link to another file. Remove the link; codes are not written through links.`,
    );
  const draft = `${path}.new`;
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  // Windows has no O_NOFOLLOW.
  const file = openSync(draft, O_CREAT | O_TRUNC | O_WRONLY | (O_NOFOLLOW ?? 0), 0o600);
  writeFileSync(file, JSON.stringify(written));
  closeSync(file);
  renameSync(draft, path);
}
