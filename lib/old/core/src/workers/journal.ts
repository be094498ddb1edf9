import { AgoraError } from 'agora-voting';
import { canonicalJson, type JsonObject } from 'agora-voting/internal';
import type { Prices } from '../models';
import type { RunDescription } from '../transcripts';
import { difference } from '../transcripts/run-record';
import { runsMeant } from '../transcripts/runs-meant';
import { Database } from './database';
import { journalSchema, journalVersion } from './journal-schema';

/** A run whose collaborations workers share, as its journal describes it. */
export interface SharedRun {
  /** Its number in the journal. */
  readonly number: number;
  readonly name: string;
  /** The name of its queue. */
  readonly queue: string;
  readonly description: RunDescription;
  /** What a worker makes the experiment from. */
  readonly config: JsonObject;
  /** A digest of its first prompts. */
  readonly prompts: string;
  readonly prices: Prices | null;
  /** Why no worker plays it; null while workers do. */
  readonly stopped: string | null;
  readonly stopReason: 'budget' | 'failures' | null;
}

/** What is not finished of a run. */
export interface Left {
  readonly finished: number;
  readonly setAside: number;
  /** The first ones that were set aside. */
  readonly problems: readonly { readonly collaboration: number; readonly problem: string }[];
}

/** A run that is to be shared. */
export type RunToShare = Pick<SharedRun, 'description' | 'config' | 'prompts' | 'prices'>;

/** SQL for the number of collaborations of a run, as it was shared last. @param run - the run's number, in SQL */
export function collaborationsOf(run: string): string {
  return `(select (agora.shown(description) ->> 'collaborations')::int from agora.runs where number = ${run})`;
}

/** How often a collaboration may go wrong, or end its worker without getting further, before it is set aside. */
export const mostTries = 3;

/**
 * The journal of runs that workers share: a PostgreSQL database. It holds all that a run is, so that a queue that is
 * lost can be filled again from it.
 */
export class Journal {
  private constructor(readonly database: Database) {}

  /**
   * @param who - what needs it, for errors
   * @throws AgoraError 'missing-package', 'setting', 'journal'
   */
  static async open(url: string, who: string): Promise<Journal> {
    return new Journal(await Database.open(url, who));
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** Makes the tables, unless they are there. */
  async prepare(): Promise<void> {
    await this.database.script(journalSchema);
    await this.checkVersion();
  }

  /** @throws AgoraError 'journal' when there are no tables, or those of another version */
  async checkVersion(): Promise<void> {
    const [found] = await this.database.ask<{ there: boolean }>(
      `select to_regclass('agora.about') is not null as there`,
    );
    if (found?.there !== true)
      throw new AgoraError(
        'journal',
        `The journal at ${this.database.address} holds no run yet: begin one with "npx agora serve-run".`,
      );
    const [about] = await this.database.ask<{ version: number }>('select version from agora.about');
    if (about?.version !== journalVersion)
      throw new AgoraError(
        'journal',
        `The journal at ${this.database.address} has version ${about?.version} of its tables, and this agora-lab needs ${journalVersion}: use another database, or the agora-lab that made it.`,
      );
  }

  /**
   * Puts a run into the journal. One that is there already goes on: what was set aside, and what was stopped, is
   * played again.
   * @throws AgoraError 'stale-run' when another configuration has this name
   */
  async share({ description, config, prompts, prices }: RunToShare): Promise<SharedRun> {
    const { name } = description;
    await this.database.ask(
      `insert into agora.runs (name, description, config, prompts, prices) values ($1, $2, $3, $4, $5)
       on conflict (name) do nothing`,
      [name, JSON.stringify(description), JSON.stringify(config), prompts, priced(prices)],
    );
    const before = await this.run(name);
    if (before.description.id !== description.id)
      throw new AgoraError(
        'stale-run',
        `The journal at ${this.database.address} has another run "${name}" (${before.description.id}, requested: ${description.id}). ` +
          `${difference(before.description, description)} Give this one another name: --name.`,
      );
    const { created, facts } = before.description;
    const now = { ...description, created, ...(facts === undefined ? {} : { facts }) };
    await this.database.ask(
      `update agora.runs set description = $2, config = $3, prompts = $4, prices = $5, stopped = null, stop_reason = null
       where number = $1`,
      [before.number, JSON.stringify(now), JSON.stringify(config), prompts, priced(prices)],
    );
    await this.database.ask(
      `insert into agora.collaborations (run, number) select $1, generate_series(0, $2 - 1) on conflict do nothing`,
      [before.number, description.collaborations],
    );
    await this.database.ask(
      `update agora.collaborations set set_aside = false, failed = 0, failed_at = '{}', failed_begun = 0, fruitless = 0
       where run = $1 and finished is null and (set_aside or failed > 0 or fruitless > 0)`,
      [before.number],
    );
    // A run that was stopped for its unusable answers has another chance.
    await this.database.ask('update agora.workers set questions = 0, unusable = 0 where run = $1', [
      before.number,
    ]);
    return this.run(name);
  }

  /** @throws AgoraError 'no-run' naming those that there are */
  async run(name: string): Promise<SharedRun> {
    const all = await this.runs();
    const found = all.find((run) => run.name === name);
    if (found !== undefined) return found;
    const names = all.map((run) => `"${run.name}"`);
    throw new AgoraError(
      'no-run',
      `The journal at ${this.database.address} has no run "${name}"${names.length === 0 ? '' : `: it has ${names.join(', ')}`}`,
    );
  }

  /**
   * The run that a text means: its name or its id, or the beginning of one of them that no other run has.
   * @throws AgoraError 'no-run' naming those that there are, or those that may be meant
   */
  async find(given: string): Promise<SharedRun> {
    const meant = runsMeant(given, await this.runs(), ({ name, description }) => [name, description.id]);
    const [run] = meant;
    if (run === undefined) return this.run(given);
    if (meant.length === 1) return run;
    throw new AgoraError(
      'no-run',
      `The journal at ${this.database.address} has several runs that "${given}" may mean: ${meant.map(({ name }) => `"${name}"`).join(', ')}`,
    );
  }

  /** All runs, the first one first. */
  async runs(): Promise<SharedRun[]> {
    return this.database.ask<{ [Key in keyof SharedRun]: SharedRun[Key] }>(
      `select number, name, queue, description, config, prompts, prices, stopped, stop_reason as "stopReason"
       from agora.runs order by number`,
    );
  }

  /** The numbers of a run's collaborations that are to be played. */
  async open(run: SharedRun): Promise<number[]> {
    const rows = await this.database.ask<{ number: number }>(
      `select number from agora.collaborations
       where run = $1 and number < $2 and finished is null and not set_aside order by number`,
      [run.number, run.description.collaborations],
    );
    return rows.map(({ number }) => number);
  }

  /** Whether collaborations of a run are still to be played, by whomever. Their number may have changed meanwhile. */
  async isOpen(run: SharedRun): Promise<boolean> {
    const rows = await this.database.ask(
      `select from agora.runs
       where number = $1 and stopped is null and exists (
         select from agora.collaborations
         where run = $1 and number < ${collaborationsOf('$1')} and finished is null and not set_aside)`,
      [run.number],
    );
    return rows.length > 0;
  }

  /** How far a run is, and what was set aside. @param named - how many of these are named */
  async left(run: SharedRun, named: number): Promise<Left> {
    const whole = [run.number, run.description.collaborations];
    const [counts] = await this.database.ask<{ finished: number; set_aside: number }>(
      `select count(*) filter (where finished is not null)::int as finished,
         count(*) filter (where finished is null and set_aside)::int as set_aside
       from agora.collaborations where run = $1 and number < $2`,
      whole,
    );
    const problems = await this.database.ask<Left['problems'][number] & Record<string, unknown>>(
      `select number as collaboration, coalesce(problem, '') as problem from agora.collaborations
       where run = $1 and number < $2 and set_aside and finished is null order by number limit $3`,
      [...whole, named],
    );
    return { finished: counts!.finished, setAside: counts!.set_aside, problems };
  }

  /** Ends a run for all workers, until it is shared again. */
  async stop(run: SharedRun, reason: 'budget' | 'failures', message: string): Promise<void> {
    await this.database.ask(
      'update agora.runs set stopped = $3, stop_reason = $2 where number = $1 and stopped is null',
      [run.number, reason, message],
    );
  }

  /** Records what the model reported about itself, once. */
  async describe(run: SharedRun, facts: JsonObject): Promise<void> {
    if (run.description.facts !== undefined || Object.keys(facts).length === 0) return;
    await this.database.ask('update agora.runs set description = $2 where number = $1', [
      run.number,
      JSON.stringify({ ...run.description, facts }),
    ]);
  }
}

function priced(prices: Prices | null): string | null {
  return prices === null ? null : canonicalJson({ ...prices });
}
