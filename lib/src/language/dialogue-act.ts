/**
 * What a message does in the conversation. Ten labels from RoundTable, Appendix D.5, and Others for what fits none.
 * Conversation acts are about information, collaboration acts about the decision. One message may do several.
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
