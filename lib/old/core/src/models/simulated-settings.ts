import { number, settings, whole } from 'agora-voting/internal';

/**
 * How the simulated agent behaves: every parameter that it has, the same in every environment. The defaults are round
 * numbers, fitted to nothing.
 */
export interface SimulatedBehaviour {
  /**
   * Standard deviation of the normal error in each judgement of a proposal, drawn anew each time, in units of utility.
   * Each environment scales its utilities so that a difference of 1 is just noticed. Default 1.
   */
  readonly noise: number;
  /** The gain of a proposal by other supporters, times ln(1 + their number). Default 1. */
  readonly conformity: number;
  /** The gain of the agent's own latest proposal. Default 1. */
  readonly loyalty: number;
  /**
   * The probability that an agent that may stop does so: it keeps its proposal as it is, it does not ask to speak, or
   * as an instructor it ends a discussion that is still open. Default 0.5.
   */
  readonly stops: number;
  /**
   * Words of a message or of the reasons in a debate: remarks are added until there are this many. What has to be said
   * is never cut. Default 54, the mean of the 16,341 messages of language models in the recorded set llm-deliberation.
   */
  readonly words: number;
}

/** The settings of `models.simulated`. */
export interface SimulatedSettings extends Partial<SimulatedBehaviour> {
  /** The share of malformed answers, from 0 to 1; see `damage` for the kinds. Default 0. */
  readonly malformedRate?: number;
  /** Selects another population of simulated agents under the same run seed. Default 0. */
  readonly seed?: number;
}

export const usualBehaviour: SimulatedBehaviour = {
  noise: 1,
  conformity: 1,
  loyalty: 1,
  stops: 0.5,
  words: 54,
};

export const simulatedSettings = settings({
  noise: number(0, 100).optional(),
  conformity: number(0, 100).optional(),
  loyalty: number(0, 100).optional(),
  stops: number(0, 1).optional(),
  words: whole(0, 2000).optional(),
  malformedRate: number(0, 1).optional(),
  seed: whole(Number.MIN_SAFE_INTEGER).optional(),
});
