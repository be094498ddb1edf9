import { Matrix, solve } from 'ml-matrix';
import { AgoraError } from '../error';

/** The largest total utility of an economy, and an allocation that reaches it. */
export interface GroupOptimum {
  /**
   * U_max: an upper bound on the total utility. The bound exceeds the largest total utility by at most `gap * total`.
   */
  readonly total: number;
  /** The amount by which the total utility of `allocation` falls below the bound, as a share of the bound. */
  readonly gap: number;
  /** `allocation[i][k]`: agent i's units of good k. Other allocations may reach the same total. */
  readonly allocation: readonly (readonly number[])[];
}

/** The largest accepted relative gap. The solver aims for a gap a thousand times smaller. */
const requiredGap = 1e-9;
const aimedGap = 1e-12;

/**
 * Returns the Cobb-Douglas utility: the product of the amounts, each to the power of its exponent. A good with exponent
 * 0 does not affect the utility.
 */
export function cobbDouglas(exponents: readonly number[], bundle: readonly number[]): number {
  let product = 1;
  exponents.forEach((exponent, good) => (product *= (bundle[good] ?? 0) ** exponent));
  return product;
}

/**
 * Computes U_max, the largest sum of Cobb-Douglas utilities that a supply allows (RoundTable, section 4.1). The paper
 * does not say how it computes U_max. This function solves a convex programme through its dual, which also bounds the
 * error of the result.
 *
 * Prices give an upper bound on U_max. If no agent can gain more than 1 unit of utility from goods worth 1, then the
 * total utility is at most the value of the supply. Let `w_k` be the logarithm of the value of the whole supply of good
 * k. The lowest bound of this kind is the minimum of `sum_k exp(w_k)` subject to `sum_k e_ik w_k >= sum_k e_ik log(e_ik
 * supply_k)` for each agent i. Newton's method finds this minimum with a logarithmic barrier. The barrier's multipliers
 * are the agents' utilities. These utilities determine an allocation, and the total utility of this allocation is a
 * lower bound on U_max.
 *
 * An agent with decreasing returns, whose exponents sum to d < 1, gets one unit of a private good with exponent 1 - d.
 * The agent's utility stays the same, and its returns become constant.
 *
 * @param exponents - one row per agent: each exponent is at least 0, and each row's sum is above 0 and at most 1
 * @param supply - units of each good, above 0
 */
export function groupOptimum(
  exponents: readonly (readonly number[])[],
  supply: readonly number[],
): GroupOptimum {
  checkEconomy(exponents, supply);
  const rows = withPrivateGoods(exponents);
  const width = (rows[0] as number[]).length;
  const units = Array.from({ length: width }, (_, good) => supply[good] ?? 1);
  const bounds = rows.map((row) =>
    sum(row.map((e, good) => (e > 0 ? e * Math.log(e * at(units, good)) : 0))),
  );
  const start = Math.max(...bounds) + 1;
  // Goods that no agent wants have no value.
  let values = units.map((_, good) => (rows.some((row) => at(row, good) > 0) ? start : -Infinity));
  let best: GroupOptimum | undefined;
  for (let weight = worth(values) / rows.length; ; weight /= 8) {
    values = barrierCentre(rows, bounds, values, weight);
    const utilities = rows.map((row, agent) => weight / (dot(row, values) - at(bounds, agent)));
    const candidate = certify(exponents, supply, utilities, worth(values));
    if (best === undefined || candidate.gap < best.gap) best = candidate;
    if (best.gap <= aimedGap || weight < 1e-16 * best.total) break;
  }
  if (best.gap <= requiredGap) return best;
  throw new AgoraError(`groupOptimum could not certify an optimum for ${JSON.stringify(exponents)}.`);
}

function checkEconomy(exponents: readonly (readonly number[])[], supply: readonly number[]): void {
  if (exponents.length === 0 || supply.length === 0)
    throw new AgoraError('An economy needs at least one agent and one good.');
  if (!supply.every((units) => units > 0 && units < Infinity))
    throw new AgoraError(`The supply of every good must be above 0, not ${JSON.stringify(supply)}.`);
  for (const row of exponents) {
    if (row.length !== supply.length || !row.every((exponent) => exponent >= 0))
      throw new AgoraError(
        `Each agent needs ${supply.length} exponents, one per good, and none may be negative. Got ${JSON.stringify(row)}.`,
      );
    if (!(sum(row) > 0 && sum(row) <= 1 + 1e-9))
      throw new AgoraError(
        `The exponents of an agent must sum to more than 0 and at most 1, not ${sum(row)}. ` +
          'With a larger sum, the optimum cannot be certified.',
      );
  }
}

/** Makes each row sum to 1: each agent whose exponents sum to less than 1 gets a private good, in its own column. */
function withPrivateGoods(exponents: readonly (readonly number[])[]): number[][] {
  const missing = exponents.map((row) => Math.max(0, 1 - sum(row)));
  const owners = exponents.map((_, agent) => agent).filter((agent) => at(missing, agent) > 1e-12);
  return exponents.map((row, agent) => [
    ...row,
    ...owners.map((owner) => (owner === agent ? at(missing, agent) : 0)),
  ]);
}

/**
 * Divides each good in proportion to the agents' claims (utility times exponent), and compares the resulting total
 * utility with the bound.
 */
function certify(
  exponents: readonly (readonly number[])[],
  supply: readonly number[],
  utilities: readonly number[],
  bound: number,
): GroupOptimum {
  const claimed = supply.map((_, good) =>
    sum(exponents.map((row, agent) => at(utilities, agent) * at(row, good))),
  );
  const allocation = exponents.map((row, agent) =>
    supply.map((units, good) => {
      const all = at(claimed, good);
      return all > 0 ? (units * at(utilities, agent) * at(row, good)) / all : units / exponents.length;
    }),
  );
  const reached = sum(exponents.map((row, agent) => cobbDouglas(row, allocation[agent] as number[])));
  return { total: bound, gap: Math.max(0, (bound - reached) / bound), allocation };
}

/**
 * Returns the `w` that minimises `sum exp(w) - weight * sum_i log(e_i . w - bound_i)`. Uses Newton's method with a line
 * search. `start` must be an interior point: every `e_i . w` is above its bound, and `w` is -Infinity for goods that no
 * agent wants.
 */
function barrierCentre(
  rows: readonly (readonly number[])[],
  bounds: readonly number[],
  start: readonly number[],
  weight: number,
): number[] {
  const goods = start.map((_, good) => good).filter((good) => at(start, good) > -Infinity);
  const slacksAt = (values: readonly number[]): number[] =>
    rows.map((row, agent) => dot(row, values) - at(bounds, agent));
  const heightAt = (values: readonly number[]): number => {
    let height = worth(values);
    for (const slack of slacksAt(values)) height -= slack > 0 ? weight * Math.log(slack) : -Infinity;
    return height;
  };
  let values = [...start];
  for (let step = 0; step < 60; step++) {
    const slacks = slacksAt(values);
    const gradient = goods.map(
      (good) =>
        Math.exp(at(values, good)) -
        sum(rows.map((row, agent) => (weight * at(row, good)) / at(slacks, agent))),
    );
    const hessian = goods.map((one) =>
      goods.map(
        (two) =>
          // The factor 1 + 1e-14 keeps the matrix invertible if rounding has made it singular. It only shortens the
          // step.
          (one === two ? Math.exp(at(values, one)) * (1 + 1e-14) : 0) +
          sum(rows.map((row, agent) => (weight * at(row, one) * at(row, two)) / at(slacks, agent) ** 2)),
      ),
    );
    const direction = solve(new Matrix(hessian), Matrix.columnVector(gradient)).to1DArray();
    const decrement = dot(gradient, direction);
    if (!(decrement > 1e-12 * weight)) break;
    const moved = (length: number): number[] => {
      const next = [...values];
      goods.forEach((good, place) => (next[good] = at(values, good) - length * at(direction, place)));
      return next;
    };
    const before = heightAt(values);
    let length = 1;
    while (length > 1e-10 && !(heightAt(moved(length)) <= before - 1e-4 * length * decrement)) length /= 2;
    if (length <= 1e-10) break;
    values = moved(length);
  }
  return values;
}

/** Returns the total value of all goods, given the logarithm of the value of each good's supply. */
const worth = (values: readonly number[]): number => sum(values.map(Math.exp));

/** Returns the dot product. A weight of 0 contributes 0, even if the value is infinite. */
const dot = (weights: readonly number[], values: readonly number[]): number =>
  sum(weights.map((weight, place) => (weight === 0 ? 0 : weight * at(values, place))));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const at = (numbers: readonly number[], place: number): number => numbers[place] as number;
