import { z } from 'zod';
import { locateDataset } from 'agora-core/datasets';
import {
  generateArithmetic,
  generateQuestions,
  type OpenQuestionSet,
  questions,
  type QuestionSet,
  readQuestions,
  sampleQuestions,
} from 'agora-core/environments';
import { debates as debateColumns, estimateOver } from 'agora-core/internal';
import { averageOver, measure, type Row } from 'agora-core/metrics';
import type { DebateOptions, Protocol } from 'agora-core/protocols';
import { sum } from 'simple-statistics';
import { AgoraError, plurality, Random } from 'agora-voting';
import { listOf, number } from 'agora-voting/internal';
import type { Condition, Planned } from '../item';
import { count, numberOf, rule as ruleSetting, seed, type Setting, word } from '../setting';
import { averageShares } from '../shares';

/*
 * The debates behind S2-MAD's tables and figures. All items build their experiments here, so that MAD(5,4) on GSM8K is one
 * run for every item that needs it.
 */

export const datasets = ['gsm8k', 'math', 'mmlu', 'gpqa', 'arithmetic'] as const;
export type Dataset = (typeof datasets)[number];

/** The settings that all items share. */
export const debateSettings = {
  questions: count({
    default: 20,
    whenRecorded: 1319,
    paper: 'not stated',
    does: 'How many questions of each data set, at most. They come in a random order of their own: more extend a run.',
  }),
  data: word(['samples', 'full'], {
    default: 'samples',
    paper: 'full',
    does: 'Small samples of GSM8K, MATH and MMLU, and generated questions in place of GPQA; or the data sets that "npx agora data" has brought.',
  }),
  memory: word(['last round', 'own answers', 'whole debate'], {
    default: 'last round',
    paper: 'last round (section 4.1); own answers (the formula of MAD)',
    does: 'What the prompt of an agent repeats of earlier rounds.',
  }),
  rule: ruleSetting({
    default: plurality,
    paper: 'majority vote',
    does: 'Settles each debate that is run. A rule on rankings, ratings or points asks every agent for a ballot.',
  }),
  seed: seed(),
};

/** How many agents debate for how many rounds. */
export const sizeSettings = {
  agents: count({ default: 5, paper: 5, does: 'How many agents debate each question.' }, 2),
  rounds: count({ default: 4, paper: 4, does: 'Rounds of a debate, the first answers included.' }),
};

/** The setting `seen`: what counts as read before, for runs and replays. */
export const seenSetting = word(['debate', 'round'], {
  default: 'debate',
  paper: 'not stated',
  does: 'Which views S2-MAD drops as seen before: all that an agent read in the debate, or only those of the same round.',
});

/** The setting `data`: one data set. */
export function oneDataset(usual: Dataset, paper: string): Setting<Dataset> {
  return word(datasets, { default: usual, paper: paper, does: 'Which questions are debated.' });
}

/** Thresholds of the cosine. */
export function thresholdsSetting(
  usual: readonly number[],
  paper: readonly number[] | string,
): Setting<readonly number[]> {
  return {
    default: usual,
    paper: paper,
    does: 'Texts with at least this cosine count as one view. At 0 nearly all do, above 1 none.',
    is: listOf('cosines', number(0, 2), 1).refine((given) => new Set(given).size === given.length, {
      error: 'different cosines',
    }),
    read: (typed) => typed.split(',').map(numberOf),
  };
}

/** Splits into groups: "2+6". All must have equally many agents. */
export function splitsSetting(usual: readonly string[]): Setting<readonly string[]> {
  const split = z.string().regex(/^[1-9]\d*(\+[1-9]\d*)*$/, { error: 'sizes of groups such as "2+6"' });
  return {
    default: usual,
    paper: usual,
    does: 'How the agents are split into groups: "2+6" is a group of two and one of six.',
    is: listOf('splits', split, 1).refine(
      (given) => new Set(given.map((one) => agentsIn(String(one)))).size === 1,
      {
        error: 'splits of equally many agents',
      },
    ),
    read: (typed) => typed.split(',').map((part) => part.trim()),
  };
}

/** "2+6" is 8. */
export function agentsIn(split: string): number {
  return sizesOf(split).reduce((sum, size) => sum + size, 0);
}

export function sizesOf(split: string): number[] {
  return split.split('+').map(Number);
}

interface Asked {
  readonly dataset: Dataset;
  readonly questions: number;
  readonly data: 'samples' | 'full';
  readonly agents: number;
  readonly seed: number;
}

/** The debates of some questions under one protocol. `fields` identify the condition. */
export function debatesOn(asked: Asked, protocol: Protocol, fields: Planned['fields']): Planned {
  const { dataset, agents } = asked;
  const set = questionSet(dataset, asked.data);
  if (asked.questions > set.questions.length)
    throw new AgoraError(
      'setting',
      `s2mad needs at most ${set.questions.length} as questions: ${set.name} has no more, got ${asked.questions}`,
    );
  const environment = isOpen(set)
    ? questions({ set: set, agents: agents })
    : questions({ set: set, agents: agents, as: 'debaters' });
  return {
    fields: { dataset: dataset, ...fields },
    name: `s2-mad ${dataset}`,
    environment: environment as never,
    protocol: protocol,
    collaborations: asked.questions,
    seed: asked.seed,
  };
}

/** The options of every method: GroupDebate and S2-MAD have groups, and S2-MAD also what counts as seen. */
export function optionsOf(
  name: string,
  {
    rounds,
    memory,
    rule,
    groups,
    seen,
  }: Pick<Required<DebateOptions>, 'rounds' | 'memory' | 'rule'> & Pick<DebateOptions, 'groups' | 'seen'>,
): DebateOptions {
  const isGrouped = /^(GD|M?S2-MAD)$/.test(name);
  const isSelective = /^M?S2-MAD$/.test(name);
  return {
    rounds: rounds,
    memory: memory,
    rule: rule,
    ...(isGrouped && groups !== undefined ? { groups: groups } : {}),
    ...(isSelective && seen !== undefined ? { seen: seen } : {}),
  };
}

function isOpen(set: QuestionSet | OpenQuestionSet): set is OpenQuestionSet {
  return !('options' in (set.questions[0] as object));
}

const made = new Map<string, QuestionSet | OpenQuestionSet>();

/** The questions of a data set, shuffled once, so that any first few are a sample. */
function questionSet(dataset: Dataset, data: 'samples' | 'full'): QuestionSet | OpenQuestionSet {
  const name = `${dataset}, ${data}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const set = data === 'full' ? fullSets[dataset]() : samples[dataset]();
  const mixed = {
    ...set,
    questions: Random.from(7, 's2-mad questions', dataset).shuffle([...set.questions]),
  };
  made.set(name, mixed as QuestionSet);
  return mixed as QuestionSet;
}

const samples: Readonly<Record<Dataset, () => QuestionSet | OpenQuestionSet>> = {
  gsm8k: () => sampleQuestions('gsm8k'),
  math: () => sampleQuestions('math'),
  mmlu: () => sampleQuestions('mmlu'),
  gpqa: inPlaceOfGpqa,
  arithmetic: () => generateArithmetic({ count: 100 }),
};

const fullSets: Readonly<Record<Dataset, () => QuestionSet | OpenQuestionSet>> = {
  gsm8k: () => readQuestions('gsm8k', folderOf('gsm8k')),
  math: () => readQuestions('math', folderOf('math')),
  mmlu: () => readQuestions('mmlu', folderOf('mmlu')),
  gpqa: () => readQuestions('gpqa', folderOf('gpqa')),
  arithmetic: () => generateArithmetic({ count: 1000 }),
};

/** Generated questions of four options, answered in the form that is asked for on GPQA. Its own may not be shown. */
function inPlaceOfGpqa(): QuestionSet {
  const set = generateQuestions({ count: 100, options: 4, seed: 11 });
  const asGpqa = set.questions.map((question) => ({ ...question, dataset: 'gpqa', subject: 'gpqa' }));
  return { ...set, name: 'generated, in place of GPQA', questions: asGpqa };
}

function folderOf(dataset: string): string {
  const folder = locateDataset(dataset);
  if (folder === null)
    throw new AgoraError('dataset-absent', `${dataset} is not here yet: npx agora data ${dataset}`);
  return folder;
}

/** A row for each debate of a run: accuracy in percent, and tokens in thousands, as the paper counts them. */
export async function ofEachDebate({ run, fields }: Condition): Promise<Row[]> {
  const { accuracy, thousands } = debateColumns() as Required<ReturnType<typeof debateColumns>>;
  const rows = await measure(
    run,
    { accuracy: accuracy as never, tokens: thousands as never },
    { each: true },
  );
  return rows.map((row): Row => ({ ...row, ...fields }));
}

/** Means over questions. */
export function overQuestions(rows: readonly Row[]): Row[] {
  return averageOver(rows, 'collaboration');
}

/** Means for a comparison. The limits of accuracies stay within 0 and 100, also if all answers are right, or none. */
export function toCompare(rows: readonly Row[]): Row[] {
  return averageShares(rows, ({ column }) => column === 'accuracy', 'collaboration');
}

/**
 * Tokens saved against baseline debates of the same questions, in percent of the tokens of these. The error is that of a
 * ratio of sums, by linearisation (Cochran 1977, section 2.11).
 */
export function savingRow(own: readonly Row[], baseline: readonly Row[]): Row {
  const costs = new Map(baseline.map(({ collaboration, value }) => [collaboration, value ?? 0]));
  const shared = own.filter(({ collaboration }) => costs.has(collaboration));
  const base = shared.map(({ collaboration }) => costs.get(collaboration) ?? 0);
  const saved = shared.map(({ value }, place) => (base[place] ?? 0) - (value ?? 0));
  const all = sum(base);
  const estimated = estimateOver(saved, () => {
    const share = sum(saved) / all;
    const squares = sum(saved.map((one, place) => (one - share * (base[place] ?? 0)) ** 2));
    const n = saved.length;
    return {
      value: 100 * share,
      standardError: n > 1 ? (100 * Math.sqrt((squares * n) / (n - 1))) / all : null,
    };
  });
  const { collaboration: _, ...fields } = shared[0] as Row;
  return { ...fields, ...estimated, column: 'cost saving' };
}
