import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AgoraError } from '../error';
import type { Random } from '../random';
import type { Agent, Environment, JsonObject, Mind } from './environment';
import { beliefOfState, beliefsOf, type BeliefParts } from './joint-beliefs';
import {
  amountsText,
  merged,
  shortages,
  sumOf,
  worthOf,
  type Amounts,
  type Given,
  type Information,
  type JointCase,
  type Profile,
  type State,
  type View,
} from './joint-case';

/** The parts that differ between menus and task allocations. */
export interface Domain<Proposal> {
  readonly name: string;
  readonly settings: JsonObject;
  plan(proposal: Proposal): readonly Given[];
  proposal(one: JointCase, plan: readonly Given[]): Proposal;
  /** Returns the items of a plan in the order in which they are tried when its feasible part is built. */
  greedy(one: JointCase, plan: readonly Given[]): readonly Given[];
  task(one: JointCase, information: Information): string;
  background(agent: string, view: View): string;
  schema(one: JointCase): z.ZodType<Proposal>;
  form(one: JointCase): string;
  show(proposal: Proposal): string;
  readonly parts: BeliefParts;
  beliefForm(one: JointCase): string;
  /** Estimates an item's value to a guest from the guest's profile. Used by simulated agents. */
  worth?(profile: Profile, item: string, needs: Amounts): number;
}

/**
 * Creates an environment for joint decisions. Collaboration i decides case i.
 */
export function jointDecision<Proposal>(
  domain: Domain<Proposal>,
  cases: readonly JointCase[],
  information: Information,
): Environment<JointCase, Proposal> {
  if (cases.length === 0) throw new AgoraError(`${domain.name} needs at least one case.`);
  const digest = createHash('sha256').update(JSON.stringify(cases)).digest('hex').slice(0, 16);
  const viewOf = (one: JointCase, agent: string): View =>
    information === 'full'
      ? merged(one)
      : (one.views[agent] ?? { isWhole: false, shared: {}, own: {}, values: {} });
  return {
    name: domain.name,
    settings: { ...domain.settings, information, cases: cases.length, digest },
    size: cases.length,
    cases: (index) => {
      const one = cases[index];
      if (one === undefined)
        throw new AgoraError(`${domain.name} has ${cases.length} cases, so index ${index} does not exist.`);
      return one;
    },
    caseName: ({ id }) => id,
    agents: (one) =>
      one.agents.map(({ name, role }): Agent => ({
        name,
        ...(role === undefined ? {} : { role }),
        background: domain.background(name, viewOf(one, name)),
      })),
    task: (one) => domain.task(one, information),
    proposal: (one) => domain.schema(one),
    form: (one) => domain.form(one),
    show: (_, proposal) => domain.show(proposal),
    key: (proposal) =>
      JSON.stringify(
        domain
          .plan(proposal)
          .map(({ item, doer }) => [item, doer])
          .sort(([one = ''], [two = '']) => (one < two ? -1 : 1)),
      ),
    score: (one, proposal) => scoreOf(domain, one, proposal),
    mind: (one, agent) => mindOf(domain, one, agent, viewOf(one, agent)),
    beliefs: beliefsOf(domain),
  };
}

/**
 * Returns the metrics in sections 2.2.4 and B.1. If the group made no decision, all metrics are 0 or false.
 * - `normalized` is NR: the reward divided by the optimum, or 0 for an invalid decision.
 * - `valid` is VR: whether the decision respects all limits and has a reward above 0.
 * - `adjusted` is NAR. For a valid decision, NAR equals NR. For an invalid decision, NAR is the NR of its feasible
 *   part, multiplied by the share of the decision's items that this part contains.
 *
 * The paper does not say how the feasible part is built. As in the official code, items are tried one by one, in the
 * order that `greedy` returns, and each item that still fits is added.
 */
function scoreOf<Proposal>(domain: Domain<Proposal>, one: JointCase, proposal: Proposal | null): JsonObject {
  const { truth, optimum } = one;
  const plan = proposal === null ? [] : domain.plan(proposal);
  const feasible: Given[] = [];
  for (const given of domain.greedy(one, plan))
    if (shortages(one, truth, [...feasible, given]).length === 0) feasible.push(given);
  const worth = worthOf(truth, feasible);
  const share = optimum > 0 ? worth / optimum : 0;
  const valid = feasible.length === plan.length && worth > 0;
  return {
    reward: valid ? worth : 0,
    optimum,
    normalized: valid ? share : 0,
    valid,
    adjusted: valid || plan.length === 0 ? share : (share * feasible.length) / plan.length,
    size: plan.length,
    feasible: feasible.length,
  };
}

/** The smallest difference in value that an agent notices. This number is a guess. */
const noticeable = 2;

/**
 * Builds the simulated agent. The agent relies on what it sees, and assumes that other agents have the same resources
 * and values. It proposes the items with the highest value relative to their needs, as long as the resources that it
 * sees suffice. When it rates a proposal, it assumes that the limits it cannot see are met. It does not learn from
 * messages.
 */
function mindOf<Proposal>(
  domain: Domain<Proposal>,
  one: JointCase,
  agent: string,
  view: View,
): Mind<Proposal> {
  const { items, doers, needs, resources } = one;
  const believed = stateSeen(domain, one, agent, view);
  const limits: State = view.isWhole
    ? believed
    : {
        ...believed,
        shared: Object.fromEntries(resources.shared.map((name) => [name, Infinity])),
        own: Object.fromEntries(
          doers.map((doer) => [
            doer,
            Object.fromEntries(
              resources.own.map((name) => [
                name,
                doer === agent ? (believed.own[doer]?.[name] ?? 0) : Infinity,
              ]),
            ),
          ]),
        ),
      };
  return {
    utility(proposal) {
      const plan = domain.plan(proposal);
      const problems = shortages(one, limits, plan).length;
      return problems > 0 ? -100 * problems : worthOf(believed, plan) / noticeable;
    },
    propose(random: Random) {
      const choices = items.flatMap((item) =>
        doers.map((doer) => {
          const value = (believed.values[doer]?.[item] ?? 0) + noticeable * random.normal();
          let burden = 1e-9;
          for (const [name, amount] of Object.entries(needs[item] ?? {})) {
            const there = believed.shared[name] ?? believed.own[doer]?.[name] ?? 0;
            burden += amount / Math.max(there, 1e-6);
          }
          return { item, doer, value, density: value / burden };
        }),
      );
      const plan: Given[] = [];
      for (const { item, doer, value } of choices.sort((a, b) => b.density - a.density)) {
        if (value <= 0 || plan.some((given) => given.item === item)) continue;
        if (shortages(one, believed, [...plan, { item, doer }]).length === 0) plan.push({ item, doer });
      }
      return domain.proposal(one, plan);
    },
    sentence: () => `I see ${amountsText(view.shared)}.`,
    believe: () => beliefOfState(domain.parts, one, believed),
  };
}

function stateSeen<Proposal>(domain: Domain<Proposal>, one: JointCase, agent: string, view: View): State {
  const { items, doers, needs, resources } = one;
  const rows = (names: readonly string[], seen: View['own']) =>
    Object.fromEntries(
      doers.map((doer) => [
        doer,
        Object.fromEntries(names.map((name) => [name, (seen[doer] ?? seen[agent])?.[name] ?? 0])),
      ]),
    );
  const shared = Object.fromEntries(resources.shared.map((name) => [name, view.shared[name] ?? 0]));
  const [only] = doers;
  if (doers.length > 1 || only === undefined)
    return { shared, own: rows(resources.own, view.own), values: rows(items, view.values) };
  const guests = [
    ...Object.values(view.values).map((values) => (item: string) => values[item] ?? 0),
    ...Object.values(view.profiles ?? {}).map(
      (profile) => (item: string) => domain.worth?.(profile, item, needs[item] ?? {}) ?? 0,
    ),
  ];
  const mean = (item: string): number =>
    sumOf(guests.map((worth) => worth(item))) / Math.max(1, guests.length);
  return { shared, own: {}, values: { [only]: Object.fromEntries(items.map((item) => [item, mean(item)])) } };
}
