import type loadHighs from 'highs';
import { AgoraError } from '../error';

/*
 * Joint decisions, in which information is distributed among the agents (Deliberation, section 2 and appendix A).
 *
 * Menus and task allocations have the same structure. A decision assigns items (dishes or tasks) to doers (the kitchen
 * or an agent), each item at most once. Items use up shared resources and, in task allocations, resources of their
 * doers. A `State` describes the truth or an agent's belief. A `View` describes what an agent observes.
 */

export type Amounts = Readonly<Record<string, number>>;

/** Resources and values. A missing amount counts as 0. */
export type State = {
  readonly shared: Amounts;
  /** Each doer's own resources. Empty for menus. */
  readonly own: Readonly<Record<string, Amounts>>;
  /**
   * The value of each item, by doer. For menus, the kitchen is the only doer, and the value of a dish is the mean of
   * its values to the guests.
   */
  readonly values: Readonly<Record<string, Amounts>>;
};

/**
 * A description of a guest in words, such as "Food Allergies": ["Nuts"]. An empty list means "none", as in "no
 * allergies".
 */
export type Profile = Readonly<Record<string, readonly string[]>>;

/** What an agent observes. */
export type View = {
  /** Whether the agent sees all of the shared resources rather than only a fragment of them. */
  readonly isWhole: boolean;
  readonly shared: Amounts;
  readonly own: Readonly<Record<string, Amounts>>;
  /** The values of items, by doer in task allocations and by guest in menus. */
  readonly values: Readonly<Record<string, Amounts>>;
  /** The guests' profiles, by guest. */
  readonly profiles?: Readonly<Record<string, Profile>>;
};

export type JointCase = {
  readonly id: string;
  /** "menu", or the domain of a task allocation, such as "camping". */
  readonly domain: string;
  readonly items: readonly string[];
  readonly resources: { readonly shared: readonly string[]; readonly own: readonly string[] };
  /** The resources that each item needs, regardless of its doer. */
  readonly needs: Readonly<Record<string, Amounts>>;
  readonly doers: readonly string[];
  readonly agents: readonly {
    readonly name: string;
    readonly role?: 'leader' | 'worker';
    readonly about?: string;
  }[];
  readonly truth: State;
  /** Each agent's view. The fragments of the shared resources add up to the true amounts. */
  readonly views: Readonly<Record<string, View>>;
  /** The largest reward that a valid decision can have. */
  readonly optimum: number;
};

/** An item and its doer. A decision is a list of these pairs. */
export interface Given {
  readonly item: string;
  readonly doer: string;
}

/**
 * What agents see. 'private': each agent sees its own part. 'full': each agent sees everything (the oracle in section
 * 4.3).
 */
export type Information = 'private' | 'full';

/** Combines the views of all agents: adds up the fragments of the shared resources, and merges the rest. */
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

/** The tolerance for rounding errors, in units of a resource. The official code uses the same value. */
const tolerance = 1e-6;

/** Lists every limit that a plan exceeds, such as "needs 2 more eggs" or "Worker 1 needs 0.4 more Time". */
export function shortages(
  { resources, needs, doers }: JointCase,
  state: State,
  plan: readonly Given[],
): string[] {
  const problems: string[] = [];
  const compare = (resource: string, available: number, items: readonly Given[], who = ''): void => {
    let needed = 0;
    for (const { item } of items) needed += needs[item]?.[resource] ?? 0;
    if (needed > available + tolerance)
      problems.push(`${who}needs ${Number((needed - available).toFixed(6))} more ${resource}`);
  };
  for (const resource of resources.shared) compare(resource, state.shared[resource] ?? 0, plan);
  for (const doer of doers)
    for (const resource of resources.own) {
      const items = plan.filter((given) => given.doer === doer);
      compare(resource, state.own[doer]?.[resource] ?? 0, items, `${doer} `);
    }
  return problems;
}

/** Returns the value of a plan that is assumed to be feasible. */
export const worthOf = (state: State, plan: readonly Given[]): number =>
  plan.reduce((sum, { item, doer }) => sum + (state.values[doer]?.[item] ?? 0), 0);

let highs: ReturnType<typeof loadHighs> | undefined;

/**
 * Finds the plan that has the largest value in a given state. Uses HiGHS to solve an integer programme with an
 * optimality gap of 0. The programme has one variable for each pair of an item and a doer. The paper uses PuLP.
 */
export async function bestPlan(
  one: JointCase,
  state: State,
): Promise<{ readonly plan: readonly Given[]; readonly value: number }> {
  const { items, doers, needs, resources } = one;
  const variables = items.flatMap((item, i) =>
    doers.map((doer, d) => ({ item, doer, name: `x${i}_${d}`, value: state.values[doer]?.[item] ?? 0 })),
  );
  const used = variables.filter(({ value }) => value > 0);
  if (used.length === 0) return { plan: [], value: 0 };
  type Variable = (typeof used)[number];
  // HiGHS reads lines of at most 560 characters, so each term has its own line.
  const sum = (factor: (variable: Variable) => number): string[] =>
    used.flatMap((variable) => (factor(variable) === 0 ? [] : [` + ${factor(variable)} ${variable.name}`]));
  const limit = (factor: (variable: Variable) => number, most: number): string[] => {
    const terms = sum(factor);
    return terms.length === 0 ? [] : [...terms, ` <= ${Math.max(0, most)}`];
  };
  const programme = [
    'Maximize',
    ...sum(({ value }) => value),
    'Subject To',
    ...items.flatMap((item) => limit((variable) => Number(variable.item === item), 1)),
    ...resources.shared.flatMap((name) =>
      limit(({ item }) => needs[item]?.[name] ?? 0, state.shared[name] ?? 0),
    ),
    ...doers.flatMap((doer) =>
      resources.own.flatMap((name) =>
        limit(
          (variable) => (variable.doer === doer ? (needs[variable.item]?.[name] ?? 0) : 0),
          state.own[doer]?.[name] ?? 0,
        ),
      ),
    ),
    'Binary',
    ...used.map(({ name }) => ` ${name}`),
    'End',
  ].join('\n');
  // HiGHS is 3.5 MB of WebAssembly, so it is loaded on first use. Its types describe a CommonJS module.
  const { default: load } = (await import('highs')) as unknown as { default: typeof loadHighs };
  highs ??= load();
  const { Status, Columns } = (await highs).solve(programme, {
    output_flag: false,
    mip_rel_gap: 0,
    mip_abs_gap: 0,
  });
  if (Status !== 'Optimal') throw new AgoraError(`HiGHS found no optimum for ${one.id}: ${Status}.`);
  const plan = used
    .filter(({ name }) => (Columns[name]?.Primal ?? 0) > 0.5)
    .map(({ item, doer }) => ({ item, doer }));
  return { plan, value: worthOf(state, plan) };
}

export const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/**
 * Returns a function that finds the known name to which a name in a reply refers. Case does not matter, and underscores
 * count as spaces.
 */
export function meant(names: readonly string[]): (written: string) => string | undefined {
  const plain = (name: string): string => name.trim().toLowerCase().replaceAll('_', ' ');
  const known = new Map(names.map((name) => [plain(name), name]));
  return (written) => known.get(plain(written));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats amounts for prompts, such as "rice 2, eggs 1". */
export function amountsText(amounts: Amounts): string {
  const some = Object.entries(amounts).filter(([, amount]) => amount > 0);
  return some.map(([name, amount]) => `${name} ${amount}`).join(', ') || 'nothing';
}
