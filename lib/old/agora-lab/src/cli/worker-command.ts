import { type Progress, type ProgressListener, short } from 'agora-core/experiment';
import { work, type WorkEnd } from 'agora-core/internal';
import { exitCodes, onInterrupt } from './run-command';
import { type OwnSettings, sharedExperiment } from './shared-config';

export interface WorkerCommandOptions extends OwnSettings {
  readonly queue: string;
  readonly journal: string;
  /** Seconds. */
  readonly lease: number;
  readonly untilDone?: boolean;
  readonly quiet?: boolean;
}

/** The exit codes, as those of `agora run`. */
const codes: Readonly<Record<WorkEnd, number>> = {
  done: 0,
  unplayable: 1,
  budget: exitCodes.budget,
  failures: exitCodes.failures,
  incomplete: exitCodes.incomplete,
  interrupted: exitCodes.interrupted,
};

/**
 * `agora worker`: plays collaborations of shared runs. Returns the exit code.
 * @param run - the only run to play: its name or its id, or the beginning of one of them
 */
export async function workerCommand(run: string | undefined, options: WorkerCommandOptions): Promise<number> {
  const { queue, journal, lease, untilDone = false, quiet = false, baseUrl, concurrency } = options;
  const own = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
  const interruption = onInterrupt();
  const { signal, abandon } = interruption;
  try {
    const end = await work({
      ...(run === undefined ? {} : { run }),
      queue,
      journal,
      experimentOf: (shared) => sharedExperiment(shared, own, interruption),
      leaseMs: 1000 * lease,
      untilDone,
      listener: quiet ? silent : ownProgress(15),
      tell: (line) => console.error(line),
      signal,
      abandon,
    });
    return codes[signal.aborted ? 'interrupted' : end];
  } finally {
    interruption.off();
  }
}

const silent: ProgressListener = { update() {}, notice() {}, end() {} };

/** Prints the progress of this worker, one line at an interval. */
function ownProgress(everySeconds: number): ProgressListener {
  let last = 0;
  const say = ({ finished, calls, failures }: Progress): void =>
    console.error(
      `finished here: ${finished} collaborations, ${short(calls)} calls, ${failures} unusable answers`,
    );
  return {
    update(progress) {
      if (progress.elapsed - last < everySeconds) return;
      last = progress.elapsed;
      say(progress);
    },
    notice: (text) => console.error(text),
    end: say,
  };
}
