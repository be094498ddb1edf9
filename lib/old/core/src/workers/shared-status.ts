import type { RunDescription } from '../transcripts';
import { costOf } from '../models/prices';
import { Journal, type SharedRun } from './journal';
import { QueueServer } from './queue';

/** How far a shared run is. */
export interface SharedStatus {
  readonly name: string;
  readonly description: RunDescription;
  readonly finished: number;
  readonly requested: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null if the model's prices are unknown. */
  readonly cost: number | null;
  /** Unusable answers. */
  readonly failures: number;
  /** Answers that were paid for twice. */
  readonly again: number;
  /** Calls a minute, over the last minute. */
  readonly perMinute: number;
  /** Seconds; null without a pace. */
  readonly left: number | null;
  readonly workers: readonly WorkerStatus[];
  readonly setAside: readonly { readonly collaboration: number; readonly problem: string }[];
  /** Why no worker plays it; null while workers do. */
  readonly stopped: string | null;
  /** Jobs that wait, and those that are claimed; null if no queue was named. */
  readonly jobs: { readonly waiting: number; readonly claimed: number } | null;
}

export interface WorkerStatus {
  readonly name: string;
  readonly calls: number;
  /** Seconds since it was last seen. */
  readonly seen: number;
}

/** A worker that was not seen for this many seconds is not counted. */
const aliveSeconds = 30;

/**
 * How far the runs of a journal are. The totals are sums over workers, so the time that this takes does not grow with
 * the answers of a run.
 * @param queue - the address of the queues, to see their jobs too
 * @param name - only this run: its name or its id, or the beginning of one of them
 * @throws AgoraError 'no-run', 'journal', 'queue', 'missing-package'
 */
export async function sharedStatus(
  url: string,
  queue?: string,
  name?: string,
): Promise<readonly SharedStatus[]> {
  const journal = await Journal.open(url, 'agora status');
  try {
    await journal.checkVersion();
    const queues = queue === undefined ? null : await QueueServer.open(queue, 'agora status');
    const runs = name === undefined ? await journal.runs() : [await journal.find(name)];
    const found: SharedStatus[] = [];
    for (const run of runs) found.push(await statusOf(journal, queues, run));
    return found;
  } finally {
    await journal.close();
  }
}

async function statusOf(
  { database }: Journal,
  queues: QueueServer | null,
  run: SharedRun,
): Promise<SharedStatus> {
  const { number, name, description, prices, stopped } = run;
  const requested = description.collaborations;
  const [totals] = await database.ask<{ [Key in keyof Totals]: string }>(totalsOf, [number]);
  const sum = Object.fromEntries(
    Object.entries(totals!).map(([key, value]) => [key, Number(value)]),
  ) as unknown as Totals;
  const workers = await database.ask<WorkerStatus & Record<string, unknown>>(workersOf, [
    number,
    aliveSeconds,
  ]);
  const [pace] = await database.ask<{ finished: number; calls: number }>(paceOf, [number, requested]);
  const setAside = await database.ask<{ collaboration: number; problem: string }>(
    `select number as collaboration, coalesce(problem, '') as problem from agora.collaborations
     where run = $1 and number < $2 and set_aside and finished is null order by number limit 100`,
    [number, requested],
  );
  const { finished, calls: perMinute } = pace!;
  const open = requested - finished - setAside.length;
  const callsEach = finished === 0 ? null : sum.calls / finished;
  return {
    name,
    description,
    finished,
    requested,
    calls: sum.calls,
    inputTokens: sum.input,
    outputTokens: sum.output,
    cost:
      prices === null ? null : costOf({ inputTokens: sum.paid_input, outputTokens: sum.paid_output }, prices),
    failures: sum.failures,
    again: sum.again,
    perMinute,
    left: callsEach === null || perMinute === 0 ? null : (60 * open * callsEach) / perMinute,
    workers,
    setAside,
    stopped,
    jobs: queues === null ? null : await queues.counts(run),
  };
}

interface Totals {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly paid_input: number;
  readonly paid_output: number;
  readonly failures: number;
  readonly again: number;
}

const totalsOf = `
  select coalesce(sum(calls), 0) as calls, coalesce(sum(input_tokens), 0) as input,
    coalesce(sum(output_tokens), 0) as output, coalesce(sum(paid_input_tokens), 0) as paid_input,
    coalesce(sum(paid_output_tokens), 0) as paid_output, coalesce(sum(failures), 0) as failures,
    coalesce(sum(again), 0) as again
  from agora.workers where run = $1`;

const workersOf = `
  select name, calls::float as calls, extract(epoch from now() - seen)::float as seen from agora.workers
  where run = $1 and gone is null and seen > now() - $2 * interval '1 second' order by number`;

/** A BRIN index finds the answers of the last minute. */
const paceOf = `
  select
    (select count(*)::int from agora.collaborations where run = $1 and number < $2 and finished is not null) as finished,
    (select count(*)::int from agora.answers where run = $1 and at > now() - interval '1 minute') as calls`;
