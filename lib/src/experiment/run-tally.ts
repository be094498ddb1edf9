import { costOf, type Prices, type Spending } from '../models';
import type { Event } from '../transcripts';
import type { Progress } from './progress';
import type { RunTotals } from './run';

/** Counts a run's events as they are read back and as they happen. */
export class RunTally {
  /** Finished collaborations among those requested. */
  finished = 0;
  private calls = 0;
  private inputTokens = 0;
  private outputTokens = 0;
  /** What was paid for: replies from a cache cost nothing. */
  private paidInput = 0;
  private paidOutput = 0;
  private failures = 0;
  private begunAt = Date.now();
  private finishedBefore = 0;

  constructor(
    readonly name: string,
    readonly requested: number,
    private readonly prices: Prices | null,
  ) {}

  /** What was added so far is an earlier session's; the pace is measured from here. */
  beginSession(): void {
    this.begunAt = Date.now();
    this.finishedBefore = this.finished;
  }

  add(event: Event): void {
    if (event.type === 'finished' && event.collaboration < this.requested) this.finished++;
    if (event.type === 'failure') this.failures++;
    if (event.type !== 'reply') return;
    this.calls++;
    this.inputTokens += event.inputTokens;
    this.outputTokens += event.outputTokens;
    if (event.cached) return;
    this.paidInput += event.inputTokens;
    this.paidOutput += event.outputTokens;
  }

  totals(): RunTotals {
    return {
      calls: this.calls,
      inputTokens: this.inputTokens,
      outputTokens: this.outputTokens,
      cost: this.cost(),
      failures: this.failures,
    };
  }

  progress(): Progress {
    const elapsed = (Date.now() - this.begunAt) / 1000;
    const { finished } = this;
    const done = finished - this.finishedBefore;
    return {
      name: this.name,
      finished,
      requested: this.requested,
      ...this.totals(),
      elapsed,
      left: done === 0 ? null : (elapsed / done) * (this.requested - finished),
    };
  }

  /** What was paid for, as a budget counts it. */
  spent(): Spending {
    return { tokens: this.paidInput + this.paidOutput, cost: this.cost() ?? 0 };
  }

  private cost(): number | null {
    if (this.prices === null) return null;
    return costOf({ inputTokens: this.paidInput, outputTokens: this.paidOutput }, this.prices);
  }
}
