import type { Criterion } from './criterion';
import { listed, namesIn, win, type Votes } from './votes';

/**
 * Consistency (reinforcement): if two groups of voters have winners in common, the winners of both groups together
 * are exactly these common ones. Tied winners count as winners. Groups without a common winner cannot break it. Both
 * groups have at least one voter. Source: Young (1975); Smith (1973), "separability"; pref_voting's "reinforcement"
 * asks the same.
 *
 * If the order of ballots matters (a dictator, the first ballot), the ballots of the two groups follow each other: each
 * has its own dictator, and the first group's is that of the whole.
 */
export const consistency: Criterion = Object.freeze({
  name: 'consistency',
  definition:
    'Where two groups of voters have winners in common, these and no others win when the groups vote together.',
  facts: 'first preferences',
  leastChanged: 0,
  defaultVoters: { 2: 9, 3: 8, 4: 4 },
  violation(votes, elections) {
    const together = elections.winners(votes);
    for (const [one, other] of groups(votes, elections.anonymous)) {
      const common = elections.winners(one) & elections.winners(other);
      if (common === 0 || common === together) continue;
      return {
        changedBallots: 0,
        elections: [
          { label: 'First group', votes: one },
          { label: 'Second group', votes: other },
          { label: 'Together', votes },
        ],
        sentences: [
          `The winners of both groups have ${listed(namesIn(votes, common))} in common, so exactly that should win when they vote together.`,
          `But together ${win(votes, together)}.`,
        ],
      };
    }
    return undefined;
  },
} satisfies Criterion);

/** Every way to part the voters in two, equal ballots told apart only where their order matters. */
function* groups(votes: Votes, anonymous: boolean): Generator<readonly [Votes, Votes]> {
  const { ballots } = votes;
  const parted = (one: number[], other: number[]): [Votes, Votes] => [
    { ...votes, ballots: one },
    { ...votes, ballots: other },
  ];
  if (!anonymous) {
    for (let size = 1; size < ballots.length; size++)
      yield parted(ballots.slice(0, size), ballots.slice(size));
    return;
  }
  const kinds = [...new Set(ballots)];
  const counts = kinds.map((kind) => ballots.filter((ballot) => ballot === kind).length);
  const taken = kinds.map(() => 0);
  for (;;) {
    let at = 0;
    while (at < taken.length && taken[at] === counts[at]) taken[at++] = 0;
    if (at === taken.length) return;
    taken[at] = (taken[at] as number) + 1;
    const size = taken.reduce((sum, number) => sum + number, 0);
    if (2 * size > ballots.length) continue;
    const one = kinds.flatMap((kind, place) => Array<number>(taken[place] as number).fill(kind));
    const other = kinds.flatMap((kind, place) =>
      Array<number>((counts[place] as number) - (taken[place] as number)).fill(kind),
    );
    yield parted(one, other);
  }
}
