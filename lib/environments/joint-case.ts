import type loadHighs from 'highs';
import { AgoraError } from '../error';

/*
 * Joint decisions in which the information is distributed among the agents (the Deliberation paper, section 2 and
 * Appendix A).
 *
 * Both domains have the same structure. A decision gives items (dishes, tasks) to doers (the kitchen, an agent), each
 * item at most once. Items use up shared resources and, in a task allocation, resources of their doer. The truth is a
 * `State`, and an agent's belief is also a `State`. A `View` is what an agent observes.
 */

export type Amounts = Readonly<Record<string, number>>;

/** Resources and values. A missing amount counts as 0. */
export type State = {
  readonly shared: Amounts;
  /** Resources of individual doers. Empty in a menu. */
  readonly own: Readonly<Record<string, Amounts>>;
  /**
   * The value of each item by doer. In a menu, the kitchen is the only doer, and the value is the mean over the guests.
   */
  readonly values: Readonly<Record<string, Amounts>>;
};

/** A guest described in words, such as "Food Allergies": ["Nuts"]. An empty field means that the guest has none. */
export type Profile = Readonly<Record<string, readonly string[]>>;

/** What an agent observes. */
export type View = {
  /** False if the agent sees only a fragment of the shared resources. */
  readonly isWhole: boolean;
  readonly shared: Amounts;
  readonly own: Readonly<Record<string, Amounts>>;
  /** Values by doer, or by guest in a menu. */
  readonly values: Readonly<Record<string, Amounts>>;
  /** The guests, described in words. */
  readonly profiles?: Readonly<Record<string, Profile>>;
};

export type JointCase = {
  readonly id: string;
  /** "menu", or the field of a task allocation, such as "camping". */
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
  /** Views by agent. The fragments of the shared resources sum to the truth. */
  readonly views: Readonly<Record<string, View>>;
  /** The largest reward of a valid decision. */
  readonly optimum: number;
};

/** An item and its doer. A decision is a list of such pairs. */
export interface Given {
  readonly item: string;
  readonly doer: string;
}

/**
 * What agents see. 'private': each agent sees its own part. 'full': each agent sees everything (the oracle in section
 * 4.3).
 */
export type Information = 'private' | 'full';

/** Combines what all agents see: adds up the fragments, and collects all knowledge about the guests. */
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

/** The tolerance for rounding errors in sums of tenths, in units of a resource, as in the official code. */
const tolerance = 1e-6;

/** Lists every limit that a plan breaks, such as "needs 2 more eggs" or "Worker 1 needs 0.4 more Time". */
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

/** Returns the value of a plan, assuming that the plan is feasible. */
export const worthOf = (state: State, plan: readonly Given[]): number =>
  plan.reduce((sum, { item, doer }) => sum + (state.values[doer]?.[item] ?? 0), 0);

let highs: ReturnType<typeof loadHighs> | undefined;

/**
 * Finds the plan with the largest value in a state. HiGHS solves an integer programme with one variable per item and
 * doer. The solution is optimal, without a gap. The paper uses PuLP.
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

/** Finds the intended name: the exact name, or a name that differs only in case and underscores. */
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
