import { join } from 'node:path';
import { locateDataset } from 'agora-core/datasets';
import {
  discharge,
  type EvidenceCase,
  factCheck,
  questions,
  readClaims,
  sampleQuestions,
} from 'agora-core/environments';
import { debates } from 'agora-core/internal';
import { measure, type Row } from 'agora-core/metrics';
import { discussion, strategies, type StrategyName } from 'agora-core/protocols';
import { compare, type Comparison, tablePart } from 'agora-report';
import type { PublishedTable } from 'agora-report/internal';
import { AgoraError, plurality, Random, type VotingRule } from 'agora-voting';
import type { Condition, Planned } from '../item';
import { count, seed, word, words } from '../setting';
import { averageShares } from '../shares';
import type { StoredCondition } from '../live/stored';
import { choiceRule } from './settings';

/*
 * What is run for Tables 1 to 4, 7, 8 and Figure 3: one agent alone, the vote of agents who do not talk, and groups that
 * follow a strategy. All of these items build their experiments here, so that equal ones are one run on disk.
 */

/** The nine strategies that the paper tries, in the order of its tables. */
export const nine = [
  'G1-P1-I1-C1',
  'G1-P1-I2-C1',
  'G1-P1-I3-C1',
  'G1-P1-I1-C2',
  'G1-P1-I2-C2',
  'G1-P1-I3-C2',
  'G1-P2-I4-C2',
  'G2-P3-I1-C3',
  'G2-P3-I2-C3',
] as const satisfies readonly StrategyName[];

/** By the labels of Table 1: the section that an agent reads. MV is the vote of agents who read one section each. */
export const dischargeReaders = {
  'Agent BHC': 'Brief Hospital Course',
  'Agent MSIP': 'Major Surgical or Invasive Procedure',
  'Agent PR': 'Pertinent Results',
  'Agent DM': 'Discharge Medications',
  'Agent SH': 'Social History',
  'Agent all': 'all',
  MV: 'each',
} as const;

/** By the labels of Table 2: which sentence an agent reads. */
export const claimReaders = {
  'Agent consistent': 'consistent',
  'Agent inconsistent': 'inconsistent',
  'Agent all': 'all',
  MV: 'each',
} as const;

export type DischargeReader = keyof typeof dischargeReaders;
export type ClaimReader = keyof typeof claimReaders;

/** The tasks of the agents. MMLU is another paper's task: all read the same question. */
export const tasks = ['discharge', 'fact-check', 'MMLU'] as const;
export type Task = (typeof tasks)[number];

const claimSets = ['made up', 'CLIMATE-FEVER', 'WiCE'] as const;
type ClaimSet = (typeof claimSets)[number];

/** The settings of every item that is run. */
export const caseSettings = {
  cases: count({
    default: 20,
    paper: 'not stated; its accuracies are shares of 199',
    does: 'How many cases of each task. More extend a run.',
  }),
  rule: choiceRule({
    default: plurality,
    paper: plurality,
    does: 'What counts the votes where nobody leads: of agents who do not talk, and of groups that do not agree.',
  }),
  seed: seed(),
};

/** The setting `claims`: the source of the claims. */
export const claimSettings = {
  claims: word(claimSets, {
    default: 'made up',
    paper: 'AmbiFC',
    does: 'Made-up claims; or real ones, where "npx agora data climate-fever" or "npx agora data wice" has brought them.',
  }),
};

/** The settings of items with groups. */
export const groupSettings = {
  strategies: words(strategies() as [StrategyName, ...StrategyName[]], {
    default: nine,
    paper: nine,
    does: 'Ways to collaborate: who leads, who speaks, who hears whom, what is kept. Any of protocols.strategies().',
  }),
  rounds: count({
    default: 10,
    paper: 'not stated; 10 in its code',
    does: 'The most rounds that a group talks.',
  }),
};

/** The settings that an experiment of these items depends on. */
export interface CaseSettings {
  readonly cases: number;
  readonly rule: VotingRule;
  readonly seed: number;
  readonly claims: ClaimSet;
}

/** The settings of items with groups, in addition to those of `CaseSettings`. */
export interface GroupSettings extends CaseSettings {
  readonly strategies: readonly StrategyName[];
  readonly rounds: number;
}

/** Who reads which part of a task, under a label of the tables: one agent alone, or for MV one agent for each piece. */
export function alone(task: 'discharge', label: DischargeReader, settings: CaseSettings): Planned;
export function alone(task: 'fact-check', label: ClaimReader, settings: CaseSettings): Planned;
export function alone(task: 'discharge' | 'fact-check', label: string, settings: CaseSettings): Planned {
  const readers: Readonly<Record<string, string>> = task === 'discharge' ? dischargeReaders : claimReaders;
  const reads = readers[label] as string;
  // An agent alone needs no rule: it is the same run under every rule.
  const rule = label === 'MV' ? settings.rule : plurality;
  return planned(
    task,
    label,
    reads,
    discussion({ strategy: 'G1-P1-I1-C1', rounds: 1, rule: rule }),
    settings,
  );
}

/** A group that follows a strategy. */
export function group(
  task: Task,
  strategy: StrategyName,
  settings: CaseSettings & { readonly rounds: number },
): Planned {
  const { rounds, rule } = settings;
  const protocol = discussion({ strategy: strategy, rounds: rounds, rule: rule });
  return planned(task, strategy, 'each', protocol, settings);
}

/** The plan's live runs by the labels of Table 2. */
export function playedAlone(labels: readonly ClaimReader[]): StoredCondition[] {
  return labels.map((label) => ({
    entry: 'strategies',
    condition: `alone ${claimReaders[label]}`,
    fields: { task: 'fact-check', label: label },
  }));
}

/** The plan's live runs of groups. */
export function playedGroups(names: readonly StrategyName[]): StoredCondition[] {
  return names.map((name) => ({
    entry: 'strategies',
    condition: name,
    fields: { task: 'fact-check', label: name },
  }));
}

/** The conditions of Tables 3 and 7: one reader of all, the vote, and groups, on discharge. */
export function onDischarge({ strategies: wanted, ...settings }: Omit<GroupSettings, 'claims'>): Planned[] {
  const own = { ...settings, claims: 'made up' } as const;
  return [
    alone('discharge', 'Agent all', own),
    alone('discharge', 'MV', own),
    ...wanted.map((strategy) => group('discharge', strategy, own)),
  ];
}

/** The conditions of Tables 4 and 8: the consistent agent and groups, on fact checking. */
export function onFactChecking({ strategies: wanted, ...settings }: GroupSettings): Planned[] {
  return [
    alone('fact-check', 'Agent consistent', settings),
    ...wanted.map((strategy) => group('fact-check', strategy, settings)),
  ];
}

function planned(
  task: Task,
  label: string,
  reads: string,
  protocol: Planned['protocol'],
  { cases, seed: own, claims }: CaseSettings,
): Planned {
  return {
    fields: { task: task, label: label },
    name: `strategies ${task} ${label}`,
    environment: environmentOf(task, reads, claims, cases) as never,
    protocol: protocol,
    collaborations: cases,
    seed: own,
  };
}

/** @throws AgoraError 'setting' for more cases than a set has, 'dataset-absent' where the set is not here */
function environmentOf(task: Task, reads: string, claims: ClaimSet, cases: number) {
  if (task === 'discharge') return discharge({ reads: reads });
  if (task === 'MMLU') {
    const set = sampleQuestions('mmlu');
    needAtMost(set.questions.length, set.name, cases);
    return questions({ set: set, as: 'debaters', agents: 5 });
  }
  if (claims === 'made up') return factCheck({ reads: reads });
  const real = realClaims(claims);
  needAtMost(real.length, claims, cases);
  return factCheck({ cases: real, reads: reads });
}

function needAtMost(most: number, name: string, cases: number): void {
  if (cases > most)
    throw new AgoraError(
      'setting',
      `strategies needs at most ${most} as cases: ${name} has no more, got ${cases}`,
    );
}

const claimFiles = {
  'CLIMATE-FEVER': ['climate-fever', 'climate-fever.jsonl'],
  WiCE: ['wice', 'claim_test.jsonl'],
} as const;

/** Claims whose sentences people labelled, in a random order of their own, so that any first few are a sample. */
function realClaims(claims: keyof typeof claimFiles): readonly EvidenceCase[] {
  const [name, file] = claimFiles[claims];
  const folder = locateDataset(name);
  if (folder === null)
    throw new AgoraError('dataset-absent', `${name} is not here yet: npx agora data ${name}`);
  return Random.from(7, 'strategies claims', claims).shuffle(readClaims(join(folder, file)));
}

/** Columns by their names in the tables. */
const { accuracy, inputTokens, outputTokens, rounds } = debates() as Required<ReturnType<typeof debates>>;
const columns = {
  accuracy: accuracy,
  'input tokens': inputTokens,
  'output tokens': outputTokens,
  rounds: rounds,
};

/** The numbers of each case that the tables print. */
export async function measured({ fields, run }: Condition): Promise<Row[]> {
  const rows = await measure(run, columns as never, { each: true });
  return rows.map((row): Row => ({ ...row, ...fields }));
}

/** The columns that are compared together, with their unit. */
const units = { accuracy: 'percent', tokens: 'tokens', rounds: 'rounds' } as const;

/**
 * A printed table beside our means over cases: accuracy, tokens (input and output) and rounds separately. The intervals are of
 * accuracies, where chance matters.
 * @param parts - which of them. Agents that work alone have one round by definition
 */
export function besideTable(
  table: PublishedTable,
  rows: readonly Row[],
  parts: readonly (keyof typeof units)[] = ['accuracy', 'tokens', 'rounds'],
): Comparison[] {
  const means = averageShares(rows, ({ column }) => column === 'accuracy', 'collaboration');
  return parts.flatMap((name) => {
    const isOwn = (column: string) => column.endsWith(name);
    const own = means.filter(({ column }) => isOwn(column));
    if (own.length === 0) return [];
    const part = tablePart(table, { name: name, unit: units[name], columns: isOwn });
    return [compare(part, own, { by: 'label', show: 'ours', intervals: name === 'accuracy' })];
  });
}

/** Who was asked, and how many cases, for the subtitle of a figure. */
export function askedOf(rows: readonly Row[]): string {
  const { evidence, model } = rows[0] as Row;
  if (evidence === 'recomputed') return "the paper's printed numbers";
  const cases = new Set(rows.map(({ collaboration }) => collaboration)).size;
  const who = evidence === 'simulated' ? 'simulated agents' : `${evidence}, ${String(model)}`;
  return `${who}, ${cases} cases of each task`;
}
