import { AgoraError } from '../../agora-error';
import { check, listOf, number, object, positive } from '../../check';
import { barrierCentre, valueOfSupply } from './barrier';
import { utility } from './utility';
import { at, dot, sum } from './vectors';

/** The best total utility, how sure we are of it, and an allocation that attains it. */
export interface GroupOptimum {
  /** U_max: an upper bound on every allocation's total utility, and at most `gap` above the best one. */
  readonly total: number;
  /** What remains between the bound and `allocation`'s own total utility, relative to the bound. */
  readonly gap: number;
  /** `allocation[i][k]`: agent i's units of good k. Sums to the supply. Not the only best one in general. */
  readonly allocation: readonly (readonly number[])[];
}

/** Largest relative gap that is let through; the solver aims a thousand times lower. */
const REQUIRED_GAP = 1e-9;
const AIMED_GAP = 1e-12;
/** Exponents that fall this little short of 1 were meant to sum to 1. */
const ROUNDING = 1e-12;

/**
 * U_max, the largest sum of Cobb-Douglas utilities under a supply: RoundTable, section 4.1, which does not say
 * how it is computed. Found by its dual, with a certificate.
 *
 * Any prices bound U_max from above: if no agent can make more than 1 of utility from goods worth 1, all of them
 * together make no more than what the supply is worth. With `w_k` the logarithm of the value of all of good k,
 * the lowest such bound is the convex programme: minimise `sum_k exp(w_k)` such that for each agent i
 * `sum_k e_ik w_k >= sum_k e_ik log(e_ik supply_k)`. It is solved by a logarithmic barrier and Newton's method.
 * The barrier's multipliers are the agents' utilities, and give an allocation whose total bounds U_max from below.
 * An agent with decreasing returns (exponents that sum to d < 1) gets a private good, 1 unit of it, with exponent
 * 1 - d: its utility is the same and its returns constant. Boundary optima, where agents end with nothing, and
 * goods that nobody wants need no special care.
 *
 * @param exponents - a row per agent; at least 0, and at most 1 in sum
 * @param supply - units of each good, above 0
 * @throws AgoraError 'optimum' when the relative gap stays above 1e-9
 * @example
 * environments.groupOptimum([[0.5, 0.5]], [100, 100]).total.toFixed(6); // => '100.000000'
 */
export function groupOptimum(
  exponents: readonly (readonly number[])[],
  supply: readonly number[],
): GroupOptimum {
  check('groupOptimum', economyShape, { exponents, supply });
  const rows = withPrivateGoods(exponents);
  const width = rows[0]?.length ?? 0;
  const units = Array.from({ length: width }, (_, good) => supply[good] ?? 1);
  const wanted = units.map((_, good) => rows.some((row) => at(row, good) > 0));
  const bounds = rows.map((row) =>
    sum(row.map((exponent, good) => (exponent > 0 ? exponent * Math.log(exponent * at(units, good)) : 0))),
  );
  let values = units.map((_, good) => (wanted[good] ? Math.max(...bounds) + 1 : -Infinity));
  let best: GroupOptimum | null = null;
  for (let weight = valueOfSupply(values) / rows.length; ; weight /= 8) {
    values = barrierCentre(rows, bounds, values, weight);
    const multipliers = rows.map((row, agent) => weight / (dot(row, values) - at(bounds, agent)));
    const candidate = certify(rows, exponents, supply, multipliers, valueOfSupply(values));
    if (best === null || candidate.gap < best.gap) best = candidate;
    if (best.gap <= AIMED_GAP || weight < 1e-16 * best.total) break;
  }
  if (!(best.gap <= REQUIRED_GAP))
    throw new AgoraError(
      'optimum',
      `groupOptimum needs a relative gap of at most ${REQUIRED_GAP}, reached ${best.gap} for the exponents ${JSON.stringify(exponents)}`,
    );
  return best;
}

const economyShape = object('an economy', {
  exponents: listOf('rows', listOf('exponents', number(0), 1), 1),
  supply: listOf('units above 0', positive(), 1),
});

/** Rows that sum to 1, with one more column for each agent whose own did not. */
function withPrivateGoods(exponents: readonly (readonly number[])[]): number[][] {
  const rests = exponents.map((row) => Math.max(0, 1 - sum(row)));
  const short = rests.flatMap((rest, agent) => (rest > ROUNDING ? [agent] : []));
  return exponents.map((row, agent) => [...row, ...short.map((one) => (one === agent ? at(rests, one) : 0))]);
}

/** Shares each good by the agents' claims, utility times exponent, and compares the total with the bound. */
function certify(
  rows: readonly (readonly number[])[],
  exponents: readonly (readonly number[])[],
  supply: readonly number[],
  utilities: readonly number[],
  bound: number,
): GroupOptimum {
  const claims = supply.map((_, good) => rows.map((row, agent) => at(utilities, agent) * at(row, good)));
  const allocation = exponents.map((_, agent) =>
    supply.map((units, good) => {
      const claimed = sum(claims[good] ?? []);
      return claimed > 0 ? (units * at(claims[good] ?? [], agent)) / claimed : units / exponents.length;
    }),
  );
  const attained = sum(exponents.map((row, agent) => utility(row, allocation[agent] ?? [])));
  return { total: bound, gap: Math.max(0, (bound - attained) / bound), allocation };
}
