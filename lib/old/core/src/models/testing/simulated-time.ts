import type { Clock } from '../call-limiter';

/**
 * A clock for tests. Time passes only when nothing else can happen: when all promises have settled, and nobody waits
 * for something outside of the clock (`outside`).
 */
export class SimulatedTime implements Clock {
  private time = 0;
  private readonly events: { at: number; call: (() => void) | null }[] = [];
  private pending = 0;

  now(): number {
    return this.time;
  }

  after(milliseconds: number, call: () => void): () => void {
    const event: { at: number; call: (() => void) | null } = {
      at: this.time + Math.max(0, milliseconds),
      call,
    };
    const place = this.events.findLastIndex(({ at }) => at <= event.at) + 1;
    this.events.splice(place, 0, event);
    return () => void (event.call = null);
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(milliseconds, resolve));
  }

  /** Waits for something that takes real time, during which the simulated clock does not move. */
  async outside<Result>(work: Promise<Result>): Promise<Result> {
    this.pending++;
    try {
      return await work;
    } finally {
      this.pending--;
    }
  }

  /** Lets time pass until the promise settles. @throws Error if nothing is left that could settle it */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false;
    const settle = (): void => void (isOver = true);
    work.then(settle, settle);
    for (;;) {
      await new Promise((done) => setImmediate(done));
      // A failed call gives its turn back a moment later.
      await new Promise((done) => setImmediate(done));
      if (isOver) return work;
      if (this.pending > 0) continue;
      const next = this.events.shift();
      if (next === undefined) throw new Error('Nothing is left to happen, and the work is not done.');
      this.time = next.at;
      next.call?.();
    }
  }
}
