import { eventsOf, type Collaboration } from '../transcripts/collaboration';
import type { ReplyEvent } from '../transcripts/event';

/** One message, as the language room reads it. */
export interface Utterance {
  readonly collaboration: number;
  readonly round: number;
  readonly agent: string;
  readonly text: string;
  /** The dialogue acts that a simulated agent wrote the message from; absent for real messages. */
  readonly intended?: readonly string[];
}

/** All messages of a collaboration, in order. An agent may have several in a round, or none. */
export function utterances(collaboration: Collaboration): Utterance[] {
  const intents = new Map<string, readonly string[]>();
  for (const reply of eventsOf(collaboration, 'reply')) {
    const acts = actsOf(reply);
    if (acts !== undefined) intents.set(place(reply.round, reply.phase, reply.agent), acts);
  }
  return eventsOf(collaboration, 'message').map(({ round, phase, from, text }) => {
    const intended = intents.get(place(round, phase, from));
    return {
      collaboration: collaboration.index,
      round,
      agent: from,
      text,
      ...(intended === undefined ? {} : { intended }),
    };
  });
}

const place = (round: number, phase: string, agent: string): string => JSON.stringify([round, phase, agent]);

function actsOf({ intent }: ReplyEvent): readonly string[] | undefined {
  if (typeof intent !== 'object' || intent === null || Array.isArray(intent)) return undefined;
  const acts = (intent as { readonly acts?: unknown }).acts;
  return Array.isArray(acts) && acts.every((act) => typeof act === 'string') ? acts : undefined;
}
