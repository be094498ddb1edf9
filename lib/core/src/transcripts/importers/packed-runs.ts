import { z } from 'zod';
import type { Collaboration } from '../collaboration';
import { type Event, readEvent } from '../event';
import { type PromptMessage, readPromptLines } from '../prompts';
import { besideRecords, packedRecords } from './packed-records';
import { importError } from './source-text';

/*
 * Runs of ours that are committed whole: run.json, every event and every prompt, packed in one gzipped file a run. A folder
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

/**
 * All finished collaborations of a folder of packed runs, numbered through. Each says in its instance which entry and
 * condition of the plan it belongs to.
 */
export function* packedRuns(folder: string): Generator<Collaboration, void, undefined> {
  const { model, runs } = readPackedIndex(folder);
  let place = 0;
  for (const { entry, condition, file } of runs)
    for (const one of readPackedRun(folder, file).values()) {
      const about = { entry: entry, condition: condition, model: model };
      yield { ...one, index: place++, instance: { ...(one.instance as object), ...about } };
    }
}
