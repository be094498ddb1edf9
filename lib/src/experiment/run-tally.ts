import type { Prices } from '../models';
import type { Spending } from '../models/budget-account';
import { costOf } from '../models/prices';
import type { Event } from '../transcripts';
import { RunCounts } from '../transcripts/run-counts';
import type { Progress } from './progress';
import type { RunTotals } from './run';

/** Counts a run's events as they are read back and as they happen, and keeps the time. */
export class RunTally {
  /** Finished collaborations among those requested. */
  finished: number;
  private begunAt = Date.now();
  private finishedBefore = 0;

  /** @param counts - what earlier events come to */
  constructor(
    readonly name: string,
    readonly requested: number,
    private readonly prices: Prices | null,
    private readonly counts = new RunCounts(),
  ) {
    this.finished = [...counts.finished].filter((index) => index < requested).length;
  }

  /** What was added so far is an earlier session's; the pace is measured from here. */
  beginSession(): void {
    this.begunAt = Date.now();
    this.finishedBefore = this.finished;
  }

  add(event: Event): void {
    if (event.type === 'finished' && event.collaboration < this.requested) this.finished++;
    this.counts.add(event);
  }

  totals(): RunTotals {
    const { calls, tokens, failures } = this.counts;
    return { calls, ...tokens, cost: this.cost(), failures };
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
    return { tokens: this.counts.paid.inputTokens + this.counts.paid.outputTokens, cost: this.cost() ?? 0 };
  }

  private cost(): number | null {
    return this.prices === null ? null : costOf(this.counts.paid, this.prices);
  }
}
