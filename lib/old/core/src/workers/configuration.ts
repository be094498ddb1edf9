import { createHash } from 'node:crypto';
import { AgoraError } from 'agora-voting';
import type { JsonObject } from 'agora-voting/internal';
import { describeRun } from '../experiment/describe-run';
import type { ExperimentOptions } from '../experiment/experiment-options';
import { firstDigestsOf } from '../experiment/rehearsal';
import { samplingOf } from '../experiment/sampling';
import { fromEnvironment, type ChatModel } from '../models';
import { pricesOf } from '../models/prices';
import type { RunDescription } from '../transcripts';
import { difference } from '../transcripts/run-record';
import type { RunToShare, SharedRun } from './journal';

/** An experiment with any types of environment and proposals. */
export type AnyExperiment = ExperimentOptions<never, never>;

export function modelOf({ model }: AnyExperiment): ChatModel {
  return model ?? fromEnvironment();
}

/** What is put into the journal about an experiment. @param config - what workers make the experiment from */
export async function toShare(options: AnyExperiment, config: JsonObject): Promise<RunToShare> {
  const description = describe(options);
  const prices = options.prices ?? pricesOf(modelOf(options)) ?? null;
  return { description, config, prices, prompts: await promptsOf(options, description) };
}

function describe(options: AnyExperiment): RunDescription {
  return describeRun(options, modelOf(options), options.seed ?? 7, options.collaborations ?? 10);
}

/** A digest of the first prompts of the first collaboration, which the code and the data make. */
async function promptsOf(options: AnyExperiment, { name, seed }: RunDescription): Promise<string> {
  const sampling = samplingOf(options.protocol, modelOf(options), options.sampling);
  const digests = await firstDigestsOf({ options, name, seed, sampling, inWaves: false }, 0);
  return createHash('sha256').update(digests.join(' ')).digest('hex').slice(0, 16);
}

/**
 * Checks that a worker plays what the journal describes: with the same version, settings and first prompts.
 * @throws AgoraError 'worker-version' or 'stale-run', saying what to do
 */
export async function checkSame(run: SharedRun, options: AnyExperiment): Promise<void> {
  const there = run.description;
  const here = describe(options);
  const versions = [there, here].map(
    (one) => `agora-lab ${one.versions['agora-lab'] ?? '?'} (code ${one.code})`,
  );
  if (versions[0] !== versions[1])
    throw new AgoraError(
      'worker-version',
      `"${run.name}" was begun by ${versions[0]}, and this worker is ${versions[1]}. Install the same version here, ` +
        'or give "agora serve-run" again with this version, and then run all workers with it.',
    );
  if (there.id !== here.id)
    throw new AgoraError(
      'stale-run',
      `This worker makes another experiment of "${run.name}" (${here.id}) than the journal describes (${there.id}). ` +
        `${difference(there, here)}${endpointText(there, here)}`,
    );
  if (run.prompts !== (await promptsOf(options, here)))
    throw new AgoraError(
      'stale-run',
      `This worker asks other first prompts in "${run.name}" than those that it was begun with: its code or its data differ.`,
    );
}

/** Where a worker asks another endpoint: only the worker says where its key goes. */
function endpointText(there: RunDescription, here: RunDescription): string {
  const wanted = addressesOf(there);
  const own = addressesOf(here);
  if (wanted === own) return '';
  return ` The run asks ${wanted}, and this worker ${own}: start it with --base-url, or OPENAI_BASE_URL.`;
}

function addressesOf({ model }: RunDescription): string {
  const { baseURL, baseURLs } = model.settings;
  return JSON.stringify(baseURL ?? baseURLs ?? 'no endpoint');
}
