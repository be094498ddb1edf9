import { spread } from './clone-independence';
import type { Criterion, Elections, Finding } from './criterion';
import { has, listed, namesIn, win, withBallot, type Votes } from './votes';

/**
 * What may not matter.
 * - 'losing option' (default; GEDI's Figure 8): an option that does not win. Removing it, or adding it, leaves the set
 *   of winners as it is.
 * - 'any option': an option whose removal leaves some winner in the race. The winners without it are those of the
 *   winners that are left (Arrow's choice axiom, 1959). Stronger: it also speaks of tied winners.
 * - 'pairwise order' (Arrow 1951, for collective orders): how the rule orders a and b may depend only on how each voter
 *   orders (on ratings: rates) a and b. It is read from `Result.order`, not from the winners.
 */
export type IndependenceReading = 'losing option' | 'any option' | 'pairwise order';

const definitions: Readonly<Record<IndependenceReading, string>> = {
  'losing option': 'Removing or adding an option that does not win leaves the winners as they are.',
  'any option':
    'Removing an option leaves as winners exactly those winners that are still there, if there are any.',
  'pairwise order': 'How two options are ordered depends only on how each voter orders the two.',
};

/**
 * Independence of irrelevant alternatives (IIA), in one of three readings. Ballots without an option keep the order of
 * the others; on ratings, their ratings. Voters who stretch their ratings when options come or go are not considered.
 */
export function independenceOf(reading: IndependenceReading): Criterion {
  return Object.freeze({
    name: 'independence of irrelevant alternatives',
    definition: definitions[reading],
    facts: reading === 'pairwise order' ? 'pairwise' : 'first preferences',
    leastChanged: reading === 'pairwise order' ? 1 : 0,
    violation: reading === 'pairwise order' ? pairwise : removal(reading),
  } satisfies Criterion);
}

export const independence: Criterion = independenceOf('losing option');

function removal(reading: IndependenceReading): Criterion['violation'] {
  return (votes, elections) => {
    const winners = elections.winners(votes);
    for (let option = 0; option < votes.space.options; option++) {
      const left = winners & ~(1 << option);
      if (left === 0 || (reading === 'losing option' && has(winners, option))) continue;
      const fewer = elections.without(votes, option);
      const others = spread(elections.winners(fewer), option);
      if (others === left) continue;
      const name = votes.names[option] as string;
      return {
        changedBallots: 0,
        elections: [
          { label: `Without ${name}`, votes: fewer },
          { label: `With ${name}`, votes },
        ],
        sentences: [
          `Without ${name} ${win(votes, others)}, and adding ${name} changes no voter's view of the others.`,
          `But with ${name} ${win(votes, winners)}.`,
        ],
      };
    }
    return undefined;
  };
}

/** One changed ballot at a time is enough: the ballots can be exchanged one after the other. */
function pairwise(votes: Votes, elections: Elections): Finding | undefined {
  const { space, ballots } = votes;
  if (space.options < 3) return undefined;
  const before = elections.places(votes);
  for (let place = 0; place < ballots.length; place++) {
    const from = ballots[place] as number;
    for (let to = 0; to < space.size; to++) {
      if (to === from) continue;
      const after = withBallot(votes, place, to);
      for (let a = 1; a < space.options; a++)
        for (let b = 0; b < a; b++) {
          if (!sameView(votes, from, to, a, b)) continue;
          const places = elections.places(after);
          const order = (list: readonly number[]): number => Math.sign((list[a] ?? 0) - (list[b] ?? 0));
          if (order(before) === order(places)) continue;
          const pair = listed(namesIn(votes, (1 << a) | (1 << b)));
          return {
            changedBallots: 1,
            elections: [
              { label: 'Before', votes },
              { label: 'After one voter changes the ballot', votes: after },
            ],
            sentences: [
              `One voter changes the ballot, and no voter's view of ${pair}: their collective order should stay.`,
              `But at first ${told(votes, order(before), a, b)}, then ${told(votes, order(places), a, b)}.`,
            ],
          };
        }
    }
  }
  return undefined;
}

function sameView({ space }: Votes, from: number, to: number, a: number, b: number): boolean {
  if (space.of.kind === 'rating')
    return space.level(from, a) === space.level(to, a) && space.level(from, b) === space.level(to, b);
  return space.level(from, a) > space.level(from, b) === space.level(to, a) > space.level(to, b);
}

function told({ names }: Votes, order: number, a: number, b: number): string {
  const [one, other] = order <= 0 ? [names[a], names[b]] : [names[b], names[a]];
  return order === 0 ? `${one} and ${other} are tied` : `${one} is above ${other}`;
}
