/** A fact about one option, as agents read it. */
export type Fact = {
  /** One short sentence that names its option. */
  readonly text: string;
  /** The option that it speaks for or against. */
  readonly option: string;
  /** How much it speaks for the option (above 0) or against it (below 0). Real agents do not see it. */
  readonly weight: number;
};

/** A choice in which the shared facts mislead. */
export type HiddenProfileCase = {
  readonly id: string;
  /** The choice to make, and the criteria. */
  readonly task: string;
  readonly options: readonly string[];
  /** The option that is best by all facts together. */
  readonly answer: string;
  /** The facts that every member knows. */
  readonly shared: readonly Fact[];
  /** The facts that one member alone knows: one list for each member. */
  readonly unshared: readonly (readonly Fact[])[];
};

/** Who is told what: the facts as the case distributes them, or every fact to everybody. */
export type ProfileInformation = 'distributed' | 'full';

/** A case with its members. */
export type HiddenProfileInstance = HiddenProfileCase & {
  readonly information: ProfileInformation;
  /** The option that shared facts favour. */
  readonly misleading: string;
  /** Their names, in the order of `unshared`. */
  readonly members: readonly string[];
};

/** What a simulated agent observes. */
export type ProfileView = {
  readonly options: readonly string[];
  /** The facts that it is told, in the order of its prompt. */
  readonly knows: readonly Fact[];
  /** Facts that only others are told. It knows one of them from the moment when it reads it in a message. */
  readonly untold: readonly Fact[];
};

/** The score of a decision. */
export type HiddenProfileScore = {
  readonly correct: 0 | 1;
  readonly decided: 0 | 1;
  /** 1 if the decision is the option that shared facts favour. */
  readonly misled: 0 | 1;
};
