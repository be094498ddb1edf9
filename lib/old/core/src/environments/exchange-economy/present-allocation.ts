import type { Presented } from '../presented';
import { scoreAllocation } from './score';
import type { Allocation, EconomyInstance } from './types';

/** An allocation as a table: who gets how much of each good, next to that agent's exponent of it, and its utility. */
export function presentAllocation(instance: EconomyInstance, allocation: Allocation): Presented {
  const { agents, goods, supply, exponents } = instance;
  const { utilities } = scoreAllocation(instance, allocation);
  return {
    rowsAre: 'agent',
    columns: [...goods, 'utility'],
    against: "the agent's exponent of the good",
    rows: agents.map((name, row) => ({
      name,
      cells: [
        ...goods.map((good, place) => {
          const value = allocation[name]?.[good] ?? 0;
          const whole = supply[place] ?? 0;
          return {
            value,
            against: exponents[row]?.[place] ?? 0,
            ...(whole > 0 && { part: value / whole }),
          };
        }),
        { value: utilities[name] ?? 0 },
      ],
    })),
  };
}
