import { AgoraError } from 'agora-voting';
import { check, listOf, number, object, positive } from 'agora-voting/internal';
import { utility } from './score';

/** The best total utility, its precision, and an allocation that attains it. */
export interface GroupOptimum {
  /** U_max: an upper bound of the total utility. It exceeds the best total by at most `gap`. */
  readonly total: number;
  /** The difference between the bound and the total utility of `allocation`, relative to the bound. */
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

/**
 * The lowest point of `sum exp(w) - weight * sum_i log(e_i . w - bound_i)`, by Newton's method with a line search.
 * @param rows - `e_i`, each summing to 1
 * @param start - a point inside: every `e_i . w` above its bound; -Infinity for goods that no row wants
 */
function barrierCentre(
  rows: readonly (readonly number[])[],
  bounds: readonly number[],
  start: readonly number[],
  weight: number,
): number[] {
  const goods = start.flatMap((value, good) => (value === -Infinity ? [] : [good]));
  const slacks = (values: readonly number[]): number[] =>
    rows.map((row, agent) => dot(row, values) - at(bounds, agent));
  const height = (values: readonly number[]): number =>
    slacks(values).reduce(
      (total, slack) => (slack > 0 ? total - weight * Math.log(slack) : Infinity),
      valueOfSupply(values),
    );
  let values = [...start];
  for (let step = 0; step < 60; step++) {
    const slack = slacks(values);
    const gradient = goods.map(
      (good) =>
        Math.exp(at(values, good)) -
        sum(rows.map((row, agent) => (weight * at(row, good)) / at(slack, agent))),
    );
    const hessian = goods.map((one) =>
      goods.map(
        (two) =>
          (one === two ? Math.exp(at(values, one)) : 0) +
          sum(rows.map((row, agent) => (weight * at(row, one) * at(row, two)) / at(slack, agent) ** 2)),
      ),
    );
    const direction = solvePositiveDefinite(hessian, gradient);
    const decrement = dot(gradient, direction);
    if (!(decrement > 1e-12 * weight)) break;
    const move = (length: number): number[] => {
      const moved = [...values];
      goods.forEach((good, place) => (moved[good] = at(values, good) - length * at(direction, place)));
      return moved;
    };
    const before = height(values);
    let length = 1;
    while (length > 1e-10 && !(height(move(length)) <= before - 1e-4 * length * decrement)) length /= 2;
    if (length <= 1e-10) break;
    values = move(length);
  }
  return values;
}

/** What the whole supply is worth, given the logarithm of the value of each good. */
function valueOfSupply(values: readonly number[]): number {
  return sum(values.map(Math.exp));
}

/**
 * Solves `matrix x = right` for a symmetric positive definite matrix, by Cholesky's factorisation.
 * A pivot that rounding has made too small is lifted, which only shortens the step in that direction.
 */
function solvePositiveDefinite(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length;
  const factor = matrix.map((row) => [...row]);
  const cell = (row: number, column: number): number => factor[row]?.[column] as number;
  for (let column = 0; column < size; column++) {
    let pivot = cell(column, column);
    const smallest = 1e-14 * pivot;
    for (let k = 0; k < column; k++) pivot -= cell(column, k) ** 2;
    const root = Math.sqrt(Math.max(pivot, smallest, Number.MIN_VALUE));
    (factor[column] as number[])[column] = root;
    for (let row = column + 1; row < size; row++) {
      let value = cell(row, column);
      for (let k = 0; k < column; k++) value -= cell(row, k) * cell(column, k);
      (factor[row] as number[])[column] = value / root;
    }
  }
  const solution = [...right];
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++)
      solution[row] = (solution[row] as number) - cell(row, k) * (solution[k] as number);
    solution[row] = (solution[row] as number) / cell(row, row);
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++)
      solution[row] = (solution[row] as number) - cell(k, row) * (solution[k] as number);
    solution[row] = (solution[row] as number) / cell(row, row);
  }
  return solution;
}

/** Zero weights count for nothing, even against an infinite value. */
function dot(weights: readonly number[], values: readonly number[]): number {
  return sum(weights.map((weight, place) => (weight === 0 ? 0 : weight * at(values, place))));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A number that is known to be there. */
function at(numbers: readonly number[], place: number): number {
  return numbers[place] as number;
}
