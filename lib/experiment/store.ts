import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AgoraError } from '../error';
import { isRejection } from '../models/attempts';
import type { Message, Reply } from '../models/model';
import type { Collaboration } from '../protocols/protocol';
import { linesIn, readJsonLines } from './json-lines';
import { openRun, readAbout, type About, type Run } from './run';

/** A line of replies.jsonl: a reply with its prompt and its position in the run. */
export interface StoredReply extends Reply {
  readonly collaboration: number;
  /**
   * A digest of the seed, the prompt and the question's position in the run. A resumed run looks up replies by this
   * key.
   */
  readonly key: string;
  readonly round: number;
  readonly phase: string;
  readonly agent: string;
  readonly attempt: number;
  readonly messages: readonly Message[];
}

/** The number of calls so far, and the tokens that they used. */
export interface Spent {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

/** Returns the total after one more call. */
export const spentAfter = ({ calls, input, output }: Spent, { usage }: Reply): Spent => ({
  calls: calls + 1,
  input: input + usage.input,
  output: output + usage.output,
});

/** Stores the replies and the collaborations of a run. */
export interface Store {
  /** The calls and tokens of all stored replies. */
  readonly spent: Spent;
  /** Returns the stored replies of one collaboration, by key. */
  repliesOf(collaboration: number): Map<string, Reply>;
  addReply(reply: StoredReply): void;
  /** Adds a finished collaboration. Callers must add collaborations in index order. */
  addCollaboration(collaboration: Collaboration): void;
  /** Returns the finished collaborations as a run. */
  run(): Run;
  close(): void;
}

/** Creates a store in memory. */
export function memoryStore(about: About): Store {
  const finished: Collaboration[] = [];
  let spent: Spent = { calls: 0, input: 0, output: 0 };
  return {
    get spent() {
      return spent;
    },
    repliesOf: () => new Map(),
    addReply(reply) {
      spent = spentAfter(spent, reply);
    },
    addCollaboration: (one) => void finished.push(one),
    run: () => ({ about, size: finished.length, [Symbol.iterator]: () => finished[Symbol.iterator]() }),
    close: () => undefined,
  };
}

/**
 * Creates or opens a store, which is a folder with three files. run.json describes the run. replies.jsonl contains the
 * replies in the order in which they arrived. collaborations.jsonl is derived from the replies and rewritten whenever
 * the run is played. An earlier run.json and collaborations.jsonl are replaced when the first reply or collaboration is
 * added, so a run that does not start leaves the folder as it was.
 *
 * To save memory, the store remembers only the position of each reply in the file, and reads replies one collaboration
 * at a time.
 *
 * @throws AgoraError if the folder contains a different run, or if another process is using the folder
 */
export function folderStore(folder: string, about: About): Store {
  mkdirSync(folder, { recursive: true });
  const unlock = lock(folder);
  try {
    return openStore(folder, about, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function openStore(folder: string, about: About, unlock: () => void): Store {
  requireFolderFor(folder, about);
  if (!existsSync(join(folder, 'run.json'))) writeAbout(folder, about);

  const path = join(folder, 'replies.jsonl');
  const replies = openSync(path, 'a+');
  let found = scanReplies(replies, path);
  const read = (collaboration: number): Map<string, Reply> =>
    new Map(
      (found.places.get(collaboration) ?? []).map(({ start, length, line }) =>
        readReplyLine(readAt(replies, start, length), `Line ${line} of ${path}`),
      ),
    );
  for (const journal of endedJournals(folder)) {
    for (const reply of repliesIn(journal))
      if (!read(reply.collaboration).has(reply.key)) append(replies, reply);
    found = scanReplies(replies, path);
    rmSync(journal);
  }
  let collaborations: number | undefined;
  const begin = (): number => {
    if (collaborations === undefined) {
      writeAbout(folder, about);
      collaborations = openSync(join(folder, 'collaborations.jsonl'), 'w');
    }
    return collaborations;
  };
  let { spent } = found;
  return {
    get spent() {
      return spent;
    },
    repliesOf: read,
    addReply(reply) {
      begin();
      append(replies, reply);
      spent = spentAfter(spent, reply);
    },
    addCollaboration: (one) => append(begin(), one),
    run: () => openRun(folder),
    close() {
      closeSync(replies);
      if (collaborations !== undefined) closeSync(collaborations);
      unlock();
    },
  };
}

/** Checks that a folder holds the same run, or none. */
function requireFolderFor(folder: string, about: About): void {
  if (existsSync(join(folder, 'run.json'))) requireSameRun(folder, about);
  else if (existsSync(join(folder, 'events.jsonl')) || existsSync(join(folder, 'replies.jsonl')))
    throw new AgoraError(
      `${folder} contains a run, but no run.json that this version can read. Use another folder.`,
    );
}

const writeAbout = (folder: string, about: About): void =>
  writeWhole(join(folder, 'run.json'), `${JSON.stringify({ format: 4, ...about }, null, 2)}\n`);

/**
 * A file in the run's folder that collects one process's replies during a shared run. The file is removed when the
 * folder holds the whole run. If the process ends before then, the next run in this folder reads the file.
 */
export interface Journal {
  add(reply: StoredReply): void;
  close(): void;
  remove(): void;
}

/** The journals that this process is writing. */
const openJournals = new Set<string>();

/**
 * Opens a journal in a folder. Its file is created with the first reply.
 *
 * @throws AgoraError if the folder holds another run
 */
export function openJournal(folder: string, about: About): Journal {
  requireFolderFor(folder, about);
  const path = join(folder, `replies-${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}.jsonl`);
  let file: number | undefined;
  const close = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
    openJournals.delete(path);
  };
  return {
    add(reply) {
      if (file === undefined) {
        mkdirSync(folder, { recursive: true });
        if (!existsSync(join(folder, 'run.json'))) writeAbout(folder, about);
        file = openSync(path, 'a');
        openJournals.add(path);
      }
      append(file, reply);
    },
    close,
    remove() {
      close();
      rmSync(path, { force: true });
    },
  };
}

const journalName = /^replies-(.+)-(\d+)-[\da-f]{8}\.jsonl$/;

/** Returns the paths of the journals in a folder. */
export const journalsIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => journalName.test(file))
    .map((file) => join(folder, file));

/** Returns the journals that no process on this machine is writing. */
export const endedJournals = (folder: string): string[] =>
  journalsIn(folder).filter((path) => {
    const [, host, pid] = journalName.exec(basename(path))!;
    if (host !== hostname()) return true;
    return Number(pid) === process.pid ? !openJournals.has(path) : !isRunning(Number(pid));
  });

/** Yields the replies in replies.jsonl or a journal, except rejections. */
export function* repliesIn(path: string): Generator<StoredReply> {
  for (const { value, line } of readJsonLines(path)) {
    if (!replyLine.safeParse(value).success) throw notAReply(`Line ${line} of ${path}`);
    if (!isRejection(value as StoredReply)) yield value as StoredReply;
  }
}

/** The fields of a reply that a resumed run reads. */
const replyLine = z.looseObject({
  key: z.string(),
  text: z.string(),
  finish: z.enum(['stop', 'tools', 'length', 'refused']),
  usage: z.looseObject({ input: z.number(), output: z.number() }),
  reasoning: z.string().optional(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })).optional(),
  model: z.string().optional(),
});

const notAReply = (where: string, cause?: unknown): AgoraError =>
  new AgoraError(`${where} is not a reply. Remove it, or use another folder.`, 'data', { cause });

/** Reads a line of replies.jsonl. `where` names the line in the error for a damaged line. */
export function readReplyLine(line: string, where: string): [key: string, reply: Reply] {
  let read: z.infer<typeof replyLine>;
  try {
    read = replyLine.parse(JSON.parse(line));
  } catch (error) {
    throw notAReply(where, error);
  }
  const { key, text, finish, usage, reasoning, toolCalls, model } = read;
  const reply = {
    text,
    finish,
    usage,
    ...(reasoning !== undefined && { reasoning }),
    ...(toolCalls !== undefined && { toolCalls }),
    ...(model !== undefined && { model }),
  };
  return [key, reply];
}

/**
 * Throws if a folder contains a different run. The protocol's settings may differ, because runs with different settings
 * can share replies.
 */
export function requireSameRun(folder: string, about: About): void {
  const known = readAbout(folder);
  const parts = { environment: 'environment', model: 'model', seed: 'seed' } as const;
  for (const part of Object.values(parts))
    if (!isDeepStrictEqual(known[part], JSON.parse(JSON.stringify(about[part]))))
      throw new AgoraError(
        `${folder} contains a run whose ${part} is ${JSON.stringify(known[part])}, not ${JSON.stringify(about[part])}. ` +
          'Use another folder.',
      );
  if (known.protocol.name !== about.protocol.name)
    throw new AgoraError(
      `${folder} contains a run whose protocol is ${known.protocol.name}, not ${about.protocol.name}. Use another folder.`,
    );
}

interface Place {
  readonly start: number;
  readonly length: number;
  /** The number of the line, counted from 1. */
  readonly line: number;
}

interface Scan {
  readonly places: Map<number, Place[]>;
  readonly spent: Spent;
}

/**
 * Indexes the position of each reply. Parses only the start of each line, which contains the collaboration's index and
 * the token counts. Removes an incomplete last line, which a killed process may leave behind.
 */
function scanReplies(file: number, path: string): Scan {
  const places = new Map<number, Place[]>();
  const begin = /^\{"collaboration":(\d+),"usage":\{"input":([\d.e+-]+),"output":([\d.e+-]+)/;
  let calls = 0;
  let input = 0;
  let output = 0;
  let end = 0;
  for (const { start, bytes, isWhole } of linesIn(path)) {
    if (!isWhole) break;
    const match = begin.exec(bytes.toString('latin1', 0, 200));
    if (match === null) throw notAReply(`Line ${calls + 1} of ${path}`);
    const collaboration = Number(match[1]);
    const place = { start, length: bytes.length, line: calls + 1 };
    const others = places.get(collaboration);
    if (others === undefined) places.set(collaboration, [place]);
    else others.push(place);
    input += Number(match[2]);
    output += Number(match[3]);
    calls++;
    end = start + bytes.length + 1;
  }
  if (fstatSync(file).size > end) ftruncateSync(file, end);
  return { places, spent: { calls, input, output } };
}

function readAt(file: number, start: number, length: number): string {
  const buffer = Buffer.alloc(length);
  readSync(file, buffer, 0, length, start);
  return buffer.toString('utf8');
}

/** Returns whether a folder contains the first `count` collaborations of exactly this run. */
export const isComplete = (folder: string, about: About, count: number): boolean =>
  existsSync(join(folder, 'run.json')) &&
  !isLocked(folder) &&
  !holdsOtherSettings(folder, about) &&
  openRun(folder).size === count;

/**
 * Returns the number of calls in the finished collaborations of a folder, or 0 if they belong to a run with other
 * settings. Other stored replies do not count, because they may belong to other prompts.
 */
export function finishedCalls(folder: string, about: About): number {
  if (!existsSync(join(folder, 'run.json')) || holdsOtherSettings(folder, about)) return 0;
  let calls = 0;
  try {
    for (const one of openRun(folder)) calls += one.calls?.length ?? 0;
  } catch {
    // A damaged line and those after it do not count. The run rewrites this file from its replies.
  }
  return calls;
}

/** Returns whether a folder contains a run with other settings. Its replies may belong to other prompts. */
function holdsOtherSettings(folder: string, about: About): boolean {
  // The same run may use different model servers.
  const known = { ...readAbout(folder), endpoint: undefined };
  const wanted = { ...about, endpoint: undefined };
  return !isDeepStrictEqual(plain(known), plain(wanted));
}

/** Returns a value as JSON would store it. This removes undefined fields. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Thrown if another process is using the folder. */
export class FolderInUse extends AgoraError {}

/** Whether a process is using a folder. */
const isLocked = (folder: string): boolean => existsSync(join(folder, 'lock'));

/** Appends a line. If the disk is full, the incomplete line is removed when the run is opened again. */
function append(file: number, value: object): void {
  try {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    for (let written = 0; written < line.length;) written += writeSync(file, line, written);
  } catch (error) {
    throw new AgoraError(
      `The run cannot be written (${(error as Error).message}). Earlier replies are safe. Free some disk space, then call \`experiment\` again to resume.`,
      'stopped',
      { cause: error },
    );
  }
}

/** Writes a file atomically. Several processes may do so at the same time. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** The locks that this process holds. */
const heldLocks = new Set<string>();

/** Locks the folder against other processes. Replaces the lock of a process that has ended. */
function lock(folder: string): () => void {
  const path = join(realpathSync(folder), 'lock');
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, `${process.pid} ${hostname()}`, { flag: 'wx' });
      heldLocks.add(path);
      return () => {
        heldLocks.delete(path);
        rmSync(path, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 3) throw error;
    }
    const [pid, host] = readFileSync(path, 'utf8').split(' ');
    // In a container, a new process may have the number of the process that was killed.
    const isHeld = Number(pid) === process.pid ? heldLocks.has(path) : isRunning(Number(pid));
    if (host !== hostname() || isHeld)
      throw new FolderInUse(
        `Another process (${pid} on ${host}) is using ${folder}. Wait until it ends, or use another folder. ` +
          `If that process has ended, remove ${path}.`,
      );
    rmSync(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
