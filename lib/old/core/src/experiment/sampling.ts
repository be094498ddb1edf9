import type { ChatModel, Sampling } from '../models';
import type { Protocol } from '../protocols';
import { repairTemperature } from '../repair-question';

/** The temperature if nothing else sets one. */
const usualTemperature = 0.7;

/** How answers are sampled in a run. A question's own sampling overrides `usual`, and `set` overrides both. */
export interface RunSampling {
  /** The defaults, overridden by the protocol's sampling. */
  readonly usual: Sampling;
  /** The model's own sampling, overridden by the experiment's. */
  readonly set: Sampling;
}

export function samplingOf(protocol: Protocol, model: ChatModel, own: Sampling = {}): RunSampling {
  return {
    usual: { temperature: usualTemperature, ...protocol.sampling },
    set: { ...model.sampling, ...own },
  };
}

/**
 * The sampling of one answer. @param own - the question's sampling @param attempt - 0 for the question, 1 for the
 * repair
 */
export function drawnBy({ usual, set }: RunSampling, own: Sampling | undefined, attempt: number): Sampling {
  const sampling = { ...usual, ...own, ...set };
  const isRepair = attempt > 0 && sampling.temperature === 0;
  return isRepair ? { ...sampling, temperature: repairTemperature } : sampling;
}

/**
 * Whether equal prompts give equal answers. This is so at temperature 0, with any seeds, and for a repeatable
 * model if one seed is set for all calls. (Otherwise each call has its own seed.)
 */
export function drawsAlike({ temperature, seed }: Sampling, repeatable: boolean | undefined): boolean {
  return temperature === 0 || (seed !== undefined && repeatable === true);
}
