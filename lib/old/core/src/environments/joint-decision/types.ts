/*
 * Joint decisions on information that is spread over the agents (Wang et al., section 2 and Appendix A).
 *
 * One contract for both domains: items (dishes, tasks) are given to doers (the kitchen; an agent), each at most once, and
 * use up amounts of shared resources and, in a task allocation, of the doer's own. A `State` says what there is and what
 * items are worth: the truth is one, and what an agent believes is one. A `View` is what an agent observes of the truth.
 * A decision is a list of dishes, or an agent for some of the tasks; any that names only known things can be read, and one
 * that asks for more than there is earns nothing (`score`).
 *
 * Protocols use only `observe` of this, and the capabilities `beliefs` (how a stated belief is asked
 * for, read, and compared with the truth) and `solver` (the paper's two tools) of environments/environment.ts, where a
 * belief is plain JSON.
 */

export type Amounts = Readonly<Record<string, number>>;

/** Resources and values. An unnamed amount or value is 0. */
export type State = {
  /** Resources that all agents share. */
  readonly shared: Amounts;
  /** Resources of single agents, by agent; empty in a menu. */
  readonly own: Readonly<Record<string, Amounts>>;
  /**
   * The value of an item, by the agent that does it. In a menu the only doer is the kitchen, and the value is the mean
   * over the guests.
   */
  readonly values: Readonly<Record<string, Amounts>>;
};

/** The observation of an agent. */
export type View = {
  /**
   * Whether the view is complete (for the oracle and the centralized baseline). Otherwise the shared resources are a
   * fragment.
   */
  readonly isWhole: boolean;
  readonly shared: Amounts;
  readonly own: Readonly<Record<string, Amounts>>;
  /** By agent, or in a menu by guest. */
  readonly values: Readonly<Record<string, Amounts>>;
  /** The guests' wishes in words, by guest and field, if they are not given as numbers. */
  readonly profiles?: Readonly<Record<string, Profile>>;
};

/** A guest in words, by field: "Food Allergies": ["Nuts"]. An empty field says that there are none. */
export type Profile = Readonly<Record<string, readonly string[]>>;

/** What all agents know of a case. */
export type Known = {
  readonly id: string;
  /** "menu", or the sub-domain of a task allocation. */
  readonly domain: string;
  readonly items: readonly string[];
  readonly resources: { readonly shared: readonly string[]; readonly own: readonly string[] };
  /** The resources that an item needs, for any doer. */
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
  /** By agent. The fragments of the shared resources sum to the truth. */
  readonly views: Readonly<Record<string, View>>;
  /** The largest reward of a valid decision. */
  readonly optimum: number;
};

/** The result of `observe`. */
export type Observed = Known & { readonly view: View };

/** Dishes, each once, in the order in which they were named. */
export type Menu = readonly string[];
/** The agent of every assigned task. */
export type Assignment = Readonly<Record<string, string>>;

/** The score of a decision. Without a decision all values are 0 or false. */
export type JointScore = {
  /** The mean of the guests' values, or the sum of the tasks'; 0 if it is not valid. */
  readonly reward: number;
  readonly optimum: number;
  /** reward / optimum, the paper's NR / 100; 0 in a case without a feasible item. */
  readonly normalized: number;
  /** Whether it is within all limits and has a reward above 0, as in the paper. */
  readonly valid: boolean;
  /**
   * The paper's NAR / 100. For an invalid decision: the normalized reward of its feasible part times that part's share
   * of the decision.
   */
  readonly adjusted: number;
  /** Items of the decision, and of its feasible part. */
  readonly size: number;
  readonly feasible: number;
};

/**
 * Who sees what. partial: every agent sees its part. oracle: every agent sees everything. centralized: one agent sees
 * everything and decides alone.
 */
export type Information = 'partial' | 'oracle' | 'centralized';
