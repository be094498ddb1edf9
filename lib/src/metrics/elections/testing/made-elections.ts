import { Random } from '../../../random';
import { preferentialRule, type Ballot, type BallotKind } from '../../../voting';
import { resultByScore } from '../../../voting/result';
import type { Election, RecordedBallot } from '../election';

/** First preferences. */
export const firsts = preferentialRule({
  ...{ name: 'firsts', source: 'test', explanation: 'First preferences.', meets: [] },
  decide: (profile) =>
    resultByScore(
      profile.options,
      profile.options.map((_, option) => profile.placed(option, 0)),
    ),
});

/** Copeland-like: one point for each option that is beaten by more than half. */
export const beaten = preferentialRule({
  ...{ name: 'beaten', source: 'test', explanation: 'Duels won.', meets: [] },
  decide: (profile) =>
    resultByScore(
      profile.options,
      profile.options.map((_, a) => profile.options.filter((_, b) => profile.margin(a, b) > 0).length),
    ),
});

/** A rule that draws. */
export const drawn = preferentialRule({
  ...{ name: 'drawn', source: 'test', explanation: 'A lottery.', meets: [] },
  decide: (profile, { random }) =>
    resultByScore(profile.options, (random as Random).shuffle(profile.options.map((_, option) => option))),
});

/** "BACD" is a ranking; "" a missing ballot. */
export const ranking = (letters: string): Ballot | null =>
  letters === '' ? null : { kind: 'ranking', ranking: [...letters] };

/** An election on A to D, in which A is right unless another is named. */
export function madeElection(
  collaboration: number,
  rankings: readonly string[],
  more: Partial<Election> = {},
): Election {
  const raters = rankings.map((_, place) => `Rater ${place + 1}`);
  return {
    ...{ collaboration, subject: null, options: ['A', 'B', 'C', 'D'], right: 'A', raters },
    polls: [poll('ranking', raters, rankings.map(ranking))],
    ...{ dictators: [], selected: {} },
    ...more,
  };
}

export function poll(kind: BallotKind, raters: readonly string[], ballots: readonly (Ballot | null)[]) {
  const recorded = raters.map((rater, place): RecordedBallot => {
    const ballot = ballots[place] ?? null;
    return { rater, ballot, failure: ballot === null ? 'unparsed' : null, invented: false };
  });
  return { kind, settings: {}, ballots: recorded };
}

/** Many elections of raters who put A first with a chance of `skill`. */
export function manyElections(count: number, raters: number, skill: number, options = 4): Election[] {
  const letters = [...'ABCDEFGHIJ'].slice(0, options).join('');
  return Array.from({ length: count }, (_, collaboration) => {
    const random = Random.from(1, collaboration);
    const rankings = Array.from({ length: raters }, () => {
      const shuffled = random.shuffle([...letters]).join('');
      return random.chance(skill) ? `A${shuffled.replace('A', '')}` : shuffled;
    });
    return madeElection(collaboration, rankings, { options: [...letters] });
  });
}
