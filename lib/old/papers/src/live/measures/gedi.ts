import { eventsOf, type Collaboration } from 'agora-core/transcripts';
import type { Measured } from '../../claims/evaluate';
import { sixRules } from '../../claims/four-options';
import { rateQuestion, type RatedQuestion } from '../../claims/gedi-raters';
import type { LiveRuns } from '../live-runs';

/*
 * GEDI's live tests, as gedi/claims.json has them: ten raters of one model, each question a cluster.
 */

/** Rules are places in `sixRules`. */
const [plurality, borda, rankedPairs] = [0, 2, 5] as const;
const all = sixRules.map((_, rule) => rule);
const ordinary = (one: readonly number[]): number => one.reduce((sum, value) => sum + value, 0) / one.length;

/** One question, as far as it has ballots. Accuracies are in percent. */
interface Polled {
  readonly id: string;
  readonly rated: Rated;
  readonly rankings: number;
  readonly informed: number;
  readonly misinformed: number;
  /** Range voting over the valid ratings, and the mean rater who rates. */
  readonly range: number;
  readonly oneWhoRates: number;
}

/** What the tests read of the rankings of a question. */
type Rated = Pick<RatedQuestion, 'single' | 'hits' | 'fewer' | 'unreliable'>;

/** Without a valid ranking every way that needs one is wrong; a dictator or the ratings may still be right. */
const noRanking: Rated = { single: [0, 0, 0], hits: [], fewer: {}, unreliable: {} };

type Reads = (one: Polled, rated: Rated) => number;

/** By claim, after the paper's name. */
export function gediLiveMeasures(runs: LiveRuns): Readonly<Record<string, Measured>> {
  const questions = polledQuestions(runs);
  const counted = countedIn(questions);
  const one = (reads: Reads): Measured => ({
    cases: casesOf(questions, reads, runs.model),
    alike: 'clusters',
    counted: counted,
  });
  const parts = (rules: readonly number[], reads: (rule: number) => Reads): Measured => ({
    cases: rules.flatMap((rule) =>
      casesOf(questions, reads(rule), runs.model).map((each) => ({ ...each, part: sixRules[rule] ?? '' })),
    ),
    alike: 'clusters',
    counted: counted,
  });
  return {
    votingBeatsOneRater: one((_, rated) => sixOf(rated) - single(rated)),
    pluralityBeatsOneRater: one((_, rated) => hit(rated, plurality, 1) - single(rated)),
    informedDictatorBeatsBlind: one((polled, rated) => polled.informed - single(rated)),
    votingBeatsInformedDictator: one((polled, rated) => sixOf(rated) - polled.informed),
    falseBallotsMislead: one((polled, rated) => single(rated) - polled.misinformed),
    ratingsLoseToRankings: one((polled, rated) => sixOf(rated) - polled.range),
    rangeStartsHigher: one((polled, rated) => polled.oneWhoRates - single(rated)),
    threeRatersSuffice: parts(all, (rule) => (_, rated) => (rated.fewer[3]?.[rule] ?? 0) - single(rated)),
    pluralityIsRobust: parts(
      all.filter((rule) => rule !== plurality),
      (rule) => (_, rated) => lostToRandom(rated, rule) - lostToRandom(rated, plurality),
    ),
    bordaExcludesWrongChoices: parts(
      [borda, rankedPairs],
      (rule) => (_, rated) => hit(rated, rule, 3) - hit(rated, plurality, 3),
    ),
    blindDictatorHitsAtThree: one((_, rated) => (rated.single[2] ?? 0) - hit(rated, plurality, 3)),
  };
}

/** What voting gains over one rater on each question, by its name: for a comparison of two models. */
export function votingGains(runs: LiveRuns): ReadonlyMap<string, number> {
  return new Map(polledQuestions(runs).map(({ id, rated }) => [id, sixOf(rated) - single(rated)]));
}

function polledQuestions(runs: LiveRuns): Polled[] {
  return [...runs.of('elections', 'answers').values()].map(polledOf);
}

function casesOf(questions: readonly Polled[], reads: Reads, model: string) {
  return questions.map((one) => ({
    cluster: one.id,
    model: model,
    numerator: reads(one, one.rated),
  }));
}

const hit = (rated: Rated, rule: number, k: number): number => rated.hits[k - 1]?.[rule] ?? 0;
/** Accuracy lost where four to six of ten raters are replaced by random ones. */
const lostToRandom = (rated: Rated, rule: number): number =>
  hit(rated, rule, 1) - ordinary([4, 5, 6].map((k) => rated.unreliable[k]?.[rule] ?? 0));
const single = (rated: Rated): number => rated.single[0] ?? 0;
const sixOf = (rated: Rated): number => ordinary(all.map((rule) => hit(rated, rule, 1)));

function polledOf(one: Collaboration): Polled {
  const { id, answer } = one.instance as { readonly id: string; readonly answer: string };
  const votes = eventsOf(one, 'vote');
  const rankings = votes.filter(({ phase }) => phase === 'ballot/ranking');
  const ratings = votes.flatMap(({ phase, ballot }) =>
    phase === 'ballot/rating' ? [(ballot as { readonly ratings: Record<string, number> }).ratings] : [],
  );
  const dictator = (kind: string): number => {
    const vote = votes.find(({ phase }) => phase === `dictator/${kind}`);
    const chosen = (vote?.ballot as { readonly ranking?: readonly string[] } | undefined)?.ranking?.[0];
    return chosen === answer ? 100 : 0;
  };
  return {
    id: id,
    rated:
      rankings.length === 0 ? noRanking : rateQuestion({ ...one, events: rankings }, { draws: 200, seed: 1 }),
    rankings: rankings.length,
    informed: dictator('informed'),
    misinformed: dictator('mis-informed'),
    range: ratings.length === 0 ? 0 : keyOnTop(summed(ratings), answer),
    oneWhoRates: ratings.length === 0 ? 0 : ordinary(ratings.map((own) => keyOnTop(own, answer))),
  };
}

function summed(ratings: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const own of ratings)
    for (const [option, rating] of Object.entries(own)) sums[option] = (sums[option] ?? 0) + rating;
  return sums;
}

/** 100 over the number of options on the highest sum, if the key is among them. */
function keyOnTop(sums: Readonly<Record<string, number>>, key: string): number {
  const highest = Math.max(...Object.values(sums));
  const winners = Object.keys(sums).filter((option) => sums[option] === highest);
  return winners.includes(key) ? 100 / winners.length : 0;
}

function countedIn(questions: readonly Polled[]): string[] {
  const valid = questions.reduce((sum, { rankings }) => sum + rankings, 0);
  const none = questions.filter(({ rankings }) => rankings === 0).length;
  return [
    `${valid} of ${10 * questions.length} rankings are valid.`,
    ...(none === 0 ? [] : [`Of ${none} questions no ranking is valid: what needs one is wrong there.`]),
  ];
}
