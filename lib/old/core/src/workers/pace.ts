import { setTimeout as wait } from 'node:timers/promises';
import type { CallLimiter, Rate } from '../models/call-limiter';
import type { Demand, Limiter, Outcome, Turn } from '../models/limiter';
import type { Database, Statement } from './database';

/** The shortest time over which a rate is kept, in milliseconds, as in one process. */
const burstMs = 1000;
/** How long a look at an endpoint's pause is good for all calls of a worker, in milliseconds. */
const freshMs = 200;
/** The pause when an endpoint does not say how long to wait. */
const usualPauseMs = 1000;

/**
 * The limits of an endpoint for all workers together: a number of requests and tokens a minute, and a pause when it turns
 * one of them away. How many calls are in flight is each worker's own affair (`own`). Time is the database's, so
 * workers' clocks do not matter.
 */
export class SharedLimiter implements Limiter {
  /** When each endpoint was last looked at, and until when it paused then. */
  private readonly looked = new Map<string, { readonly at: number; readonly paused: Promise<number> }>();

  constructor(
    private readonly database: Database,
    private readonly own: CallLimiter,
    private readonly rate: Rate,
  ) {}

  async take(demand: Demand, signals: readonly AbortSignal[]): Promise<Turn> {
    const turn = await this.own.take(demand, signals);
    try {
      await this.waitFor(demand, signals);
    } catch (error) {
      turn.end({ kind: 'other' });
      throw error;
    }
    return { end: (outcome) => this.end(demand, turn, outcome) };
  }

  /** Takes a place in the line of all workers, and waits until its time has come. */
  private async waitFor({ endpoint, tokens }: Demand, signals: readonly AbortSignal[]): Promise<void> {
    const { requestsPerMinute, tokensPerMinute } = this.rate;
    const [requestMs, tokensMs] = [each(1, requestsPerMinute), each(tokens, tokensPerMinute)];
    for (;;) {
      let leftMs = await this.pauseOf(endpoint);
      if (requestMs + tokensMs > 0) {
        const [place] = await this.database.ask<Place>(taking, [endpoint, requestMs, tokensMs]);
        const requestsLeft = place!.requests - requestMs - Math.max(0, burstMs - requestMs);
        const tokensLeft = place!.tokens - tokensMs - Math.max(0, burstMs - each(1, tokensPerMinute));
        leftMs = Math.max(place!.paused, requestsLeft, tokensLeft);
      }
      if (leftMs <= 0) return;
      try {
        await wait(leftMs, undefined, { signal: AbortSignal.any([...signals]) });
      } catch {
        // Its place is free again for others.
        if (requestMs + tokensMs > 0) await this.database.ask(taking, [endpoint, -requestMs, -tokensMs]);
        throw signals.find(({ aborted }) => aborted)?.reason;
      }
      // A pause may have begun meanwhile.
      if ((await this.pauseOf(endpoint)) <= 0) return;
    }
  }

  /** How long an endpoint pauses yet, in milliseconds, as it was known a moment ago. */
  private async pauseOf(endpoint: string): Promise<number> {
    const now = performance.now();
    let known = this.looked.get(endpoint);
    if (known === undefined || now - known.at > freshMs) {
      const asked = this.database.ask<Place>(looking, [endpoint]);
      known = { at: now, paused: asked.then(([place]) => place?.paused ?? 0) };
      this.looked.set(endpoint, known);
    }
    return (await known.paused) - (performance.now() - known.at);
  }

  private end({ endpoint, tokens }: Demand, turn: Turn, outcome: Outcome): void {
    turn.end(outcome);
    // What cannot be told now is told with the next pause, or not needed any more.
    const tell = (statement: Statement, values: readonly unknown[]): void =>
      void this.database.ask(statement, values).catch(() => undefined);
    if (outcome.kind === 'throttled') this.looked.delete(endpoint);
    if (outcome.kind === 'throttled') tell(pausing, [endpoint, outcome.waitMs ?? usualPauseMs]);
    else if (outcome.kind === 'answered' && this.rate.tokensPerMinute !== undefined)
      tell(taking, [endpoint, 0, each(outcome.tokens - tokens, this.rate.tokensPerMinute)]);
  }
}

/** In how many milliseconds from now a limit has drained, or a pause ends. */
type Place = { readonly requests: number; readonly tokens: number; readonly paused: number };

/** How long a rate takes for an amount, in milliseconds; 0 without a limit. */
function each(amount: number, perMinute: number | undefined): number {
  return perMinute === undefined ? 0 : (amount * 60_000) / perMinute;
}

const inMs = (time: string): string =>
  `extract(epoch from ${time} - clock_timestamp())::float * 1000 as ${time}`;
const place = `${inMs('requests')}, ${inMs('tokens')}, ${inMs('paused')}`;

/** Leaky buckets: the times at which what was used will have drained. $1 endpoint, $2 and $3 milliseconds. */
const taking: Statement = {
  name: 'take',
  text: `
    insert into agora.pace as pace (endpoint, requests, tokens, paused)
    values ($1, clock_timestamp() + $2::float * interval '1 ms', clock_timestamp() + $3::float * interval '1 ms',
      clock_timestamp())
    on conflict (endpoint) do update set
      requests = greatest(pace.requests, pace.paused, clock_timestamp()) + $2::float * interval '1 ms',
      tokens = greatest(pace.tokens, pace.paused, clock_timestamp()) + $3::float * interval '1 ms'
    returning ${place}`,
};

const looking: Statement = { name: 'look', text: `select ${place} from agora.pace where endpoint = $1` };

const pausing: Statement = {
  name: 'pause',
  text: `
    insert into agora.pace as pace (endpoint, requests, tokens, paused)
    values ($1, clock_timestamp(), clock_timestamp(), clock_timestamp() + $2::float * interval '1 ms')
    on conflict (endpoint) do update
      set paused = greatest(pace.paused, clock_timestamp() + $2::float * interval '1 ms')`,
};
