import { locateDataset } from 'agora-core/datasets';
import {
  firstOfEachSubject,
  generateQuestions,
  questions,
  type QuestionSet,
  readQuestions,
  sampleQuestions,
  withExamples,
} from 'agora-core/environments';
import { measure, type Columns, type Row } from 'agora-core/metrics';
import { election } from 'agora-core/protocols';
import { recorded } from 'agora-core/transcripts';
import {
  AgoraError,
  blindDictatorial,
  borda,
  copeland,
  informedDictatorial,
  minimax,
  misinformedDictatorial,
  plurality,
  Random,
  randomOrder,
  range,
  rankedPairs,
  schulze,
  type VotingRule,
} from 'agora-voting';
import type { Condition, Planned } from '../item';
import { count, rules as rulesSetting, seed, shortName, word, words } from '../setting';
import { type Benchmark, benchmarks } from './cells';
import { rules } from './rules';

/*
 * The elections behind GEDI's Tables 2 and 5 and Figures 3 to 7. All of these items use the same ballots, so one run for
 * each condition is enough: rules, numbers of raters and unreliable raters are counted on it without a call.
 */

/** Everything that Table 2 counts, in its order. */
export const tableTwoRules: readonly VotingRule[] = Object.freeze([randomOrder, range, ...rules]);

/** The settings that these items share. */
export const electionSettings = {
  questions: count({
    default: 30,
    whenRecorded: 2886,
    paper: '5,700 of MMLU, 1,400 of MMLU-Pro, 1,172 of ARC-Challenge',
    does: 'How many questions of each benchmark. They come in a random order of their own: more extend a run.',
  }),
  data: word(['samples', 'full'], {
    default: 'samples',
    paper: 'full',
    does: 'Small samples of MMLU and MMLU-Pro, and generated questions in place of ARC-Challenge; or the paper\'s own subsets, where "npx agora data" has brought the data sets.',
  }),
  raters: count({
    default: 10,
    paper: 10,
    does: 'How many raters rank the options of each question. The recorded ones are ten.',
  }),
  shots: count(
    { default: 5, paper: 5, does: 'How many worked examples each rater sees. The recorded ones saw one.' },
    0,
  ),
  seed: seed(),
};

/** The rules that items count unless they are told others, by their names. */
const usualRules = new Set<string>();
const namesOf = (rules: readonly VotingRule[]): string => rules.map(({ name }) => name).join(', ');

/** Which rules are counted; no rule needs a call of its own. */
export function electionRules(usual: readonly VotingRule[]) {
  usualRules.add(namesOf(usual));
  return rulesSetting<VotingRule>(
    {
      default: usual,
      paper: usual,
      does: 'Voting rules on rankings or ratings, dictators among them. They count the same ballots, at no call. The recorded ballots are rankings with ties, without ratings: rules that cannot count these are left out.',
    },
    ['ranking', 'rating'],
  );
}

/** The rules of Figures 3 to 5: one rater, the voting rules, and range voting. */
export const votingRules: readonly VotingRule[] = Object.freeze([
  range,
  ...rules.filter(({ name }) => !/informed/.test(name)),
]);

/** The rules of Figures 3 to 5 and a dictator who has read all ballots. */
export const withDictator: readonly VotingRule[] = Object.freeze([...votingRules, informedDictatorial]);

/** The benchmark of a figure. A recorded set has its own. */
export const oneBenchmark = word(benchmarks, {
  default: 'MMLU',
  paper: 'ARC-Challenge and MMLU, two models each',
  does: 'Which benchmark is drawn. The ten recorded raters answered MMLU alone.',
});

export const someBenchmarks = words(benchmarks, {
  default: benchmarks,
  paper: benchmarks,
  does: 'Where the questions come from.',
});

interface ElectionSettings {
  readonly benchmarks: readonly Benchmark[];
  readonly questions: number;
  readonly data: 'samples' | 'full';
  readonly raters: number;
  readonly shots: number;
  readonly seed: number;
  /** When a dictator is asked: as in the protocol of elections. Default 'any ballot'. */
  readonly dictatorNeeds?: 'any ballot' | 'valid profile';
}

/** One election a question: all ballots that any of the rules and both consulted dictators need. */
export function elections({ benchmarks: wanted, ...settings }: ElectionSettings): Planned[] {
  return wanted.map((benchmark) => {
    const set = questionSet(benchmark, settings.data);
    if (settings.questions > set.questions.length)
      throw new AgoraError(
        'setting',
        `gedi needs at most ${set.questions.length} as questions: ${set.name} has no more, got ${settings.questions}`,
      );
    return {
      fields: { benchmark: benchmark },
      name: `gedi ${benchmark}`,
      environment: questions({ set: set, agents: settings.raters, shots: settings.shots }) as never,
      protocol: election({
        rules: [range, borda, informedDictatorial, misinformedDictatorial],
        dictatorNeeds: settings.dictatorNeeds ?? 'any ballot',
      }),
      collaborations: settings.questions,
      seed: settings.seed,
    };
  });
}

/** The paper's subsets (Appendix C), or what the repository has of them; shuffled, so that any first few are a sample. */
function questionSet(benchmark: Benchmark, data: 'samples' | 'full'): QuestionSet {
  const set = data === 'full' ? fullSets[benchmark]() : samples[benchmark]();
  return { ...set, questions: Random.from(7, 'gedi questions', benchmark).shuffle([...set.questions]) };
}

const samples: Readonly<Record<Benchmark, () => QuestionSet>> = {
  MMLU: () => sampleQuestions('mmlu'),
  'MMLU-Pro': () => sampleQuestions('mmlu-pro'),
  'ARC-Challenge': () => generateQuestions({ count: 114, options: 4, seed: 7 }),
};

const fullSets: Readonly<Record<Benchmark, () => QuestionSet>> = {
  MMLU: () => firstOfEachSubject(readQuestions('mmlu', folderOf('mmlu')), 100),
  'MMLU-Pro': () => firstOfEachSubject(withExamples(readQuestions('mmlu-pro', folderOf('mmlu-pro')), 5), 100),
  'ARC-Challenge': () => withExamples(readQuestions('arc-challenge', folderOf('arc-challenge')), 5),
};

function folderOf(dataset: string): string {
  const folder = locateDataset(dataset);
  if (folder === null)
    throw new AgoraError('dataset-absent', `${dataset} is not here yet: npx agora data ${dataset}`);
  return folder;
}

/**
 * Ten raters on record: LLaMA-13B under ten one-shot prompts, 2,886 questions of MMLU (Kumar et al. 2023). Its ballots have
 * ties where two letters were equally probable, and no ratings.
 */
export function tenPrompts({ questions: wanted }: Pick<ElectionSettings, 'questions'>): Condition[] {
  const set = recorded('mmlu-rater-probabilities');
  const all = [...set];
  const drawn = Random.from(7, 'ten prompts').shuffle(all).slice(0, wanted);
  const fields = { benchmark: 'MMLU', model: 'LLaMA-13B under ten prompts' };
  return [{ fields: fields, run: Object.assign(drawn, { evidence: set.evidence, name: set.name }) }];
}

/** The rules that can count rankings with ties; of GEDI's, Bucklin and instant-runoff cannot. */
const onTies = [
  blindDictatorial({ weak: true }),
  plurality({ on: 'rankings', weak: true }),
  borda({ weak: true }),
  minimax({ weak: true }),
  rankedPairs({ weak: true }),
  schulze({ weak: true }),
  copeland({ weak: true }),
];

/** Whether a condition is a recorded set: rankings that may have ties, and nothing else. */
const hasTies = ({ run }: Condition): boolean => run.evidence === 'recorded' && run.description === undefined;

/** Whether a rule takes rankings with ties as it is: one of your own may. */
const takesTies = (rule: VotingRule): boolean =>
  rule.ballot === 'ranking' && rule.ballotSettings?.([], 0).weak === true;

/**
 * The requested rules that can count a condition, each in the variant that can. Usual rules that cannot are
 * left out.
 * @throws AgoraError 'setting' naming requested rules that cannot count recorded ballots
 */
export function countable(wanted: readonly VotingRule[], condition: Condition): VotingRule[] {
  if (!hasTies(condition)) return [...wanted];
  const variantsOf = (rule: VotingRule): VotingRule[] =>
    takesTies(rule) ? [rule] : onTies.filter((variant) => shortName(variant) === shortName(rule));
  const unable = wanted.filter((rule) => variantsOf(rule).length === 0);
  if (unable.length > 0 && !usualRules.has(namesOf(wanted)))
    throw new AgoraError(
      'setting',
      `the recorded ballots are rankings with ties, and hold no ratings: ${namesOf(unable)} cannot count them. Leave out what cannot, give a rule of your own { weak: true }, or take other evidence.`,
    );
  return wanted.flatMap(variantsOf);
}

/** Blind dictatorship, over which gains are counted, as `countable` gives it. */
export function oneRater(condition: Condition): VotingRule {
  return hasTies(condition) ? blindDictatorial({ weak: true }) : blindDictatorial;
}

/** Rows of a condition, one a question, with the condition's fields. */
export async function questionRows({ run, fields }: Condition, columns: Columns): Promise<Row[]> {
  const rows = await measure(run, columns, { each: true });
  return rows.map((row): Row => ({ ...row, ...fields }));
}
