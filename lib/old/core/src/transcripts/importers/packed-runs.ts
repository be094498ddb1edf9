import { z } from 'zod';
import type { Collaboration } from '../collaboration';
import { type Event, readEvent } from '../event';
import { type PromptMessage, readPromptLines } from '../prompts';
import { readDescription, type RunDescription } from '../run-description';
import { besideRecords, packedRecords } from './packed-records';
import { importError } from './source-text';

/*
 * Our own runs, committed completely: run.json, every event and every prompt, packed in one gzipped file a run. A folder
 * of them has an index, runs.json, in the order in which they are read.
 */

const index = z.strictObject({
  model: z.string(),
  /** Cases that each run had finished when it was packed; unfinished ones are left out. */
  runs: z.array(
    z.strictObject({
      entry: z.string(),
      condition: z.string(),
      file: z.string(),
      cases: z.int().nonnegative(),
    }),
  ),
});

const line = z.looseObject({ collaboration: z.int().nonnegative().optional() });

/** What a folder of packed runs has. */
export type PackedRuns = z.infer<typeof index>;

/** @throws AgoraError 'conversation-import' naming file and what is wrong with it */
export function readPackedIndex(folder: string): PackedRuns {
  return besideRecords(folder, 'runs.json', index);
}

/**
 * The finished collaborations of one packed run, by their numbers in it.
 * @throws AgoraError 'conversation-import' naming file and line
 */
export function readPackedRun(folder: string, file: string): Map<number, Collaboration> {
  const events = new Map<number, Event[]>();
  for (const { line: number, record } of packedRecords(folder, file, line)) {
    // The first line is run.json; lines without a type are prompts.
    if (record['type'] === undefined) continue;
    const reading = readEvent(record);
    if (!reading.ok) throw importError(file, number, reading.reason);
    const { collaboration } = reading.value;
    events.set(collaboration, [...(events.get(collaboration) ?? []), reading.value]);
  }
  const found = new Map<number, Collaboration>();
  for (const [number, own] of [...events].sort(([a], [b]) => a - b)) {
    const started = own.find((event) => event.type === 'started');
    const finished = own.find((event) => event.type === 'finished');
    if (started === undefined || finished === undefined) continue;
    const { instance, agents } = started;
    found.set(number, {
      index: number,
      instance: instance,
      agents: agents,
      events: own,
      finished: finished,
    });
  }
  return found;
}

/** The prompts of one collaboration of a packed run, by the digest in its replies. */
export function readPackedPrompts(
  folder: string,
  file: string,
  collaboration: number,
): Map<string, readonly PromptMessage[]> {
  const lines: { text: string; number: number }[] = [];
  for (const { line: number, record } of packedRecords(folder, file, line))
    if (
      record['type'] === undefined &&
      record['request'] !== undefined &&
      record.collaboration === collaboration
    )
      lines.push({ text: JSON.stringify(record), number: number });
  return readPromptLines(lines, file);
}

/** What a model was asked in one collaboration. */
export interface Asked {
  /** The model and its sampling, as the run's description has them. */
  readonly model: RunDescription['model'];
  readonly sampling: RunDescription['sampling'];
  /** By the `request` of replies. */
  readonly prompts: ReadonlyMap<string, readonly PromptMessage[]>;
}

/** A run of a set that is packed whole: which collaborations of the set are its own, and how it was made. */
export interface PackedRun {
  /** Its entry and condition in the plan that the set was played by. */
  readonly entry: string;
  readonly condition: string;
  /** The number of its first collaboration in the set, and how many it has. */
  readonly first: number;
  readonly cases: number;
  readonly description: RunDescription;
}

/**
 * The runs of a folder of packed runs, in the order of their collaborations. Of each file only the first line is read.
 * @throws AgoraError 'conversation-import' or 'corrupt-record' naming the file
 */
export function packedDescriptions(folder: string): PackedRun[] {
  let first = 0;
  return readPackedIndex(folder).runs.map(({ entry, condition, file, cases }) => {
    const [head] = packedRecords(folder, file, line);
    if (head === undefined) throw importError(file, null, 'it is empty');
    const description = readDescription(file, JSON.stringify(head.record));
    const own = { entry, condition, first, cases, description };
    first += cases;
    return own;
  });
}

/**
 * The prompts of one collaboration in a folder of packed runs; null if there is none of this number.
 * Reads the one file that holds it.
 * @param wanted - its number in `packedRuns`
 * @throws AgoraError 'conversation-import' or 'corrupt-record' naming file and line
 */
export function packedAsked(folder: string, wanted: number): Asked | null {
  let before = 0;
  for (const { file, cases } of readPackedIndex(folder).runs) {
    if (wanted >= before + cases) {
      before += cases;
      continue;
    }
    const numbers = [...readPackedRun(folder, file).keys()];
    const number = numbers[wanted - before];
    const [first] = packedRecords(folder, file, line);
    if (number === undefined || first === undefined) return null;
    const { model, sampling } = readDescription(file, JSON.stringify(first.record));
    return { model: model, sampling: sampling, prompts: readPackedPrompts(folder, file, number) };
  }
  return null;
}

/**
 * All finished collaborations of a folder of packed runs, numbered through. Each says in its instance which entry and
 * condition of the plan it belongs to.
 * @throws AgoraError 'conversation-import' naming a damaged file, also where the index counts other cases than it holds
 */
export function* packedRuns(folder: string): Generator<Collaboration, void, undefined> {
  const { model, runs } = readPackedIndex(folder);
  let place = 0;
  for (const { entry, condition, file, cases } of runs) {
    const found = readPackedRun(folder, file);
    if (found.size !== cases)
      throw importError(file, null, `it holds ${found.size} finished cases, and runs.json says ${cases}`);
    for (const one of found.values()) {
      const about = { entry: entry, condition: condition, model: model };
      yield { ...one, index: place++, instance: { ...(one.instance as object), ...about } };
    }
  }
}
