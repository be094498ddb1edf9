import type { Random } from 'agora-voting';
import type { Json } from 'agora-voting/internal';
import type { Asked, Candidate } from './situation';

/** One parameter of simulated members: its usual value, what it does, and why it has that value. */
export interface Parameter {
  readonly value: number;
  readonly range: readonly [number, number];
  readonly meaning: string;
  readonly reason: string;
  /** Whether the value was fitted to cells of a paper; the reason says to which. */
  readonly fitted?: true;
  /** How the value depends on a member's `skill`: an error grows with lower skill, a share shrinks. */
  readonly scales?: 'error' | 'share';
}

/** The paper's ten dialogue acts (RoundTable, Appendix D.5), as far as simulated members perform them. */
export type Act =
  | 'Inform'
  | 'Request'
  | 'Confirm'
  | 'Summarize'
  | 'Evaluate'
  | 'Propose'
  | 'Compromise'
  | 'Defend'
  | 'Accept'
  | 'Decline';

/**
 * Sentences with gaps, by dialogue act and name. Speakers write them, and listeners read them. A gap is `{words}`
 * without an end of sentence in them, `{#number}`, or `{*words with decimal numbers}`. `Accept.backs` with a gap
 * `{#id}` backs a candidate.
 */
export type Phrases = Readonly<Partial<Record<Act, Readonly<Record<string, readonly string[]>>>>>;

/** A sentence to say: the phrase, and the contents of its gaps. */
export interface Saying {
  readonly act: Act;
  readonly says: string;
  readonly gaps?: Readonly<Record<string, string | number>>;
}

/** A sentence as it was understood. */
export interface Statement {
  readonly from: string;
  readonly round: number;
  readonly gaps: Readonly<Record<string, string>>;
}

/** What a simulated member knows when it is asked a question. */
export interface Known<Proposal, Observed, Name extends string> extends Asked {
  /** `environment.observe` for this agent. */
  readonly observed: Observed;
  readonly values: Readonly<Record<Name, number>>;
  readonly standing: Candidate<Proposal> | null;
  readonly candidates: readonly Candidate<Proposal>[];
  /** A solver's advice, if its prompt contains one. */
  readonly advice?: Proposal | null;
  /** The statements that it heard, in order. */
  readonly heard: (act: Act, says: string) => readonly Statement[];
}

/** The same with the member's belief. */
export interface Mind<Proposal, Observed, Belief, Name extends string> extends Known<
  Proposal,
  Observed,
  Name
> {
  readonly belief: Belief;
}

/** A mind about to speak. */
export interface SpeakingMind<P, O, B, N extends string> extends Mind<P, O, B, N> {
  readonly rounds: number;
  /** The candidate that it likes best, on reflection: without errors. */
  readonly favourite: Candidate<P> | null;
}

/** The common part of all simulated agents. */
export interface Anybody {
  /**
   * By name. These have a meaning for every member that lists them (else they are 0): `skill`, `judgementNoise`;
   * `loyalty`, what the own proposal gains in its judgement; `inertia`, what the standing decision gains; `conformity`,
   * what a candidate gains by the others behind it, times ln(1 + their number); `initiative` (else 1), the chance of
   * thinking an own proposal over; `trust` (else 0.5), the weight of ballots that it is shown.
   */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /**
   * Values of some parameters for models by name, one for all or one for each data set; `profile` is the usual model.
   */
  readonly profiles?: Readonly<
    Record<string, Readonly<Record<string, number | Readonly<Record<string, number>>>>>
  >;
  readonly profile?: string;
}

/** A simulated agent that reasons only from what it observes and reads. */
export interface ReasoningSimulatedAgent<
  Proposal,
  Observed = unknown,
  Belief = unknown,
  Name extends string = string,
> extends Anybody {
  /** What it comes to believe. Without `random` it makes no error. */
  estimate?(known: Known<Proposal, Observed, Name>, random: Random | null): Belief;
  /** The utility of a proposal to it. */
  utility(mind: Mind<Proposal, Observed, Belief, Name>, proposal: Proposal): number;
  /** The proposal that it would make. Without `random` it makes no error. */
  best(mind: Mind<Proposal, Observed, Belief, Name>, random: Random | null): Proposal;
  /** The utility difference that it clearly notices. It scales ratings and points. Default 1. */
  readonly unit?: number;
  /** The utility at the middle of a rating scale. Default: the mean of the candidates. */
  readonly middle?: number;
  /** It abstains if all utilities are below this. Default: it never abstains. */
  readonly reservation?: number;
  /** What it says when it speaks, in order. Default: what it would propose. */
  readonly phrases?: Phrases;
  say?(mind: SpeakingMind<Proposal, Observed, Belief, Name>, random: Random): readonly Saying[];
}

/** A question with its right answer. */
export interface Truth<Proposal> {
  /** Unique within the data set. */
  readonly id: string;
  /** The data set's name: "gsm8k", "mmlu". It determines skill and number of tokens. */
  readonly dataset: string;
  /** A subject within it, on which a model may be better or worse than elsewhere. */
  readonly subject?: string;
  /** The question's text. Members use its numbers and words in their sentences. */
  readonly text: string;
  /** One right answer and at least one wrong one, the wrong ones likeliest first. */
  readonly answers: readonly {
    readonly proposal: Proposal;
    readonly right?: boolean;
    /** What it is called wherever it stands: biases belong to it. Default its `proposalKey`. */
    readonly name?: string;
  }[];
}

/**
 * A simulated agent that knows the right answer and errs by design: its errors are drawn around the truth. Its
 * parameters may be `sharedBias`, `difficultySpread`, `subjectSpread`, `plausibilityDecay`, `recognition`,
 * `approachShare`, `ratingNoise`, `tokens` and `tokenSpread`: see simulation/question.ts.
 */
export interface KnowingSimulatedAgent<Instance, Proposal> extends Anybody {
  truth(instance: Instance): Truth<Proposal>;
}

/**
 * How simulated agents think in an environment. They replace language models in tests and trials; they do not model
 * them.
 */
export type SimulatedAgent<Instance = Json, Proposal = Json> =
  ReasoningSimulatedAgent<Proposal> | KnowingSimulatedAgent<Instance, Proposal>;

/** Models by the MMLU accuracy that was published with them (five-shot for the Llama models). */
export const skilled = {
  'gpt-3.5-turbo': { skill: 0.7 },
  'gpt-4o-mini': { skill: 0.82 },
  'gpt-4o': { skill: 0.887 },
  'llama3-1-8b': { skill: 0.694 },
  'llama3-1-70b': { skill: 0.836 },
} as const;

export const skill: Parameter = {
  value: skilled['gpt-4o-mini'].skill,
  range: [0, 0.99],
  meaning:
    "share of a general examination passed; errors scale with what is missing to 1, against gpt-4o-mini's 0.82",
  reason: 'MMLU accuracy as published with gpt-4o-mini (2024-07-18); other models by theirs',
};
