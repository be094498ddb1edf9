import type { DialogueAct } from '../language/dialogue-act';

/** All that a stopping policy may know about one round of a collaboration. */
export interface StoppingRound {
  /** Counted from 1. */
  readonly round: number;
  /** A candidate was selected in this round. */
  readonly selected: boolean;
  /** A decision stands after this round. */
  readonly agreed: boolean;
  /** How many agents made a new proposal in this round. */
  readonly proposals: number;
  /**
   * What the standing decision is worth (group total utility, absolute error); null while there is none.
   * Used in fitting and scoring only: `decide` must never look at it.
   */
  readonly performance: number | null;
  /** Information distance to the round before; null in the first round or when nobody spoke. */
  readonly distance: number | null;
  /** The dialogue acts of each agent that spoke. */
  readonly acts: Readonly<Record<string, readonly DialogueAct[]>>;
  /** Input and output tokens that this round cost. */
  readonly tokens: number;
}

/** A collaboration as stopping sees it: its rounds in order, beginning with round 1. */
export interface StoppingCourse {
  readonly collaboration: number;
  readonly agents: readonly string[];
  readonly rounds: readonly StoppingRound[];
}
