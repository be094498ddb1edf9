import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { canonicalJson, type Json, type JsonObject } from 'agora-voting/internal';
import { readLines } from '../read-lines';
import type { Collaboration } from './collaboration';
import { covered, coveredOf, nothingRead, stillHolds } from './covered';
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
  /** Equal for equal cases. Empty before it began. */
  caseDigest: z.string(),
  /** Null while it is unfinished. */
  finished: z
    .object({
      rounds: count,
      cause: z.string(),
      decided: z.boolean(),
      /** Null also for a long outcome. */
      outcome: z.custom<Json>(),
      /** Equal for equal outcomes, however long. */
      outcomeDigest: z.string(),
      score: z.record(z.string(), z.number()),
    })
    .nullable(),
  events: spans,
  prompts: spans,
});
const indexFile = z.object({
  version: z.literal(4),
  events: covered,
  prompts: covered,
  collaborations: z.array(indexed),
});

export type IndexedCollaboration = z.infer<typeof indexed>;

/**
 * The collaborations of a run folder, and their places in the files. The first call reads all events as a stream and
 * writes index.json. Later calls read only new events, or all again where the files were changed.
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
      caseDigest: '',
      finished: null,
      events: [],
      prompts: [],
    };
    all.set(index, found);
    return found;
  };
  const [events, prompts] = [join(folder, eventsFileName), join(folder, promptsFileName)];
  const eventsBytes = scan(events, known.events.bytes, (text, from, to, place) => {
    const own = of(collaborationOf(text));
    extend(own.events, from, to);
    const type = typeOf(text);
    if (type === 'message') own.messages++;
    else if (type === 'failure') own.failures++;
    else if (type === 'started' || type === 'finished')
      note(own, parseEvent(events, { text, number: 0, byte: from, complete: true, ...place }));
  });
  const promptsBytes = scan(prompts, known.prompts.bytes, (text, from, to) =>
    extend(of(collaborationOf(text)).prompts, from, to),
  );
  const collaborations = [...all.values()].sort((a, b) => a.index - b.index);
  if (eventsBytes > known.events.bytes || promptsBytes > known.prompts.bytes)
    writeIndexFile(folder, {
      version: 4,
      events: coveredOf(events, eventsBytes),
      prompts: coveredOf(prompts, promptsBytes),
      collaborations,
    });
  return collaborations;
}

/**
 * One collaboration of an index, read from its places in the events. Where the events were changed since, the index is
 * made again.
 * @throws AgoraError 'corrupt-record'
 */
export function readIndexed(folder: string, indexed: IndexedCollaboration): Collaboration {
  const { index } = indexed;
  let events: Event[];
  try {
    events = eventsAt(folder, indexed);
  } catch {
    for (const _ of readEvents(folder)); // says which line is damaged
    rmSync(indexPath(folder), { force: true });
    const again = readIndex(folder).find((one) => one.index === index);
    events = again === undefined ? [] : eventsAt(folder, again);
  }
  const finished = events.find((event) => event.type === 'finished') ?? null;
  return assemble(index, events, finished);
}

function eventsAt(folder: string, { index, events: places }: IndexedCollaboration): Event[] {
  const file = join(folder, eventsFileName);
  const events = linesAt(file, places).map((text) =>
    parseEvent(file, { text, number: 0, byte: 0, complete: true }),
  );
  if (events.some((event) => event.collaboration !== index))
    throw new AgoraError('corrupt-record', `${file} was changed after it was indexed`);
  return events;
}

/** Its prompts, by the digest that its replies hold as `request`. */
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
    own.caseDigest = valueDigest(event.instance);
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
  outcomeDigest: valueDigest(outcome),
  score: numbersOf(score),
});

/** A short text that is equal for equal values, in any order of their keys. */
export const valueDigest = (value: Json): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 12);

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

/** The type of the event in a line. Our lines say so at their beginning; of others all is read. */
function typeOf(line: string): unknown {
  const [, type] = /^\{(?:"collaboration":\d+,)?"type":"(\w+)"/.exec(line.slice(0, 60)) ?? [];
  if (type !== undefined) return type;
  try {
    return (JSON.parse(line) as { type: unknown }).type;
  } catch {
    return undefined; // whoever reads that collaboration is told of the line
  }
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

/** What index.json says, unless the files are no longer those that it was made of: then all is read again. */
function readIndexFile(folder: string): z.infer<typeof indexFile> {
  const none = { version: 4 as const, events: nothingRead, prompts: nothingRead, collaborations: [] };
  try {
    const known = indexFile.parse(JSON.parse(readFileSync(indexPath(folder), 'utf8')));
    const unchanged =
      stillHolds(join(folder, eventsFileName), known.events) &&
      stillHolds(join(folder, promptsFileName), known.prompts);
    return unchanged ? known : none;
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
