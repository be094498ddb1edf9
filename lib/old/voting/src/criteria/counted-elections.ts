import type { Result, VotingRule } from '../voting-rule';
import { BallotSpace, type SpaceKind } from './ballot-space';
import { castFast } from './cast';
import type { Elections } from './criterion';
import { searchNames, type Votes } from './votes';

/** Counts votes by a rule and remembers the winners, because a search meets the same votes many times. */
export class CountedElections implements Elections {
  /** Elections counted so far, each once. */
  counted = 0;
  private readonly spaces = new Map<number, BallotSpace>();
  private readonly known = new Map<string, number>();

  constructor(
    readonly rule: VotingRule,
    readonly kind: SpaceKind,
    readonly anonymous: boolean,
  ) {}

  space(options: number): BallotSpace {
    let space = this.spaces.get(options);
    if (space === undefined) this.spaces.set(options, (space = new BallotSpace(this.kind, options)));
    return space;
  }

  /** Votes over the first options by name. */
  votes(options: number, ballots: readonly number[]): Votes {
    return { space: this.space(options), ballots, names: firstNames[options] as string[] };
  }

  result(votes: Votes): Result {
    this.counted++;
    return this.rule.count(castFast(this.rule, this.inOrder(votes), this.anonymous));
  }

  winners(votes: Votes): number {
    const ordered = this.inOrder(votes);
    const key = keyOf(ordered);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { winners } = this.result(ordered);
    let set = 0;
    for (const winner of winners) set |= 1 << votes.names.indexOf(winner);
    if (this.known.size < mostRemembered) this.known.set(key, set);
    return set;
  }

  without(votes: Votes, option: number): Votes {
    const smaller = this.space(votes.space.options - 1);
    return {
      space: smaller,
      ballots: votes.ballots.map((ballot) => votes.space.without(ballot, option, smaller)),
      names: votes.names.toSpliced(option, 1),
    };
  }

  /** The votes as they are counted and printed: sorted where their order does not matter. */
  inOrder(votes: Votes): Votes {
    return this.anonymous && !isSorted(votes.ballots)
      ? { ...votes, ballots: votes.ballots.toSorted((a, b) => a - b) }
      : votes;
  }
}

/** `firstNames[m]`: the names of m options. */
const firstNames = Array.from({ length: searchNames.length + 1 }, (_, options) =>
  searchNames.slice(0, options),
);

/** So that a long search does not fill the memory. */
const mostRemembered = 1_000_000;

/** Names do not belong to the key: a rule may read them only as labels, and they keep their order. */
function keyOf(votes: Votes): string {
  return String.fromCharCode(votes.space.options, ...votes.ballots);
}

function isSorted(ballots: readonly number[]): boolean {
  for (let place = 1; place < ballots.length; place++)
    if ((ballots[place - 1] as number) > (ballots[place] as number)) return false;
  return true;
}
