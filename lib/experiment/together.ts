import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AgoraError } from '../error';
import { isRejection } from '../models/attempts';
import type { Model, Reply } from '../models/model';
import { simulated } from '../models/simulated';
import { eventsOf, type Collaboration } from '../protocols/protocol';
import type { Budget } from './budget';
import { Calls, TakenOver, type CallSource, type Place } from './calls';
import { Tally } from './progress';
import { joinRun, type SharedRun } from './queue';
import { openRun, type About, type Run } from './run';
import {
  endedJournals,
  FolderInUse,
  folderStore,
  isComplete,
  journalsIn,
  openJournal,
  repliesIn,
  type Journal,
  type Store,
} from './store';

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
  readonly progress: boolean;
  /** Checks the size of the run, given the number of stored replies. */
  readonly confirm: (known: number) => Promise<void>;
  readonly play: (index: number, calls: CallSource) => Promise<Collaboration>;
  /** Plays collaboration 0 without the stopping policy. */
  readonly rehearse: (calls: CallSource) => Promise<Collaboration>;
}

/** Plays a run together with other processes, and stores the whole run in each process's folder. */
export async function playTogether(part: Part): Promise<Run> {
  const { folder, about } = part;
  if (folder === undefined)
    throw new AgoraError('`queue` requires `folder`. The last part of the folder is the name of the run.');
  const journal = openJournal(folder, about);
  try {
    return await playInFolder(part, folder, journal);
  } finally {
    journal.close();
  }
}

async function playInFolder(part: Part, folder: string, journal: Journal): Promise<Run> {
  const { address, about, count, model, budget, concurrency, signal } = part;
  const tally = new Tally(count, folder, part.progress);
  const shared = await joinRun({
    address,
    name: basename(folder),
    about,
    questions: await rehearsedQuestions(part),
    requestsPerMinute: part.requestsPerMinute,
    onReply: (reply) => journal.add(reply),
    say: (text) => tally.notice(text),
  });
  try {
    const stored = join(folder, 'replies.jsonl');
    for (const path of [...(existsSync(stored) ? [stored] : []), ...journalsIn(folder)])
      await bringReplies(path, count, shared);
    // Redis enforces the rate limit for all processes.
    const calls = new Calls({ model, budget, concurrency, signal }, shared, tally);
    try {
      await part.confirm(shared.spent.calls);
      await shared.play(count, {
        concurrency,
        playOne: (index) =>
          part.play(index, calls).catch((error: unknown) => {
            if (!(error instanceof TakenOver)) calls.stop(error);
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
    for (const ended of endedJournals(folder)) {
      await bringReplies(ended, count, shared);
      rmSync(ended, { force: true });
    }
    const run = await keep(folder, about, count, shared);
    journal.remove();
    requireUsable(run, folder, part.progress);
    return run;
  } finally {
    await shared.close();
  }
}

/**
 * Plays collaboration 0 with simulated agents. Returns a line for each question, with its place and a digest. If the
 * environment has no simulated agents, only the questions of the first phase are returned.
 */
async function rehearsedQuestions({ rehearse }: Part): Promise<string[]> {
  const agents = simulated();
  const questions: string[] = [];
  const calls: CallSource = {
    tally: new Tally(1, undefined, false),
    knownReplies: () => new Map<string, Reply>(),
    reply(request, { round, phase, agent }) {
      const { messages, sampling, schema, tools, among } = request;
      const text = JSON.stringify([messages, sampling, schema, tools, among]);
      const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
      questions.push(`round ${round}, phase "${phase}", agent "${agent}": ${digest}`);
      return agents.chat(request);
    },
    stop: () => undefined,
  };
  // If the rehearsal fails, the questions until then are compared.
  await rehearse(calls).catch(() => undefined);
  return questions;
}

/** Adds the replies in a file to a shared run. */
async function bringReplies(path: string, count: number, shared: SharedRun): Promise<void> {
  if (!existsSync(path)) return; // another process has removed its journal
  for (const reply of repliesIn(path)) if (reply.collaboration < count) await shared.bringReply(reply);
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
function requireUsable(run: Run, folder: string, isShown: boolean): void {
  const verdict = new Tally(run.size, folder, isShown);
  for (const one of run) {
    // An agent that uses tools makes several calls for one question.
    const withTools = new Set(eventsOf(one, 'tool').map(placeOf));
    for (const call of one.calls)
      if (call.attempt === 0 && !withTools.has(placeOf(call))) verdict.addQuestion();
    for (const _ of withTools) verdict.addQuestion();
    for (const { reason } of eventsOf(one, 'unusable')) verdict.addUnusable(reason);
  }
  if (verdict.isMostlyUnusable) throw verdict.error();
  verdict.warnOfUnusable();
}

const placeOf = ({ round, phase, agent }: Pick<Place, 'round' | 'phase' | 'agent'>): string =>
  JSON.stringify([round, phase, agent]);
