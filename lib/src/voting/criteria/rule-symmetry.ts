import { Random } from '../../random';
import type { VotingRule } from '../voting-rule';
import { CountedElections } from './counted-elections';
import type { SpaceKind } from './ballot-space';
import type { Symmetry } from './profiles';
import type { Votes } from './votes';

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
    const places = elections.places(votes);
    const winners = elections.winners(votes);
    const same = (other: Votes, to: readonly number[]): boolean =>
      to.every((name, option) => {
        const won = (elections.winners(other) >> option) & 1;
        return won === ((winners >> name) & 1) && elections.places(other)[option] === places[name];
      });
    const identity = votes.names.map((_, option) => option);
    anonymous &&= same({ ...votes, ballots: random.shuffle(ballots) }, identity);
    const to = random.shuffle(identity);
    // Option `o` of the renamed votes is `to[o]` of the first ones.
    const image = space.imageUnder(to);
    neutral &&= same({ ...votes, ballots: ballots.map((ballot) => image[ballot] as number) }, to);
  }
  return { anonymous, neutral };
}
