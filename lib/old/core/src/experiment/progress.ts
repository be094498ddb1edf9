/** The progress of a run. Costs are in US dollars; null if the model's prices are unknown. */
export interface Progress {
  readonly name: string;
  readonly finished: number;
  readonly requested: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number | null;
  readonly failures: number;
  /** Attempts of this process that failed and were repeated, and those that timed out. */
  readonly retries: number;
  readonly timeouts: number;
  /** How far the batches of a batched model are, in words; absent if none is under way. */
  readonly batches?: string;
  /**
   * Answer tokens per second of all calls in flight together; null before the first answer, and if no calls are made.
   */
  readonly tokensPerSecond: number | null;
  /** Seconds since this process began the run. */
  readonly elapsed: number;
  /**
   * The expected seconds left. Until this process has finished three collaborations, this is based on the calls that
   * an estimate expects, then on collaborations. Null before there is a measured pace.
   */
  readonly left: number | null;
}

export interface ProgressListener {
  /** Is called when the run begins, and with every reply and finished collaboration. */
  update(progress: Progress): void;
  /** Is called when the run was told to stop, and only waits for the calls in flight. */
  stopping?(progress: Progress): void;
  /**
   * Is called with something that users should know before the end, such as a setting that the endpoint ignores.
   * Default: a console warning.
   */
  notice?(text: string): void;
  end(progress: Progress): void;
}

/** The progress of a run in one line. The most important parts come first, since a terminal may cut the line. */
export function progressText(progress: Progress): string {
  const { finished, requested, calls, inputTokens, outputTokens, left, name, batches } = progress;
  const done = [
    `${finished} of ${requested}`,
    ...(batches === undefined ? [] : [batches]),
    ...costTexts(progress),
    ...(left === null || left < 1 ? [] : [`${duration(left)} left`]),
  ];
  const used = [
    `${short(calls)} calls`,
    `${short(inputTokens + outputTokens)} tokens`,
    ...troubleTexts(progress),
  ];
  return `${done.join(', ')} | ${name} | ${used.join(', ')}`;
}

function troubleTexts({ tokensPerSecond, retries, timeouts, failures }: Progress): string[] {
  return [
    ...(tokensPerSecond === null ? [] : [`${short(Number(tokensPerSecond.toPrecision(2)))} answer tokens/s`]),
    ...(retries === 0 ? [] : [plural(retries, 'retry', 'retries')]),
    ...(timeouts === 0 ? [] : [plural(timeouts, 'time-out', 'time-outs')]),
    ...(failures === 0 ? [] : [plural(failures, 'unusable answer', 'unusable answers')]),
  ];
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** "stopped at 8 of 100, $0.05" */
export function stoppedText(progress: Pick<Progress, 'finished' | 'requested' | 'cost'>): string {
  return ['stopped at ' + `${progress.finished} of ${progress.requested}`, ...costTexts(progress)].join(', ');
}

/** The cost; empty if nothing was paid. */
function costTexts({ cost }: Pick<Progress, 'cost'>): string[] {
  return cost === null || cost === 0 ? [] : [`$${cost.toFixed(cost < 0.01 ? 4 : 2)}`];
}

/** A number of at most four characters and a unit: 950, 12.3k, 4.0M. */
export function short(number: number): string {
  if (number < 1000) return String(number);
  if (number < 1e6) return `${(number / 1e3).toFixed(1)}k`;
  return `${(number / 1e6).toFixed(1)}M`;
}

/** Seconds in a readable form: 42 s, 3 min 10 s, 2 h 5 min. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/**
 * The default for scripts without a terminal: nothing for a run of some seconds, otherwise a line every
 * `everySeconds`; while a batch is waited for, only if there is something new.
 */
export function lineProgress(
  print: (line: string) => void = (line) => console.log(line),
  everySeconds = 15,
): ProgressListener {
  let last = 0;
  let printed = '';
  return {
    update(progress) {
      const line = progressText(progress);
      // While a batch is waited for, there may be nothing new for hours.
      const isOld = progress.batches !== undefined && line === printed;
      if (progress.elapsed - last < everySeconds || isOld) return;
      last = progress.elapsed;
      printed = line;
      print(line);
    },
    notice: (text) => print(text),
    end(progress) {
      if (last > 0) print(progressText(progress));
    },
  };
}

/** How notices are shown by default. */
export const consoleNotice = (text: string): void => console.warn(text);

export const silentProgress: ProgressListener = { update() {}, notice() {}, end() {} };
