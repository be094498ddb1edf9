import { z } from 'zod';
import { having, listOf, object, whole } from 'agora-voting/internal';
import type { Utterance } from './utterance';

/**
 * The dialogue acts: ten labels from RoundTable, Appendix D.5, and Others if none fits. Conversation acts are about
 * information, collaboration acts about the decision. A message may perform several.
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

/** A message with the acts it performs: at least one, without repeats. `Others` is never combined with another act. */
export interface LabelledUtterance {
  readonly collaboration: number;
  readonly round: number;
  readonly agent: string;
  readonly acts: readonly DialogueAct[];
}

/** One message to label, with its context. */
export interface LabelTask {
  readonly target: Utterance;
  /** The messages of the previous round only, in order; empty in the first round. */
  readonly previous: readonly Utterance[];
  /** Which of the agent's messages in this round it is, from 0. */
  readonly turn: number;
}

/** Why a message got no labels. The kinds are those of failures in a run record. */
export interface LabelFailure {
  /**
   * unparsed: the answer contains no such JSON. invalid: the JSON names no acts. refused: the model refused. failed:
   * there is no answer.
   */
  readonly kind: 'unparsed' | 'invalid' | 'refused' | 'failed';
  readonly reason: string;
  /** The text of the last answer, if there was one. */
  readonly text?: string;
}

/** The acts of a message, or why it has none. */
export type Labelling = { readonly kind: 'labelled'; readonly acts: readonly DialogueAct[] } | LabelFailure;

/**
 * Labels messages with dialogue acts. Expected failures are returned as values. Errors that stop all labelling (no
 * model, no budget) are thrown.
 */
export interface Labeller {
  readonly name: string;
  label(task: LabelTask): Promise<Labelling>;
}

/** A message without labels, and its author. */
export type UnlabelledUtterance = LabelFailure & {
  readonly collaboration: number;
  readonly round: number;
  readonly agent: string;
};

/** A collaboration with labelled messages. Ratios and transitions are counted from it. */
export interface LabelledCollaboration {
  readonly collaboration: number;
  /** The roster. Speakers who are not on it count as well. */
  readonly agents: readonly string[];
  /** Rounds played, silent ones included. */
  readonly rounds: number;
  readonly labelled: readonly LabelledUtterance[];
  /** Messages that could not be labelled. Every denominator that counts messages includes them. */
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
