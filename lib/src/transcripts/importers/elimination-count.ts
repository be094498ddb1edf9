import type { ConversationEvents } from './conversation-events';

/** One count of votes against players: the vote of a round, the second vote after a tie, or the jury's. */
export class EliminationCount {
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
        ...{ round: this.round, phase: this.phase, by: 'plurality', candidates, tally },
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
