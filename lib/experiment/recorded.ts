import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from '../error';
import { dataFolder } from './data-folder';
import { openRun, type About, type Run } from './run';

/** A set of recorded collaborations. */
export interface RecordedSet {
  readonly name: string;
  /** A one-line description. */
  readonly title: string;
  /** 'recorded': data from other researchers. 'live': a run of the kit's own protocols, stored with all replies. */
  readonly evidence: 'recorded' | 'live';
  /** The models or people that took part. */
  readonly model: string;
  readonly licence: string;
  /** The citation and the web address. */
  readonly source: string;
  readonly collaborations: number;
  /** The conditions of a live set. Each condition is a separate run. */
  readonly conditions: readonly string[];
}

/**
 * Opens a recorded set by name: replies from real models, or conversations between people. Each iteration reads the set
 * from disk again, one file at a time.
 *
 * A live set has several conditions. If you pass `condition`, the result is the run of that condition, with its
 * environment and protocol. Otherwise, the result contains the collaborations of all conditions, numbered
 * consecutively. Each collaboration's label `condition` names its condition.
 *
 * @throws AgoraError if no set or condition has this name; the error lists the available names
 * @throws AgoraError if a file is missing or differs from the published file (data/recorded/SHA256SUMS)
 * @example
 * const elections = recorded('mmlu-rater-probabilities');
 * const economies = recorded('live-qwen2.5-coder-1.5b', 'economies--majority');
 */
export function recorded(name: string, condition?: string): Run {
  const folder = join(recordedFolder(), name);
  const names = setNames();
  if (!names.includes(name))
    throw new AgoraError(`There is no recorded set "${name}". Choose from ${names.join(', ')}.`);
  const { conditions, collaborations, about } = describe(name);
  if (condition !== undefined) {
    if (conditions.includes(condition)) return openSet(`${name}/${condition}`);
    const exist = conditions.length === 0 ? 'Omit the condition' : `Choose from ${conditions.join(', ')}`;
    throw new AgoraError(`${name} has no condition "${condition}". ${exist}.`);
  }
  if (conditions.length === 0) {
    const run = openSet(name);
    return { about, folder, size: collaborations, [Symbol.iterator]: () => run[Symbol.iterator]() };
  }
  return {
    about,
    folder,
    size: collaborations,
    *[Symbol.iterator]() {
      let index = 0;
      for (const one of conditions)
        for (const collaboration of openSet(`${name}/${one}`)) yield { ...collaboration, index: index++ };
    },
  };
}

/** Lists all recorded sets with their licences. */
export function recordedSets(): RecordedSet[] {
  return setNames().map((name) => {
    const { about: _, ...set } = describe(name);
    return { name, ...set };
  });
}

/**
 * Opens the run in a folder of `data/recorded`. First checks the run's file against its published checksum, if there is
 * one.
 */
function openSet(place: string): Run {
  const file = `${place}/collaborations.jsonl.gz`;
  const path = join(recordedFolder(), file);
  if (!existsSync(path)) throw new AgoraError(`${path} is missing. Restore it with git.`, 'data');
  const published = checksums().get(file);
  if (published !== undefined && createHash('sha256').update(readFileSync(path)).digest('hex') !== published)
    throw new AgoraError(
      `${path} differs from the published file. Restore it with git, or open your own copy with openRun.`,
      'data',
    );
  return openRun(join(recordedFolder(), place));
}

/** Returns the published checksums by file. Sets that users add have no checksums. */
function checksums(): ReadonlyMap<string, string> {
  const path = join(recordedFolder(), 'SHA256SUMS');
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

const recordedFolder = (): string => join(dataFolder(), 'recorded');

function setNames(): string[] {
  const folder = recordedFolder();
  if (!existsSync(folder))
    throw new AgoraError(
      `${dataFolder()} has no recorded sets. Clone the repository, or set AGORA_DATA to the path of its \`data\` folder.`,
      'data',
    );
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'run.json')))
    .sort();
}

/** The schema for a set's run.json, which contains a run's fields and the fields that `recordedSets` lists. */
const setFile = z.looseObject({
  format: z.literal(4),
  evidence: z.enum(['recorded', 'live']),
  model: z.string(),
  title: z.string(),
  licence: z.string(),
  source: z.string(),
  collaborations: z.int(),
  conditions: z.array(z.string()).default([]),
});

function describe(name: string): Omit<RecordedSet, 'name'> & { readonly about: About } {
  const path = join(recordedFolder(), name, 'run.json');
  const read = setFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!read.success)
    throw new AgoraError(`${path} is not a recorded set that this version of the kit can read.`, 'data');
  const { format: _, title, licence, source, collaborations, conditions, ...about } = read.data;
  const { evidence, model } = about;
  const set = { title, evidence, model, licence, source, collaborations, conditions };
  return { ...set, about: about as unknown as About };
}
