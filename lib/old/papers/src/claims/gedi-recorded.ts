import { recorded } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { cut, type ClaimCase, type Cut, type CutSettings, type Measured } from './evaluate';
import { sixRules } from './four-options';
import { rateQuestion, type RatedQuestion } from './gedi-raters';
import { type RecordedTests, testsOf } from './recorded-tests';

/*
 * GEDI's claims on "thirteen-billion raters": LLaMA-13B under ten prompts on 2,886 questions of MMLU, each question a
 * cluster. Takes a minute or two: 200 random replacements of raters a question.
 */

/** Rules are places in `sixRules`. */
const [plurality, bucklin, borda, minimax, ranked] = [0, 1, 2, 4, 5] as const;
const all = sixRules.map((_, rule) => rule);
const others = (rule: number): number[] => all.filter((one) => one !== rule);

/** A number that one question has, in points. */
type Reads = (one: RatedQuestion) => number;

export function gediTests(): RecordedTests {
  const set = [...recorded('mmlu-rater-probabilities')];
  return testsOf('gedi', gediMeasures(set.map((one) => rateQuestion(one, { draws: 200, seed: 1 }))));
}

/** By claim, what its test counts. */
export function gediMeasures(questions: readonly RatedQuestion[]): Readonly<Record<string, Measured>> {
  const one = (reads: Reads, sensitivity: readonly Cut[] = []): Measured => ({
    cases: casesOf(questions, reads),
    alike: 'clusters',
    sensitivity: sensitivity,
  });
  const eachRule = (rules: readonly number[], reads: (rule: number) => Reads, also = ''): Cut[] =>
    rules.map((rule) => same(`${sixRules[rule]}${also}`, reads(rule)));
  /** One part a rule. */
  const parts = (
    rules: readonly number[],
    reads: (rule: number) => Reads,
    sensitivity: readonly Cut[] = [],
  ): Measured => ({
    cases: rules.flatMap((rule) =>
      casesOf(questions, reads(rule)).map((each) => ({ ...each, part: sixRules[rule] ?? '' })),
    ),
    alike: 'clusters',
    sensitivity: sensitivity,
  });
  const same = (says: string, reads: Reads, settings: CutSettings = {}): Cut =>
    cut(says, casesOf(questions, reads), settings);
  const disagreeing = questions.filter(({ disagree }) => disagree);
  const subjects = [...new Set(questions.map(({ subject }) => subject))];
  const large = subjects.filter((name) => questions.filter(({ subject }) => subject === name).length >= 100);
  const inLarge = questions.filter(({ subject }) => large.includes(subject));
  const variation: CutSettings = { method: 'variation' };

  return {
    votingBeatsOneRater: one(gain(all), [
      ...eachRule(all, (rule) => gain([rule])),
      cut('Questions on which the raters disagree.', casesOf(disagreeing, gain(all))),
      eachSubject(questions, gain(all), 0),
    ]),
    votingNeverLoses: parts(
      all,
      (rule) => gain([rule]),
      all.map((rule) => eachSubject(questions, gain([rule]), -0.5, sixRules[rule])),
    ),
    pluralityBeatsOneRater: one(gain([plurality]), [
      cut('Questions on which the raters disagree.', casesOf(disagreeing, gain([plurality]))),
    ]),
    minimaxAndRankedPairsGain: parts(
      [minimax, ranked],
      (rule) => gain([rule]),
      [minimax, ranked].map((rule) => eachSubject(questions, gain([rule]), 0, sixRules[rule])),
    ),
    threeRatersSuffice: parts(all, (rule) => gainBy(3, [rule]), [
      same('Mean of the six rules.', gainBy(3, all)),
      eachSubject(questions, gainBy(3, all), 0),
    ]),
    twoRatersDoNotHelp: parts([bucklin, borda, minimax, ranked], beyondHalfWay, [
      same('What three raters gain on two, mean of the six rules.', thirdHelps(all)),
      ...eachRule(
        [bucklin, borda, minimax, ranked],
        (rule) => gainBy(2, [rule]),
        ', what two raters gain on one',
      ),
    ]),
    bordaNeedsMoreRaters: one(lacking(borda, 3), [
      same('Subsets of four.', lacking(borda, 4)),
      same('Subsets of five.', lacking(borda, 5)),
    ]),
    pluralityIsRobust: parts(others(plurality), (rule) => keptBy([rule], [4, 5, 6]), [
      same('The mean of the other five rules.', keptBy(others(plurality), [4, 5, 6])),
      ...[4, 5, 6].map((count) => same(`${count} unreliable.`, keptBy(others(plurality), [count]))),
    ]),
    threeUnreliableAreBorne: parts(all, (rule) => lostBy(rule, 3), [
      ...eachRule(all, (rule) => lostBy(rule, 2), ', two unreliable raters'),
      same('Beyond a tenth of the way to chance, mean of the six rules.', beyondTenth(all, 3)),
    ]),
    ratingsLoseToRankings: parts(all, (rule) => overSums([rule]), [
      same('The mean of the six rules.', overSums(all)),
      cut('Questions on which the raters disagree.', casesOf(disagreeing, overSums(all))),
    ]),
    bordaExcludesWrongChoices: parts(
      [borda, ranked],
      (rule) => hitOver(rule, 3),
      eachRule([borda, ranked], (rule) => hitOver(rule, 2), ', hit rate at 2'),
    ),
    blindDictatorHitsAtThree: one(blindOver(plurality), eachRule(others(plurality), blindOver)),
    gainsDifferBySubject: one(gain([plurality]), [
      same('Mean of the six rules.', gain(all), variation),
      cut('Subjects of 100 questions or more.', casesOf(inLarge, gain([plurality])), variation),
    ]),
    methodsDifferBySubject: one(rankedOver(ranked), [
      same('Borda minus plurality.', rankedOver(borda), variation),
    ]),
  };
}

function casesOf(questions: readonly RatedQuestion[], reads: Reads): ClaimCase[] {
  return questions.map((one) => ({
    cluster: one.id,
    model: 'LLaMA-13B',
    set: one.subject,
    numerator: reads(one),
  }));
}

/** The sixteen subjects in one line. */
function eachSubject(questions: readonly RatedQuestion[], reads: Reads, bound: number, rule = ''): Cut {
  const subjects = [...new Set(questions.map(({ subject }) => subject))];
  const effects = subjects.map((name) => {
    const own = questions.filter(({ subject }) => subject === name).map(reads);
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  });
  const above = effects.filter((effect) => effect > bound).length;
  const [least, most] = [Math.min(...effects), Math.max(...effects)].map((effect) => effect.toFixed(2));
  const of = rule === '' ? '' : `, ${rule}`;
  return {
    says: `Each subject alone${of}: above ${bound} in ${above} of ${subjects.length}, from ${least} to ${most}.`,
    effect: null,
    low: null,
    high: null,
  };
}

/** The gain of the mean of some rules over a single rater. */
function gain(rules: readonly number[]): Reads {
  return ({ hits, single }) => meanAt(hits[0], rules) - (single[0] ?? NaN);
}

/** The gain with subsets of this many raters. */
function gainBy(size: number, rules: readonly number[]): Reads {
  return ({ fewer, single }) => meanAt(fewer[size], rules) - (single[0] ?? NaN);
}

/** The gain of two raters over one, minus half the gain of three. */
function beyondHalfWay(rule: number): Reads {
  return (question) => gainBy(2, [rule])(question) - 0.5 * gainBy(3, [rule])(question);
}

/** The gain of three raters over two. */
function thirdHelps(rules: readonly number[]): Reads {
  return ({ fewer }) => meanAt(fewer[3], rules) - meanAt(fewer[2], rules);
}

/** How far subsets are below all ten raters, minus the same under the other five rules. */
function lacking(rule: number, size: number): Reads {
  return ({ hits, fewer }) =>
    meanAt(hits[0], [rule]) -
    meanAt(fewer[size], [rule]) -
    (meanAt(hits[0], others(rule)) - meanAt(fewer[size], others(rule)));
}

/** The loss if this many of the raters are unreliable, the mean over the given numbers. */
function lost({ hits, unreliable }: RatedQuestion, rules: readonly number[], counts: readonly number[]) {
  const kept = counts.reduce((sum, count) => sum + meanAt(unreliable[count], rules), 0) / counts.length;
  return meanAt(hits[0], rules) - kept;
}

/** The loss of a rule with this many unreliable raters. */
function lostBy(rule: number, count: number): Reads {
  return (question) => lost(question, [rule], [count]);
}

/** Rules on rankings over the sum of the probabilities that the rankings are by. */
function overSums(rules: readonly number[]): Reads {
  return ({ id, hits, summed }) => {
    if (summed === null) throw new AgoraError('claim', `${id}: no probabilities are on record`);
    return meanAt(hits[0], rules) - summed;
  };
}

/** The loss of some rules minus the loss of plurality. */
function keptBy(rules: readonly number[], counts: readonly number[]): Reads {
  return (question) => lost(question, rules, counts) - lost(question, [plurality], counts);
}

/** The loss minus a tenth of the distance to chance. */
function beyondTenth(rules: readonly number[], count: number): Reads {
  return (question) => lost(question, rules, [count]) - 0.1 * (meanAt(question.hits[0], rules) - 25);
}

function hitOver(rule: number, k: number): Reads {
  return ({ hits }) => meanAt(hits[k - 1], [rule]) - meanAt(hits[k - 1], [plurality]);
}

/** A single rater's first three choices over a rule's. */
function blindOver(rule: number): Reads {
  return ({ hits, single }) => (single[2] ?? NaN) - meanAt(hits[2], [rule]);
}

function rankedOver(rule: number): Reads {
  return ({ hits }) => meanAt(hits[0], [rule]) - meanAt(hits[0], [plurality]);
}

function meanAt(values: readonly number[] | undefined, places: readonly number[]): number {
  return places.reduce((sum, place) => sum + (values?.[place] ?? NaN), 0) / places.length;
}
