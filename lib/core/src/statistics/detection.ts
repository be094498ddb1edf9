import { z } from 'zod';
import { AgoraError } from 'agora-voting';
import { check, listOf, object, settings } from 'agora-voting/internal';
import { ratio, type Effect } from './contrast';
import { clustersGiven, type Clusters } from './estimate';

/** How well something is found, each share with its 95% interval; null where nothing was found, or nothing is there. */
export interface Detection {
  /** Of what was found, how much is there. */
  readonly precision: Effect | null;
  /** Of what is there, how much was found. */
  readonly recall: Effect | null;
  /** 2 right / (found + there): the harmonic mean of both. */
  readonly f1: Effect | null;
}

const flags = listOf('true or false', z.boolean({ error: 'true or false' }));
const given = object('arguments', {
  found: flags,
  there: flags,
  options: settings({ clusters: clustersGiven.optional() }),
});

/**
 * Precision, recall and F1 of a labeller, case by case, with intervals by the delta method in which only clusters count
 * as independent (`ratio`; rough where little is found, and then beyond 0 or 1).
 * @param found - by the labeller
 * @param there - by whoever is believed
 * @example
 * const [found, there] = [[true, true, false, false], [true, false, true, false]];
 * statistics.detection(found, there).precision?.effect; // => 0.5
 */
export function detection(
  found: readonly boolean[],
  there: readonly boolean[],
  options: { readonly clusters?: Clusters } = {},
): Detection {
  check('detection', given, { found, there, options });
  if (found.length !== there.length)
    throw new AgoraError(
      'lengths',
      `detection needs as many found as there, got ${found.length} and ${there.length}`,
    );
  const ones = (holds: (place: number) => number) => found.map((_, place) => holds(place));
  const [all, real] = [ones((place) => Number(found[place])), ones((place) => Number(there[place]))];
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
