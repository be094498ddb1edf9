import type { Run } from 'agora-core/experiment';
import {
  basesOf,
  type Basis,
  debates,
  economy,
  elections,
  hiddenProfiles,
  ratings,
} from 'agora-core/internal';
import { type Columns, measure, type Row, totalOver } from 'agora-core/metrics';
import { errorText } from 'agora-report/internal';
import { blindDictatorial, borda, plurality, range, rankedPairs } from 'agora-voting';

/** A one-line summary of an experiment: the titles of the numbers, and the numbers. */
export interface Summary {
  readonly titles: readonly string[];
  of(run: Run): Promise<SummaryLine>;
}

/** A line of numbers, with the data behind them. */
export interface SummaryLine {
  readonly cells: readonly string[];
  readonly bases: readonly Basis[];
}

/** A summary of columns, each by its title; "utility@3" is a column at a round. */
function summaryOf(names: Readonly<Record<string, string>>, columns: Columns): Summary {
  return {
    titles: Object.keys(names),
    async of(run) {
      const rows = await measure(run, columns);
      const cells = Object.values(names).map((name) =>
        estimateText(
          rows.find(({ column, round }) => name === (round === undefined ? column : `${column}@${round}`)),
        ),
      );
      return { cells, bases: basesOf(rows) };
    },
  };
}

/** The columns of RoundTable's Table 1, in percent. A round that was not played has no number. */
export const economySummary = summaryOf(
  {
    'U@3': 'utility@3',
    'U@5': 'utility@5',
    'U@10': 'utility@10',
    'AUC@3': 'auc@3',
    'AUC@5': 'auc@5',
    'AUC@10': 'auc@10',
    rationality: 'rationality',
    fairness: 'fairness',
    rigidity: 'rigidity',
  },
  economy({ afterEnd: 'undefined' }),
);

/** Some columns of RoundTable's Table 7, in stars. Collaborations without a decision are omitted. */
export const ratingSummary = summaryOf(
  { 'MAE@1': 'mae@1', 'MAE@5': 'mae@5', 'MAE@10': 'mae@10', 'RMSE@10': 'rmse@10' },
  ratings({ afterEnd: 'undefined' }),
);

/** Hidden profiles, in percent: decisions by what they are, and the facts that the talk mentioned. */
export const profileSummary = summaryOf(
  {
    'accuracy (%)': 'accuracy',
    'misled (%)': 'misled',
    'unshared facts told (%)': 'unshared',
    'shared facts told (%)': 'shared',
  },
  hiddenProfiles(),
);

const rules = [range, blindDictatorial, plurality({ on: 'rankings' }), borda, rankedPairs];

/** Some columns of GEDI's Table 2, in percent of all questions. An invalid profile counts as wrong. */
export const electionSummary: Summary = {
  titles: [...rules.map(({ name }) => name), 'valid rankings'],
  async of(run) {
    const { accuracy, valid } = elections(rules);
    const rows = await measure(run, { accuracy, valid });
    const rankings = rows.find(({ ballot }) => ballot === 'ranking') ?? { value: 0, n: 0 };
    const cells = [
      ...rows.filter(({ column }) => column === 'accuracy').map(estimateText),
      `${Math.round(((rankings.value ?? 0) * rankings.n) / 100)} of ${run.finished}`,
    ];
    return { cells, bases: basesOf(rows) };
  },
};

/** The two numbers of S2-MAD's tables, and numbers that explain the second. */
export const debateSummary = summaryOf(
  {
    'accuracy (%)': 'accuracy',
    'tokens (k)': 'thousands',
    calls: 'calls',
    rounds: 'rounds',
    'silent turns': 'silent',
    'unusable answers': 'unusable',
  },
  {
    ...debates(),
    unusable: {
      of: ({ events }) => events.filter(({ type }) => type === 'failure').length,
      over: totalOver,
      unfinished: true,
    },
  },
);

/** A number with its standard error in brackets; a whole number as it is. */
function estimateText(estimate: Pick<Row, 'value' | 'standardError'> | undefined): string {
  if (estimate === undefined || estimate.value === null) return 'n/a';
  const { value, standardError } = estimate;
  if (standardError === null) return Number.isInteger(value) ? String(value) : value.toFixed(2);
  return `${value.toFixed(2)} (${errorText(standardError)})`;
}
