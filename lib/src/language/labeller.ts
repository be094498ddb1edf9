import type { DialogueAct, LabelledUtterance } from './dialogue-act';
import type { Utterance } from './utterance';

/** One message to label, and what it can be read against. */
export interface LabelTask {
  readonly target: Utterance;
  /** The messages of the round before (not of an earlier one), in order; empty in the first round. */
  readonly previous: readonly Utterance[];
  /** Which of the agent's messages in this round it is, from 0. */
  readonly turn: number;
}

/** A message that got no labels. The kinds are those of the run record's failures. */
export interface LabelFailure {
  /** unparsed: no such JSON in the answer. invalid: the JSON names no acts. refused: the model would not. failed: no answer. */
  readonly kind: 'unparsed' | 'invalid' | 'refused' | 'failed';
  readonly reason: string;
  /** The last answer as it came, when there was one. */
  readonly text?: string;
}

/** The acts of a message, or why there are none. */
export type Labelling = { readonly kind: 'labelled'; readonly acts: readonly DialogueAct[] } | LabelFailure;

/** Tells the dialogue acts of messages. Expected failures are values; what stops everything (no model, no budget) throws. */
export interface Labeller {
  readonly name: string;
  label(task: LabelTask): Promise<Labelling>;
}

/** A message without labels, and whose it is. */
export type UnlabelledUtterance = LabelFailure & {
  readonly collaboration: number;
  readonly round: number;
  readonly agent: string;
};

/** A collaboration with its messages labelled: what ratios and transitions are counted from. */
export interface LabelledCollaboration {
  readonly collaboration: number;
  /** The roster. Who speaks without being on it counts as well. */
  readonly agents: readonly string[];
  /** Rounds played, silent ones included. */
  readonly rounds: number;
  readonly labelled: readonly LabelledUtterance[];
  /** Messages that could not be labelled. They stay in every denominator that counts messages. */
  readonly unlabelled: readonly UnlabelledUtterance[];
}
