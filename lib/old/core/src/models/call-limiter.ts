import { number, settings } from 'agora-voting/internal';
import { onAnyAbort, throwIfAnyAborted } from './on-abort';
import type { Demand, Limiter, Outcome, Turn } from './limiter';

/** What an endpoint allows a minute; an omitted limit means no limit. */
export interface Rate {
  readonly requestsPerMinute?: number;
  /** Of prompts and answers together. */
  readonly tokensPerMinute?: number;
}

const perMinute = number(0.001, 1e12).optional();
export const rateSettings = settings({ requestsPerMinute: perMinute, tokensPerMinute: perMinute });

export interface CallLimits extends Rate {
  /**
   * The most calls in flight at once; fewer after the endpoint has turned calls away. auto: as many as the endpoint
   * answers without slowing down.
   */
  readonly concurrency: number | 'auto';
  /** The most calls in flight with auto. Default 64. */
  readonly most?: number;
}

/** How time passes; tests pass their own. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls back after some milliseconds, unless the returned function was called. */
  after(milliseconds: number, call: () => void): () => void;
}

const realClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The calls in flight that auto begins with. */
const firstLimit = 4;
/** The factor of a decrease. */
const decrease = 0.7;
const largestDecrease = 0.5;
/** An endpoint is too busy when answers take this many times as long as when it was least busy. */
const tooSlow = 1.5;
/** The fewest answers that tell how fast an endpoint is; and how many are averaged, once its pace is known. */
const fewestAnswers = 8;
const groupedAnswers = 32;
/** The pace at which a fastest time is forgotten, for each further group of answers. */
const forgetting = 1.001;
/** The longest pause that is chosen here, when an endpoint does not say how long to wait. */
const longestPauseMs = 60_000;

/**
 * The limits of calls within one process, for each endpoint. The calls in flight are increased by one with each round
 * of answers, and decreased by 30% when the endpoint turns calls away, answers too late, or takes half as long again
 * as when it was least busy (additive increase, multiplicative decrease: Chiu and Jain 1989; before the first decrease
 * they double with each round, as in TCP's slow start). When one call is told to wait, all calls to that endpoint
 * wait. Waiting calls are sent in the order in which they came, those that were turned away first.
 */
export class CallLimiter implements Limiter {
  private readonly endpoints = new Map<string, EndpointLimit>();

  constructor(
    private readonly limits: CallLimits,
    private readonly clock: Clock = realClock,
  ) {}

  take(demand: Demand, signals: readonly AbortSignal[]): Promise<Turn> {
    return this.of(demand.endpoint).take(demand, signals);
  }

  /** The calls that may be in flight now. */
  concurrency(endpoint: string): number {
    return this.of(endpoint).concurrency();
  }

  private of(endpoint: string): EndpointLimit {
    let limit = this.endpoints.get(endpoint);
    if (limit === undefined)
      this.endpoints.set(endpoint, (limit = new EndpointLimit(this.limits, this.clock)));
    return limit;
  }
}

/** A call that waits. */
interface Waiting {
  readonly demand: Demand;
  readonly begin: (turn: Turn) => void;
}

class EndpointLimit {
  /** Whether slow answers count as a strain, too. */
  private readonly isAuto: boolean;
  private readonly most: number;
  private limit: number;
  private isFirstRise = true;
  private inFlight = 0;
  /** Calls that were sent so far; and the number of the first call that was sent after the last decrease. */
  private sent = 0;
  private sinceDecrease = 0;
  private readonly waiting: Waiting[] = [];
  private pausedUntil = -Infinity;
  /** The pause for the next refusal without a hint; reset by an answer. */
  private nextPauseMs = 1000;
  private cancelTimer: (() => void) | null = null;
  private readonly requests: RateLimit | null;
  private readonly tokens: RateLimit | null;
  private readonly pace = new Pace();

  constructor(
    { concurrency, most = 64, requestsPerMinute, tokensPerMinute }: CallLimits,
    private readonly clock: Clock,
  ) {
    this.isAuto = concurrency === 'auto';
    this.most = concurrency === 'auto' ? most : concurrency;
    this.limit = concurrency === 'auto' ? Math.min(firstLimit, most) : concurrency;
    this.requests = requestsPerMinute === undefined ? null : new RateLimit(requestsPerMinute);
    this.tokens = tokensPerMinute === undefined ? null : new RateLimit(tokensPerMinute);
  }

  concurrency(): number {
    return Math.max(1, Math.floor(this.limit));
  }

  take(demand: Demand, signals: readonly AbortSignal[]): Promise<Turn> {
    throwIfAnyAborted(signals);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        demand,
        begin(turn) {
          forget();
          resolve(turn);
        },
      };
      const forget = onAnyAbort(signals, (reason) => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(reason);
      });
      const behind = demand.again ? this.waiting.findIndex((other) => !other.demand.again) : -1;
      this.waiting.splice(behind < 0 ? this.waiting.length : behind, 0, waiting);
      this.sendWaiting();
    });
  }

  /** Sends waiting calls, as far as the limits allow; sets a timer for the next one if only time is in the way. */
  private sendWaiting(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (this.inFlight >= this.concurrency()) return;
      const now = this.clock.now();
      const from = Math.max(this.pausedUntil, this.requests?.from(now) ?? now, this.tokens?.from(now) ?? now);
      if (from > now) {
        this.cancelTimer = this.clock.after(Math.ceil(from - now), () => this.sendWaiting());
        return;
      }
      this.waiting.shift();
      this.requests?.use(1, now);
      this.tokens?.use(next.demand.tokens, now);
      next.begin(this.turn(next.demand));
    }
  }

  private turn({ kind, tokens }: Demand): Turn {
    const number = this.sent++;
    const isFull = this.inFlight + 1 >= this.concurrency();
    this.inFlight++;
    let isOver = false;
    return {
      end: (outcome) => {
        if (isOver) return;
        isOver = true;
        this.inFlight--;
        if (outcome.kind === 'answered') this.tokens?.use(outcome.tokens - tokens, this.clock.now());
        this.learn(outcome, kind, number, isFull);
        this.sendWaiting();
      },
    };
  }

  private learn(outcome: Outcome, kind: string, number: number, wasFull: boolean): void {
    if (outcome.kind === 'throttled') {
      const pauseMs = outcome.waitMs ?? this.nextPauseMs;
      if (outcome.waitMs === undefined) this.nextPauseMs = Math.min(longestPauseMs, 2 * this.nextPauseMs);
      this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + pauseMs);
      this.strain(number);
    } else if (outcome.kind === 'strained') this.strain(number);
    else if (outcome.kind === 'answered') {
      this.nextPauseMs = 1000;
      const isNew = number >= this.sinceDecrease;
      this.pace.add(kind, outcome.latencyMs, isNew);
      if (!isNew) return;
      const slowness = this.pace.slowness();
      if (this.isAuto && slowness > tooSlow) {
        if (this.pace.answers() < (this.isFirstRise ? fewestAnswers : groupedAnswers / 2)) return;
        // One that is slow with a single call has become slow for other reasons.
        if (this.concurrency() === 1) {
          this.pace.forget();
          this.isFirstRise = true;
        }
        this.strain(number, Math.max(largestDecrease, tooSlow / slowness));
      }
      // An endpoint that is not asked as much as it may be shows nothing.
      else if (wasFull) this.limit = this.raised();
    }
  }

  private raised(): number {
    return Math.min(this.most, this.limit + (this.isFirstRise ? 1 : 1 / this.limit));
  }

  /** Decreases the calls in flight, once for all calls that were sent before the last decrease. */
  private strain(number: number, by = decrease): void {
    if (number < this.sinceDecrease) return;
    if (this.concurrency() > 1) this.isFirstRise = false;
    this.limit = Math.max(1, this.limit * Math.min(decrease, by));
    this.sinceDecrease = this.sent;
    this.pace.restart();
  }
}

/** How long answers take, compared with when the endpoint was least busy, for each kind of call. */
class Pace {
  private readonly fastest = new Map<string, number>();
  private readonly groups = new Map<string, number[]>();
  private ratios: number[] = [];

  add(kind: string, latencyMs: number, counts: boolean): void {
    const group = this.groups.get(kind) ?? [];
    group.push(latencyMs);
    this.groups.set(kind, group);
    const fastest = this.fastest.get(kind);
    // The first groups are small, so that the endpoint's pace is known before it is busy.
    if (group.length >= (fastest === undefined ? fewestAnswers : groupedAnswers)) {
      const mean = group.reduce((sum, one) => sum + one, 0) / group.length;
      this.fastest.set(kind, Math.min((fastest ?? Infinity) * forgetting, mean));
      this.groups.set(kind, []);
    }
    if (counts && fastest !== undefined && fastest > 0) this.ratios.push(latencyMs / fastest);
    if (this.ratios.length > groupedAnswers / 2) this.ratios.shift();
  }

  /** How long the latest answers took, as a multiple of the fastest time. */
  slowness(): number {
    return this.ratios.length === 0 ? 1 : this.ratios.reduce((sum, one) => sum + one, 0) / this.ratios.length;
  }

  /** How many answers this is based on. */
  answers(): number {
    return this.ratios.length;
  }

  restart(): void {
    this.ratios = [];
  }

  forget(): void {
    this.fastest.clear();
    this.groups.clear();
  }
}

/** The shortest time over which a rate is kept, in milliseconds: calls of a moment need not be spread evenly. */
const burstMs = 1000;

/** So many a minute, as a leaky bucket: the time at which what was used will have drained. */
class RateLimit {
  private drained = -Infinity;

  constructor(private readonly perMinute: number) {}

  /** When the next may be used: as soon as less than a second's worth, or nothing at a low rate, has not drained. */
  from(now: number): number {
    const each = 60_000 / this.perMinute;
    return Math.max(now, this.drained - Math.max(0, burstMs - each));
  }

  use(amount: number, now: number): void {
    this.drained = Math.max(this.drained, now) + (amount * 60_000) / this.perMinute;
  }
}
