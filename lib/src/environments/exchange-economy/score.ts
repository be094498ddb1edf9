import type { Allocation, EconomyInstance, EconomyScore } from './types';
import { utility } from './utility';

/** What an allocation is worth to each agent and to the group. While nothing is decided, all is worth 0. */
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
