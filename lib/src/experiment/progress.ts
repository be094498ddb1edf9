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
  /** Seconds since this process began the run. */
  readonly elapsed: number;
  /** Seconds left at the present pace; null before the first collaboration of this process is finished. */
  readonly left: number | null;
}

export interface ProgressListener {
  update(progress: Progress): void;
  end(progress: Progress): void;
}

/** One line of text on how far a run has come. */
export function progressText(progress: Progress): string {
  const tokens = progress.inputTokens + progress.outputTokens;
  const parts = [
    `${progress.finished}/${progress.requested} collaborations`,
    `${short(progress.calls)} calls`,
    `${short(tokens)} tokens`,
    ...(progress.cost === null || progress.cost === 0
      ? []
      : [`$${progress.cost.toFixed(progress.cost < 1 ? 4 : 2)}`]),
    ...(progress.failures === 0 ? [] : [`${progress.failures} unusable answers`]),
    ...(progress.left === null || progress.left < 1 ? [] : [`${duration(progress.left)} left`]),
  ];
  return parts.join(' | ');
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

/**
 * The default outside a terminal: nothing for a run that takes seconds (so that a notebook's outputs do not depend
 * on the machine's mood), else a line every `everySeconds`.
 */
export function lineProgress(
  print: (line: string) => void = (line) => console.log(line),
  everySeconds = 15,
): ProgressListener {
  let last = 0;
  return {
    update(progress) {
      if (progress.elapsed - last < everySeconds) return;
      last = progress.elapsed;
      print(`${progress.name}: ${progressText(progress)}`);
    },
    end(progress) {
      if (last > 0) print(`${progress.name}: ${progressText(progress)}`);
    },
  };
}

export const silentProgress: ProgressListener = { update() {}, end() {} };
