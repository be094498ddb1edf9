import { z } from 'zod';
import { having, listOf, object, whole } from 'agora-voting/internal';
import type { Utterance } from './utterance';

/**
 * What a message does in the conversation. Ten labels from RoundTable, Appendix D.5, and Others for what fits none.
 * Conversation acts are about information, collaboration acts about the decision. One message may do several.
 * @example
 * language.dialogueActs.length; // => 11
 */
export const dialogueActs = [
  'Inform',
  'Request',
  'Confirm',
  'Summarize',
  'Evaluate',
  'Propose',
  'Compromise',
  'Defend',
  'Accept',
  'Decline',
  'Others',
] as const;

export type DialogueAct = (typeof dialogueActs)[number];

/** What each act means, in our own words; the paper's definitions in content. */
export const dialogueActDefinitions: Readonly<Record<DialogueAct, string>> = {
  Inform: 'tells the others something that they did not know yet',
  Request: 'asks for something that the speaker does not know',
  Confirm: 'asks whether something that was said is right or was understood rightly',
  Summarize: 'gathers the main points so far in short',
  Evaluate: 'gives an opinion or a judgement of what was said or proposed',
  Propose: 'brings a new solution into the discussion',
  Compromise: 'offers a solution that takes up parts of what different parties want',
  Defend: 'holds on to an idea or a solution after it was considered or challenged',
  Accept: 'agrees to an idea or a solution',
  Decline: 'turns an idea or a solution down, or disagrees with it',
  Others: 'does none of these',
};

/** A message with the acts it performs: at least one, without repeats; `Others` stands alone. */
export interface LabelledUtterance {
  readonly collaboration: number;
  readonly round: number;
  readonly agent: string;
  readonly acts: readonly DialogueAct[];
}

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

/** What arguments must be, for `check`. */
export const labellerGiven = having('a labeller', { name: 'string', label: 'function' });
const message = { collaboration: whole(), round: whole(1), agent: z.string({ error: 'a name' }) };
const acts = z.array(z.string({ error: 'a dialogue act' }), { error: 'a list of dialogue acts' });
export const utterancesGiven = listOf(
  'messages',
  object('a message', { ...message, text: z.string({ error: 'a text' }), intended: acts.optional() }),
);
export const labelsGiven = listOf('labelled messages', object('a labelled message', { ...message, acts }));
export const labelledGiven = listOf(
  'labelled collaborations',
  object('a labelled collaboration, which labelCollaborations makes,', {
    agents: listOf('names', message.agent),
    rounds: whole(),
    labelled: labelsGiven,
    unlabelled: listOf('messages', object('a message', message)),
  }),
);
