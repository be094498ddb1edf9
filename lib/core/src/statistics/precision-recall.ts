import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, listOf, object, settings } from 'agora-voting/internal';
import { ratio, type Effect } from './contrast';
import { clustersGiven, type Clusters } from './estimate';

/** How well something is found, each share with its 95% interval; null where nothing was found, or nothing is there. */
export interface PrecisionRecall {
  /** Of what was found, how much is there. */
  readonly precision: Effect | null;
  /** Of what is there, how much was found. */
  readonly recall: Effect | null;
  /** 2 right / (found + there): the harmonic mean of both. */
  readonly f1: Effect | null;
}

const flags = listOf('true or false', z.boolean({ error: 'true or false' }));
const given = object('arguments', {
  predicted: flags,
  actual: flags,
  options: settings({ clusters: clustersGiven.optional() }),
});

/**
 * Precision, recall and F1 of a labeller, case by case, with intervals by the delta method in which only clusters count
 * as independent (`ratio`; rough where little is found, and then beyond 0 or 1).
 * @param predicted - by the labeller
 * @param actual - by whoever is believed
 * @example
 * const [found, there] = [[true, true, false, false], [true, false, true, false]];
 * statistics.precisionRecall(found, there).precision?.effect; // => 0.5
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
