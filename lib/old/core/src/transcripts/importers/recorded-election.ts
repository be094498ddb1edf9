import { z } from 'zod';
import type { Json, JsonObject } from 'agora-voting/internal';
import type { Collaboration } from '../collaboration';
import { ConversationEvents } from './conversation-events';
import type { RecordPlace } from './packed-records';

/** The options of a question as most sets name them. */
export const letters = ['A', 'B', 'C', 'D'] as const;
export const letter = z.enum(letters, {
  error: ({ input }) => `${JSON.stringify(input)} is none of A, B, C, D`,
});

/** One rater's answer: a ballot, or an unusable answer. */
export type RecordedVote = { readonly by: string } & (
  { readonly ballot: Json } | { readonly unparsed: string; readonly text: string }
);

/**
 * Imports an election in the form of the kit's own runs, so that `columns.elections` can read it: a note on its set-up,
 * and a vote or a failure for each rater. It has no decision, since none is recorded; any rule can count it.
 * @param about - `options`: what is voted on; `notes`: other facts of the source, by kind
 */
export function importElection(
  { file, line, index }: RecordPlace,
  about: {
    readonly instance: JsonObject;
    readonly kind: 'choice' | 'ranking';
    readonly options: readonly string[];
    readonly votes: readonly RecordedVote[];
    readonly notes?: readonly { readonly kind: string; readonly by?: string; readonly data: Json }[];
  },
): Collaboration {
  const { instance, kind, options, votes, notes = [] } = about;
  const events = new ConversationEvents(`${file}, line ${line}`, index);
  events.add({ type: 'started', instance, agents: votes.map(({ by }) => by) });
  events.note(1, 'set-up', 'election', { options, ballots: [{ kind }], dictators: [] });
  const phase = `ballot/${kind}`;
  for (const vote of votes)
    if ('ballot' in vote) events.add({ type: 'vote', round: 1, phase, by: vote.by, ballot: vote.ballot });
    else events.failure(1, phase, vote.by, 'unparsed', vote.unparsed, vote.text);
  for (const note of notes) events.note(1, phase, note.kind, note.data, note.by);
  events.finish(1, 'all ballots were cast', null, {});
  return events.collect();
}

/** A ranking by numbers, the largest first. Options with equal numbers share a tier: no tie is broken. */
export function rankedBy(options: readonly string[], numberOf: (option: string) => number): JsonObject {
  const tiers = [...new Set(options.map(numberOf))]
    .sort((a, b) => b - a)
    .map((number) => options.filter((option) => numberOf(option) === number));
  return tiers.length === options.length
    ? { kind: 'ranking', ranking: tiers.flat() }
    : { kind: 'weak-ranking', tiers };
}
