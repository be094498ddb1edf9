import { type Ballot, type BallotKind, preferentialRule, Random } from 'agora-voting';
import { resultByScore } from 'agora-voting/internal';
import type { Collaboration } from '../../transcripts';

/** First preferences. */
export const firsts = preferentialRule({
  name: 'firsts',
  source: 'test',
  explanation: 'First preferences.',
  meets: [],
  decide: (profile) =>
    resultByScore(
      profile.options,
      profile.options.map((_, option) => profile.placed(option, 0)),
    ),
});

/** Like Copeland: one point for each option that more than half of the voters rank lower. */
export const beaten = preferentialRule({
  name: 'beaten',
  source: 'test',
  explanation: 'Duels won.',
  meets: [],
  decide: (profile) =>
    resultByScore(
      profile.options,
      profile.options.map((_, a) => profile.options.filter((_, b) => profile.margin(a, b) > 0).length),
    ),
});

/** A rule that draws at random. */
export const drawn = preferentialRule({
  name: 'drawn',
  source: 'test',
  explanation: 'A lottery.',
  meets: [],
  decide: (profile, { random }) =>
    resultByScore(profile.options, (random as Random).shuffle(profile.options.map((_, option) => option))),
});

/** "BACD" is a ranking; "" a missing ballot. */
export const ranking = (letters: string): Ballot | null =>
  letters === '' ? null : { kind: 'ranking', ranking: [...letters] };

interface Made {
  readonly subject?: string;
  readonly options?: readonly string[];
  readonly right?: string | null;
  /** Ballots of further kinds. */
  readonly polls?: Readonly<Partial<Record<BallotKind, readonly Ballot[]>>>;
  /** Their ballots; null for a dictator that gave none. */
  readonly dictators?: Readonly<Record<string, Ballot | null>>;
}

/** The record of an election on A to D. A is right unless another option is named. */
export function madeElection(
  index: number,
  rankings: readonly string[],
  { subject, options = ['A', 'B', 'C', 'D'], right = 'A', polls = {}, dictators = {} }: Made = {},
): Collaboration {
  const agents = rankings.map((_, place) => `Rater ${place + 1}`);
  const all = { ranking: rankings.map(ranking), ...polls };
  const cast = (phase: string, by: string, ballot: Ballot | null) =>
    ballot === null
      ? { type: 'failure', phase, agent: by, kind: 'unparsed' }
      : { type: 'vote', phase, by, ballot };
  const kinds = Object.keys(all).map((kind) => ({ kind }));
  const events = [
    { type: 'note', kind: 'election', data: { options, ballots: kinds, dictators: Object.keys(dictators) } },
    ...Object.entries(all).flatMap(([kind, ballots]) =>
      ballots.map((ballot, place) => cast(`ballot/${kind}`, agents[place] ?? '', ballot)),
    ),
    ...Object.entries(dictators).map(([kind, ballot]) => cast(`dictator/${kind}`, 'the dictator', ballot)),
  ].map((event) => ({ collaboration: index, round: 1, ...event }));
  const instance = {
    ...(right === null ? {} : { answer: right }),
    ...(subject === undefined ? {} : { subject }),
  };
  return { index, instance, agents, events: events as never, finished: { rounds: 1 } as never };
}

/** Many elections with raters who put A first with probability `skill`. */
export function manyElections(
  count: number,
  raters: number,
  skill: number,
  dictators: Readonly<Record<string, Ballot>> = {},
): Collaboration[] {
  return Array.from({ length: count }, (_, collaboration) => {
    const random = Random.from(1, collaboration);
    const rankings = Array.from({ length: raters }, () => {
      const shuffled = random.shuffle([...'ABCD']).join('');
      return random.chance(skill) ? `A${shuffled.replace('A', '')}` : shuffled;
    });
    return madeElection(collaboration, rankings, { dictators });
  });
}
