import { knownOptions, wholeNumber } from '../error';
import { wordCounts, type Embedder } from '../language/embedders';
import {
  bestRound,
  checkTrajectories,
  fittedPolicy,
  meanOfKnown,
  type FittedPolicy,
  type LearningPolicy,
} from './trajectory';

/*
 * The stopping policies from RoundTable, Appendix D.7, except Dialogue Acts, which has its own file. Policies without
 * parameters can be used directly: experiment({ ..., stop: firstAgreement() }). Learning policies must be fitted first.
 */

/** A policy without parameters. It needs no fitting; `fit` returns the policy unchanged. */
export type FixedPolicy = FittedPolicy & LearningPolicy;

const fixed = (policy: FittedPolicy): FixedPolicy => ({ ...policy, fit: () => policy });

/** Never stops a collaboration early. In the paper, this baseline is called @10. */
export const lastRound = (): FixedPolicy => fixed(fittedPolicy('last round', {}, () => false));

/** Stops as soon as there is a decision. */
export const firstAgreement = (): FixedPolicy =>
  fixed(fittedPolicy('first agreement', {}, ({ agreed }) => agreed));

/** Stops after a round without proposals if a candidate was selected in the previous round. */
export const consecutiveAgreements = (): FixedPolicy =>
  fixed(
    fittedPolicy(
      'consecutive agreements',
      {},
      (current, before) => before !== undefined && before.selected && current.proposals === 0,
    ),
  );

/** Stops after a given round. */
export function stopAfter(round: number): FittedPolicy {
  wholeNumber('The round of stopAfter', round, 1);
  return fittedPolicy('validation checkpoint', { round }, (current) => current.round >= round);
}

/**
 * Stops every collaboration after the same round: the rounded mean of the training collaborations' best rounds. Table
 * 11 counts rounds from 0 for this policy; this function counts from 1.
 */
export const validationCheckpoint = (): LearningPolicy => ({
  name: 'validation checkpoint',
  fit(training, { direction }) {
    checkTrajectories(training);
    const mean = meanOfKnown(training.map((one) => bestRound(one, direction))) as number;
    return stopAfter(Math.round(mean));
  },
});

/** Stops after the first round whose information distance is below the threshold. */
export function distanceBelow(threshold: number | null, options: DistanceOptions = {}): FittedPolicy {
  knownOptions('distanceBelow', options, ['embedder']);
  const { embedder = wordCounts } = options;
  return fittedPolicy(
    'information distance',
    { threshold, embedder: embedder.name },
    ({ distance }) => threshold !== null && distance !== null && distance < threshold,
    { embedder },
  );
}

export interface DistanceOptions {
  /**
   * The embedder for live collaborations. Use the same embedder as for the training collaborations. Default: word
   * counts.
   */
  readonly embedder?: Embedder;
}

/**
 * Information Distance: stops when the information distance falls below a threshold. The threshold is the mean distance
 * in the best rounds of the training collaborations. Best rounds without a distance (such as round 1) are excluded. If
 * no best round remains, the policy never stops.
 */
export const informationDistancePolicy = (options: DistanceOptions = {}): LearningPolicy => ({
  name: 'information distance',
  fit(training, { direction }) {
    checkTrajectories(training);
    const distances = training.map((one) => one.rounds[bestRound(one, direction) - 1]?.distance ?? null);
    return distanceBelow(meanOfKnown(distances), options);
  },
});
