import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '../environments/environment';
import { AgoraError } from '../error';
import type { Evidence, Sampling } from '../models/model';
import type { Collaboration } from '../protocols/protocol';
import { readJsonLines } from './json-lines';

/** The description of a run, stored in run.json. */
export interface About {
  readonly name: string;
  readonly evidence: Evidence;
  readonly model: string;
  /** The address of the model's server. */
  readonly endpoint?: string;
  readonly environment: { readonly name: string; readonly settings: JsonObject };
  readonly protocol: { readonly name: string; readonly settings: JsonObject };
  readonly seed: number;
  readonly sampling?: Sampling;
  /** The policy that ends collaborations early. */
  readonly stop?: { readonly name: string; readonly settings: JsonObject };
}

/**
 * Finished collaborations in index order, and a description of the run. Iterating over a run reads its collaborations
 * one by one.
 */
export interface Run extends Iterable<Collaboration> {
  readonly about: About;
  /** The number of finished collaborations. */
  readonly size: number;
  /** The folder that stores the run; absent if the run is in memory. */
  readonly folder?: string;
}

const part = z.object({ name: z.string(), settings: z.record(z.string(), z.json()) });
const aboutFile = z.looseObject({
  format: z.literal(4),
  name: z.string(),
  evidence: z.enum(['simulated', 'recorded', 'live']),
  model: z.string(),
  environment: part,
  protocol: part,
  seed: z.int(),
});

/** Reads run.json in a folder. */
export function readAbout(folder: string): About {
  const path = join(folder, 'run.json');
  if (!existsSync(path))
    throw new AgoraError(`${folder} has no run.json, so it is not a run folder.`, 'data');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new AgoraError(`${path} is not JSON. Restore it, or use another folder.`, 'data', { cause: error });
  }
  const read = aboutFile.safeParse(value);
  if (!read.success)
    throw new AgoraError(
      `${path} is not a run that this version of the kit can read (invalid field: ${read.error.issues[0]?.path.join('.')}). Use another folder.`,
      'data',
    );
  const { format: _, ...about } = read.data;
  return about;
}

const collaborationLine = z.looseObject({
  index: z.int(),
  events: z.array(z.looseObject({ type: z.string(), round: z.number() })),
  rounds: z.number(),
  score: z.record(z.string(), z.unknown()),
});

/**
 * Opens the folder of a finished or unfinished run. Reads its collaborations without playing them again.
 *
 * @throws AgoraError if a file is missing or damaged; the error gives the file and, if a line is damaged, the line
 */
export function openRun(folder: string): Run {
  const about = readAbout(folder);
  const plain = join(folder, 'collaborations.jsonl');
  const path = existsSync(plain) ? plain : `${plain}.gz`;
  function* read(): Generator<Collaboration> {
    if (!existsSync(path)) return;
    for (const { value, line } of readJsonLines(path)) {
      const checked = collaborationLine.safeParse(value);
      if (!checked.success)
        throw new AgoraError(`Line ${line} of ${path} is not a collaboration. Restore the file.`, 'data');
      yield value as Collaboration;
    }
  }
  let size: number | undefined;
  return {
    about,
    folder,
    get size() {
      if (size === undefined) {
        size = 0;
        for (const _ of read()) size++;
      }
      return size;
    },
    [Symbol.iterator]: read,
  };
}
