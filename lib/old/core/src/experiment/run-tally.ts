import type { Prices } from '../models';
import type { Spending } from '../models/budget-account';
import { costOf } from '../models/prices';
import type { Event } from '../transcripts';
import { RunCounts } from '../transcripts/run-counts';
import type { Progress } from './progress';
import type { RunTotals } from './run';

/** After this many finished collaborations, they predict the remaining time better than an estimate of calls. */
const enoughCollaborations = 3;

/** Counts a run's events, both recorded and new ones, and measures time. */
export class RunTally {
  /** Finished collaborations among those requested. */
  finished: number;
  /** The calls that an estimate expects per collaboration; null without an estimate. */
  expectedCalls: number | null = null;
  /** How far the batches of a batched model are; '' if there are none. */
  batches = '';
  /** Where several processes play the run: the calls that were answered in any of them. */
  answeredInAll = 0;
  private begunAt = Date.now();
  private finishedBefore = 0;
  private callsBefore = 0;
  private retries = 0;
  private timeouts = 0;
  /** The calls of this session that reached a model, and the totals of their answers. */
  private asked = { tokens: 0, latencyMs: 0 };
  /** Calls that failed in the end, and the reason of the last one. */
  private failedCalls = 0;
  private lastFailure = '';

  /**
   * @param requested - the collaborations of this run, or of its shard
   * @param counts - the totals of earlier events
   * @param collaborations - the number of the whole run
   */
  constructor(
    readonly name: string,
    readonly requested: number,
    private readonly prices: Prices | null,
    private readonly counts = new RunCounts(),
    private readonly collaborations = requested,
  ) {
    this.finished = [...counts.finished].filter((index) => index < collaborations).length;
  }

  /** Everything added so far belongs to earlier sessions; the pace is measured from here. */
  beginSession(): void {
    this.begunAt = Date.now();
    this.finishedBefore = this.finished;
    this.callsBefore = this.counts.calls;
    this.retries = 0;
    this.timeouts = 0;
    this.asked = { tokens: 0, latencyMs: 0 };
  }

  add(event: Event): void {
    if (event.type === 'finished' && event.collaboration < this.collaborations) this.finished++;
    else if (event.type === 'incident') {
      if (event.kind === 'retry') this.retries++;
      if (event.kind === 'time-out') this.timeouts++;
    } else if (event.type === 'failure' && event.kind === 'failed') {
      this.failedCalls++;
      this.lastFailure = event.reason;
    } else if (event.type === 'reply' && !event.cached) {
      this.asked.tokens += event.outputTokens;
      this.asked.latencyMs += event.latencyMs;
    }
    this.counts.add(event);
  }

  totals(): RunTotals {
    const { calls, tokens, failures } = this.counts;
    return { calls, ...tokens, cost: this.cost(), failures };
  }

  progress(): Progress {
    const elapsed = (Date.now() - this.begunAt) / 1000;
    const { asked, retries, timeouts } = this;
    return {
      name: this.name,
      finished: this.finished,
      requested: this.requested,
      ...this.totals(),
      ...(this.batches === '' ? {} : { batches: this.batches }),
      retries,
      timeouts,
      // Simulated answers take no time, so their pace has no meaning.
      tokensPerSecond: asked.latencyMs > 0 && elapsed > 0 ? asked.tokens / elapsed : null,
      elapsed,
      left: this.left(elapsed),
    };
  }

  private left(elapsed: number): number | null {
    const done = this.finished - this.finishedBefore;
    const open = this.requested - this.finished;
    if (done >= enoughCollaborations || (done > 0 && this.expectedCalls === null))
      return (elapsed / done) * open;
    const calls = this.counts.calls - this.callsBefore;
    if (this.expectedCalls === null || calls === 0) return null;
    const expected = this.expectedCalls * (this.requested - this.finishedBefore);
    return (elapsed / calls) * Math.max(0, expected - calls);
  }

  /** The reason of the last failed call if no call of the whole run has succeeded; otherwise null. */
  onlyFailure(): string | null {
    const { failedCalls, lastFailure, answeredInAll } = this;
    if (this.counts.calls > 0 || answeredInAll > 0 || failedCalls === 0) return null;
    return failedCalls === 1
      ? `The one that was made failed: ${lastFailure}`
      : `All ${failedCalls} failed, the last one thus: ${lastFailure}`;
  }

  /** What was paid, in the form that a budget counts. */
  spent(): Spending {
    return { tokens: this.counts.paid.inputTokens + this.counts.paid.outputTokens, cost: this.cost() ?? 0 };
  }

  private cost(): number | null {
    return this.prices === null ? null : costOf(this.counts.paid, this.prices);
  }
}
