import type { ChatModel, Sampling } from '../models';
import type { Protocol } from '../protocols';
import { repairTemperature } from '../repair-question';

/** Where neither the paper behind a protocol nor anybody else says how answers are drawn. */
const usualTemperature = 0.7;

/** How answers are drawn in a run. A question's own sampling replaces what is usual, and what was set replaces both. */
export interface RunSampling {
  /** The default, and over it the protocol's. */
  readonly usual: Sampling;
  /** The model's own, and over it the experiment's. */
  readonly set: Sampling;
}

export function samplingOf(protocol: Protocol, model: ChatModel, own: Sampling = {}): RunSampling {
  return {
    usual: { temperature: usualTemperature, ...protocol.sampling },
    set: { ...model.sampling, ...own },
  };
}

/** How one answer is drawn. @param own - the question's @param attempt - 0 for the question, 1 for the repair */
export function drawnBy({ usual, set }: RunSampling, own: Sampling | undefined, attempt: number): Sampling {
  const sampling = { ...usual, ...own, ...set };
  const isRepair = attempt > 0 && sampling.temperature === 0;
  return isRepair ? { ...sampling, temperature: repairTemperature } : sampling;
}

/**
 * Whether equal prompts bring equal answers: nothing is drawn at temperature 0, whatever the seeds, and a model that repeats
 * itself draws alike where one seed is set for all calls. (Else each call has a seed of its own.)
 */
export function drawsAlike({ temperature, seed }: Sampling, repeatable: boolean | undefined): boolean {
  return temperature === 0 || (seed !== undefined && repeatable === true);
}
