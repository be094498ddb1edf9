import { Random } from '../random';
import type { Result, VotingRule } from '../voting-rule';
import type { BallotSpace, SpaceKind } from './ballot-space';
import { CountedElections } from './counted-elections';
import type { Votes } from './votes';

/** The symmetries of a rule. With them, fewer profiles have to be tried. */
export interface Symmetry {
  /** Shuffling the ballots changes nothing. */
  readonly anonymous: boolean;
  /** Renaming the options renames the result and changes nothing else. */
  readonly neutral: boolean;
}

/**
 * Every profile of `voters` ballots: once up to the order of ballots where that cannot matter, and once up to the names
 * of the options where those cannot. Of several that are alike the first in lexicographic order is given. The caller
 * may keep the yielded array.
 */
export function* profiles(space: BallotSpace, voters: number, symmetry: Symmetry): Generator<number[]> {
  const ballots = Array<number>(voters).fill(0);
  const counts = new Uint8Array(space.size);
  for (;;) {
    if (symmetry.anonymous) {
      counts.fill(0);
      for (const ballot of ballots) counts[ballot] = (counts[ballot] as number) + 1;
    }
    if (!symmetry.neutral || (symmetry.anonymous ? isFirstCounted(space, counts) : isFirst(space, ballots)))
      yield [...ballots];
    let last = voters - 1;
    while (last >= 0 && ballots[last] === space.size - 1) last--;
    if (last < 0) return;
    const next = (ballots[last] as number) + 1;
    ballots.fill(symmetry.anonymous ? next : 0, last);
    ballots[last] = next;
  }
}

/** Whether no renaming gives sorted ballots that come earlier, that is, more of the earlier ballots. */
function isFirstCounted(space: BallotSpace, counts: Uint8Array): boolean {
  return space.images.every((image) => {
    for (let ballot = 0; ballot < counts.length; ballot++) {
      const [mine, renamed] = [counts[ballot] as number, counts[image[ballot] as number] as number];
      if (renamed !== mine) return renamed < mine;
    }
    return true;
  });
}

function isFirst(space: BallotSpace, ballots: readonly number[]): boolean {
  return space.images.every((image) => {
    for (const ballot of ballots) {
      const renamed = image[ballot] as number;
      if (renamed !== ballot) return renamed > ballot;
    }
    return true;
  });
}

/**
 * Whether a rule treats voters alike and options alike, tried on 120 seeded profiles of two to four options and up to
 * six voters, many of them tied: shuffled ballots, renamed options. A `false` is certain, a `true` is not proven.
 */
export function ruleSymmetry(rule: VotingRule, kind: SpaceKind): Symmetry {
  const random = Random.from(1, 'rule symmetry');
  const elections = new CountedElections(rule, kind, false);
  let [anonymous, neutral] = [true, true];
  for (let trial = 0; trial < 120 && (anonymous || neutral); trial++) {
    const space = elections.space(2 + (trial % 3));
    const ballots = Array.from({ length: 1 + random.below(6) }, () => random.below(space.size));
    const votes = elections.votes(space.options, ballots);
    const before = standings(elections.result(votes), votes);
    const same = (other: Votes, to: readonly number[]): boolean => {
      const after = standings(elections.result(other), other);
      return to.every((name, option) => after[option] === before[name]);
    };
    const identity = votes.names.map((_, option) => option);
    anonymous &&= same({ ...votes, ballots: random.shuffle(ballots) }, identity);
    const to = random.shuffle(identity);
    // Option `o` of the renamed votes is `to[o]` of the first ones.
    const image = space.imageUnder(to);
    neutral &&= same({ ...votes, ballots: ballots.map((ballot) => image[ballot] as number) }, to);
  }
  return { anonymous, neutral };
}

/** Of every option whether it wins, and its tier. */
function standings({ winners, order }: Result, { names }: Votes): string[] {
  return names.map((name) => `${winners.includes(name)} ${order.findIndex((tier) => tier.includes(name))}`);
}
