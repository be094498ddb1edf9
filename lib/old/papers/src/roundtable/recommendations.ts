import { locateDataset } from 'agora-core/datasets';
import {
  collaborativeFiltering,
  generateRatings,
  readMovieLens,
  recommendation,
  recommendationExamples,
  type RatingData,
  type RatingPredictor,
  type RecommendationInstance,
} from 'agora-core/environments';
import { ratings as ratingColumns } from 'agora-core/internal';
import { averageOver, measure, type Columns, type Row } from 'agora-core/metrics';
import { roundTable } from 'agora-core/protocols';
import type { Collaboration } from 'agora-core/transcripts';
import { tablePart, trajectoryFigure, type PlotlyFigure } from 'agora-report';
import { AgoraError, type VotingRule } from 'agora-voting';
import type { Condition, Planned } from '../item';
import { count, rules as rulesSetting, seed, word } from '../setting';
import { ruleLabel } from './economies';
import { rules } from './rules';
import { tables } from './tables';

/*
 * The recommendation system behind RoundTable's Table 7 and Figures 4 and 21: three agents, each with one table of the data,
 * predict a held-out rating at a round table. All three items measure the same runs.
 */

/** The settings that these items share. */
export const recommendationSettings = {
  rules: rulesSetting<VotingRule>(
    { default: rules, paper: rules, does: 'The rules that are compared: any voting rules.' },
    ['choice', 'rating', 'ranking', 'points', 'approval'],
  ),
  examples: count({
    default: 10,
    paper: 100,
    does: 'How many held-out ratings are predicted, one collaboration each. They come in a random order of their own: up to 100, more extend a run.',
  }),
  rounds: count({ default: 10, paper: 10, does: 'How many rounds a collaboration has.' }),
  data: word(['generated', 'ml-100k'], {
    default: 'generated',
    paper: 'ml-100k',
    does: 'Generated ratings of the shape of MovieLens-100k, or the real ones, where "npx agora data ml-100k" has brought them.',
  }),
  rows: count({
    default: 20,
    paper: 'all',
    does: 'The most rows of each history that an agent is shown. Fewer save most of the tokens.',
  }),
  ties: word(['as in the paper', 'none', 'fixed-order'], {
    default: 'as in the paper',
    paper: 'as in the paper',
    does: 'What several winners mean. The paper selects none where agents vote for one candidate, and the first where they grade them. "none" and "fixed-order" do the one or the other under every rule.',
  }),
  undecided: word(['left out', 'guess 4'], {
    default: 'left out',
    paper: 'not stated',
    does: 'How a group without a decision counts in a round: not at all, or as if it had predicted 4.',
  }),
  seed: seed(),
};

interface RecommendationSettings {
  readonly rules: readonly VotingRule[];
  readonly examples: number;
  readonly rounds: number;
  readonly data: 'generated' | 'ml-100k';
  readonly rows: number;
  readonly ties: 'as in the paper' | 'none' | 'fixed-order';
  readonly undecided: 'left out' | 'guess 4';
  readonly seed: number;
}

/** One experiment for each rule, all on the same examples. */
export function recommendations({
  rules: wanted,
  examples,
  data,
  rows,
  ...settings
}: RecommendationSettings): Planned[] {
  const { held, name } = ratingData(data);
  if (examples > held.length)
    throw new AgoraError(
      'setting',
      `roundtable needs at most ${held.length} as examples: ${name} has no more, got ${examples}`,
    );
  const environment = recommendation({ examples: examplesOf(data, examples, rows), dataName: name });
  const ties = settings.ties === 'as in the paper' ? {} : { ties: settings.ties };
  return wanted.map((rule) => ({
    fields: { rule: rule.name, data: name },
    name: `roundtable recommendation, ${rule.name}`,
    environment: environment as never,
    protocol: roundTable({ rule: rule, rounds: settings.rounds, ...ties }),
    collaborations: examples,
    seed: settings.seed,
  }));
}

/** Data that were made or read once: making them, and the similarity of users, takes seconds. */
const madeOnce = new Map<string, unknown>();

function once<Made>(name: string, make: () => Made): Made {
  if (!madeOnce.has(name)) madeOnce.set(name, make());
  return madeOnce.get(name) as Made;
}

function ratingData(data: 'generated' | 'ml-100k'): RatingData {
  return once(data, () => {
    if (data === 'generated') return generateRatings();
    const folder = locateDataset('ml-100k');
    if (folder !== null) return readMovieLens(folder);
    throw new AgoraError('dataset-absent', 'ml-100k is not here yet: npx agora data ml-100k');
  });
}

/** At least the paper's hundred, so that up to there more examples extend a run. */
function examplesOf(data: 'generated' | 'ml-100k', examples: number, rows: number): RecommendationInstance[] {
  const drawn = Math.max(100, examples);
  return once(`${data}, ${drawn} examples, ${rows} rows`, () =>
    recommendationExamples(ratingData(data), { count: drawn, rows: rows }),
  );
}

/** The two predictors that the figures draw as lines: always 4, and a recommender trained on the known ratings. */
function baselinesOn(data: 'generated' | 'ml-100k'): readonly RatingPredictor[] {
  const filter = once(`${data}, filter`, () => collaborativeFiltering(ratingData(data).known));
  return [{ name: 'always guess 4', predict: () => 4 }, filter];
}

/** Absolute errors: of the standing prediction by round (the column error), and of the two baselines. */
export async function measureRatings(
  condition: Condition,
  { undecided, data }: Pick<RecommendationSettings, 'undecided' | 'data'>,
): Promise<Row[]> {
  const { mae, withoutAgreement } = ratingColumns(undecided === 'guess 4' ? { undecided: 4 } : {});
  const baselines = baselinesOn(data).map((predictor) => [predictor.name, errorOf(predictor)] as const);
  const columns = {
    error: mae,
    withoutAgreement: withoutAgreement,
    ...Object.fromEntries(baselines),
  } as Columns;
  const rows = await measure(condition.run, columns, { each: true });
  return rows.map((row): Row => ({ ...row, ...condition.fields }));
}

function errorOf(predictor: RatingPredictor): (one: Collaboration) => number {
  return ({ instance }) => {
    const { basicInfo, rating } = instance as unknown as RecommendationInstance;
    return Math.abs(predictor.predict(basicInfo.user.user_id, basicInfo.movie.movie_id) - rating);
  };
}

/** Mean absolute or root mean squared errors over collaborations. */
export function errorsOver(rows: readonly Row[], measured: 'mae' | 'rmse'): Row[] {
  const errors = rows.filter(({ column }) => column === 'error');
  if (measured === 'mae') return averageOver(errors, 'collaboration').map((row) => named(row, measured));
  const squares = errors.map((row) => ({ ...row, value: row.value === null ? null : row.value ** 2 }));
  return averageOver(squares, 'collaboration').map((row) => named(rootOf(row), measured));
}

const named = (row: Row, column: string): Row => ({ ...row, column: column, label: ruleLabel(row['rule']) });

/** The root of a mean square. Its standard error by the delta method: that of the mean square over twice the root. */
function rootOf(row: Row): Row {
  if (row.value === null) return row;
  const root = Math.sqrt(row.value);
  const error = row.standardError === null || root === 0 ? null : row.standardError / (2 * root);
  return { ...row, value: root, standardError: error, low: null, high: null };
}

/** Figure 4 or 21: errors by round and rule, between the two baselines. */
export function ratingsFigure(rows: readonly Row[], measured: 'mae' | 'rmse'): PlotlyFigure {
  const waiting = averageOver(rows, 'collaboration').filter(({ column }) => column === 'withoutAgreement');
  const drawn = [...errorsOver(rows, measured), ...waiting.map((row) => named(row, row.column))];
  const { evidence, data, model } = rows[0] as Row;
  const errors = drawn.filter(({ column }) => column === measured);
  const largest = Math.max(...errors.map(({ standardError }) => standardError ?? 0));
  const sizes = errors.map(({ n }) => n);
  // Six rules have sixty printed points: those of three rounds can be told apart.
  const printed = tablePart(tables.table7, {
    name: 'three rounds',
    columns: (column) => /@(1|5|10)$/.test(column),
  });
  return trajectoryFigure(drawn, {
    by: 'label',
    value: measured,
    published: printed,
    spread: 'none',
    title: `${measured === 'mae' ? 'Mean absolute' : 'Root mean squared'} error by round and voting rule, ${String(model)}`,
    subtitle: `${evidence}, ${String(data)} ratings, ${Math.max(...sizes)} examples; diamonds: published, three rounds; standard errors are ${largest.toFixed(2)} at most`,
    valueTitle: `${measured.toUpperCase()} (stars)`,
    references: baselineLines(rows, measured),
  });
}

/** The baselines' errors on the same examples; every rule has them, so one rule's rows are enough. */
function baselineLines(rows: readonly Row[], measured: 'mae' | 'rmse'): { value: number; label: string }[] {
  const own = rows.filter(({ rule }) => rule === rows[0]?.['rule']);
  return ['always guess 4', 'collaborative filtering'].map((name) => {
    const errors = own.filter(({ column }) => column === name).map((row) => ({ ...row, column: 'error' }));
    return { value: errorsOver(errors, measured)[0]?.value ?? NaN, label: name };
  });
}
