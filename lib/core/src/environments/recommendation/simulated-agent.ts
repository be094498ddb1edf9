import type { Random } from 'agora-voting';
import {
  skill,
  skilled,
  type Known,
  type Mind,
  type Parameter,
  type ReasoningSimulatedAgent,
} from '../simulated-agent';
import { phrases } from './phrases';
import { ratingScale, withinScale } from './rating';
import { agentNames } from './roster';
import { factNames, factOwners, tableFact, type Fact, type FactName, type OwnTable } from './table-facts';
import { talk } from './talk';
import type { RatingProposal } from './types';

const guess = 'a guess at what is common, made before any result was looked at';
const share = (value: number, meaning: string, reason = guess): Parameter => ({
  value,
  range: [0, 1],
  meaning,
  reason,
});

const parameters = {
  skill,
  openness: share(
    0.95,
    'probability that an agent says what is due: an answer, or a number it has not given yet',
    'all want the same, so nothing is kept back on purpose; what is missing to 1 is oversight',
  ),
  attention: {
    ...share(0.6, 'how much of the trust that is missing to 1 a listener gains each time a number comes up'),
    scales: 'share',
  },
  readingNoise: {
    value: 0.25,
    range: [0, 2],
    scales: 'error',
    meaning: 'standard deviation of the error in a number read off the own table, in stars',
    reason:
      'language models average a long list by eye; the rating of a user varies by about one star. A guess',
  },
  stubbornness: share(
    0.5,
    'how much of the numbers it gave before an agent keeps when it looks at its table again',
  ),
  concession: share(0.2, 'how far an estimate moves towards the average rating that the others want'),
  initiative: share(
    0.5,
    'probability that an agent with a proposal thinks it over; it proposes anew only when the rating changes',
  ),
  inertia: {
    value: 0.1,
    range: [0, 4],
    reason: guess,
    meaning: 'what the standing decision gains in a vote, in stars of closeness',
  },
  judgementNoise: {
    value: 0.25,
    range: [0, 2],
    scales: 'error',
    meaning: 'standard deviation of the error in judging a candidate, in stars',
    reason: 'as large as the error in reading a table',
  },
  usualRating: {
    value: 3.5,
    range: [ratingScale.least, ratingScale.most],
    meaning: 'what an agent expects of a user and a movie it knows nothing about',
    reason: 'people rate what they chose to see: a little above the middle of the scale',
  },
  userDamping: {
    value: 10,
    range: [0, 1000],
    meaning: 'ratings by the user at which their mean counts half',
    reason: 'Koren (2010), Factor in the Neighbors, section 2.1: the usual damping of user means',
  },
  movieDamping: {
    value: 25,
    range: [0, 1000],
    meaning: 'ratings of the movie at which their mean counts half',
    reason: 'Koren (2010), the same place: the usual damping of item means',
  },
} satisfies Record<string, Parameter>;

type Name = keyof typeof parameters;
type Knowing = Known<RatingProposal, OwnTable, Name>;

/** The belief of an agent about a case. */
export interface RatingBelief {
  /** The numbers that it uses, with their weights: 1 for its own, less for those of others. */
  readonly facts: ReadonlyMap<FactName, Fact & { readonly trust: number }>;
  /** The rating that it expects from them. */
  readonly expected: number;
  /** The rating that it wants: moved towards what the others want. */
  readonly wanted: number;
}
export type RatingMind = Mind<RatingProposal, OwnTable, RatingBelief, Name>;

/**
 * A simulated agent of the recommendation system reads numbers from its own table and hears those of others. It
 * combines them, weighted by their numbers of ratings, proposes the nearest rating, and votes for the candidate closest
 * to its estimate. No parameter was fitted, neither to the paper's tables nor to MovieLens.
 */
export const simulatedRecommender: ReasoningSimulatedAgent<RatingProposal, OwnTable, RatingBelief, Name> = {
  parameters,
  profiles: skilled,
  profile: 'gpt-4o-mini',
  phrases,
  // Half a star is plain to see; a star off is worth the middle; further off than two stars one abstains.
  unit: 0.5,
  middle: -1,
  reservation: -2,
  estimate: (known, random) => {
    const facts = factsOf(known, random);
    const expected = expectedFrom(facts, known.values);
    const others = wantedByOthers(known);
    const wanted =
      others.length === 0 ? expected : expected + known.values.concession * (average(others) - expected);
    return { facts, expected, wanted };
  },
  utility: ({ belief }, { rating }) => -Math.abs(rating - belief.wanted),
  best: ({ belief }) => ({ rating: nearestStars(belief.wanted) }),
  say: (mind, random) => talk(mind, nearestStars, random),
};

/**
 * Numbers from its own table, read with an error, and numbers it was told. Each time a number comes up, in a summary too, a
 * listener's trust covers `attention` of what was missing to 1. A number that was stated several times is taken at its
 * average, and an agent that stated one before keeps `stubbornness` of what it said.
 */
function factsOf({ agent, observed, values, heard }: Knowing, random: Random | null): RatingBelief['facts'] {
  const known = new Map<FactName, Fact & { trust: number }>();
  const genres = heard('Inform', 'genres').at(-1)?.gaps['genres']?.split(', ') ?? null;
  for (const name of factNames) {
    const told = heard('Inform', name);
    const said = told.length === 0 ? null : average(told.map(({ gaps }) => Number(gaps['value'])));
    if (agentNames[factOwners[name]] === agent) {
      const fact = tableFact(observed, name, genres, values.usualRating);
      if (fact === null) continue;
      const seen = fact.value + (random === null ? 0 : random.normal(0, values.readingNoise));
      const value = said === null ? seen : seen + values.stubbornness * (said - seen);
      known.set(name, { value, count: fact.count, trust: 1 });
    } else if (said !== null) {
      const trust = 1 - Math.pow(1 - values.attention, told.length + heard('Summarize', name).length);
      known.set(name, { value: said, count: Number(told.at(-1)?.gaps['count'] ?? 0), trust });
    }
  }
  return known;
}

/**
 * A usual rating, and what user and movie add to it. Each offset counts by how many ratings it rests on,
 * n / (n + damping), the damped means of collaborative filtering (Koren 2010, "Factor in the Neighbors", section 2.1), and
 * by the agent's trust in it.
 */
function expectedFrom(facts: RatingBelief['facts'], values: Knowing['values']): number {
  const { usualRating, userDamping, movieDamping } = values;
  const value = (name: FactName): number => facts.get(name)?.value ?? usualRating;
  const weight = (name: FactName, damping: number): number => {
    const fact = facts.get(name);
    return fact === undefined ? 0 : (fact.trust * fact.count) / (fact.count + damping || 1);
  };
  const user = weight('userMean', userDamping) * (value('userMean') - usualRating);
  const taste = weight('genreMean', userDamping) * (value('genreMean') - value('userMean'));
  // The lift says the same as the movie's mean, but for how generous its viewers are.
  const [lift, mean] = [weight('lift', movieDamping), weight('movieMean', movieDamping)];
  const movie =
    facts.has('lift') && lift >= mean ? lift * value('lift') : mean * (value('movieMean') - usualRating);
  // A first guess fades as numbers about the movie come in.
  const guessed =
    (facts.get('firstGuess')?.trust ?? 0) * (1 - Math.max(lift, mean)) * (value('firstGuess') - usualRating);
  return withinScale(usualRating + guessed + user + taste + movie);
}

/** What the others want, by what they wrote last or else by their latest proposal. */
function wantedByOthers({ agent, agents, candidates, heard }: Knowing): number[] {
  const last = new Map<string, { readonly round: number; readonly rating: number }>();
  for (const act of ['Propose', 'Compromise', 'Defend', 'Accept'] as const)
    for (const { from, round, gaps } of heard(act, 'rating'))
      if (round >= (last.get(from)?.round ?? 0)) last.set(from, { round, rating: Number(gaps['rating']) });
  return agents
    .filter((name) => name !== agent)
    .flatMap(
      (name) =>
        last.get(name)?.rating ?? candidates.find(({ by }) => by.includes(name))?.proposal.rating ?? [],
    );
}

function nearestStars(rating: number): number {
  return withinScale(Math.round(rating));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
