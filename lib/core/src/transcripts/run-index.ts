import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Json, JsonObject } from 'agora-voting/internal';
import { readLines } from '../read-lines';
import type { Collaboration } from './collaboration';
import type { Event, FinishedEvent } from './event';
import { readPromptLines, promptsFileName, type PromptMessage } from './prompts';
import { assemble, eventsFileName, parseEvent, readEvents } from './read-run';

const count = z.int().nonnegative();
/** Bytes of a file that belong to a collaboration: from, to (excluded), from, to, … */
const spans = z.array(count);

/** What the index says about a collaboration. */
const indexed = z.object({
  index: count,
  agents: z.array(z.string()),
  messages: count,
  failures: count,
  /** The facts of the case that are short texts, numbers or booleans. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Null while it is unfinished. */
  finished: z
    .object({
      rounds: count,
      cause: z.string(),
      decided: z.boolean(),
      /** Null also for a long outcome. */
      outcome: z.custom<Json>(),
      score: z.record(z.string(), z.number()),
    })
    .nullable(),
  events: spans,
  prompts: spans,
});
const indexFile = z.object({
  version: z.literal(2),
  eventsBytes: count,
  promptsBytes: count,
  collaborations: z.array(indexed),
});

export type IndexedCollaboration = z.infer<typeof indexed>;

/**
 * The collaborations of a run folder, and their places in the files. The first call reads all events as a stream and
 * writes index.json. Later calls read only new events.
 * @throws AgoraError 'corrupt-record' naming file, line and byte
 */
export function readIndex(folder: string): IndexedCollaboration[] {
  const known = readIndexFile(folder);
  const all = new Map(known.collaborations.map((one) => [one.index, one]));
  const of = (index: number): IndexedCollaboration => {
    const found = all.get(index) ?? {
      index,
      agents: [],
      messages: 0,
      failures: 0,
      facts: {},
      finished: null,
      events: [],
      prompts: [],
    };
    all.set(index, found);
    return found;
  };
  const [events, prompts] = [join(folder, eventsFileName), join(folder, promptsFileName)];
  const eventsBytes = scan(events, known.eventsBytes, (text, from, to, place) => {
    const own = of(collaborationOf(text));
    extend(own.events, from, to);
    const [, type] = /^\{(?:"collaboration":\d+,)?"type":"(\w+)"/.exec(text.slice(0, 60)) ?? [];
    if (type === 'message') own.messages++;
    else if (type === 'failure') own.failures++;
    else if (type === 'started' || type === 'finished')
      note(own, parseEvent(events, { text, number: 0, byte: from, complete: true, ...place }));
  });
  const promptsBytes = scan(prompts, known.promptsBytes, (text, from, to) =>
    extend(of(collaborationOf(text)).prompts, from, to),
  );
  const collaborations = [...all.values()].sort((a, b) => a.index - b.index);
  if (eventsBytes > known.eventsBytes || promptsBytes > known.promptsBytes)
    writeIndexFile(folder, { version: 2, eventsBytes, promptsBytes, collaborations });
  return collaborations;
}

/** One collaboration of an index, read from its places in the events. @throws AgoraError 'corrupt-record' */
export function readIndexed(folder: string, { index, events: places }: IndexedCollaboration): Collaboration {
  const file = join(folder, eventsFileName);
  const events: Event[] = [];
  try {
    for (const text of linesAt(file, places))
      events.push(parseEvent(file, { text, number: 0, byte: 0, complete: true }));
  } catch (error) {
    for (const _ of readEvents(folder)); // says which line is damaged
    throw error;
  }
  const finished = events.find((event) => event.type === 'finished') ?? null;
  return assemble(index, events, finished);
}

/** Its prompts, by the digest in its replies (`request`). */
export function readIndexedPrompts(
  folder: string,
  { prompts }: IndexedCollaboration,
): Map<string, readonly PromptMessage[]> {
  const file = join(folder, promptsFileName);
  return readPromptLines(
    linesAt(file, prompts).map((text, place) => ({ text, number: place + 1 })),
    file,
  );
}

function note(own: IndexedCollaboration, event: Event): void {
  if (event.type === 'started') {
    own.agents = [...event.agents];
    own.facts = factsOf(event.instance);
  } else if (event.type === 'finished') own.finished = endOf(event);
}

/** How it ended, in short: the numbers of its score, and the outcome if that is short. */
export const endOf = ({
  rounds,
  cause,
  outcome,
  score,
}: FinishedEvent): NonNullable<IndexedCollaboration['finished']> => ({
  rounds,
  cause,
  decided: outcome !== null,
  outcome: JSON.stringify(outcome).length <= 200 ? outcome : null,
  score: numbersOf(score),
});

/** The numbers of a score. */
export function numbersOf(score: JsonObject): Record<string, number> {
  const numbers = Object.entries(score).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return Object.fromEntries(numbers);
}

/** The facts of a case that are short texts, numbers or booleans. */
export const factsOf = (instance: Json): IndexedCollaboration['facts'] =>
  Object.fromEntries(
    Object.entries(instance !== null && typeof instance === 'object' ? instance : {}).filter(
      (entry): entry is [string, number | string | boolean] =>
        ['number', 'boolean'].includes(typeof entry[1]) ||
        (typeof entry[1] === 'string' && entry[1].length <= 60),
    ),
  );

/** Reads whole lines from a byte on. @returns where the last of them ends */
function scan(
  file: string,
  from: number,
  use: (text: string, from: number, to: number, place: object) => void,
): number {
  if (!existsSync(file)) return 0;
  let end = from;
  for (const { text, byte, complete, number } of readLines(file, { byte: from, number: 1 })) {
    if (!complete) break;
    const to = byte + Buffer.byteLength(text) + 1;
    use(text, byte, to, from === 0 ? { number } : {});
    end = to;
  }
  return end;
}

function extend(places: number[], from: number, to: number): void {
  if (places.at(-1) === from) places[places.length - 1] = to;
  else places.push(from, to);
}

/** Which collaboration a line belongs to. Our lines say so at one of their ends; of others all is read. */
function collaborationOf(line: string): number {
  const key = '"collaboration":';
  const end = line.lastIndexOf(key);
  const last = /^(\d+)\}$/.exec(line.slice(end + key.length, end + key.length + 20));
  const found = last ?? /^\{(?:"type":"\w+",)?"collaboration":(\d+),/.exec(line.slice(0, 60));
  if (found !== null) return Number(found[1]);
  try {
    return Number((JSON.parse(line) as { collaboration: unknown }).collaboration) || 0;
  } catch {
    return 0; // whoever reads that collaboration is told of the line
  }
}

function linesAt(file: string, places: readonly number[]): string[] {
  if (places.length === 0) return [];
  const descriptor = openSync(file, 'r');
  try {
    return places.flatMap((from, at) => {
      if (at % 2 === 1) return [];
      const bytes = Buffer.alloc((places[at + 1] ?? from) - from);
      const text = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from)).toString('utf8');
      return text.split('\n').slice(0, -1);
    });
  } finally {
    closeSync(descriptor);
  }
}

export const indexPath = (folder: string): string => join(folder, 'index.json');

/** What index.json says, unless the files are shorter than it thinks: then they were cut, and all is read again. */
function readIndexFile(folder: string): z.infer<typeof indexFile> {
  const none = { version: 2 as const, eventsBytes: 0, promptsBytes: 0, collaborations: [] };
  try {
    const known = indexFile.parse(JSON.parse(readFileSync(indexPath(folder), 'utf8')));
    const size = (name: string) => (existsSync(join(folder, name)) ? statSync(join(folder, name)).size : 0);
    const whole = known.eventsBytes <= size(eventsFileName) && known.promptsBytes <= size(promptsFileName);
    return whole ? known : none;
  } catch {
    return none;
  }
}

/** A folder that takes no index is read without one. */
function writeIndexFile(folder: string, index: z.infer<typeof indexFile>): void {
  try {
    const temporary = `${indexPath(folder)}.${process.pid}.tmp`;
    writeFileSync(temporary, JSON.stringify(index));
    renameSync(temporary, indexPath(folder));
  } catch {
    return;
  }
}
