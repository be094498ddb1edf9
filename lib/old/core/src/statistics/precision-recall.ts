import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, listOf, object, settings } from 'agora-voting/internal';
import { ratio, type Effect } from './contrast';
import { clustersGiven, type Clusters } from './estimate';

/** Precision, recall and F1, each with its 95% interval; null if the denominator is 0. */
export interface PrecisionRecall {
  /** The share of the predicted cases that are actual ones. */
  readonly precision: Effect | null;
  /** The share of the actual cases that were predicted. */
  readonly recall: Effect | null;
  /** The harmonic mean of both: 2 x right / (predicted + actual). */
  readonly f1: Effect | null;
}

const flags = listOf('true or false', z.boolean({ error: 'true or false' }));
const given = object('arguments', {
  predicted: flags,
  actual: flags,
  options: settings({ clusters: clustersGiven.optional() }),
});

/**
 * Precision, recall and F1 of predictions, with intervals by the delta method (`ratio`). Only clusters count as
 * independent. Intervals are rough if few cases are predicted, and may then exceed 0 or 1.
 * @param predicted - the prediction for each case
 * @param actual - the true value of each case
 * @example
 * const [predicted, actual] = [[true, true, false, false], [true, false, true, false]];
 * statistics.precisionRecall(predicted, actual).precision?.effect; // => 0.5
 */
export function precisionRecall(
  predicted: readonly boolean[],
  actual: readonly boolean[],
  options: { readonly clusters?: Clusters } = {},
): PrecisionRecall {
  check('precisionRecall', given, { predicted, actual, options });
  if (predicted.length !== actual.length)
    throw new AgoraError(
      'lengths',
      `precisionRecall needs as many predicted as actual values, got ${predicted.length} and ${actual.length}`,
    );
  const ones = (holds: (place: number) => number) => predicted.map((_, place) => holds(place));
  const [all, real] = [ones((place) => Number(predicted[place])), ones((place) => Number(actual[place]))];
  const right = ones((place) => (all[place] ?? 0) * (real[place] ?? 0));
  const part = (of: readonly number[], whole: readonly number[]) =>
    whole.some((one) => one > 0) ? ratio(of, whole, options) : null;
  return {
    precision: part(right, all),
    recall: part(right, real),
    f1: part(
      right.map((one) => 2 * one),
      ones((place) => (all[place] ?? 0) + (real[place] ?? 0)),
    ),
  };
}
