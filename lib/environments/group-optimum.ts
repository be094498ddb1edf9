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

/** The largest accepted relative gap. The iteration stops earlier, at a gap of a tenth of this value. */
const requiredGap = 1e-9;
const mostSteps = 100_000;

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
 * does not say how it computes U_max.
 *
 * The agents trade repeatedly. In each step, agent i offers its utility times its exponent of a good for this good. The
 * price of a good is the sum of the offers divided by the supply, and each agent gets what it paid for. The allocation
 * approaches an optimum.
 *
 * Any prices give an upper bound on U_max. Whatever the agents receive, the supply costs its total value, so their total
 * utility is at most this value plus each agent's largest gain: its utility minus the cost of its goods. A gain is
 * largest where spending one unit more yields one unit of utility. An agent with constant returns has no gain if a unit
 * of utility costs at least 1, so all prices are raised until this is true. At an optimum, the bound is exact.
 *
 * @param exponents - one row per agent: each exponent is at least 0, and each row's sum is above 0 and at most 1
 * @param supply - units of each good, above 0
 */
export function groupOptimum(
  exponents: readonly (readonly number[])[],
  supply: readonly number[],
): GroupOptimum {
  checkEconomy(exponents, supply);
  let allocation = exponents.map(() => supply.map((units) => units / exponents.length));
  let best: GroupOptimum | undefined;
  for (let step = 0; step < mostSteps; step++) {
    const utilities = exponents.map((row, agent) => cobbDouglas(row, allocation[agent]!));
    const prices = supply.map(
      (units, good) => sum(exponents.map((row, agent) => utilities[agent]! * row[good]!)) / units,
    );
    const total = boundOf(exponents, supply, prices);
    const gap = Math.max(0, 1 - sum(utilities) / total);
    if (best === undefined || gap < best.gap) best = { total, gap, allocation };
    if (gap <= requiredGap / 10) break;
    allocation = exponents.map((row, agent) =>
      supply.map((units, good) =>
        prices[good]! > 0 ? (utilities[agent]! * row[good]!) / prices[good]! : units / exponents.length,
      ),
    );
  }
  if (best !== undefined && best.gap <= requiredGap) return best;
  throw new AgoraError(`groupOptimum could not certify an optimum for ${JSON.stringify(exponents)}.`);
}

/** Returns the upper bound on the total utility that prices give, after raising them to at least a cost of 1 a unit. */
function boundOf(
  exponents: readonly (readonly number[])[],
  supply: readonly number[],
  prices: readonly number[],
): number {
  // For constant returns, the cost of one unit of utility.
  const costs = exponents.map((row) =>
    row.reduce((cost, e, good) => (e > 0 ? cost * (prices[good]! / e) ** e : cost), 1),
  );
  const saved = exponents.map((row) => 1 - sum(row));
  const raise = Math.max(1, ...costs.map((cost, agent) => (saved[agent]! < 1e-12 ? 1 / cost : 1)));
  let bound = raise * sum(supply.map((units, good) => units * prices[good]!));
  saved.forEach((rest, agent) => {
    if (rest >= 1e-12) bound += rest * (costs[agent]! * raise ** (1 - rest)) ** (-1 / rest);
  });
  return bound;
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

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
