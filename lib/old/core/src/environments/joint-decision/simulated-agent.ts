import { z } from 'zod';
import { readJson } from '../../read-json';
import type { Known as KnownToIt, SimulatedAgent } from '../simulated-agent';
import { merged } from './joint-decision';
import { search, shortages, worthOf, type Given } from './search';
import type { Amounts, Observed, Profile, State, View } from './types';

/** A difference in worth that one just notices. A guess. */
const noticed = 2;
/** The utility of each thing that a decision lacks, so that nobody accepts what cannot be carried out. */
const lacking = -100;
/** The most steps of the search for a good plan. */
const mostSteps = 20_000;

/** The parts of a domain that the simulated agent needs. */
export interface JointWords<Proposal> {
  plan(proposal: Proposal): readonly Given[];
  proposal(plan: readonly Given[]): Proposal;
  /** The value of a dish to a guest who is described in words. */
  readonly worth?: (profile: Profile, item: string, needs: Amounts) => number;
}

/**
 * The simulated agent of a joint decision tells all that it sees, adds up what it is told, and makes the plan of the
 * largest worth by what it then believes, each value judged with an error.
 */
export function simulatedJointAgent<Proposal>(
  words: JointWords<Proposal>,
): SimulatedAgent<Proposal, Observed> {
  return {
    believe: (known): State => believed(known, merged({ views: viewsHeard(known) }), words.worth),
    utility({ observed, belief }, proposal) {
      const state = belief as State;
      const plan = words.plan(proposal);
      const short = shortages(observed, state, plan).length;
      return short > 0 ? lacking * short : worthOf(state, plan) / noticed;
    },
    options({ observed, belief }, error) {
      const state = belief as State;
      const values = Object.fromEntries(
        Object.entries(state.values).map(([doer, row]) => [
          doer,
          Object.fromEntries(
            Object.entries(row).map(([item, value]) => [item, value > 0 ? value + noticed * error() : value]),
          ),
        ]),
      );
      return [words.proposal(search(observed, { ...state, values }, mostSteps).plan)];
    },
    // Once is enough: it stays in the record of what was said.
    sentence: (known) =>
      known.observed.view.isWhole || Object.hasOwn(viewsTold(known.messages), known.agent)
        ? null
        : `I see ${JSON.stringify({ by: known.agent, view: known.observed.view })}.`,
  };
}

const amounts = z.record(z.string(), z.number().nonnegative());
const rows = z.record(z.string(), amounts);
const profile = z.record(z.string(), z.array(z.string()));
const sentence = z.object({
  by: z.string(),
  view: z.object({
    isWhole: z.literal(false),
    shared: amounts,
    own: rows,
    values: rows,
    profiles: z.record(z.string(), profile).optional(),
  }),
});

/** The views that messages tell of, by agent, wherever the sentence is repeated. Anything else is passed over. */
function viewsTold(messages: KnownToIt<unknown>['messages']): Record<string, View> {
  const views: Record<string, View> = {};
  for (const { text } of messages)
    for (const [, json = ''] of text.matchAll(/I see (\{"by":.*?\}\})\.(?=\s|$)/g)) {
      const value = readJson(json);
      const told = value.ok ? sentence.safeParse(value.value) : undefined;
      if (told?.success === true) views[told.data.by] = told.data.view as View;
    }
  return views;
}

/** The agent's own view, and those that the others have told. */
function viewsHeard({
  agent,
  agents,
  observed,
  messages,
}: KnownToIt<unknown, Observed>): Record<string, View> {
  if (observed.view.isWhole) return { [agent]: observed.view };
  const others = Object.entries(viewsTold(messages)).filter(
    ([name]) => name !== agent && agents.includes(name),
  );
  return Object.fromEntries([...others, [agent, observed.view]]);
}

/**
 * The belief of an agent after it heard these views. It assumes that agents who have not spoken are like
 * itself, and that resources which nobody mentioned do not exist. In a menu the value of a dish is the mean over the guests.
 */
function believed<P>(
  { agent, observed: { items, doers, needs, resources } }: KnownToIt<P, Observed>,
  { shared, own, values, profiles = {} }: View,
  worth: JointWords<P>['worth'],
): State {
  const all = (names: readonly string[], row: Amounts) =>
    Object.fromEntries(names.map((name) => [name, row[name] ?? 0]));
  const byDoer = (names: readonly string[], rows: View['own']) =>
    Object.fromEntries(doers.map((doer) => [doer, all(names, rows[doer] ?? rows[agent] ?? {})]));
  const total = all(resources.shared, shared);
  const [kitchen] = doers;
  if (doers.length > 1 || kitchen === undefined)
    return { shared: total, own: byDoer(resources.own, own), values: byDoer(items, values) };
  const described = Object.values(profiles).map((profile) =>
    Object.fromEntries(items.map((item) => [item, worth?.(profile, item, needs[item] ?? {}) ?? 0])),
  );
  const guests = [...Object.values(values), ...described];
  const mean = (item: string) =>
    guests.reduce((sum, row) => sum + (row[item] ?? 0), 0) / Math.max(1, guests.length);
  const liked = Object.fromEntries(items.map((item) => [item, mean(item)]));
  return { shared: total, own: {}, values: { [kitchen]: liked } };
}
