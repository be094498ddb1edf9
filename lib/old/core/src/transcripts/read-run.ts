import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check } from 'agora-voting/internal';
import type { Collaboration } from './collaboration';
import { readEvent, type Event, type FinishedEvent, type ReplyEvent, type StartedEvent } from './event';
import { readLines, type Line } from '../read-lines';
import { readDescription, type RunDescription } from './run-description';

export const eventsFileName = 'events.jsonl';
export const descriptionFileName = 'run.json';
/** Events that no longer count because an earlier call failed and was repeated: see `takeBackFailed`. */
export const takenBackFileName = 'events.taken-back.jsonl';

const aFolder = z.string({ error: "a run's folder" });

/**
 * The events of a run folder, one at a time, in the order in which they were written. An incomplete last line is
 * ignored: it was never an event.
 * @param from - the first line to read; default: the first of the file
 * @example
 * const replies = (folder) => [...transcripts.readEvents(folder)].filter(({ type }) => type === 'reply');
 * @throws AgoraError 'corrupt-record' naming file, line and byte, also in `details`
 */
export function* readEvents(
  folder: string,
  from?: Pick<Line, 'byte' | 'number'>,
): Generator<Event, void, undefined> {
  check('readEvents', aFolder, folder);
  const file = join(folder, eventsFileName);
  if (!existsSync(file)) return;
  for (const line of readLines(file, from)) {
    if (!line.complete) return;
    yield parseEvent(file, line);
  }
}

/** The replies among events that no longer count. They were paid for and belong to a run's calls. */
export function* readTakenBack(folder: string): Generator<ReplyEvent, void, undefined> {
  const file = join(folder, takenBackFileName);
  if (!existsSync(file)) return;
  for (const line of readLines(file)) {
    if (!line.complete) return;
    const event = parseEvent(file, line);
    if (event.type === 'reply') yield event;
  }
}

/** @throws AgoraError 'corrupt-record' */
export function parseEvent(file: string, line: Line): Event {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    throw corrupt(file, line, (error as Error).message);
  }
  const reading = readEvent(value);
  if (!reading.ok) throw corrupt(file, line, reading.reason);
  return reading.value;
}

function corrupt(file: string, { number, byte }: Line, reason: string): AgoraError {
  return new AgoraError(
    'corrupt-record',
    `${file}, line ${number} (byte ${byte}) is not an event: ${reason}. Everything before it is intact; ` +
      '"npx agora repair RUN" keeps that part, sets the damaged file aside, and the next run goes on from there.',
    { details: { line: number, byte } },
  );
}

/**
 * The collaborations of a run folder, each as soon as its last event is read. Unfinished ones come last, unless
 * `unfinished` is false. Memory contains only the collaborations that are open at the same time.
 * @example
 * const count = (folder) => [...transcripts.readCollaborations(folder)].length;
 */
export function* readCollaborations(
  folder: string,
  settings: { readonly unfinished?: boolean } = {},
): Generator<Collaboration, void, undefined> {
  check('readCollaborations', aFolder, folder);
  const open = new Map<number, Event[]>();
  for (const event of readEvents(folder)) {
    const events = open.get(event.collaboration);
    if (events === undefined) open.set(event.collaboration, [event]);
    else events.push(event);
    if (event.type !== 'finished') continue;
    yield assemble(event.collaboration, open.get(event.collaboration) ?? [], event);
    open.delete(event.collaboration);
  }
  if (settings.unfinished === false) return;
  for (const [index, events] of open) yield assemble(index, events, null);
}

/** A collaboration from its events. */
export function assemble(
  index: number,
  events: readonly Event[],
  finished: FinishedEvent | null,
): Collaboration {
  const started = events.find((event): event is StartedEvent => event.type === 'started');
  return { index, instance: started?.instance ?? null, agents: started?.agents ?? [], events, finished };
}

/**
 * The description of a run, from its folder.
 * @throws AgoraError 'no-run' naming the file when it is missing or not a run description
 * @example
 * const seed = (folder) => transcripts.readRun(folder).seed;
 */
export function readRun(folder: string): RunDescription {
  check('readRun', aFolder, folder);
  const file = join(folder, descriptionFileName);
  if (!existsSync(file))
    throw new AgoraError('no-run', `${folder} is not a run: it has no ${descriptionFileName}`);
  return readDescription(file, readFileSync(file, 'utf8'));
}
