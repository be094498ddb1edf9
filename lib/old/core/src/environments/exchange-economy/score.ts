import type { Allocation, EconomyInstance, EconomyScore } from './types';

/** The utilities of an allocation for each agent and the group. Without a decision all are 0. */
export function scoreAllocation(instance: EconomyInstance, allocation: Allocation | null): EconomyScore {
  const utilities = instance.agents.map((agent, place) =>
    allocation === null
      ? 0
      : utility(
          instance.exponents[place] ?? [],
          instance.goods.map((good) => allocation[agent]?.[good] ?? 0),
        ),
  );
  const total = utilities.reduce((sum, one) => sum + one, 0);
  return {
    utilities: Object.fromEntries(instance.agents.map((agent, place) => [agent, utilities[place] ?? 0])),
    total,
    optimum: instance.optimum,
    share: total / instance.optimum,
  };
}

/**
 * Cobb-Douglas utility, `prod_k bundle[k] ** exponents[k]`. Source: RoundTable, section 4.1, after Cobb and Douglas
 * (1928). A good with exponent 0 does not matter. Utility is 0 if the bundle lacks another good.
 * @param bundle - units of each good, none negative, in the order of the exponents
 */
export function utility(exponents: readonly number[], bundle: readonly number[]): number {
  return exponents.reduce((product, exponent, good) => product * (bundle[good] ?? 0) ** exponent, 1);
}
