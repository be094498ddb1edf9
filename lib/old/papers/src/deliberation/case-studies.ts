import type { Assignment, JointCase, State } from 'agora-core/environments';
import { taskAllocation } from 'agora-core/environments';
import { tables } from './tables';

/*
 * The two cases of Appendix C, recomputed on the authors' instances: `task-0000` (C.1) and `task-0003` (C.2).
 */

const plenty = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, 999]));

/** Who can notice what is wrong with a plan. */
export interface Noticed {
  readonly agent: string;
  /** By its own observation, if it assumes plenty of everything that it does not see. */
  readonly alone: string;
  /** After all agents have told what they have. */
  readonly told: string;
}

/**
 * Appendix C.1: the lone agent gives agent_0 three tasks that take 7 hours of its 6. Which agent of a group would notice?
 * @example
 * papers.deliberation.whoNotices().map(({ alone }) => alone === 'nothing'); // => [false, true, true]
 */
export function whoNotices(): Noticed[] {
  const { oneMind } = tables.cases;
  const { solver } = taskAllocation({ cases: [oneMind] });
  const tasks = oneMind.items.filter((item) => /^(Store|Receive|Prep vegetables)/.test(item));
  const plan: Assignment = Object.fromEntries(tasks.map((task) => [task, 'agent_0']));
  const problems = (agents: readonly string[]): string => {
    const found = solver?.calculate(oneMind, knownTo(oneMind, agents), plan);
    return ((found?.['problems'] ?? []) as string[]).join('; ') || 'nothing';
  };
  return oneMind.doers.map((agent) => ({
    agent: agent,
    alone: problems([agent]),
    told: problems(oneMind.doers),
  }));
}

/** The common knowledge of agents who have told each other what they have. */
function knownTo({ truth, doers, resources }: JointCase, agents: readonly string[]): State {
  const own = doers.map((doer) => [
    doer,
    agents.includes(doer) ? (truth.own[doer] ?? {}) : plenty(resources.own),
  ]);
  return {
    values: truth.values,
    shared: agents.length === doers.length ? truth.shared : plenty(resources.shared),
    own: Object.fromEntries(own) as State['own'],
  };
}

/** The best plan for a belief about the shared resources, and what it really earns. */
export interface PlanForBelief {
  readonly belief: string;
  /** The ingredients believed to be there. */
  readonly ingredients: number;
  readonly tasks: number;
  /** The ingredients that the plan takes. */
  readonly uses: number;
  readonly reward: number;
  /** Percent of the best. */
  readonly NR: number;
}

/**
 * Appendix C.2, the skepticism trap: each agent sees a fragment of what is shared. What does the solver's plan earn for
 * each belief about the total?
 * @example
 * const plans = await papers.deliberation.plansForBeliefs();
 * plans.map(({ ingredients }) => ingredients); // => [341, 63, 74, 204]
 */
export async function plansForBeliefs(): Promise<PlanForBelief[]> {
  const { fragments } = tables.cases;
  const environment = taskAllocation({ cases: [fragments] });
  const beliefs: (readonly [string, State['shared']])[] = [
    ['all fragments added up', fragments.truth.shared],
    ...fragments.doers.map((doer) => [`${doer}'s fragment`, fragments.views[doer]?.shared ?? {}] as const),
  ];
  const plans: PlanForBelief[] = [];
  for (const [belief, shared] of beliefs) {
    const found = await environment.solver?.solve(fragments, { ...fragments.truth, shared: shared });
    const proposal = found?.proposal ?? {};
    const { reward, normalized } = environment.score(fragments, proposal) as Record<string, number>;
    const budget = 'Ingredients budget';
    plans.push({
      belief: belief,
      ingredients: shared[budget] ?? 0,
      tasks: Object.keys(proposal).length,
      uses: Object.keys(proposal).reduce((sum, task) => sum + (fragments.needs[task]?.[budget] ?? 0), 0),
      reward: reward ?? 0,
      NR: 100 * (normalized ?? 0),
    });
  }
  return plans;
}
