import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { AgoraError } from 'agora-voting';
import { canonicalJson, type Json, type JsonObject } from 'agora-voting/internal';
import { folderError, makeFolder } from '../project';
import { readEvent, type Event } from './event';
import { promptsFileName } from './prompts';
import { descriptionFileName, eventsFileName, readEvents, readRun, readTakenBack } from './read-run';
import type { RunDescription } from './run-description';
import { RunCounts, stateFile, stateText } from './run-counts';
import { lockRun } from './run-lock';
import { takeBackFailed } from './take-back';

/** What a run folder contains when it is opened again. */
export interface RecordedState {
  readonly finished: ReadonlySet<number>;
  /** The events of unfinished collaborations. */
  readonly unfinished: ReadonlyMap<number, readonly Event[]>;
  readonly events: number;
}

/** How often state.json is written, in events. After a kill at most this many events have to be counted. */
const eventsPerState = 5000;

type WriteBytes = (descriptor: number, bytes: Uint8Array, offset: number) => number;

/**
 * A run folder that is open for writing. Each event is one line. Each paid answer is on disk before `append` returns. A
 * process that is killed at any moment leaves whole lines, and at most one incomplete line at the end, which the next
 * opening removes.
 */
export class RunRecord {
  /** Events since state.json was last written. */
  private unsaved = 0;
  /** Whether everything that was counted is written. */
  private whole = true;
  /** Lines that are not written yet. */
  private waiting = '';
  private waitingPrompts = '';
  private flush: NodeJS.Immediate | null = null;
  /** An error of a delayed write. The next call throws it. */
  private failure: Error | null = null;

  private constructor(
    readonly folder: string,
    readonly state: RecordedState,
    private readonly descriptor: number,
    private readonly promptsDescriptor: number,
    private readonly unlock: () => void,
    private readonly write: WriteBytes,
    private readonly paid: boolean,
    private readonly counts: RunCounts,
    private bytes: number,
  ) {}

  /**
   * Opens a run folder, or creates it. In a live run, collaborations with a failed call are reset to the point before
   * it, so that the call is repeated.
   * @param watch - sees every recorded event once, in order, as it is read
   * @param write - how bytes reach the disk, for tests of a full one
   * @throws AgoraError 'folder' when it cannot be written, 'run-locked', 'stale-run', 'corrupt-record'
   */
  static open(
    folder: string,
    description: RunDescription,
    watch: (event: Event) => void = () => {},
    write: WriteBytes = writeSync,
  ): RunRecord {
    makeFolder(folder);
    const unlock = lockRun(folder);
    try {
      const file = join(folder, descriptionFileName);
      const before = existsSync(file) ? readRun(folder) : null;
      if (before !== null && before.id !== description.id) {
        throw new AgoraError(
          'stale-run',
          `${folder} contains another experiment (${before.id}, requested: ${description.id}). ${difference(before, description)} ` +
            `It was started by agora-lab ${before.versions['agora-lab'] ?? '?'} (code ${before.code}), and is left unchanged: ` +
            'use another folder, or go back to the settings and the version that started it.',
        );
      }
      if (before !== null && canonicalJson(before.shard ?? null) !== canonicalJson(description.shard ?? null))
        throw new AgoraError(
          'stale-run',
          `${folder} contains ${partText(before)} of this run, and ${partText(description)} was requested: use another folder.`,
        );
      replaceFile(file, `${JSON.stringify(described(description, before), null, 2)}\n`);
      removeCutLine(join(folder, eventsFileName));
      removeCutLine(join(folder, promptsFileName));
      const paid = description.model.evidence === 'live';
      if (paid) takeBackFailed(folder);
      const counts = new RunCounts();
      for (const reply of readTakenBack(folder)) {
        counts.addTakenBack(reply);
        watch(reply);
      }
      const state = readState(folder, (event) => {
        counts.add(event);
        watch(event);
      });
      const descriptor = openSync(join(folder, eventsFileName), 'a');
      const prompts = openSync(join(folder, promptsFileName), 'a');
      const { size } = fstatSync(descriptor);
      return new RunRecord(folder, state, descriptor, prompts, unlock, write, paid, counts, size);
    } catch (error) {
      unlock();
      throw error instanceof AgoraError ? error : folderError(folder, error);
    }
  }

  /** Adds the facts that the model reports to run.json. */
  describe(facts: JsonObject): void {
    const file = join(this.folder, descriptionFileName);
    replaceFile(file, `${JSON.stringify({ ...readRun(this.folder), facts }, null, 2)}\n`);
  }

  /**
   * Appends an event. Answers of a live model are on disk when this returns. Events that follow from them (messages,
   * proposals, votes, decisions, notes) are written with the next answer, or at the latest at the next timer: if they
   * are lost, they can be derived again. The same applies to answers of simulated and recorded models, which cost
   * nothing.
   * @throws AgoraError 'record-write' when the disk is full; the run can be resumed when there is space
   */
  append(event: Event): void {
    const reading = readEvent(event);
    if (!reading.ok)
      throw new TypeError(`RunRecord.append got no valid ${event.type} event: ${reading.reason}`);
    this.throwFailure();
    this.waiting += `${JSON.stringify(event)}\n`;
    this.counts.add(event);
    this.unsaved++;
    if (this.paid && !isDerived(event)) this.writeNow();
    else this.flush ??= setImmediate(() => this.writeLater());
  }

  /** Lines of prompts.jsonl; they are on disk no later than the next event. */
  appendPrompt(lines: string): void {
    this.waitingPrompts += lines;
  }

  private writeNow(): void {
    if (this.flush !== null) clearImmediate(this.flush);
    this.flush = null;
    const [prompts, events] = [this.waitingPrompts, this.waiting];
    this.waitingPrompts = '';
    this.waiting = '';
    try {
      this.writeAll(this.promptsDescriptor, prompts);
      this.bytes += this.writeAll(this.descriptor, events);
    } catch (error) {
      this.whole = false;
      throw writeError(this.folder, error as NodeJS.ErrnoException);
    }
    if (this.unsaved >= eventsPerState) this.saveState();
  }

  private writeAll(descriptor: number, text: string): number {
    const bytes = Buffer.from(text, 'utf8');
    let written = 0;
    while (written < bytes.length) written += this.write(descriptor, bytes, written);
    return written;
  }

  /** So that nobody has to read all events to tell how far the run is. Lost, it is made again from them. */
  private saveState(): void {
    this.unsaved = 0;
    try {
      if (this.whole) replaceFile(stateFile(this.folder), stateText(this.folder, this.counts, this.bytes));
    } catch {
      // The events themselves are written and contain everything.
    }
  }

  /** As there is nobody to catch what goes wrong now, the next append or the close throws it. */
  private writeLater(): void {
    try {
      this.writeNow();
    } catch (error) {
      this.failure = error as Error;
    }
  }

  private throwFailure(): void {
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw failure;
  }

  /** @throws AgoraError 'record-write' when the last events could not be written */
  close(): void {
    try {
      this.throwFailure();
      if (this.waiting !== '') this.writeNow();
      this.saveState();
    } finally {
      if (this.flush !== null) clearImmediate(this.flush);
      closeSync(this.descriptor);
      closeSync(this.promptsDescriptor);
      this.unlock();
    }
  }
}

/** Whether an event follows from answers that are on record already. */
function isDerived({ type }: Event): boolean {
  return type !== 'reply' && type !== 'failure' && type !== 'started' && type !== 'finished';
}

/** "part 3/16", or "the whole". */
function partText({ shard }: RunDescription): string {
  return shard === undefined ? 'the whole' : `part ${shard.part}/${shard.of}`;
}

/** What run.json says of a run that goes on: when it was begun, and what its model said of itself. */
function described(now: RunDescription, before: RunDescription | null): RunDescription {
  if (before === null) return now;
  const { created, facts } = before;
  return facts === undefined ? { ...now, created } : { ...now, created, facts };
}

/** Which part of two descriptions differs, for the error message. */
export function difference(before: RunDescription, now: RunDescription): string {
  const parts = (['environment', 'protocol', 'model', 'stop', 'sampling', 'seed', 'code'] as const).filter(
    (part) => canonicalJson((before[part] ?? null) as Json) !== canonicalJson((now[part] ?? null) as Json),
  );
  return parts.length === 0 ? 'They have different names.' : `They differ in: ${parts.join(', ')}.`;
}

function readState(folder: string, watch: (event: Event) => void): RecordedState {
  const finished = new Set<number>();
  const unfinished = new Map<number, Event[]>();
  let count = 0;
  for (const event of readEvents(folder)) {
    count++;
    watch(event);
    if (event.type === 'finished') {
      finished.add(event.collaboration);
      unfinished.delete(event.collaboration);
    } else {
      const events = unfinished.get(event.collaboration);
      if (events === undefined) unfinished.set(event.collaboration, [event]);
      else events.push(event);
    }
  }
  return { finished, unfinished, events: count };
}

/** Removes an incomplete last line, so that the next event starts on a new line. */
function removeCutLine(file: string): void {
  if (!existsSync(file)) return;
  const descriptor = openSync(file, 'r+');
  try {
    const chunk = Buffer.alloc(1 << 16);
    const size = fstatSync(descriptor).size;
    for (let end = size; ; end -= chunk.length) {
      const start = Math.max(0, end - chunk.length);
      const length = readSync(descriptor, chunk, 0, end - start, start);
      const feed = chunk.subarray(0, length).lastIndexOf(10);
      if (feed < 0 && start > 0) continue;
      const keep = feed < 0 ? 0 : start + feed + 1;
      if (keep < size) ftruncateSync(descriptor, keep);
      return;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a small file so that readers see the old one or the new one, never half of it. */
function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    throw writeError(file, error as NodeJS.ErrnoException);
  }
}

function writeError(place: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new AgoraError(
      'record-write',
      `The disk that holds ${place} is full. The record is intact; free some space and run the same again to resume.`,
      { cause: error },
    );
  }
  return new AgoraError('record-write', `${place} cannot be written: ${error.message}`, { cause: error });
}
