/**
 * One economy, as plain JSON. `exponents[i][k]` is agent i's exponent of good k; `supply[k]` is in units of the
 * good; `optimum` is the largest total utility that any allocation reaches (U_max).
 */
export type EconomyInstance = {
  readonly agents: readonly string[];
  readonly goods: readonly string[];
  readonly supply: readonly number[];
  readonly exponents: readonly (readonly number[])[];
  readonly optimum: number;
};

/** What each agent gets of each good, in units of the good. A feasible allocation need not give away everything. */
export type Allocation = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The score of an allocation. Without a decision all values except the optimum are 0. */
export type EconomyScore = {
  readonly utilities: Readonly<Record<string, number>>;
  /** The sum of the utilities: U, not yet divided by U_max. */
  readonly total: number;
  readonly optimum: number;
  /** total / optimum, from 0 to 1: the paper's group total utility. */
  readonly share: number;
};

/** The paper's sets of utility functions (RoundTable, section 4.1 and Appendix D.2). */
export type PreferenceSet = 'asymmetric' | 'symmetric' | 'uniform';

export interface EconomySettings {
  /** How many agents. Default 3. */
  readonly agents?: number;
  /** How many goods. Default as many as agents. */
  readonly goods?: number;
  /** Units of each good, one number for all or one for each. Default 100. */
  readonly supply?: number | readonly number[];
  /** One of the paper's sets, or exponents of your own: a row per agent, a column per good. Default asymmetric. */
  readonly preferences?: PreferenceSet | readonly (readonly number[])[];
}
