import { AgoraError } from 'agora-voting';
import { check, object, listOf, text } from 'agora-voting/internal';

export interface Kappa {
  /** 1 for complete agreement, 0 for agreement by chance; null if both readers gave one and the same label throughout. */
  readonly kappa: number | null;
  /** The share of units with the same label. */
  readonly agreement: number;
  /** The agreement to expect of readers who give their labels as often, at random. */
  readonly expected: number;
  /** Of kappa, by its large-sample formula. */
  readonly standardError: number | null;
  readonly n: number;
}

const labels = listOf('labels', text(), 1);

/**
 * Cohen's kappa: how far two readers agree on labels, beyond chance. Source: Cohen (1960), with the standard error
 * sqrt(p (1 - p) / (n (1 - e)^2)) of agreement p and expected agreement e.
 * @param first - the labels of the first reader
 * @param second - those of the second, on the same units in the same order
 * @throws AgoraError 'setting' for lists of different length
 * @example
 * statistics.cohensKappa(['yes', 'yes', 'no', 'no'], ['yes', 'no', 'no', 'no']).kappa; // => 0.5
 */
export function cohensKappa(first: readonly string[], second: readonly string[]): Kappa {
  check('cohensKappa', object('arguments', { first: labels, second: labels }), { first, second });
  const n = first.length;
  if (second.length !== n)
    throw new AgoraError(
      'setting',
      `cohensKappa needs as many labels of both readers, got ${n} and ${second.length}`,
    );
  const agreement = first.filter((label, place) => label === second[place]).length / n;
  const shareOf = (list: readonly string[], label: string) => list.filter((one) => one === label).length / n;
  let expected = 0;
  for (const label of new Set(first)) expected += shareOf(first, label) * shareOf(second, label);
  if (expected === 1) return { kappa: null, agreement, expected, standardError: null, n };
  return {
    kappa: (agreement - expected) / (1 - expected),
    agreement,
    expected,
    standardError: Math.sqrt((agreement * (1 - agreement)) / (n * (1 - expected) ** 2)),
    n,
  };
}
