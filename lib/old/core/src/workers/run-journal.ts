import type { FailureLimit } from '../experiment/failure-limit';
import type { Journal as JournalOfRun, Answered } from '../experiment/seam';
import type { Event } from '../transcripts';
import type { Database, Statement } from './database';
import { collaborationsOf, mostTries, type SharedRun } from './journal';

/** The usage of all workers of a run so far. */
export interface Used {
  /** The calls that were answered. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface RunJournalSetting {
  readonly database: Database;
  readonly run: SharedRun;
  /** The number of the worker. */
  readonly worker: number;
  /** Counts this worker's questions, and is told with each answer how those of the others ended. */
  readonly failureLimit: FailureLimit;
  /** Called with each answer, with the usage of all workers. */
  readonly used: (used: Used) => void;
  /** Called when the run was stopped for all workers, with the reason. */
  readonly stopped: (reason: string) => void;
}

/** A collaboration that this worker plays now. */
interface Played {
  /** The number of this beginning. */
  readonly begun: number;
  /** The line of prompts.jsonl that belongs to the next answer. */
  prompt: string;
  /** The answers on record that it was played from, each with its key. */
  readonly keys: Map<Event, string>;
}

/**
 * The journal of a run, as one of its workers sees it. A worker that plays a collaboration which another one has taken
 * over gets the other's answers, so both reach the same result.
 */
export class RunJournal implements JournalOfRun {
  private readonly played = new Map<number, Played>();

  constructor(private readonly setting: RunJournalSetting) {}

  /** Shows that this worker is there, and learns what all workers have used and whether the run was stopped. */
  async learn(): Promise<void> {
    const { database, run, worker } = this.setting;
    const [row] = await database.ask<UsedRow>(learning, [run.number, worker]);
    this.heed(row!);
  }

  private heed({ answered, input, output, asked, unusable, reason }: UsedRow): void {
    this.setting.failureLimit.learn({ asked: Number(asked), failed: Number(unusable) });
    this.setting.used({
      calls: Number(answered),
      inputTokens: Number(input),
      outputTokens: Number(output),
    });
    if (reason !== null) this.setting.stopped(reason);
  }

  /**
   * Notes that a collaboration begins, or begins again.
   * @returns 'no' when it is finished, was set aside, or is beyond the run's number, which was larger once; 'elsewhere'
   * when it went wrong here and another worker may still try it
   */
  async begin(collaboration: number): Promise<'yes' | 'no' | 'elsewhere'> {
    const { database, run, worker } = this.setting;
    const other = await database.ask(forAnother, [run.number, collaboration, worker]);
    if (other.length > 0) return 'elsewhere';
    const [row] = await database.ask<{ begun: number; set_aside: boolean }>(beginning, [
      run.number,
      collaboration,
      worker,
      mostTries,
      `It ended its worker or outlasted its lease ${mostTries} times, and came no further each time`,
    ]);
    if (row === undefined || row.set_aside) return 'no';
    this.played.set(collaboration, { begun: row.begun, prompt: '', keys: new Map() });
    return 'yes';
  }

  async read(collaboration: number): Promise<readonly Event[]> {
    const { database, run } = this.setting;
    const rows = await database.ask<{ call: string; event: Event }>(
      'select call, event from agora.answers where run = $1 and collaboration = $2 order by line',
      [run.number, collaboration],
    );
    const keys = this.played.get(collaboration)?.keys;
    for (const { call, event } of rows) keys?.set(event, call);
    return rows.map(({ event }) => event);
  }

  async put<E extends Answered>(event: E, attempt: number): Promise<E> {
    const { database, run, worker, failureLimit } = this.setting;
    const { collaboration } = event;
    const played = this.played.get(collaboration)!;
    const { begun, prompt, keys } = played;
    played.prompt = '';
    const call = keyOf(event, attempt);
    const { calls, inputTokens, outputTokens, isPaid } = countsOf(event);
    const questions = failureLimit.own();
    const [row] = await database.ask<PutRow>(putting, [
      run.number,
      collaboration,
      call,
      worker,
      begun,
      JSON.stringify(event),
      prompt,
      calls,
      inputTokens,
      outputTokens,
      isPaid ? inputTokens : 0,
      isPaid ? outputTokens : 0,
      event.type === 'failure' ? 1 : 0,
      questions.asked,
      questions.failed,
    ]);
    this.heed(row!);
    let recorded = event;
    if (!row!.is_new) {
      const [other] = await database.ask<{ event: E }>(
        'select event from agora.answers where run = $1 and collaboration = $2 and call = $3',
        [run.number, collaboration, call],
      );
      recorded = other!.event;
    }
    keys.set(recorded, call);
    return recorded;
  }

  /** What follows from answers is derived again, so it is kept when the collaboration is finished. */
  append(): void {}

  appendPrompt(collaboration: number, lines: string): void {
    const played = this.played.get(collaboration);
    if (played !== undefined) played.prompt += lines;
  }

  async finish(collaboration: number, events: readonly Event[]): Promise<void> {
    const { database, run, worker } = this.setting;
    const keys = this.played.get(collaboration)?.keys;
    this.played.delete(collaboration);
    const course = events.map((event) => keys?.get(event) ?? event);
    // Whoever finishes it second has played it from the same answers.
    await database.ask(
      `update agora.collaborations set finished = now(), course = $3, worker = $4, problem = null
       where run = $1 and number = $2 and finished is null`,
      [run.number, collaboration, JSON.stringify(course), worker],
    );
  }

  /**
   * Notes that a collaboration was not finished. One that goes wrong time and again is set aside, but not while another
   * worker could try it for the first time: it may be the machine of this one that is broken.
   */
  async giveBack(collaboration: number, problem: Error | undefined): Promise<void> {
    const { database, run, worker } = this.setting;
    const begun = this.played.get(collaboration)?.begun ?? null;
    this.played.delete(collaboration);
    if (problem === undefined)
      await database.ask(
        `update agora.collaborations set fruitless = 0
         where run = $1 and number = $2 and begun = $3 and finished is null`,
        [run.number, collaboration, begun],
      );
    else
      await database.ask(goingWrong, [
        run.number,
        collaboration,
        worker,
        begun,
        mostTries,
        problem.message.replaceAll('\0', ''),
      ]);
  }
}

/**
 * What all workers have used, and how the questions of all others ended; sums of bigint come as texts. And why the run
 * was stopped.
 */
interface UsedRow extends Record<string, unknown> {
  readonly answered: string;
  readonly input: string;
  readonly output: string;
  readonly asked: string;
  readonly unusable: string;
  readonly reason: string | null;
}

interface PutRow extends UsedRow {
  readonly is_new: boolean;
}

/**
 * What an answer is about. It is part of the journal's format. A call that failed has the key of its reply, so that one
 * of them is on record. That replies were unusable follows from them, and is beside them.
 */
function keyOf(event: Answered, attempt: number): string {
  const { round, phase, agent, repeat } = event;
  const call = JSON.stringify([round, phase, agent, repeat, attempt]);
  if (event.type === 'tool') return `${call} tool ${event.call}`;
  return event.type === 'failure' && event.kind !== 'failed' ? `${call} failure` : call;
}

function countsOf(event: Answered) {
  if (event.type !== 'reply') return { calls: 0, inputTokens: 0, outputTokens: 0, isPaid: false };
  const { inputTokens, outputTokens, cached } = event;
  return { calls: 1, inputTokens, outputTokens, isPaid: !cached };
}

/** The workers of run $1 that were seen lately, by the clock of the database. */
const atWork = `select number from agora.workers where run = $1 and gone is null and seen > now() - interval '30 seconds'`;

/** A row if a collaboration went wrong here, and others are at work where it did not. $1 run, $2 collaboration, $3 worker. */
const forAnother: Statement = {
  name: 'for another',
  text: `
    select from agora.collaborations as c
    where run = $1 and number = $2 and finished is null and not set_aside and $3 = any(failed_at)
      and exists (select from (${atWork}) as other where other.number <> all(c.failed_at))`,
};

/**
 * A collaboration that was begun before and has come no further since has ended its worker, unless that gave it back.
 * $1 run, $2 collaboration, $3 worker, $4 the most such ends, $5 what to say of it then.
 */
const beginning: Statement = {
  name: 'begin',
  text: `
    with had as (select count(*)::int as answers from agora.answers where run = $1 and collaboration = $2)
    update agora.collaborations as c set
      begun = c.begun + 1,
      worker = $3,
      answers = had.answers,
      fruitless = case when had.answers > c.answers then 1 else c.fruitless + 1 end,
      set_aside = had.answers <= c.answers and c.fruitless >= $4,
      problem = case when had.answers <= c.answers and c.fruitless >= $4 then $5 else c.problem end
    from had
    where run = $1 and number = $2 and number < ${collaborationsOf('$1')} and finished is null and not c.set_aside
    returning c.begun, c.set_aside`,
};

/**
 * Counts that a collaboration went wrong, once for each beginning. It is set aside when three workers, or all that are at
 * work, have failed at it. $1 run, $2 collaboration, $3 worker, $4 beginning, $5 the most tries, $6 what went wrong.
 */
const goingWrong: Statement = {
  name: 'go wrong',
  text: `
    with failing as (
      select array_agg(distinct one) as workers from (
        select unnest(failed_at || $3::int) as one from agora.collaborations where run = $1 and number = $2
      ) as each
    )
    update agora.collaborations as c set
      fruitless = 0,
      failed = c.failed + 1,
      failed_at = failing.workers,
      failed_begun = c.begun,
      problem = $6,
      set_aside = c.failed + 1 >= $5 and (
        cardinality(failing.workers) >= $5
        or not exists (select from (${atWork}) as other where other.number <> all(failing.workers)))
    from failing
    where run = $1 and number = $2 and begun = $4 and failed_begun < begun and finished is null`,
};

/**
 * Puts an answer, and counts it for its worker, unless the same worker has sent this before and got no answer. An
 * answer that another worker has put before is counted, too: it was paid for.
 */
const putting: Statement = {
  name: 'put',
  text: `
    with known as (
      select worker = $4 and begun = $5 as is_own from agora.answers
      where run = $1 and collaboration = $2 and call = $3
    ), put as (
      insert into agora.answers (run, collaboration, call, worker, begun, event, prompt)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict do nothing returning 1
    ), beside as (
      insert into agora.prompts_beside (run, collaboration, begun, prompt)
      select $1, $2, $5, $7
      where $7 <> '' and not exists (select from put) and not exists (select from known where is_own)
    ), counted as (
      update agora.workers set
        seen = now(),
        calls = calls + $8,
        input_tokens = input_tokens + $9,
        output_tokens = output_tokens + $10,
        paid_input_tokens = paid_input_tokens + $11,
        paid_output_tokens = paid_output_tokens + $12,
        failures = failures + case when exists (select from put) then $13 else 0 end,
        questions = greatest(questions, $14),
        unusable = greatest(unusable, $15),
        again = again + case when exists (select from put) then 0 else $8 end
      where number = $4 and not exists (select from known where is_own)
    )
    select
      exists (select from put) as is_new,
      (select stopped from agora.runs where number = $1) as reason,
      (select coalesce(sum(calls), 0) + $8 from agora.workers where run = $1) as answered,
      (select coalesce(sum(paid_input_tokens), 0) + $11 from agora.workers where run = $1) as input,
      (select coalesce(sum(paid_output_tokens), 0) + $12 from agora.workers where run = $1) as output,
      (select coalesce(sum(questions), 0) from agora.workers where run = $1 and number <> $4) as asked,
      (select coalesce(sum(unusable), 0) from agora.workers where run = $1 and number <> $4) as unusable`,
};

/** $1 run, $2 worker. */
const learning: Statement = {
  name: 'learn',
  text: `
    with seen as (update agora.workers set seen = now() where number = $2)
    select
      (select stopped from agora.runs where number = $1) as reason,
      (select coalesce(sum(calls), 0) from agora.workers where run = $1) as answered,
      (select coalesce(sum(paid_input_tokens), 0) from agora.workers where run = $1) as input,
      (select coalesce(sum(paid_output_tokens), 0) from agora.workers where run = $1) as output,
      (select coalesce(sum(questions), 0) from agora.workers where run = $1 and number <> $2) as asked,
      (select coalesce(sum(unusable), 0) from agora.workers where run = $1 and number <> $2) as unusable`,
};
