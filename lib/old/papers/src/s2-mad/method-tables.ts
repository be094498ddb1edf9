import type { Row } from 'agora-core/metrics';
import type { DebateOptions, Protocol } from 'agora-core/protocols';
import { selfConsistency } from 'agora-core/protocols';
import { compare, tablePart, type Comparison } from 'agora-report';
import type { PublishedRow, PublishedTable } from 'agora-report/internal';
import { mean } from 'simple-statistics';
import { AgoraError, type VotingRule } from 'agora-voting';
import { besideNote, besideSetting, modelBeside, type PrintedModels } from '../beside';
import type { Condition, Planned } from '../item';
import { count, words } from '../setting';
import {
  type Dataset,
  debateSettings,
  debatesOn,
  ofEachDebate,
  optionsOf,
  savingRow,
  seenSetting,
  sizeSettings,
  toCompare,
} from './debates';
import { methods } from './presets';
import { chainsOnGsm8k, claudeOnGpqa, replayedRows, rightChains } from './recorded-debates';
import { type Parts, sameAnswer } from './replay';
import { tables } from './tables';

/* Shared code of Tables 1 and 7: several methods on several data sets, under several models. */

/** Methods as the tables print them, without their size. */
export type TableMethod = keyof typeof methods;

/** The settings of both tables, except methods and data sets. */
export const methodTableSettings = {
  ...debateSettings,
  ...sizeSettings,
  questions: count({
    ...debateSettings.questions,
    default: 10,
    whenRecorded: 1319,
    paper: 'not stated',
    does: 'How many questions of each data set, at most. They come in a random order of their own: more extend a run.',
  }),
  groups: count({
    default: 2,
    paper: 'not stated',
    does: 'Into how many groups, as equal as possible, GroupDebate and S2-MAD split the agents.',
  }),
  seen: seenSetting,
};

/** Which of a table's models ours is compared with. */
export const besideModel = (name: 'table1' | 'table7') => besideSetting(() => printedModels(tables[name]));

/** The models that a table prints, by their printed names. */
function printedModels(table: PublishedTable): PrintedModels {
  return Object.fromEntries(
    table.rows.map((row) => [modelOf(row), [String(row.setting?.['model'] ?? modelOf(row))]]),
  );
}

export function someDatasets<const Names extends readonly [Dataset, ...Dataset[]]>(names: Names) {
  return words(names, { default: names, paper: names, does: 'Where the questions come from.' });
}

export interface MethodTableSettings {
  readonly methods: readonly TableMethod[];
  readonly datasets: readonly Dataset[];
  readonly questions: number;
  readonly data: 'samples' | 'full';
  readonly agents: number;
  readonly rounds: number;
  readonly groups: number;
  readonly memory: DebateOptions['memory'] & string;
  readonly seen: 'debate' | 'round';
  readonly rule: VotingRule;
  readonly seed: number;
  readonly paths?: number;
}

/** One experiment for each data set and method. */
export function methodDebates({ methods: wanted, datasets, ...settings }: MethodTableSettings): Planned[] {
  return datasets.flatMap((dataset) =>
    wanted.map((method) =>
      debatesOn({ ...settings, dataset: dataset }, protocolOf(method, settings), { method: method }),
    ),
  );
}

function protocolOf(
  method: TableMethod,
  { paths = 40, ...settings }: Omit<MethodTableSettings, 'methods' | 'datasets'>,
): Protocol {
  if (method === 'CoT-SC') return selfConsistency({ paths: paths, rule: settings.rule });
  return methods[method](optionsOf(method, settings));
}

/** Single chains of some models on GSM8K; and Claude's debates on GPQA, in full and replayed with S2-MAD. */
export function recordedMethods(
  models: readonly string[],
  { methods: wanted, datasets, questions }: Pick<MethodTableSettings, 'methods' | 'datasets' | 'questions'>,
): Condition[] {
  const conditions: Condition[] = [];
  if (datasets.includes('gsm8k') && wanted.includes('CoT'))
    conditions.push(...chainsOnGsm8k(models, questions));
  if (datasets.includes('gpqa') && (wanted.includes('MAD') || wanted.includes('S2-MAD')))
    conditions.push(claudeOnGpqa(questions));
  if (conditions.length > 0) return conditions;
  throw new AgoraError(
    'setting',
    `recorded evidence has CoT on gsm8k, and MAD and S2-MAD on gpqa, got ${wanted.join(', ')} on ${datasets.join(', ')}`,
  );
}

/** A row for each question or debate, method and number. */
export async function measureMethods(
  condition: Condition,
  { methods: wanted, seen }: Pick<MethodTableSettings, 'methods' | 'seen'>,
): Promise<Row[]> {
  if (condition.run.name === 'zeroeval') return rightChains(condition);
  if (condition.run.name !== 'gpqa-debates') return ofEachDebate(condition);
  const ways: Record<string, Parts> = {};
  if (wanted.includes('MAD')) ways['MAD'] = { filter: null, jump: false, earlyStop: false, seen: seen };
  if (wanted.includes('S2-MAD'))
    ways['S2-MAD'] = { filter: sameAnswer, jump: true, earlyStop: true, seen: seen };
  return replayedRows(condition, ways);
}

/** Accuracies, tokens, and what S2-MAD saves against the other methods: three parts, for three units. */
export function compareMethods(table: PublishedTable, rows: readonly Row[]): Comparison[] {
  const whole = withMeans(table);
  const means = toCompare(rows);
  const part = (column: string): Row[] =>
    means
      .filter((row) => row.column === column)
      .map((row) => ({
        ...row,
        label: labelBeside(table, row, String(row['method'])),
        column: `${String(row['dataset'])} ${column}`,
      }));
  const note = [besideNote(printedModels(table), rows), sizeNote(rows)].filter(Boolean).join(' ');
  const shown = { by: 'label', show: 'ours', intervals: true, note: note } as const;
  const only = (name: string, unit: string) =>
    tablePart(whole, { name: name, unit: unit, columns: (column) => column.endsWith(name) });
  const saved = savings(table, rows);
  return [
    compare(only('accuracy', 'percent'), part('accuracy'), shown),
    ...(part('tokens').length === 0 ? [] : [compare(only('tokens', 'thousands'), part('tokens'), shown)]),
    ...(saved.length === 0 ? [] : [compare(withMeans(printedSavings(table)), saved, shown)]),
  ];
}

/** "Ours: 3 agents over 2 rounds, 6 questions."; empty where rows do not say their size: then it is that of the settings. */
function sizeNote(rows: readonly Row[]): string {
  const sized = rows.filter((row) => typeof row['agents'] === 'number' && typeof row['rounds'] === 'number');
  if (sized.length === 0) return '';
  const sizes = new Set(
    sized.map((row) => `${String(row['agents'])} agents over ${String(row['rounds'])} rounds`),
  );
  const questions = new Set(sized.map(({ collaboration }) => collaboration)).size;
  return `Ours: ${[...sizes].join(' and ')}, ${questions} ${questions === 1 ? 'question' : 'questions'}.`;
}

const modelOf = ({ label, setting }: PublishedRow): string =>
  String(setting?.['printedAs'] ?? label.split(', ')[0]);
const methodOf = ({ setting }: PublishedRow): string => String(setting?.['method']);
/** "MAD(5,4)" is MAD. */
const withoutSize = (method: string): string => method.replace(/\(.*/, '');

function meanOfModels(table: PublishedTable): string {
  return `mean of ${new Set(table.rows.map(modelOf)).size} models`;
}

/** The table, and for each method a row that is the mean of the paper's models. */
export function withMeans(table: PublishedTable): PublishedTable {
  const names = [...new Set(table.rows.map(methodOf))];
  const means = names.map((method): PublishedRow => {
    const own = table.rows.filter((row) => methodOf(row) === method);
    const cells = table.columns.flatMap((column) => {
      const values = own.flatMap(({ cells }) => cells[column]?.value ?? []);
      return values.length === 0 ? [] : [[column, { value: mean(values), standardError: null }] as const];
    });
    return {
      label: `${meanOfModels(table)}, ${method}`,
      setting: { printedAs: meanOfModels(table), method: method },
      cells: Object.fromEntries(cells),
    };
  });
  return { ...table, rows: [...table.rows, ...means] };
}

/** The label of the printed row that ours is compared with: see `modelBeside`. */
export function labelBeside(table: PublishedTable, row: Row, method: string): string {
  const who = modelBeside(printedModels(table), row) ?? meanOfModels(table);
  const printed = table.rows.find((row) => withoutSize(methodOf(row)) === method);
  return `${who}, ${printed === undefined ? method : methodOf(printed)}`;
}

/** Methods that S2-MAD is compared with. */
const isBaseline = (method: string): boolean => !['CoT', 'S2-MAD', 'MS2-MAD'].includes(withoutSize(method));

/** What S2-MAD saves, from printed tokens: rows "GPT-4-0613, against MAD", columns data sets. */
function printedSavings(table: PublishedTable): PublishedTable {
  const columns = table.columns.filter((column) => column.endsWith(' tokens'));
  const rows = table.rows.filter((row) => isBaseline(methodOf(row)));
  return {
    ...table,
    item: `${table.item}, tokens saved by S2-MAD`,
    unit: 'percent',
    columns: columns.map(datasetOf),
    rows: rows.map((row): PublishedRow => {
      const own = table.rows.find(
        (other) => modelOf(other) === modelOf(row) && withoutSize(methodOf(other)) === 'S2-MAD',
      );
      const cells = columns.flatMap((column) => {
        const [cost, base] = [own?.cells[column]?.value, row.cells[column]?.value];
        if (cost === undefined || base === undefined) return [];
        return [[datasetOf(column), { value: 100 * (1 - cost / base), standardError: null }] as const];
      });
      const method = `against ${withoutSize(methodOf(row))}`;
      return {
        label: `${modelOf(row)}, ${method}`,
        setting: { printedAs: modelOf(row), method: method },
        cells: Object.fromEntries(cells),
      };
    }),
  };
}

const datasetOf = (column: string): string => column.replace(' tokens', '');

/** Ours: a row for each data set, model and method that S2-MAD can be compared with on the same questions. */
function savings(table: PublishedTable, rows: readonly Row[]): Row[] {
  const costs = rows.filter(({ column }) => column === 'tokens');
  const own = costs.filter(({ method }) => method === 'S2-MAD');
  const others = new Set(costs.map(({ method }) => String(method)));
  return [...others].filter(isBaseline).flatMap((method) =>
    groupsOf(own).flatMap((group) => {
      const { dataset, model } = group[0] as Row;
      const isBase = (row: Row) =>
        row['dataset'] === dataset && row['model'] === model && row['method'] === method;
      const base = costs.filter(isBase);
      if (base.length === 0) return [];
      const who = labelBeside(table, group[0] as Row, 'S2-MAD').replace(/, S2-MAD.*/, '');
      const label = `${who}, against ${method}`;
      return [{ ...savingRow(group, base), column: String(dataset), label: label, model: model ?? null }];
    }),
  );
}

/** The rows of each data set and model. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = `${String(row['dataset'])}, ${String(row['model'])}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups.values()];
}
