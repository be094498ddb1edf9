import { z } from 'zod';
import type { Collaboration } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';

/** What a party must be. */
export const seatGiven = z.object({
  party: z.string(),
  role: z.enum(['p1', 'p2', 'player']),
  /** By issue, what each of its options is worth to the party: a deal is worth their sum. */
  scores: z.record(z.string(), z.array(z.number()).min(1)),
  minimum: z.number(),
});
const game = z.object({
  instance: z.object({ seats: z.array(seatGiven).min(2) }),
  events: z.array(z.unknown()),
});

/** A party at the table, with the score sheet that nobody else sees. */
export type Seat = Readonly<z.infer<typeof seatGiven>>;
/** Of each issue the number of an option, counted from 1. */
export type Deal = Readonly<Record<string, number>>;

/** @throws AgoraError 'game' for what is no negotiation of LLM-Deliberation */
export function seatsOf(one: Collaboration): readonly Seat[] {
  const { data, error } = game.safeParse(one);
  if (error === undefined) return data.instance.seats;
  throw new AgoraError(
    'game',
    `papers.llmDeliberation needs a game with its parties: ${z.prettifyError(error)}`,
  );
}

export function worthOf(deal: Deal, { scores }: Seat): number {
  return Object.entries(deal).reduce((sum, [issue, option]) => sum + (scores[issue]?.[option - 1] ?? 0), 0);
}
