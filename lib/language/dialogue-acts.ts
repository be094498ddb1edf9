import { eventsOf, type Collaboration } from '../protocols/protocol';

/** The dialogue acts in RoundTable (Appendix D.5), and Others for messages that perform none of these acts. */
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

/** A message as a labeller reads it. */
export interface Utterance {
  readonly agent: string;
  readonly text: string;
}

/**
 * Labels a message with the acts that it performs, given the messages in the previous round. Returns null if the
 * message could not be labelled.
 */
export type Labeller = (
  message: Utterance,
  previous: readonly Utterance[],
) => Promise<readonly DialogueAct[] | null>;

/** A message with its acts. `acts` is null if the message could not be labelled. */
export interface LabelledMessage {
  readonly round: number;
  readonly agent: string;
  readonly acts: readonly DialogueAct[] | null;
}

/** Labels every message in a collaboration. */
export async function labelMessages(
  collaboration: Pick<Collaboration, 'events'>,
  labeller: Labeller,
): Promise<LabelledMessage[]> {
  const messages = eventsOf(collaboration, 'message');
  return Promise.all(
    messages.map(async (message) => {
      const previous = messages.filter(({ round }) => round === message.round - 1);
      return { round: message.round, agent: message.agent, acts: await labeller(message, previous) };
    }),
  );
}
