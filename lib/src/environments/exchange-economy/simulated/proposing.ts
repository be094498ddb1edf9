import type { GroupSituation } from '../../situation';
import type { Random } from '../../../random';
import type { Allocation, EconomyInstance } from '../types';
import type { AgentParameters } from './parameters';
import { beliefs } from './reading';

type Situation = GroupSituation<EconomyInstance, Allocation>;

/**
 * The allocation an agent would propose: each good is shared by what it believes everybody gains from it, with
 * extra weight for itself, moved towards the average of the others' latest proposals, and rounded to twentieths
 * of the supply, as people and models like round numbers. Without `random` there is no error.
 */
export function proposeAllocation(
  situation: Situation,
  parameters: AgentParameters,
  random: Random | null,
): Allocation {
  const { agent, instance } = situation;
  const { agents, goods, supply } = instance;
  const self = agents.indexOf(agent);
  const believed = beliefs(agents, goods, situation.messages, parameters.attention);
  believed[self] = [...(instance.exponents[self] ?? [])];
  const others = othersAverage(situation);
  const amounts = goods.map((good, k) => {
    const weights = agents.map((_, j) => {
      const weight =
        Math.pow(believed[j]?.[k] ?? 0, parameters.reach) * (j === self ? 1 + parameters.greed : 1);
      return weight * (random === null ? 1 : Math.exp(random.normal(0, parameters.proposalNoise)));
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const shares = agents.map((name, j) => {
      const wanted = total === 0 ? 1 / agents.length : (weights[j] ?? 0) / total;
      const met = others?.[name]?.[good];
      return met === undefined ? wanted : wanted + parameters.concession * (met - wanted);
    });
    return roundShares(shares, supply[k] ?? 0);
  });
  return Object.fromEntries(
    agents.map((name, j) => [name, Object.fromEntries(goods.map((good, k) => [good, amounts[k]?.[j] ?? 0]))]),
  );
}

/** The others' latest proposals, as average shares of the supply; null when they made none. */
function othersAverage(situation: Situation): Record<string, Record<string, number>> | null {
  const { agent, instance, candidates } = situation;
  const made = candidates.flatMap(({ by, proposal }) =>
    by.filter((name) => name !== agent).map(() => proposal),
  );
  if (made.length === 0) return null;
  return Object.fromEntries(
    instance.agents.map((name) => [
      name,
      Object.fromEntries(
        instance.goods.map((good, k) => {
          const sum = made.reduce((total, allocation) => total + (allocation[name]?.[good] ?? 0), 0);
          return [good, sum / made.length / (instance.supply[k] || 1)];
        }),
      ),
    ]),
  );
}

/** Shares as amounts in steps of a twentieth of the supply that add up to it exactly (largest remainders). */
function roundShares(shares: readonly number[], supply: number): number[] {
  const steps = 20;
  const total = shares.reduce((sum, share) => sum + share, 0);
  const wanted = shares.map((share) => (share / (total || 1)) * steps);
  const whole = wanted.map(Math.floor);
  let left = steps - whole.reduce((sum, count) => sum + count, 0);
  const order = wanted
    .map((value, j) => ({ j, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.j - b.j);
  for (const { j } of order) {
    if (left <= 0) break;
    whole[j] = (whole[j] ?? 0) + 1;
    left--;
  }
  return whole.map((count) => Number(((count * supply) / steps).toFixed(6)));
}
