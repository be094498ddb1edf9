import { z } from 'zod';
import type { Beliefs, Json, JsonObject } from './environment';
import {
  bestPlan,
  isObject,
  meant,
  shortages,
  sumOf,
  worthOf,
  type Given,
  type JointCase,
  type State,
} from './joint-case';

/** The accepted names of each part of a belief. Prompts use the first in the list; replies may use any of them. */
export interface BeliefParts {
  readonly shared: readonly string[];
  readonly own: readonly string[];
  readonly values: readonly string[];
}

/**
 * Defines beliefs about the total of each resource and the value of each item. `solve` and `check` are the paper's
 * solver and calculator (2.2.5). Both functions use only the belief of the agent that calls them.
 */
export function beliefsOf<Proposal>(domain: {
  readonly parts: BeliefParts;
  beliefForm(one: JointCase): string;
  plan(proposal: Proposal): readonly Given[];
  proposal(one: JointCase, plan: readonly Given[]): Proposal;
}): Beliefs<JointCase, Proposal> {
  const [shared = '', own = '', values = ''] = [
    domain.parts.shared[0],
    domain.parts.own[0],
    domain.parts.values[0],
  ];
  const stateOf = ({ doers }: JointCase, belief: Json): State => {
    const written = belief as Readonly<Record<string, never>>;
    const [only] = doers;
    return doers.length === 1 && only !== undefined
      ? { shared: written[shared] ?? {}, own: {}, values: { [only]: written[values] ?? {} } }
      : { shared: written[shared] ?? {}, own: written[own] ?? {}, values: written[values] ?? {} };
  };
  /**
   * Cached solutions, by case and belief. A solution is often needed more than once, for example in a resumed run.
   */
  const solved = new WeakMap<JointCase, Map<string, ReturnType<typeof bestPlan>>>();
  return {
    form: (one) => domain.beliefForm(one),
    schema: (one) => beliefSchema(domain.parts, one),
    errors: (one, belief) => beliefErrors(one, stateOf(one, belief)),
    truth: (one) => beliefOfState(domain.parts, one, one.truth),
    async solve(one, belief) {
      const known = solved.get(one) ?? new Map<string, ReturnType<typeof bestPlan>>();
      solved.set(one, known);
      const key = JSON.stringify(belief);
      const solution = known.get(key) ?? bestPlan(one, stateOf(one, belief));
      known.set(key, solution);
      const { plan, value } = await solution;
      return { proposal: domain.proposal(one, plan), value };
    },
    check: (one, belief, proposal) => checkPlan(one, stateOf(one, belief), domain.plan(proposal)),
  };
}

/**
 * Converts a state to a belief in the agents' format. If there is only one doer, values are listed by item, not by
 * doer.
 */
export function beliefOfState(parts: BeliefParts, { doers }: JointCase, state: State): JsonObject {
  const [only] = doers;
  return doers.length === 1 && only !== undefined
    ? { [parts.shared[0] ?? '']: state.shared, [parts.values[0] ?? '']: state.values[only] ?? {} }
    : {
        [parts.shared[0] ?? '']: state.shared,
        [parts.own[0] ?? '']: state.own,
        [parts.values[0] ?? '']: state.values,
      };
}

/**
 * Returns the schema for a belief. Replies are parsed leniently: "3 units" is read as 3, the case of letters does not
 * matter, and negative or missing amounts are read as 0. Shared resources that do not exist are kept, because the
 * paper's NMAE counts them. The JSON schema that constrains an endpoint's output is stricter: it requires every
 * expected amount and allows no other amounts.
 */
function beliefSchema(parts: BeliefParts, one: JointCase): z.ZodType<Json> {
  const { doers, items, resources } = one;
  const isFlat = doers.length === 1;
  const amount = z.number().min(0);
  const amounts = (names: readonly string[]) =>
    z.strictObject(Object.fromEntries(names.map((name) => [name, amount])));
  const byDoer = (names: readonly string[]) =>
    z.strictObject(Object.fromEntries(doers.map((doer) => [doer, amounts(names)])));
  const sharedSchema = z
    .object(Object.fromEntries(resources.shared.map((name) => [name, amount])))
    .catchall(amount)
    .meta({ additionalProperties: false });
  const [sharedName = '', ownName = '', valuesName = ''] = [parts.shared[0], parts.own[0], parts.values[0]];
  const schema = z.strictObject({
    [sharedName]: sharedSchema,
    ...(isFlat ? {} : { [ownName]: byDoer(resources.own) }),
    [valuesName]: isFlat ? amounts(items) : byDoer(items),
  });

  const tidyAmounts = (
    written: unknown,
    names: readonly string[],
    keepsUnknown = false,
  ): Record<string, number> => {
    const nameOf = meant(names);
    const found: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
    for (const [key, value] of Object.entries(isObject(written) ? written : {})) {
      const read = typeof value === 'string' ? Number.parseFloat(value) : value;
      const name = nameOf(key) ?? (keepsUnknown ? key : undefined);
      if (name !== undefined && typeof read === 'number' && Number.isFinite(read))
        found[name] = Math.max(0, read);
    }
    return found;
  };
  const tidyByDoer = (written: unknown, names: readonly string[]): Record<string, unknown> => {
    const doerOf = meant(doers);
    const rows = new Map(
      Object.entries(isObject(written) ? written : {}).map(([key, row]) => [doerOf(key), row] as const),
    );
    return Object.fromEntries(doers.map((doer) => [doer, tidyAmounts(rows.get(doer), names)]));
  };
  return z.preprocess((written) => {
    if (!isObject(written)) return written;
    // In the paper's format, private and public resources are parts of one section.
    const places = [written, ...Object.values(written).filter(isObject)];
    const part = (names: readonly string[]): unknown =>
      places.flatMap((place) =>
        names.filter((name) => Object.hasOwn(place, name)).map((name) => place[name]),
      )[0];
    const [shared, own, values] = [part(parts.shared), part(parts.own), part(parts.values)];
    if (!isObject(shared) && !isObject(own) && !isObject(values)) return written;
    return {
      [sharedName]: tidyAmounts(shared, resources.shared, true),
      ...(isFlat ? {} : { [ownName]: tidyByDoer(own, resources.own) }),
      [valuesName]: isFlat ? tidyAmounts(values, items) : tidyByDoer(values, items),
    };
  }, schema);
}

/**
 * Measures how far a belief is from the truth.
 * - `hallucination` is HR (B.1.5): the fraction of all amounts, shared and owned, that the belief overstates.
 * - `publicError` is NMAE (B.1.6): the mean relative error over all shared resources that the case or the belief lists.
 *   If a resource does not exist but the belief gives an amount above 0, the error is 1.
 * - `invented` is the total amount that the belief gives for resources that the case lists but that do not exist, as a
 *   fraction of the true total of all resources. Two of the four official evaluation scripts call this measure HR.
 */
function beliefErrors({ resources, doers, truth }: JointCase, belief: State): JsonObject {
  const pairs = [
    ...resources.shared.map((name) => ({
      believed: belief.shared[name] ?? 0,
      real: truth.shared[name] ?? 0,
    })),
    ...doers.flatMap((doer) =>
      resources.own.map((name) => ({
        believed: belief.own[doer]?.[name] ?? 0,
        real: truth.own[doer]?.[name] ?? 0,
      })),
    ),
  ];
  const tooMuch = pairs.filter(({ believed, real }) => believed > real + 1e-9).length;
  const total = sumOf(pairs.map(({ real }) => real));
  const missing = sumOf(pairs.map(({ believed, real }) => (real === 0 ? believed : 0)));
  const errors = [...new Set([...Object.keys(belief.shared), ...resources.shared])].map((name) => {
    const believed = belief.shared[name] ?? 0;
    const real = truth.shared[name] ?? 0;
    return real === 0 ? Number(believed !== 0) : Math.abs(believed - real) / Math.abs(real);
  });
  return {
    hallucination: pairs.length === 0 ? 0 : tooMuch / pairs.length,
    publicError: errors.length === 0 ? 0 : sumOf(errors) / errors.length,
    invented: total === 0 ? 0 : missing / total,
  };
}

/**
 * Checks each item separately: reports which doers can do it or, if none can, what each doer lacks. Also reports which
 * limits the whole plan exceeds.
 */
function checkPlan(one: JointCase, state: State, plan: readonly Given[]): JsonObject {
  const isFlat = one.doers.length === 1;
  const available: Record<string, Json> = {};
  const lacking: Record<string, Json> = {};
  for (const item of one.items) {
    const problems = one.doers.map((doer) => [doer, shortages(one, state, [{ item, doer }])] as const);
    const can = problems.filter(([, found]) => found.length === 0).map(([doer]) => doer);
    if (can.length > 0) available[item] = can;
    else lacking[item] = isFlat ? (problems[0]?.[1] ?? []) : Object.fromEntries(problems);
  }
  const problems = shortages(one, state, plan);
  return {
    available: isFlat ? Object.keys(available) : available,
    lacking,
    feasible: problems.length === 0,
    problems,
    value: worthOf(state, plan),
  };
}
