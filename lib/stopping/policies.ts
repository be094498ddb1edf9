import { knownOptions, wholeNumber } from '../error';
import { wordCounts, type Embedder } from '../language/embedders';
import {
  bestRound,
  checkTrajectories,
  fittedPolicy,
  meanOf,
  type FittedPolicy,
  type LearningPolicy,
} from './trajectory';

/*
 * The stopping policies of RoundTable, Appendix D.7, except Dialogue Acts, which has a file of its own. A policy without
 * parameters can be used as it is: experiment({ ..., stop: firstAgreement() }). One that learns is fitted first.
 */

/** A policy without parameters, which needs no fitting but may be fitted like any other. */
export type FixedPolicy = FittedPolicy & LearningPolicy;

const fixed = (policy: FittedPolicy): FixedPolicy => ({ ...policy, fit: () => policy });

/** Never stops: the paper's baseline, @10. */
export const lastRound = (): FixedPolicy => fixed(fittedPolicy('last round', {}, () => false));

/** Stops as soon as there is a decision. */
export const firstAgreement = (): FixedPolicy =>
  fixed(fittedPolicy('first agreement', {}, ({ agreed }) => agreed));

/** Stops after a round without proposals that follows a round in which a candidate was selected. */
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
 * Stops every collaboration after the same round: the mean of the best rounds of the training collaborations, rounded.
 * Table 11 prints rounds counted from 0 for this policy; here they count from 1.
 */
export const validationCheckpoint = (): LearningPolicy => ({
  name: 'validation checkpoint',
  fit(training, { direction }) {
    checkTrajectories(training);
    const mean = meanOf(training.map((one) => bestRound(one, direction))) as number;
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
  /** What turns messages into vectors in a live collaboration. Use the one that it was fitted with. Default: word counts. */
  readonly embedder?: Embedder;
}

/**
 * Information Distance: the threshold is the mean distance at the best rounds of the training collaborations. A best
 * round without a distance, such as round 1, is left out. If none remains, the policy never stops.
 */
export const informationDistancePolicy = (options: DistanceOptions = {}): LearningPolicy => ({
  name: 'information distance',
  fit(training, { direction }) {
    checkTrajectories(training);
    const distances = training.map((one) => one.rounds[bestRound(one, direction) - 1]?.distance ?? null);
    return distanceBelow(meanOf(distances), options);
  },
});
