import type { Criterion } from './criterion';
import { listed, namesIn, onlyOne, win, type Votes } from './votes';

/** How a voter compares two sets of winners. */
export type SetReading = 'optimist' | 'pessimist' | 'sole winners';

/**
 * Participation: a voter who joins an election does not get a result that this voter likes less than the one without.
 * Source: Moulin (1988), the "no show paradox" of Fishburn and Brams (1983).
 *
 * Sets of winners are compared by the voter's best winner ('optimist', the default), by the worst one ('pessimist'), or
 * only where both elections have a sole winner ('sole winners', pref_voting's default). An election without a winner
 * is compared with nothing, and somebody has voted before. Where the order of ballots matters the voter comes last.
 */
export function participationOf(reading: SetReading): Criterion {
  return Object.freeze({
    name: 'participation',
    definition: 'A voter who joins does not get a result that this voter likes less.',
    facts: 'pairwise',
    leastChanged: 1,
    violation(votes, elections) {
      const { ballots } = votes;
      if (ballots.length < 2) return undefined;
      const after = elections.winners(votes);
      for (let place = elections.anonymous ? 0 : ballots.length - 1; place < ballots.length; place++) {
        const joining = ballots[place] as number;
        if (elections.anonymous && place > 0 && ballots[place - 1] === joining) continue;
        const absent = { ...votes, ballots: ballots.toSpliced(place, 1) };
        const before = elections.winners(absent);
        if (!likes(votes, joining, before, after, reading)) continue;
        return {
          changedBallots: 1,
          elections: [
            { label: 'Without the voter', votes: absent },
            { label: 'With the voter', votes },
          ],
          sentences: [
            `Without the voter ${win(votes, before)}; a voter who joins (${preferences(votes, joining)}) should get nothing worse.`,
            `But with the voter ${win(votes, after)}.`,
          ],
        };
      }
      return undefined;
    },
  } satisfies Criterion);
}

export const participation: Criterion = participationOf('optimist');

function likes(votes: Votes, ballot: number, better: number, worse: number, reading: SetReading): boolean {
  if (better === worse || better === 0 || worse === 0) return false;
  if (reading === 'sole winners' && (onlyOne(better) === undefined || onlyOne(worse) === undefined))
    return false;
  const row = votes.space.row(ballot);
  const levels = (set: number): number[] => row.filter((_, option) => (set >> option) & 1);
  return reading === 'pessimist'
    ? Math.min(...levels(better)) > Math.min(...levels(worse))
    : Math.max(...levels(better)) > Math.max(...levels(worse));
}

function preferences(votes: Votes, ballot: number): string {
  const { space } = votes;
  const options = votes.names.map((_, option) => option);
  if (space.of.kind === 'rating')
    return options.map((option) => `${votes.names[option]} ${space.level(ballot, option)}`).join(', ');
  const ordered = options.sort((a, b) => space.level(ballot, b) - space.level(ballot, a));
  return listed([ordered.map((option) => namesIn(votes, 1 << option)[0]).join(' > ')]);
}
