/*
 * Joint decisions on information that is spread over the agents (Wang et al., section 2 and Appendix A).
 *
 * One contract for both domains: items (dishes, tasks) are given to doers (the kitchen; an agent), each at most once, and
 * use up amounts of shared resources and, in a task allocation, of the doer's own. A `State` says what there is and what
 * items are worth: the truth is one, and what an agent believes is one. A `View` is what an agent observes of the truth.
 * A decision is a list of dishes, or an agent for some of the tasks; any that names only known things can be read, and one
 * that asks for more than there is earns nothing (`score`).
 *
 * Whatever runs deliberations knows of this only `observe`, and the capabilities `beliefs` (how a stated belief is asked
 * for, read, and held against the truth) and `solver` (the paper's two tools) of environments/environment.ts, where a
 * belief is plain JSON.
 */

export type Amounts = Readonly<Record<string, number>>;

/** What there is, and what things are worth. Whatever is not named is none, and worth nothing. */
export type State = {
  /** What all draw on. */
  readonly shared: Amounts;
  /** What only one agent can use, by agent; nothing in a menu. */
  readonly own: Readonly<Record<string, Amounts>>;
  /** What an item is worth, by who does it. The one doer of a menu is the kitchen, and the worth the mean of the guests'. */
  readonly values: Readonly<Record<string, Amounts>>;
};

/** What an agent observes. */
export type View = {
  /** All there is to know, for the oracle and the centralized baseline; else what is shared is a fragment of the whole. */
  readonly isWhole: boolean;
  readonly shared: Amounts;
  readonly own: Readonly<Record<string, Amounts>>;
  /** By agent, or in a menu by guest. */
  readonly values: Readonly<Record<string, Amounts>>;
  /** What is told of the guests in words, by guest and field, where their wishes are not told in numbers. */
  readonly profiles?: Readonly<Record<string, Profile>>;
};

/** A guest in words, by field: "Food Allergies": ["Nuts"]. A field that is told and holds nothing says that there is none. */
export type Profile = Readonly<Record<string, readonly string[]>>;

/** What everybody knows of a case. */
export type Known = {
  readonly id: string;
  /** "menu", or the sub-domain of a task allocation. */
  readonly domain: string;
  readonly items: readonly string[];
  readonly resources: { readonly shared: readonly string[]; readonly own: readonly string[] };
  /** Amounts of resources that an item takes, whoever does it. */
  readonly needs: Readonly<Record<string, Amounts>>;
  readonly doers: readonly string[];
};

export type JointCase = Known & {
  readonly agents: readonly {
    readonly name: string;
    readonly role?: 'leader' | 'worker';
    readonly about?: string;
  }[];
  readonly truth: State;
  /** By agent. The fragments of what is shared sum to the truth. */
  readonly views: Readonly<Record<string, View>>;
  /** The largest reward that any valid decision earns. */
  readonly optimum: number;
};

/** What `observe` gives. */
export type Observed = Known & { readonly view: View };

/** Dishes, each once, in the order in which they were named. */
export type Menu = readonly string[];
/** The agent of every task that somebody does. */
export type Assignment = Readonly<Record<string, string>>;

/** What a decision is worth. Everything is 0 or false where nothing was decided. */
export type JointScore = {
  /** The mean of the guests' values, or the sum of the tasks'; 0 if it is not valid. */
  readonly reward: number;
  readonly optimum: number;
  /** reward / optimum, the paper's NR / 100; 0 in a case in which nothing can be done. */
  readonly normalized: number;
  /** Within all limits, and worth something: the paper counts a reward above 0. */
  readonly valid: boolean;
  /** The paper's NAR / 100: of a decision that is not valid, its feasible part's share times the part's size. */
  readonly adjusted: number;
  /** Items of the decision, and of its feasible part. */
  readonly size: number;
  readonly feasible: number;
};

/** Who sees what: every agent its part, every agent everything, or one agent everything, who decides alone. */
export type Information = 'partial' | 'oracle' | 'centralized';
