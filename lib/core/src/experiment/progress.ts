/** How far a run has come. Costs are in US dollars; null where the model's prices are not known. */
export interface Progress {
  readonly name: string;
  readonly finished: number;
  readonly requested: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number | null;
  readonly failures: number;
  /** Attempts of this process that brought no answer and were made again, and those that ran out of time. */
  readonly retries: number;
  readonly timeouts: number;
  /** Tokens of answers that came in a second, all calls in flight together; null before the first, and where none is asked. */
  readonly tokensPerSecond: number | null;
  /** Seconds since this process began the run. */
  readonly elapsed: number;
  /**
   * Seconds left at the present pace: by the calls that an estimate expects until three collaborations of this process are
   * finished, then by collaborations. Null before there is a pace.
   */
  readonly left: number | null;
}

export interface ProgressListener {
  /** Called as the run begins, and with every reply and finished collaboration. */
  update(progress: Progress): void;
  /** The run was told to stop, and only waits for the calls in flight. */
  stopping?(progress: Progress): void;
  /** Something that should be known before the end: the endpoint does not heed a setting, say. Default: a console warning. */
  notice?(text: string): void;
  end(progress: Progress): void;
}

/** One line of text on how far a run has come; what matters most comes first, as a terminal may cut it. */
export function progressText(progress: Progress): string {
  const { finished, requested, calls, inputTokens, outputTokens, left, name } = progress;
  const done = [
    `${finished} of ${requested}`,
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

/** Nothing where nothing was paid. */
function costTexts({ cost }: Pick<Progress, 'cost'>): string[] {
  return cost === null || cost === 0 ? [] : [`$${cost.toFixed(cost < 0.01 ? 4 : 2)}`];
}

/** A figure of at most four characters and a unit: 950, 12.3k, 4.0M. */
export function short(number: number): string {
  if (number < 1000) return String(number);
  if (number < 1e6) return `${(number / 1e3).toFixed(1)}k`;
  return `${(number / 1e6).toFixed(1)}M`;
}

/** Seconds as people say them: 42 s, 3 min 10 s, 2 h 5 min. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** The default of a script without a terminal: nothing for a run that takes seconds, else a line every `everySeconds`. */
export function lineProgress(
  print: (line: string) => void = (line) => console.log(line),
  everySeconds = 15,
): ProgressListener {
  let last = 0;
  return {
    update(progress) {
      if (progress.elapsed - last < everySeconds) return;
      last = progress.elapsed;
      print(progressText(progress));
    },
    notice: (text) => print(text),
    end(progress) {
      if (last > 0) print(progressText(progress));
    },
  };
}

/** How a notice is told where nothing else is said. */
export const consoleNotice = (text: string): void => console.warn(text);

export const silentProgress: ProgressListener = { update() {}, notice() {}, end() {} };
