import type { Criterion, Finding } from './criterion';
import { has, onlyOne, win, withBallot, type Votes } from './votes';

/** Whose win is protected: every winner's, ties included, or only that of a sole winner against another sole one. */
export type MonotonicityReading = 'sets' | 'sole winners';

/**
 * Monotonicity: an option that wins still wins when it is lifted on some ballots and the others keep their order (on
 * ratings: when some ratings of it are raised and all else stays). Source: Woodall (1997), "mono-raise"; GEDI, Figure 10.
 *
 * With 'sets' (the default) a winner is any member of the set of winners. Then a breach by several lifts contains one
 * by a single ballot that lifts the option a single step, since one of the steps must be the first that costs it the
 * win; so single steps are all that has to be tried. With 'sole winners' the option must win alone before, and another
 * one alone after; ties on the way hide the first harmful step, so equal ballots are also lifted together, by any number
 * of steps. Figure 10 is of this kind.
 */
export function monotonicityOf(reading: MonotonicityReading): Criterion {
  return Object.freeze({
    name: 'monotonicity',
    definition:
      reading === 'sets'
        ? 'An option that wins still wins after some voters lift it and change nothing else.'
        : 'An option that wins alone does not give way to another sole winner after some voters lift it and change nothing else.',
    facts: 'first preferences',
    leastChanged: 1,
    violation(votes, elections) {
      const before = elections.winners(votes);
      if (reading === 'sole winners' && onlyOne(before) === undefined) return undefined;
      let best: Finding | undefined;
      for (let option = 0; option < votes.space.options; option++) {
        if (!has(before, option)) continue;
        for (const { changed, after } of lifts(votes, option, reading, elections.anonymous)) {
          if (best !== undefined && best.changedBallots <= changed) continue;
          const winners = elections.winners(after);
          if (has(winners, option) || (reading === 'sole winners' && onlyOne(winners) === undefined))
            continue;
          const name = votes.names[option] as string;
          best = {
            changedBallots: changed,
            elections: [
              { label: 'Before', votes },
              {
                label: `After ${changed === 1 ? 'one voter lifts' : `${changed} voters lift`} ${name}`,
                votes: after,
              },
            ],
            sentences: [
              `At first ${win(votes, before)}; ${name} is then lifted on ${changed === 1 ? 'one ballot' : `${changed} ballots`}, so it should still win.`,
              `But then ${win(votes, winners)}.`,
            ],
          };
          if (changed === 1) return best;
        }
      }
      return best;
    },
  } satisfies Criterion);
}

export const monotonicity: Criterion = monotonicityOf('sets');

function* lifts(
  votes: Votes,
  option: number,
  reading: MonotonicityReading,
  anonymous: boolean,
): Generator<{ readonly changed: number; readonly after: Votes }> {
  const { space, ballots } = votes;
  for (let place = 0; place < ballots.length; place++) {
    const ballot = ballots[place] as number;
    if (anonymous && place > 0 && ballots[place - 1] === ballot) continue;
    let to = space.lifted(ballot, option);
    if (reading === 'sets') {
      if (to !== undefined) yield { changed: 1, after: withBallot(votes, place, to) };
      continue;
    }
    for (; to !== undefined; to = space.lifted(to, option)) {
      let after = votes;
      for (let next = place, changed = 1; ballots[next] === ballot; next++, changed++) {
        after = withBallot(after, next, to);
        yield { changed, after };
      }
    }
  }
}
