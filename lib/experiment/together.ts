import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AgoraError } from '../error';
import { isRejection } from '../models/attempts';
import type { Model, Reply } from '../models/model';
import type { Collaboration } from '../protocols/protocol';
import type { Budget } from './budget';
import { Calls, type CallSource } from './calls';
import { readJsonLines } from './json-lines';
import { Tally, type Progress } from './progress';
import { joinRun, type SharedRun } from './queue';
import { openRun, type About, type Run } from './run';
import { FolderInUse, folderStore, isComplete, requireSameRun, type Store, type StoredReply } from './store';

/** What one process needs in order to play its part of a run. */
export interface Part {
  readonly address: string;
  readonly folder: string | undefined;
  readonly about: About;
  readonly count: number;
  readonly model: Model;
  readonly budget: Budget;
  readonly concurrency: number;
  readonly requestsPerMinute: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly progress: ((progress: Progress) => void) | undefined;
  /** Checks the size of the run, given the number of stored replies. */
  readonly confirm: (known: number) => Promise<void>;
  readonly play: (index: number, calls: CallSource) => Promise<Collaboration>;
}

/** Plays a run together with other processes, and stores the whole run in each process's folder. */
export async function playTogether(part: Part): Promise<Run> {
  const { address, folder, about, count, model, budget, concurrency, signal } = part;
  if (folder === undefined)
    throw new AgoraError('`queue` requires `folder`. The last part of the folder is the name of the run.');
  const shared = await joinRun({
    address,
    name: basename(folder),
    about,
    firstPrompt: await firstPrompt(part),
    requestsPerMinute: part.requestsPerMinute,
  });
  try {
    await bringReplies(folder, about, count, shared);
    const tally = new Tally(count, folder, part.progress);
    // Redis enforces the rate limit for all processes.
    const calls = new Calls({ model, budget, concurrency, signal }, shared, tally);
    try {
      await part.confirm(shared.spent.calls);
      await shared.play(count, {
        concurrency,
        playOne: (index) =>
          part.play(index, calls).catch((error: unknown) => {
            calls.stop(error);
            throw error;
          }),
        stopped: calls.stopped,
        leave: () => calls.leave(),
        settled: () => calls.settled(),
        onProgress: (finished) => tally.setCollaborations(finished),
      });
      calls.throwIfFailed();
    } finally {
      await calls.end();
      tally.end();
    }
    const run = await keep(folder, about, count, shared);
    requireUsable(run, folder);
    return run;
  } finally {
    await shared.close();
  }
}

/** Returns a digest of the run's first question, including its schema and sampling. */
async function firstPrompt({ play }: Part): Promise<string> {
  return new Promise((resolve, reject) => {
    const asksOnce: CallSource = {
      tally: new Tally(1, undefined, () => undefined),
      knownReplies: () => new Map(),
      reply: ({ messages, sampling, schema }) => {
        const question = JSON.stringify([messages, sampling, schema]);
        resolve(createHash('sha256').update(question).digest('hex').slice(0, 32));
        return new Promise<Reply>(() => undefined);
      },
      stop: reject,
    };
    play(0, asksOnce).then(() => resolve(''), reject);
  });
}

/** Copies replies from a folder to a shared run. */
async function bringReplies(folder: string, about: About, count: number, shared: SharedRun): Promise<void> {
  const path = join(folder, 'replies.jsonl');
  if (!existsSync(join(folder, 'run.json')) || !existsSync(path)) return;
  requireSameRun(folder, about);
  for (const { value } of readJsonLines(path)) {
    const reply = value as StoredReply;
    if (reply.collaboration < count && !isRejection(reply)) await shared.bringReply(reply);
  }
}

/** The maximum time to wait while another process is writing to the same folder, in milliseconds. */
const folderPatience = 600_000;

/**
 * Writes a shared run to a folder. If several processes on one machine use the same folder, only the first one writes.
 */
async function keep(folder: string, about: About, count: number, shared: SharedRun): Promise<Run> {
  for (let waited = 0; ; waited += 100) {
    if (isComplete(folder, about, count)) return openRun(folder);
    let store: Store;
    try {
      store = folderStore(folder, about);
    } catch (error) {
      if (!(error instanceof FolderInUse) || waited >= folderPatience) throw error;
      await sleep(100);
      continue;
    }
    try {
      for (let index = 0; index < count; index++) {
        const known = store.repliesOf(index);
        for (const reply of await shared.storedReplies(index)) {
          const mine = known.get(reply.key);
          if (mine === undefined || isRejection(mine)) store.addReply(reply);
          else if (!isDeepStrictEqual(mine.text, reply.text))
            throw new AgoraError(`The replies in ${folder} differ from those in Redis. Use another folder.`);
        }
      }
      for await (const collaboration of shared.finished(count)) store.addCollaboration(collaboration);
    } finally {
      store.close();
    }
    return store.run();
  }
}

/**
 * Throws if more than half of the questions from all processes got no usable answer. Otherwise, warns if many questions
 * got no usable answer.
 */
function requireUsable(run: Run, folder: string): void {
  const verdict = new Tally(run.size, folder);
  for (const { calls, events } of run) {
    for (const { attempt } of calls) if (attempt === 0) verdict.addQuestion();
    for (const event of events) if (event.type === 'unusable') verdict.addUnusable(event.reason);
  }
  if (verdict.isMostlyUnusable) throw verdict.error();
  verdict.warnOfUnusable();
}
