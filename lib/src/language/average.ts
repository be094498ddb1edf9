/** A mean of numbers. Null where too few are there: none for a mean, one for a standard error. */
export interface Average {
  readonly mean: number | null;
  /** Sample standard deviation (n - 1) over the square root of n. */
  readonly standardError: number | null;
  /** How many numbers went in. */
  readonly n: number;
}

/** Mean and standard error of numbers that come one at a time, without keeping them (Welford 1962). */
export class RunningAverage {
  private n = 0;
  private mean = 0;
  private squares = 0;

  add(value: number): void {
    this.n++;
    const before = value - this.mean;
    this.mean += before / this.n;
    this.squares += before * (value - this.mean);
  }

  average(): Average {
    const { n, mean, squares } = this;
    return {
      mean: n > 0 ? mean : null,
      standardError: n > 1 ? Math.sqrt(squares / (n - 1) / n) : null,
      n,
    };
  }
}
