import { pullRun, shareRun } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { experimentByName, planOf } from './experiments';
import {
  chooseModel,
  estimatesOf,
  exitCodes,
  experimentOf,
  mayBegin,
  onInterrupt,
  type RunCommandOptions,
} from './run-command';
import { configOf } from './shared-config';

export interface ServeCommandOptions extends RunCommandOptions {
  readonly queue: string;
  readonly journal: string;
}

/** `agora serve-run`: puts an experiment into a queue for workers. Returns the exit code. */
export async function serveCommand(experimentName: string, options: ServeCommandOptions): Promise<number> {
  const named = experimentByName(experimentName);
  const model = chooseModel(options);
  const plans = planOf(named, options);
  if (options.name !== undefined && plans.length > 1)
    throw new AgoraError('command', '--name names one run, and "all" makes several: omit --name');
  const interruption = onInterrupt();
  try {
    const all = plans.map((plan) => experimentOf(plan, model, { ...options, cache: false }, interruption));
    if (options.estimate === true) {
      for (const { text } of await estimatesOf(all, true)) console.log(text);
      return 0;
    }
    if (model.evidence === 'live' && options.yes !== true && !(await mayBegin(all)))
      return exitCodes.declined;
    for (const [place, planned] of all.entries()) {
      const shared = await shareRun(planned, configOf(experimentName, plans[place]!, options), options);
      console.log(
        `"${shared.name}" can be played: ${shared.open} of ${shared.collaborations} collaborations are open.`,
      );
    }
    console.log('Start workers with "npx agora worker --queue URL --journal URL", on any machine.');
    return 0;
  } finally {
    interruption.off();
  }
}

export interface PullCommandOptions {
  readonly journal: string;
  readonly out?: string;
}

/** `agora pull`: writes a shared run as a run folder. Returns the exit code. */
export async function pullCommand(given: string, { journal, out }: PullCommandOptions): Promise<number> {
  const { name, folder, finished, collaborations } = await pullRun(journal, given, out);
  console.log(`${finished} of ${collaborations} collaborations of "${name}" are in ${folder}`);
  return finished === collaborations ? 0 : exitCodes.incomplete;
}
