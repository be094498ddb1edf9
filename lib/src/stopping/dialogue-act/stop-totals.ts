import type { CountedPairs } from './counted-pairs';

/** What stopping would have done to the training collaborations. */
export interface Judgement {
  /** Mean performance where it stops; null when no collaboration has any. */
  readonly performance: number | null;
  /** Mean of the rounds played. */
  readonly rounds: number;
}

/**
 * Adds up, for many settings side by side, what collaborations are worth where they stop. What all would be worth
 * at their ends is added up once, and for each setting only what its stops change.
 */
export class StopTotals {
  private course = 0;
  private firstRound = 0;
  private lastRound = 0;
  /** At place `settings`: without any stop; before it, by setting, the changes. */
  private readonly sums: Float64Array;
  private readonly decided: Int32Array;
  private readonly rounds: Int32Array;
  /** By setting, one more than the last course that it stopped. */
  private readonly stopped: Int32Array;

  /**
   * @param training - which of the courses
   * @param undecided - what stopping without a decision is worth; NaN leaves it out
   */
  constructor(
    private readonly settings: number,
    private readonly counted: CountedPairs,
    private readonly training: readonly number[],
    private readonly undecided: number,
  ) {
    this.sums = new Float64Array(settings + 1);
    this.decided = new Int32Array(settings + 1);
    this.rounds = new Int32Array(settings + 1);
    this.stopped = new Int32Array(settings);
    for (const course of training) {
      this.turnTo(course);
      this.rounds[settings]! += this.lastRound - this.firstRound + 1;
      this.count(settings, this.lastRound, 1);
    }
  }

  /** The course that stops from now on. */
  turnTo(course: number): void {
    this.course = course;
    this.firstRound = this.counted.firstRounds[course]!;
    this.lastRound = this.counted.firstRounds[course + 1]! - 1;
  }

  /** A setting stops the course after the round in this place; its first stop counts. */
  stop(setting: number, place: number): void {
    if (this.stopped[setting] === this.course + 1) return;
    this.stopped[setting] = this.course + 1;
    const round = this.firstRound + place;
    this.rounds[setting]! += round - this.lastRound;
    this.count(setting, this.lastRound, -1);
    this.count(setting, round, 1);
  }

  judgement(setting: number): Judgement {
    const { settings, sums, decided, rounds, training } = this;
    const count = decided[settings]! + decided[setting]!;
    return {
      performance: count === 0 ? null : (sums[settings]! + sums[setting]!) / count,
      rounds: (rounds[settings]! + rounds[setting]!) / training.length,
    };
  }

  private count(setting: number, round: number, times: 1 | -1): void {
    const performance = this.counted.performance[round]!;
    const worth = Number.isNaN(performance) ? this.undecided : performance;
    if (Number.isNaN(worth)) return;
    this.sums[setting]! += times * worth;
    this.decided[setting]! += times;
  }
}
