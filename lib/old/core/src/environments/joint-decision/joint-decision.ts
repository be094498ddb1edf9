import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from 'agora-voting/internal';
import type { Beliefs, Environment, GivenCases } from '../environment';
import { optimum } from './optimum';
import { presentPlan } from './present-plan';
import { feasiblePart, shortages, worthOf, type Given } from './search';
import type { simulatedJointAgent } from './simulated-agent';
import type { Information, JointCase, JointScore, Known, Observed, Profile, State, View } from './types';
import { asShipped } from '../../own-code';

/** The parts that differ between domains: its words, the form of its decisions, and how views are merged. */
export interface Domain<Proposal> {
  readonly name: string;
  /** The word for an item: "dish", "task". */
  readonly itemsAre: string;
  readonly settings: JsonObject;
  plan(proposal: Proposal): readonly Given[];
  proposal(plan: readonly Given[]): Proposal;
  /** The order in which items enter the feasible part of a decision. */
  greedy(instance: JointCase, plan: readonly Given[]): readonly Given[];
  task(instance: JointCase, information: Information): string;
  background(instance: JointCase, agent: string, view: View): string;
  readonly beliefs: Beliefs<JointCase>;
  readonly decisions: Pick<
    Environment<JointCase, Proposal>,
    'proposalFormat' | 'readProposal' | 'showProposal'
  >;
  readonly simulatedAgent: ReturnType<typeof simulatedJointAgent<Proposal>>;
}

/**
 * An environment of joint decisions. Collaboration i uses case i; after the last case it starts again with the first.
 */
export function jointDecision<Proposal>(
  domain: Domain<Proposal>,
  cases: readonly JointCase[],
  information: Information,
): GivenCases<JointCase, Proposal> {
  const digest = createHash('sha256').update(canonicalJson(cases)).digest('hex').slice(0, 16);
  const viewOf = (instance: JointCase, agent: string): View =>
    information === 'partial' ? (instance.views[agent] ?? nothing) : merged(instance);
  return asShipped<GivenCases<JointCase, Proposal>>({
    name: domain.name,
    settings: { ...domain.settings, information, cases: cases.length, digest },
    instance: (index) => structuredClone(cases[index % cases.length] as JointCase),
    agents: (instance) =>
      // The centralized baseline is the leader, or else the first agent.
      (information === 'centralized'
        ? [instance.agents.find(({ role }) => role === 'leader') ?? instance.agents[0]]
        : instance.agents
      ).flatMap((agent) => {
        if (agent === undefined) return [];
        const { name, role } = agent;
        const background = domain.background(instance, name, viewOf(instance, name));
        return [{ name, ...(role === undefined ? {} : { role }), background }];
      }),
    task: (instance) => domain.task(instance, information),
    ...domain.decisions,
    present: (instance, proposal) => presentPlan(instance, domain.plan(proposal), domain.itemsAre),
    // In any order.
    proposalKey: (proposal) =>
      canonicalJson(Object.fromEntries(domain.plan(proposal).map(({ item, doer }) => [item, doer]))),
    score: (instance, proposal) => scoreOf(domain, instance, proposal),
    observe: (instance, agent): Observed => {
      const { id, items, resources, needs, doers } = instance;
      return { id, domain: instance.domain, items, resources, needs, doers, view: viewOf(instance, agent) };
    },
    beliefs: domain.beliefs,
    solver: {
      async solve(instance, belief) {
        const { plan, reward } = await optimum(instance, belief as State);
        return { proposal: domain.proposal(plan), reward };
      },
      calculate: (instance, belief, proposal) =>
        calculate(instance, belief as State, proposal === null ? null : domain.plan(proposal)),
    },
    simulatedAgent: domain.simulatedAgent,
  });
}

const nothing: View = { isWhole: false, shared: {}, own: {}, values: {} };

/** Merges all views: fragments are added up, and everything that any view says about guests is included. */
export function merged({ views }: Pick<JointCase, 'views'>): View {
  const shared: Record<string, number> = {};
  const profiles: Record<string, Profile> = {};
  for (const view of Object.values(views)) {
    for (const [name, amount] of Object.entries(view.shared)) shared[name] = (shared[name] ?? 0) + amount;
    for (const [guest, profile] of Object.entries(view.profiles ?? {}))
      profiles[guest] = { ...profiles[guest], ...profile };
  }
  const all = Object.values(views);
  return {
    isWhole: true,
    shared,
    own: Object.assign({}, ...all.map(({ own }) => own)) as View['own'],
    values: Object.assign({}, ...all.map(({ values }) => values)) as View['values'],
    ...(Object.keys(profiles).length > 0 && { profiles }),
  };
}

function scoreOf<Proposal>(
  domain: Domain<Proposal>,
  instance: JointCase,
  proposal: Proposal | null,
): JointScore {
  const { truth, optimum } = instance;
  const plan = proposal === null ? [] : domain.plan(proposal);
  const share = (reward: number) => (optimum > 0 ? reward / optimum : 0);
  const part = feasiblePart(instance, truth, domain.greedy(instance, plan));
  const worth = worthOf(truth, part);
  const valid = part.length === plan.length && worth > 0;
  const reward = valid ? worth : 0;
  const adjusted = valid || plan.length === 0 ? share(reward) : (share(worth) * part.length) / plan.length;
  return {
    reward,
    optimum,
    normalized: share(reward),
    valid,
    adjusted,
    size: plan.length,
    feasible: part.length,
  };
}

/**
 * The paper's calculator: who could do what alone, what is lacking where nobody could, and what is wrong with a plan.
 */
function calculate(known: Known, state: State, plan: readonly Given[] | null): JsonObject {
  const lacking = (given: readonly Given[]) => shortages(known, state, given);
  const isFlat = known.doers.length === 1;
  const alone = known.items.map((item) => ({
    item,
    by: known.doers.map((doer) => ({ doer, problems: lacking([{ item, doer }]) })),
  }));
  const can = alone.filter(({ by }) => by.some(({ problems }) => problems.length === 0));
  const cannot = alone.filter((one) => !can.includes(one));
  const problems = plan === null ? null : lacking(plan);
  return {
    available: isFlat
      ? can.map(({ item }) => item)
      : Object.fromEntries(
          can.map(({ item, by }) => [
            item,
            by.filter((one) => one.problems.length === 0).map(({ doer }) => doer),
          ]),
        ),
    lacking: Object.fromEntries(
      cannot.map(({ item, by }) => [
        item,
        isFlat ? (by[0]?.problems ?? []) : Object.fromEntries(by.map((one) => [one.doer, one.problems])),
      ]),
    ),
    ...(problems !== null && { feasible: problems.length === 0, problems }),
  };
}
