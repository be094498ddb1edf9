import type { Json, JsonObject } from 'agora-voting/internal';
import type { ConversationEvents } from './conversation-events';
import { eliminationRecords, playerName, voteTarget, type EliminationRecords } from './elimination-records';
import { checked } from './source-text';

/** One count of votes against players: the vote of a round, the second vote after a tie, or the jury's. */
class EliminationCount {
  private readonly against = new Map<string, string[]>();
  private open = false;

  constructor(
    private readonly events: ConversationEvents,
    private readonly round: number,
    readonly phase: 'vote' | 'revote' | 'jury',
  ) {}

  /** Records a vote. One that the game marks as invalid or skipped is an abstention, and a failure. */
  vote(voter: string, target: string | null, marked: string, reason: string | undefined, line: number): void {
    this.open = true;
    const ballot = target === null ? null : { against: target };
    const { round, phase } = this;
    const because = reason === undefined ? {} : { reason };
    this.events.add({ type: 'vote', round, phase, by: voter, ballot, ...because }, line);
    if (target === null)
      this.events.failure(round, phase, voter, 'invalid', `the game marks this vote ${marked}`, marked, line);
    else this.against.set(target, [...(this.against.get(target) ?? []), voter]);
  }

  /** Ends the count: `out` leaves, or nobody does (a tie that a second vote settles). */
  close(out: string | null, line: number | null): void {
    if (!this.open && out === null) return;
    const tally = Object.fromEntries([...this.against].map(([player, voters]) => [player, voters.length]));
    const most = Math.max(0, ...Object.values(tally));
    const candidates = [...this.against].map(([player, voters]) => ({ id: player, by: voters }));
    if (out !== null && !this.against.has(out)) candidates.push({ id: out, by: [] });
    this.events.add(
      {
        type: 'decision',
        round: this.round,
        phase: this.phase,
        by: 'plurality',
        candidates,
        tally,
        winners: Object.keys(tally).filter((player) => tally[player] === most),
        selected: out,
        standing: out === null ? null : { candidate: out, proposal: { eliminated: out } },
        score: {},
      },
      line,
    );
    this.open = false;
    this.against.clear();
  }

  /** The one player with the most votes; null when several share them or there are none. */
  leader(): string | null {
    const order = [...this.against].sort((one, other) => other[1].length - one[1].length);
    const [first, second] = order;
    if (first === undefined || first[1].length === second?.[1].length) return null;
    return first[0];
  }
}

type Type = keyof EliminationRecords;
const speeches: Readonly<Record<number, string>> = { 1: 'public', 600: 'tie/speech', 900: 'final/speech' };

/** Plays a game's log, record by record, into events: who is still in, which count is open, which reasons wait. */
export class EliminationTable {
  private round = 0;
  private readonly out = new Set<string>();
  private count: EliminationCount;
  /** Reasons come before the votes that they are for. */
  private readonly reasons = new Map<string, string>();

  constructor(
    private readonly events: ConversationEvents,
    private readonly agents: readonly string[],
  ) {
    this.count = new EliminationCount(events, 0, 'vote');
  }

  read(record: { readonly type: string; readonly [field: string]: unknown }, line: number): void {
    if (typeof record['round'] === 'number' && record['round'] !== this.round)
      this.enter(record['round'], line);
    const { type } = record;
    const handle = Object.hasOwn(this.handlers, type) ? this.handlers[type as Type] : undefined;
    if (handle === undefined) this.note(type, fieldsOf(record), line);
    else
      (handle as (checkedRecord: unknown, line: number) => void)(
        checked(eliminationRecords[type as Type] as never, record, this.events.file, line),
        line,
      );
  }

  /** Closes the open rounds of a log that ends early. */
  end(): void {
    this.leaveReasons(null);
    this.count.close(null, null);
  }

  private enter(round: number, line: number): void {
    this.leaveReasons(line);
    this.count.close(null, line);
    this.round = round;
    this.count = new EliminationCount(this.events, round, 'vote');
  }

  private readonly handlers: { readonly [T in Type]: (record: EliminationRecords[T], line: number) => void } =
    {
      conversation: ({ subround, player_id, message }, line) => {
        const from = playerName(player_id);
        if (subround === 600) this.recount('revote', line);
        const present = subround === 900 ? this.agents : this.agents.filter((agent) => !this.out.has(agent));
        const to = present.filter((agent) => agent !== from);
        this.events.message(
          this.round,
          speeches[subround] ?? `public/${subround}`,
          { from, to, text: message },
          line,
        );
      },
      private: ({ subround, speaker_id, target_id, message }, line) => {
        const [from, to] = [playerName(speaker_id), playerName(target_id)];
        const words = { from, to: [to], visibleTo: [from, to], text: message };
        this.events.message(this.round, `private/${subround}`, words, line);
      },
      private_vote_reason: ({ voter_id, reason }) => void this.reasons.set(playerName(voter_id), reason),
      private_revote_reason: ({ voter_id, reason }, line) => {
        this.recount('revote', line);
        this.reasons.set(playerName(voter_id), reason);
      },
      private_jury_reason: ({ voter_id, target_id, reason }, line) => {
        this.recount('jury', line);
        this.count.vote(playerName(voter_id), voteTarget(target_id), target_id, reason, line);
      },
      vote: ({ voter_id, target_id }, line) => {
        const voter = playerName(voter_id);
        this.count.vote(voter, voteTarget(target_id), target_id, this.reasons.get(voter), line);
        this.reasons.delete(voter);
      },
      elimination: ({ eliminated_player, tie_break, random_pick }, line) => {
        const player = playerName(eliminated_player);
        this.count.close(player, line);
        this.out.add(player);
        this.note('elimination', { player, tieBreak: tie_break, randomPick: random_pick }, line);
      },
      memory_note: ({ player_id, note }, line) =>
        this.note('memory', { text: note }, line, playerName(player_id)),
      preference_proposal: ({ proposer, target, rank_of_target }, line) =>
        this.note(
          'pairing-proposal',
          { target: playerName(target), rank: rank_of_target },
          line,
          playerName(proposer),
        ),
      preference_outcome: ({ target, accepted, rejected, replaced }, line) =>
        this.note(
          'pairing-answer',
          { accepted: accepted ?? null, rejected: rejected ?? null, replaced: replaced ?? null },
          line,
          playerName(target),
        ),
      preference_result: ({ matched_pairs }, line) => this.note('pairs', matched_pairs, line),
      final_results: (results, line) => {
        this.leaveReasons(line);
        this.count.close(this.count.leader(), line);
        const winners = results.winners_full.map(playerName);
        const ranks = byName(results.final_ranks_full);
        this.events.finish(
          this.round,
          'one player was left',
          { winners, ranks },
          byName(results.partial_points_full),
        );
      },
    };

  /** Begins another count in the same round, once. */
  private recount(phase: 'revote' | 'jury', line: number): void {
    if (this.count.phase === phase) return;
    this.count.close(null, line);
    this.count = new EliminationCount(this.events, this.round, phase);
  }

  /** Reasons to which no vote came. */
  private leaveReasons(line: number | null): void {
    for (const [voter, text] of this.reasons) this.note('vote-reason', { text }, line, voter);
    this.reasons.clear();
  }

  private note(kind: string, data: Json, line: number | null, by?: string): void {
    this.events.note(this.round, 'game', kind, data, by, line);
  }
}

function byName(values: Readonly<Record<string, number>>): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([player, value]) => [playerName(player), value]));
}

function fieldsOf(record: { readonly [field: string]: unknown }): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'type')) as JsonObject;
}
