import binomial from '@stdlib/stats-base-dists-binomial-cdf';
import cdf from '@stdlib/stats-base-dists-t-cdf';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import signedRanks from '@stdlib/stats-wilcoxon';
import { check, listOf, number, object, positive, settings, whole } from 'agora-voting/internal';
import { clustersGiven, estimate, valuesGiven, type Clusters } from './estimate';

const pairs = object('arguments', { onlyFirst: whole(), onlySecond: whole() });

/**
 * McNemar's exact test of two treatments of the same cases, each right or wrong. It compares the number of cases that
 * only the first gets right with the number that only the second gets right. Other cases do not matter. Source: McNemar
 * (1947), in its exact form; scipy's binomtest and statsmodels' mcnemar(exact=True) agree.
 * @returns the two-sided p value; 1 if nothing differs
 * @example
 * statistics.mcnemar(1, 9).toFixed(4); // => '0.0215'
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  check('mcnemar', pairs, { onlyFirst, onlySecond });
  return Math.min(1, 2 * binomial(Math.min(onlyFirst, onlySecond), onlyFirst + onlySecond, 0.5));
}

const differencesGiven = object('arguments', { differences: valuesGiven });

/**
 * Wilcoxon's signed-rank test: whether paired differences are symmetric about zero. Differences of zero are omitted.
 * Exact up to 50 differences without ties, else by the normal approximation without a correction for continuity.
 * Source: Wilcoxon (1945), by way of @stdlib/stats-wilcoxon.
 * @returns the two-sided p value; null if no difference remains
 * @example
 * statistics.wilcoxon([1, 2, 3, 4, 5]).toFixed(4); // => '0.0625'
 */
export function wilcoxon(differences: readonly number[]): number | null {
  check('wilcoxon', differencesGiven, { differences });
  const rest = differences.filter((one) => one !== 0);
  if (rest.length < 2) return rest.length === 0 ? null : 1;
  return signedRanks(rest, { correction: false }).pValue;
}

const margins = object('arguments', {
  differences: valuesGiven,
  margin: positive(),
  options: settings({ clusters: clustersGiven.optional() }),
});

/**
 * Equivalence test: whether a mean difference is within `margin` of zero, by two one-sided t tests. With clusters it is
 * cluster-robust. Source: Schuirmann (1987).
 * @returns the larger of the two p values (small: equivalent); null with fewer than two clusters
 * @example
 * statistics.equivalence([0.1, -0.1, 0.05, 0], 1) < 0.001; // => true
 */
export function equivalence(
  differences: readonly number[],
  margin: number,
  options: { readonly clusters?: Clusters } = {},
): number | null {
  check('equivalence', margins, { differences, margin, options });
  const { value, standardError, clusters } = estimate(differences, options);
  if (value === null || standardError === null) return null;
  if (standardError === 0) return Math.abs(value) < margin ? 0 : 1;
  const closest = margin - Math.abs(value);
  return cdf(-closest / standardError, clusters - 1);
}

const sample = object('arguments', {
  standardError: number(0),
  clusters: whole(2),
  settings: settings({ power: number(0.5, 0.9999).optional(), level: number(1e-9, 0.5).optional() }),
});

/**
 * The minimum detectable effect: the smallest true effect that a two-sided test finds with this power. Source: Bloom
 * (1995), the multiple t(1 - level/2) + t(power) of the standard error.
 * @param clusters - number of independent cases; the test has `clusters` - 1 degrees of freedom
 * @returns in the unit of the standard error
 * @example
 * statistics.minimumDetectableEffect(1, 1000).toFixed(2); // => '2.80'
 */
export function minimumDetectableEffect(
  standardError: number,
  clusters: number,
  options: { readonly power?: number; readonly level?: number } = {},
): number {
  check('minimumDetectableEffect', sample, { standardError, clusters, settings: options });
  const { power = 0.8, level = 0.05 } = options;
  return (quantile(1 - level / 2, clusters - 1) + quantile(power, clusters - 1)) * standardError;
}

const manyGiven = object('arguments', { pValues: listOf('p values', number(0, 1)) });

/**
 * Corrects the p values of several tests for the familywise error rate: the probability of any false finding stays at
 * the level of one test. Source: Holm (1979).
 * @returns in the order given
 * @example
 * statistics.holm([0.01, 0.04, 0.03]); // => [0.03, 0.06, 0.06]
 */
export function holm(pValues: readonly number[]): number[] {
  check('holm', manyGiven, { pValues });
  const corrected = pValues.map(() => 0);
  let least = 0;
  byValue(pValues).forEach((place, rank) => {
    least = Math.max(least, Math.min(1, (pValues.length - rank) * (pValues[place] ?? 1)));
    corrected[place] = least;
  });
  return corrected;
}

/**
 * Corrects the p values of several tests for the false discovery rate: the expected share of false findings. Source:
 * Benjamini and Hochberg (1995).
 * @returns in the order given
 * @example
 * statistics.benjaminiHochberg([0.01, 0.04, 0.03]); // => [0.03, 0.04, 0.04]
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  check('benjaminiHochberg', manyGiven, { pValues });
  const corrected = pValues.map(() => 0);
  let most = 1;
  const order = byValue(pValues);
  for (let rank = order.length; rank > 0; rank--) {
    const place = order[rank - 1] ?? 0;
    most = Math.min(most, (pValues.length * (pValues[place] ?? 1)) / rank);
    corrected[place] = most;
  }
  return corrected;
}

/** The places of values, smallest first. */
function byValue(values: readonly number[]): number[] {
  return values.map((_, place) => place).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
}
