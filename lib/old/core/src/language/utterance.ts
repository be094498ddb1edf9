import { AgoraError } from 'agora-voting';
import { check } from 'agora-voting/internal';
import { collaborationGiven, eventsOf, type Collaboration } from '../transcripts/collaboration';
import type { ReplyEvent } from '../transcripts/event';

/** One message, as the language functions read it. */
export interface Utterance {
  readonly collaboration: number;
  readonly round: number;
  readonly agent: string;
  readonly text: string;
  /** The dialogue acts that a simulated agent wrote the message from; absent for real messages. */
  readonly intended?: readonly string[];
}

/** Collaborations, all at once or one at a time. */
export type Collaborations = Iterable<Collaboration> | AsyncIterable<Collaboration>;

/**
 * All messages of a collaboration, in order. An agent may have several in a round, or none.
 * @example
 * const message = { type: 'message', collaboration: 0, round: 1, phase: 'talk', from: 'Ann', to: ['Ben'], text: 'Hi' } as const;
 * const talk = { index: 0, instance: null, agents: ['Ann', 'Ben'], events: [message], finished: null };
 * language.utterances(talk); // => [{ collaboration: 0, round: 1, agent: 'Ann', text: 'Hi' }]
 */
export function utterances(collaboration: Collaboration): Utterance[] {
  check('utterances', collaborationGiven, collaboration);
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

/**
 * Groups items of one collaboration by round.
 * @throws AgoraError 'setting' when a round is not counted from 1
 */
export function byRound<T extends { readonly round: number }>(things: readonly T[]): Map<number, T[]> {
  const rounds = new Map<number, T[]>();
  for (const thing of things) {
    if (!Number.isSafeInteger(thing.round) || thing.round < 1) {
      throw new AgoraError('setting', `Rounds are whole numbers counted from 1, got round ${thing.round}`);
    }
    const same = rounds.get(thing.round);
    if (same === undefined) rounds.set(thing.round, [thing]);
    else same.push(thing);
  }
  return rounds;
}

/** The last round of a collaboration: the last one played, or the last one with a message; 0 if there is none. */
export function lastRound(finished: { readonly rounds: number } | null, spoken: Iterable<number>): number {
  let last = finished?.rounds ?? 0;
  for (const round of spoken) last = Math.max(last, round);
  return last;
}
