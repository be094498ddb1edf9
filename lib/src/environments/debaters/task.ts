import type { Json } from '../../json';

/** A question as simulated debaters know it. */
export interface DebaterQuestion<Proposal> {
  /** Unique within the data set. */
  readonly id: string;
  /** The data set's name: "gsm8k", "mmlu". It decides skill and length of texts. */
  readonly dataset: string;
  /** The question as it is asked; numbers and words of it are woven into what debaters write. */
  readonly text: string;
  readonly right: Proposal;
  /** Wrong answers that come to mind, likeliest first: at least 3 where a question is answered freely, else at least 1. */
  readonly wrong: readonly Proposal[];
}

/** What simulated debaters must know of an environment. */
export interface DebaterTask<Instance, Proposal> {
  /** Called once for each instance object. */
  question(instance: Instance): DebaterQuestion<Proposal>;
  /** Equal keys, equal answers. */
  key(proposal: Proposal): string;
  /** The answer in the form asked for ("\boxed{18}", "(B)"), or as a sentence of its own ("The correct answer is (B)"). */
  state(instance: Instance, proposal: Proposal): string;
  /** The answer as the environment reads it from JSON: its value ("18"), or an object that holds it ({"answer": "18"}). */
  json(proposal: Proposal): Json;
}
