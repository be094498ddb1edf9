import type { GroupSituation } from '../../situation';
import type { Random } from '../../../random';
import type { Allocation, EconomyInstance } from '../types';
import { utility } from '../utility';
import type { AgentParameters } from './parameters';
import { backers } from './reading';

type Situation = GroupSituation<EconomyInstance, Allocation>;

/** A candidate as an agent judges it, in log utility against an even split. */
export interface Judgement {
  readonly id: string;
  readonly value: number;
}

/** Below this, an agent rather abstains than puts its name to a candidate: half the utility of an even split. */
export const reservation = Math.log(0.5);

/**
 * Judges all candidates: own utility, more for one's own proposal, for the standing decision and for what others
 * back, with an error. Without `random` there is no error: what the agent would say on reflection.
 */
export function judge(situation: Situation, parameters: AgentParameters, random: Random | null): Judgement[] {
  const { agent, agents, instance, candidates, standing, messages } = situation;
  const support = backers(agent, messages);
  const even = ownUtility(instance, agent, null);
  return candidates.map(({ id, proposal, by }) => {
    const gain = Math.log(Math.max(ownUtility(instance, agent, proposal), 1e-6) / even);
    const share = agents.length < 2 ? 0 : (support.get(id) ?? 0) / (agents.length - 1);
    const value =
      gain +
      (by.includes(agent) ? parameters.loyalty : 0) +
      (standing?.id === id ? parameters.inertia : 0) +
      share * parameters.conformity +
      (random === null ? 0 : random.normal(0, parameters.judgementNoise));
    return { id, value };
  });
}

/** An agent's own utility of an allocation; of the even split when there is none. */
export function ownUtility(instance: EconomyInstance, agent: string, allocation: Allocation | null): number {
  const exponents = instance.exponents[instance.agents.indexOf(agent)] ?? [];
  const bundle = instance.goods.map((good, k) =>
    allocation === null
      ? (instance.supply[k] ?? 0) / instance.agents.length
      : (allocation[agent]?.[good] ?? 0),
  );
  return utility(exponents, bundle);
}

/** The best of some judgements; the earlier one when two are alike. */
export function best(judgements: readonly Judgement[]): Judgement | null {
  let top: Judgement | null = null;
  for (const judgement of judgements) if (top === null || judgement.value > top.value) top = judgement;
  return top;
}
