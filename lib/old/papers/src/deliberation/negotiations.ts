import { needFields, rowsGiven } from 'agora-core/internal';
import { measure, type Row } from 'agora-core/metrics';
import { estimate } from 'agora-core/statistics';
import type { Collaboration } from 'agora-core/transcripts';
import { mean } from 'simple-statistics';
import { barFigure, type BarSeries, type PlotlyFigure } from 'agora-report';
import type { PublishedTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import { check, object } from 'agora-voting/internal';
import type { Condition } from '../item';
import { modelsIn } from '../recorded-row';
import { word } from '../setting';
import { withShareLimits } from '../shares';
import { columns } from '../llm-deliberation';
import { clustersOf, configOf, describeErrors, withConfigs } from '../llm-deliberation/configurations';
import { finishedGames } from '../llm-deliberation/finished-games';

/*
 * Recorded groups with private information: the 597 finished negotiations of LLM-Deliberation (Abdelnabi et al. 2024), each
 * party with a score sheet that nobody else sees. Not the paper's task: parties have scores of their own, and may not show
 * them.
 */

/** Which negotiations count, and what a valid deal is. For recorded evidence only. */
export const negotiationSettings = {
  games: word(['all', 'cooperative'], {
    default: 'all',
    paper: 'cooperative',
    does: 'Recorded negotiations: all, or those without saboteurs and greedy parties.',
  }),
  accepted: word(['by everybody', 'by the rule'], {
    default: 'by everybody',
    paper: 'by everybody',
    does: "Recorded negotiations: a deal is valid if it gives every party its minimum, or if it passes by the games' rule, which lets one party without a veto be passed over.",
  }),
};

interface NegotiationSettings {
  readonly games: 'all' | 'cooperative';
  readonly accepted: 'by everybody' | 'by the rule';
}

const modelOf = ({ instance }: Collaboration): string => (instance as { model: string }).model;
const partiesOf = ({ instance }: Collaboration): number => (instance as { parties: number }).parties;

/** The finished negotiations, as one condition. */
export function negotiations({ games }: Pick<NegotiationSettings, 'games'>): Condition[] {
  const { all: finished, evidence, name } = finishedGames();
  const wanted =
    games === 'all' ? finished : finished.filter((game) => !/adv_game|greedy/.test(configOf(game)));
  const run = Object.assign([...wanted], { evidence, name });
  return [{ fields: { domain: 'negotiation', condition: 'deliberation', tools: 'without' }, run: run }];
}

/**
 * NR and VR of each negotiation, with its configuration, model and number of parties. `NR offered` is NR of the best deal
 * that anybody proposed.
 */
export async function negotiationRows(
  { run, fields }: Condition,
  { accepted }: Pick<NegotiationSettings, 'accepted'>,
): Promise<Row[]> {
  const { NR, VR, 'NR offered': offered, 'NR by rule': byRule, 'VR by rule': validByRule } = columns;
  const wanted =
    accepted === 'by everybody' ? { NR, VR, 'NR offered': offered } : { NR: byRule, VR: validByRule };
  const games = new Map([...(run as Iterable<Collaboration>)].map((game) => [game.index, game]));
  const rows = await measure(run, wanted as never, { each: true });
  return withConfigs(rows, games.values()).map((row): Row => {
    const game = games.get(Number(row['collaboration'])) as Collaboration;
    return {
      ...row,
      ...fields,
      model: modelOf(game),
      parties: partiesOf(game),
    };
  });
}

/** The mean over all negotiations, with configurations as clusters, as one row. */
export function negotiationMean(rows: readonly Row[], label: string): Row[] {
  return [...byField(rows, (row) => row.column)].map(([column, own]) => meanOfGames(own, label, column));
}

const given = object('arguments', { rows: rowsGiven });

/**
 * Means of negotiations by model and number of parties. Configurations are the clusters; if there is only one, its games
 * are.
 * @param rows - of `papers.deliberation.table2.run()` with recorded evidence
 * @example
 * papers.deliberation.negotiationMeans([]); // => []
 */
export function negotiationMeans(rows: readonly Row[]): Row[] {
  check('negotiationMeans', given, { rows });
  needFields('negotiationMeans', rows, ['model', 'parties', 'config']);
  const groups = byField(rows, groupOf);
  return [...groups].flatMap(([label, own]) => negotiationMean(own, label));
}

/** Games of one model and number of parties are averaged together. */
const groupOf = (row: Row): string => `${String(row['model'])}, ${String(row['parties'])} parties`;

function byField(rows: readonly Row[], field: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(field(row), [...(groups.get(field(row)) ?? []), row]);
  return groups;
}

function meanOfGames(rows: readonly Row[], label: string, column: string): Row {
  const known = rows.filter(({ value }) => value !== null);
  const values = known.map(({ value }) => Number(value));
  const clusters = clustersOf(known, ({ collaboration }) => String(collaboration));
  const { value, standardError, low, high, n } = estimate(values, { clusters: clusters });
  const model = modelsIn(rows);
  return withShareLimits({ label, model, column, value, standardError, low, high, n, evidence: 'recorded' });
}

/**
 * The final value of negotiations next to the best valid deal that was offered, by model and number of parties.
 * @param rows - of `papers.deliberation.table2.run()` with recorded evidence
 */
export function negotiationFigure(rows: readonly Row[]): PlotlyFigure {
  check('negotiationFigure', given, { rows });
  for (const wanted of ['NR', 'NR offered'])
    if (!rows.some(({ column }) => column === wanted))
      throw new AgoraError('rows', `negotiationFigure needs rows of the column ${wanted}, got none`);
  const means = negotiationMeans(rows);
  const labels = [...new Set(means.map(({ label }) => String(label)))];
  const bars = (name: string, column: string): BarSeries => {
    const own = means.filter((row) => row.column === column);
    return {
      name: name,
      values: own.map(({ value }) => value),
      standardErrors: own.map(({ standardError }) => standardError),
    };
  };
  const games = rows.filter(({ column }) => column === 'NR').length;
  return barFigure(
    [bars('the deal they ended on', 'NR'), bars('the best valid deal offered', 'NR offered')],
    {
      title: 'How far groups end from the best deal that everybody accepts',
      subtitle: `recorded: LLM-Deliberation, ${games} games; 100 is the exact optimum; ${describeErrors(rows, groupOf)}`,
      categories: labels,
      valueTitle: 'NR: percent of the best total',
      valueRange: [0, 105],
    },
  );
}

/**
 * The row that the negotiations are compared with: the mean over Table 2's models and task settings, deliberating without tools.
 * @param model - only this one of the models; null for all of them
 */
export function deliberatingMean(table: PublishedTable, model: string | null): PublishedTable {
  const rows = table.rows.filter(
    ({ setting }) =>
      setting?.['condition'] === 'deliberation' &&
      setting['tools'] === 'without' &&
      (model === null || setting['model'] === model),
  );
  const meanOf = (ending: string): number =>
    mean(
      rows.flatMap(({ cells }) =>
        Object.entries(cells)
          .filter(([column]) => column.endsWith(` ${ending}`))
          .map(([, { value }]) => value),
      ),
    );
  return {
    ...table,
    item: `${table.item}, recorded negotiations`,
    caption: `mean of ${model === null ? '7 models and ' : ''}3 task settings${model === null ? '' : ` of ${model}`}. Ours is another task under other models: recorded negotiations.`,
    columns: ['NR', 'VR'],
    rows: [
      {
        label: deliberatingLabel(model),
        cells: {
          NR: { value: meanOf('NR'), standardError: null },
          VR: { value: meanOf('VR'), standardError: null },
        },
      },
    ],
  };
}

/** Its label. */
export const deliberatingLabel = (model: string | null): string =>
  `deliberation without tools, ${model ?? 'all models'}`;
