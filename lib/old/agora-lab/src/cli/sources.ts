import { locateDataset } from 'agora-core/datasets';
import {
  type Environment,
  firstOfEachSubject,
  generateArithmetic,
  generateQuestions,
  generateRatings,
  type OpenQuestionSet,
  questions,
  type QuestionSet,
  type RatingData,
  readMovieLens,
  readQuestions,
  recommendationExamples,
  sampleQuestions,
  withExamples,
} from 'agora-core/environments';
import { datasets } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { oneOf } from 'agora-voting/internal';
import { checkOption } from './options';

/** Settings that decide how many examples a source must give, and which. */
interface Wanted {
  readonly collaborations: number;
  readonly seed: number;
}

/** A short run draws as many examples as a usual one, so that it can be extended later. */
const usualCount = 100;
const atLeast = (collaborations: number): number => Math.max(collaborations, usualCount);

/** GEDI's subsets, Appendix C: the first 100 of each subject, and all of ARC-Challenge; five worked examples. */
const electionSources = {
  generated: ({ collaborations, seed }) => generateQuestions({ count: atLeast(collaborations), seed }),
  'mmlu-sample': () => sampleQuestions('mmlu'),
  'mmlu-pro-sample': () => sampleQuestions('mmlu-pro'),
  mmlu: () => firstOfEachSubject(readQuestions('mmlu', folderOf('mmlu')), 100),
  'mmlu-pro': () => firstOfEachSubject(withExamples(readQuestions('mmlu-pro', folderOf('mmlu-pro')), 5), 100),
  'arc-challenge': () => withExamples(readQuestions('arc-challenge', folderOf('arc-challenge')), 5),
} satisfies Record<string, (wanted: Wanted) => QuestionSet>;

/** The questions that `--data` names in an election. @throws AgoraError when there are none, or too few */
export function electionQuestions(source: string, wanted: Wanted): QuestionSet {
  return sized(source, choose(electionSources, source)(wanted), wanted);
}

const debateSources = {
  arithmetic: ({ collaborations, seed }) => generateArithmetic({ count: atLeast(collaborations), seed }),
  'gsm8k-sample': () => sampleQuestions('gsm8k'),
  'math-sample': () => sampleQuestions('math'),
  gsm8k: () => readQuestions('gsm8k', folderOf('gsm8k')),
  math: () => readQuestions('math', folderOf('math')),
  'mmlu-sample': () => sampleQuestions('mmlu'),
  mmlu: () => readQuestions('mmlu', folderOf('mmlu')),
  gpqa: () => readQuestions('gpqa', folderOf('gpqa')),
} satisfies Record<string, (wanted: Wanted) => QuestionSet | OpenQuestionSet>;

/** The questions that `--data` names in a debate. @throws AgoraError when there are none, or too few */
export function debateQuestions(
  source: string,
  wanted: Wanted & { readonly agents: number },
): { readonly name: string; readonly environment: Environment<never, never> } {
  const set = sized(source, choose(debateSources, source)(wanted), wanted);
  const { agents } = wanted;
  return { name: set.name, environment: questions({ set, agents, as: 'debaters' } as never) as never };
}

let generated: RatingData | undefined;

/**
 * The examples that `--data` names in a recommendation: `generated`, `ml-100k`, or a folder with MovieLens-100k. The
 * generated data are the same for every seed, as MovieLens is; the seed draws the examples.
 * @throws AgoraError 'rating-data' when the folder does not contain it
 */
export function recommendationData(source: string, { collaborations, seed }: Wanted) {
  if (source !== 'ml-100k' && datasets.some(({ name }) => name === source))
    throw new AgoraError(
      'command',
      `agora needs "generated", "ml-100k" or a folder as --data; "${source}" is not a data set of ratings`,
    );
  const data =
    source === 'generated'
      ? (generated ??= generateRatings())
      : readMovieLens(source === 'ml-100k' ? folderOf(source) : source);
  const count = Math.max(collaborations, Math.min(usualCount, data.held.length));
  return { examples: recommendationExamples(data, { count, seed }), dataName: data.name };
}

const names = (sources: object) => oneOf(...(Object.keys(sources) as [string, ...string[]]));

function choose<Source>(sources: Readonly<Record<string, Source>>, name: string): Source {
  checkOption('--data', names(sources), name);
  return sources[name] as Source;
}

function sized<Set extends QuestionSet | OpenQuestionSet>(source: string, set: Set, wanted: Wanted): Set {
  if (set.questions.length >= wanted.collaborations) return set;
  throw new AgoraError(
    'command',
    `"${source}" has ${set.questions.length} questions, fewer than the ${wanted.collaborations} asked for`,
  );
}

function folderOf(source: string): string {
  const folder = locateDataset(source);
  if (folder === null)
    throw new AgoraError('command', `${source} is missing: see "npx agora data ${source}"`);
  return folder;
}
