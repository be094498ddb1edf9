import { z } from 'zod';
import type { Collaboration } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';

/** Schema of a party. */
export const seatGiven = z.object({
  party: z.string(),
  role: z.enum(['p1', 'p2', 'player']),
  /** By issue, the value of each option to the party. The value of a deal is their sum. */
  scores: z.record(z.string(), z.array(z.number()).min(1)),
  minimum: z.number(),
});
const game = z.object({
  instance: z.object({ seats: z.array(seatGiven).min(2) }),
  events: z.array(z.unknown()),
});

/** A party with its private score sheet. */
export type Seat = Readonly<z.infer<typeof seatGiven>>;
/** The number of the chosen option of each issue, from 1. */
export type Deal = Readonly<Record<string, number>>;

/** @throws AgoraError 'game' for a collaboration that is not a negotiation of LLM-Deliberation */
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
