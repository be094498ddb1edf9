import { recorded } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { claimSpecs, testOf, type ClaimTest } from '../claim-spec';
import { cut, evaluate, type ClaimCase, type Cut, type Measured } from './evaluate';
import { sixRules } from './four-options';
import { rateQuestion, type RatedQuestion } from './gedi-raters';
import type { RecordedTests } from './recorded-tests';

/*
 * GEDI's claims on "thirteen-billion raters": LLaMA-13B under ten prompts on 2,886 questions of MMLU, each question a
 * cluster.
 */

const model = 'LLaMA-13B';

/** Rules are places in `sixRules`. */
const [plurality, borda, minimax, ranked] = [0, 2, 4, 5] as const;
const all = sixRules.map((_, rule) => rule);
const others = (rule: number): number[] => all.filter((one) => one !== rule);

/** A number that one question has. */
type Reads = (one: RatedQuestion) => number;

export function gediTests(): RecordedTests {
  const questions = [...recorded('mmlu-rater-probabilities')].map((one) =>
    rateQuestion(one, { draws: 200, seed: 1 }),
  );
  const measured = measuredOn(questions);
  const specs = claimSpecs().gedi.claims;
  return Object.fromEntries(
    Object.entries(measured).map(([name, measure]) => {
      const id = `gedi.${name}`;
      const spec = specs.find((one) => one.id === id);
      const test = spec === undefined ? null : testOf(spec, 'recorded');
      if (test === null) throw new AgoraError('claim', `${id} has no recorded test`);
      return [id, evaluate(id, test, measure(test))];
    }),
  );
}

/** By claim, what its test counts. Exported for tests. */
export function measuredOn(
  questions: readonly RatedQuestion[],
): Readonly<Record<string, (test: ClaimTest) => Measured>> {
  const cases = (reads: Reads, part?: string, some = questions): ClaimCase[] =>
    some.map((one) => ({
      cluster: one.id,
      model: model,
      set: one.subject,
      numerator: reads(one),
      ...(part !== undefined && { part: part }),
    }));
  const one = (reads: Reads, cuts: (test: ClaimTest) => readonly Cut[] = () => []) => {
    return (test: ClaimTest): Measured => ({
      cases: cases(reads),
      alike: 'clusters',
      sensitivity: cuts(test),
    });
  };
  /** One part a rule. */
  const parts = (
    rules: readonly number[],
    reads: (rule: number) => Reads,
    cuts: (test: ClaimTest) => readonly Cut[] = () => [],
  ) => {
    return (test: ClaimTest): Measured => ({
      cases: rules.flatMap((rule) => cases(reads(rule), sixRules[rule])),
      alike: 'clusters',
      sensitivity: cuts(test),
    });
  };
  const same =
    (says: string, reads: Reads, some = questions) =>
    (test: ClaimTest): Cut =>
      cut(says, test, cases(reads, undefined, some));
  const eachRule = (rules: readonly number[], reads: (rule: number) => Reads) =>
    rules.map((rule) => same(sixRules[rule] ?? '', reads(rule)));
  const subjects = [...new Set(questions.map(({ subject }) => subject))].sort();
  const eachSubject = (reads: Reads, name = '') =>
    subjects.map((subject) =>
      same(
        `${subject}${name}`,
        reads,
        questions.filter((question) => question.subject === subject),
      ),
    );
  const listed = (...makers: readonly ((test: ClaimTest) => Cut)[]) => {
    return (test: ClaimTest): Cut[] => makers.map((make) => make(test));
  };
  const disagreeing = questions.filter(({ disagree }) => disagree);

  const gain =
    (rule: number): Reads =>
    ({ hits, single }) =>
      at(hits[0], rule) - at(single, 0);
  const gainOfSix: Reads = ({ hits, single }) => meanOf(hits[0], all) - at(single, 0);
  const gainOf =
    (rule: number, size: number): Reads =>
    ({ fewer, single }) =>
      at(fewer[size], rule) - at(single, 0);
  const gainOfSixBy =
    (size: number): Reads =>
    ({ fewer, single }) =>
      meanOf(fewer[size], all) - at(single, 0);
  const thirdHelps =
    (rules: readonly number[]): Reads =>
    ({ fewer }) =>
      meanOf(fewer[3], rules) - meanOf(fewer[2], rules);
  const lacking =
    (rule: number, size: number): Reads =>
    ({ hits, fewer }) => {
      const toTen = (of: readonly number[]) => meanOf(hits[0], of) - meanOf(fewer[size], of);
      return toTen([rule]) - toTen(others(rule));
    };
  const lost =
    (rules: readonly number[], counts: readonly number[]): Reads =>
    ({ hits, unreliable }) =>
      meanOf(hits[0], rules) -
      counts.reduce((sum, count) => sum + meanOf(unreliable[count], rules), 0) / counts.length;
  const keeps =
    (rules: readonly number[], counts: readonly number[]): Reads =>
    (question) =>
      lost(rules, counts)(question) - lost([plurality], counts)(question);
  const beyondTenth =
    (rules: readonly number[], count: number): Reads =>
    (question) =>
      lost(rules, [count])(question) - 0.1 * (meanOf(question.hits[0], rules) - 25);
  const hitOver =
    (rule: number, k: number): Reads =>
    ({ hits }) =>
      at(hits[k - 1], rule) - at(hits[k - 1], plurality);
  const blindOver =
    (rule: number): Reads =>
    ({ hits, single }) =>
      at(single, 2) - at(hits[2], rule);
  const rankedOver =
    (rule: number): Reads =>
    ({ hits }) =>
      at(hits[0], rule) - at(hits[0], plurality);
  const large = questions.filter(
    ({ subject }) => questions.filter((other) => other.subject === subject).length >= 100,
  );

  return {
    votingBeatsOneRater: one(
      gainOfSix,
      listed(
        ...eachRule(all, gain),
        same('questions on which the raters disagree', gainOfSix, disagreeing),
        ...eachSubject(gainOfSix),
      ),
    ),
    votingNeverLoses: parts(
      all,
      gain,
      listed(...all.flatMap((rule) => eachSubject(gain(rule), `, ${sixRules[rule]}`))),
    ),
    pluralityBeatsOneRater: one(
      gain(plurality),
      listed(same('questions on which the raters disagree', gain(plurality), disagreeing)),
    ),
    minimaxAndRankedPairsGain: parts(
      [minimax, ranked],
      gain,
      listed(...[minimax, ranked].flatMap((rule) => eachSubject(gain(rule), `, ${sixRules[rule]}`))),
    ),
    threeRatersSuffice: parts(
      all,
      (rule) => gainOf(rule, 3),
      listed(same('mean of the six rules', gainOfSixBy(3)), ...eachSubject(gainOfSixBy(3), ', mean of six')),
    ),
    twoRatersDoNotHelp: one(thirdHelps(all), listed(...eachRule(all, (rule) => thirdHelps([rule])))),
    bordaNeedsMoreRaters: one(
      lacking(borda, 3),
      listed(same('subsets of four', lacking(borda, 4)), same('subsets of five', lacking(borda, 5))),
    ),
    pluralityIsRobust: one(
      keeps(others(plurality), [4, 5, 6]),
      listed(
        ...eachRule(others(plurality), (rule) => keeps([rule], [4, 5, 6])),
        ...[4, 5, 6].map((count) => same(`${count} unreliable`, keeps(others(plurality), [count]))),
      ),
    ),
    threeUnreliableAreBorne: parts(
      all,
      (rule) => beyondTenth([rule], 3),
      listed(
        same('two unreliable, mean of the six rules', beyondTenth(all, 2)),
        same('mean of the six rules', beyondTenth(all, 3)),
      ),
    ),
    bordaExcludesWrongChoices: parts(
      [borda, ranked],
      (rule) => hitOver(rule, 3),
      listed(
        ...eachRule([borda, ranked], (rule) => hitOver(rule, 2)).map((make) =>
          renamed(make, 'hit rate at 2'),
        ),
      ),
    ),
    blindDictatorHitsAtThree: one(
      blindOver(plurality),
      listed(...eachRule(others(plurality), (rule) => blindOver(rule))),
    ),
    gainsDifferBySubject: one(
      gain(plurality),
      listed(
        same('mean of the six rules', gainOfSix),
        same('subjects of 100 questions or more', gain(plurality), large),
      ),
    ),
    methodsDifferBySubject: one(rankedOver(ranked), listed(same('Borda minus plurality', rankedOver(borda)))),
  };
}

const at = (values: readonly number[] | undefined, place: number): number => values?.[place] ?? NaN;

function meanOf(values: readonly number[] | undefined, places: readonly number[]): number {
  return places.reduce((sum, place) => sum + at(values, place), 0) / places.length;
}

const renamed =
  (make: (test: ClaimTest) => Cut, also: string) =>
  (test: ClaimTest): Cut => {
    const found = make(test);
    return { ...found, says: `${found.says}, ${also}` };
  };
