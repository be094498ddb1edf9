import { check, listOf, object, whole } from '../../check';
import { mean } from './cells';
import { show, type Finding } from './finding';
import { accuracy, benchmarks, gediQuoted, models } from './gedi-cells';

/** How many options each of some questions has. */
export const optionCountsGiven = listOf('numbers of options', whole(1), 1);

/**
 * Expected accuracy, in percent, of an answer drawn evenly from a question's own options: the mean of 1 / options.
 * @param optionCounts - the number of options of each question
 * @throws AgoraError 'setting' when there is no question, or one with fewer than one option
 */
export function randomBallotAccuracy(optionCounts: readonly number[]): number {
  check('randomBallotAccuracy', object('arguments', { optionCounts: optionCountsGiven }), { optionCounts });
  return 100 * mean(optionCounts.map((count) => 1 / count));
}

const column = (benchmark: (typeof benchmarks)[number]): number[] =>
  models.map((model) => accuracy({ benchmark, model }, 'random'));

/** What section 5.2 says of the random baselines, held against Table 2. */
export function gediRandomClaims(): Finding[] {
  const stated = gediQuoted('random baseline');
  return benchmarks.map((benchmark) => {
    const values = column(benchmark);
    return {
      claim: `the random baseline of ${benchmark}`,
      printed: `about ${show(stated[benchmark] ?? Number.NaN, 1)} (section 5.2)`,
      recomputed: `${show(Math.min(...values), 1)} to ${show(Math.max(...values), 1)} in Table 2, mean ${show(mean(values))}`,
      agrees: Math.round(mean(values)) === stated[benchmark],
      note: '',
    };
  });
}

/**
 * MMLU-Pro has questions of fewer than ten options, so a ballot drawn at random among a question's own options is
 * right more often than 10%. Recomputed from the questions themselves, which the caller brings.
 * @param optionCounts - options of each of the first 100 questions of each discipline (1,400 in the paper)
 * @throws AgoraError 'setting' as randomBallotAccuracy does
 */
export function auditRandomBaseline(optionCounts: readonly number[]): Finding {
  const expected = randomBallotAccuracy(optionCounts);
  const values = column('MMLU-Pro');
  const fewer = optionCounts.filter((count) => count < 10).length;
  // Eight models, five runs each: a share p of n questions has standard error sqrt(p (1 - p) / n).
  const share = expected / 100;
  const error = 100 * Math.sqrt((share * (1 - share)) / (optionCounts.length * 5 * values.length));
  return {
    claim: "MMLU-Pro's random baseline draws from the options that each question has",
    printed: `approximately ${show(gediQuoted('random baseline')['MMLU-Pro'] ?? Number.NaN, 1)} for the "10-choice" MMLU-Pro (section 5.2); ${show(mean(values))} on average in Table 2`,
    recomputed: `${show(expected)} expected over ${optionCounts.length} questions, of which ${fewer} have fewer than ten options; the printed mean is ${show(Math.abs(mean(values) - expected) / error, 1)} standard errors (${show(error)}) away`,
    agrees: Math.abs(mean(values) - expected) <= 3 * error,
    note: 'Drawing one of ten letters whatever the options gives 10.00 in expectation, as would questions filled up to ten options. The standard error takes the runs for independent.',
  };
}
