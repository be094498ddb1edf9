import { z } from 'zod';

const round = z.number().int().nonnegative();
const id = z.string().min(1);
const ids = z.array(id);

/** The records of an elimination game that say who spoke, voted, left and won. Others are kept as notes. */
export const eliminationRecords = {
  conversation: z.object({ round, subround: round, player_id: id, message: z.string() }),
  private: z.object({ round, subround: round, speaker_id: id, target_id: id, message: z.string() }),
  private_vote_reason: z.object({ round, voter_id: id, target_id: id, reason: z.string() }),
  private_revote_reason: z.object({ round, voter_id: id, target_id: id, reason: z.string() }),
  private_jury_reason: z.object({ round, voter_id: id, target_id: id, reason: z.string() }),
  vote: z.object({ round, voter_id: id, target_id: id }),
  elimination: z.object({ round, eliminated_player: id, tie_break: z.boolean(), random_pick: z.boolean() }),
  memory_note: z.object({ round, player_id: id, note: z.string() }),
  preference_proposal: z.object({ round, proposer: id, target: id, rank_of_target: round }),
  preference_outcome: z.object({
    round,
    target: id,
    accepted: id.optional(),
    rejected: id.optional(),
    replaced: id.optional(),
  }),
  preference_result: z.object({ round, matched_pairs: z.array(ids) }),
  final_results: z.object({
    winners_full: ids,
    final_ranks_full: z.record(z.string(), z.number()),
    partial_points_full: z.record(z.string(), z.number()),
  }),
} as const;

export type EliminationRecords = {
  readonly [Type in keyof typeof eliminationRecords]: z.infer<(typeof eliminationRecords)[Type]>;
};

export const anyRecord = z.looseObject({ type: z.string(), game_id: z.union([z.string(), z.number()]) });

/** "Player7_Game1739_some-model" is called P7, as the game itself calls it; other names stay. */
export function playerName(player: string): string {
  const number = /^Player(\d+)_Game/.exec(player)?.[1];
  return number === undefined ? player : `P${number}`;
}

/** The model behind a player, if its name says it. */
export function playerModel(player: string): string | null {
  return /^Player\d+_Game\d+_(.+)$/.exec(player)?.[1] ?? null;
}

/** Whom a vote is against; null where the game marks it as invalid or skipped. */
export function voteTarget(target: string): string | null {
  return /^\(invalid/.test(target) ? null : playerName(target);
}
