import type { Known, SimulatedAgent } from '../simulated-agent';
import { wholeShares } from '../whole-shares';
import type { Allocation, EconomyInstance } from './types';

/** What an agent knows of an economy: everything except the others' exponents. */
export type EconomyView = Pick<EconomyInstance, 'agents' | 'goods' | 'supply'> & {
  readonly exponents: readonly number[];
};

export function observeEconomy(
  { agents, goods, supply, exponents }: EconomyInstance,
  agent: string,
): EconomyView {
  return { agents, goods, supply, exponents: exponents[agents.indexOf(agent)] ?? [] };
}

/** A change of log utility that one just notices: about 22 percent of utility. A guess. */
const noticed = 0.2;

/**
 * The simulated agent in the economy. Its utility is the logarithm of its Cobb-Douglas utility relative to an even
 * split. It knows nothing of the others' wishes, so it proposes to share each good by its own exponent and, for each of
 * the others, the mean exponent; once others have proposed, it meets the average of their latest proposals halfway.
 */
export const simulatedTrader: SimulatedAgent<Allocation, EconomyView> = {
  utility({ observed: { agents, goods, supply, exponents }, agent }, allocation) {
    let gain = 0;
    for (const [k, good] of goods.entries()) {
      const fair = (supply[k] ?? 0) / agents.length;
      // Nothing of a good that matters is as bad as can be, and still a number.
      gain += (exponents[k] ?? 0) * Math.log(Math.max((allocation[agent]?.[good] ?? 0) / fair, 1e-60));
    }
    return gain / noticed;
  },
  options: (known, error) => [proposeAllocation(known, error)],
  sentence({ observed: { goods, exponents } }) {
    const most = exponents.indexOf(Math.max(...exponents));
    return `What I need most is ${goods[most] ?? 'nothing'}.`;
  },
};

function proposeAllocation(
  { observed: { agents, goods, supply, exponents }, agent, candidates }: Known<Allocation, EconomyView>,
  error: () => number,
): Allocation {
  const others = candidates.flatMap(({ by, proposal }) =>
    by.filter((name) => name !== agent).map(() => proposal),
  );
  const amounts = goods.map((good, k) => {
    const weights = agents.map(
      (name) => (name === agent ? (exponents[k] ?? 0) : 1 / goods.length) * Math.exp(noticed * error()),
    );
    const total = sum(weights);
    const units = supply[k] ?? 0;
    const shares = agents.map((name, j) => {
      const wanted = total === 0 ? 1 / agents.length : (weights[j] as number) / total;
      if (others.length === 0 || units === 0) return wanted;
      const offered = sum(others.map((proposal) => proposal[name]?.[good] ?? 0)) / others.length / units;
      return (wanted + offered) / 2;
    });
    // People and models like round numbers: twentieths of the supply.
    return wholeShares(shares, 20).map((count) => Number(((count * units) / 20).toFixed(6)));
  });
  return Object.fromEntries(
    agents.map((name, j) => [name, Object.fromEntries(goods.map((good, k) => [good, amounts[k]?.[j] ?? 0]))]),
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
