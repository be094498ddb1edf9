import type { Row } from 'agora-core/metrics';
import { ordinaryLeastSquares } from 'agora-core/statistics';
import { compare, tablePart } from 'agora-report';
import { item } from '../../item';
import { decisionRows, jointDecisions, someDomains, someTools, talkSettings } from '../joint-decisions';
import { tables } from '../tables';

/** Deliberation's Table 7: the additional reward of one agent with all information, regressed on the rate of hallucination. */
export const table7 = item({
  paper: 'Deliberation',
  item: 'Table 7',
  notebook: 'deliberation.ipynb',
  published: () => tables.table7,
  plusMinus: null,
  notes: [
    'A p below 0.001 is printed as such and stands as 0.001.',
    'The paper takes 840 talks of a setting as independent; ours are clustered by case.',
    'With simulated agents ours has no slope: they overrate nothing.',
  ],
  departs:
    "The simulated agent believes in nothing that is not there, so it gives no slope. A live model of one kind says nothing about models, between which the paper's rates differ most.",

  settings: { ...talkSettings, domains: someDomains, tools: someTools },

  experiments: (settings) => jointDecisions({ ...settings, conditions: ['deliberation', 'centralized'] }),

  measure: (condition) => decisionRows(condition, { NR: 'NR', hallucination: 'hallucination' }),

  compare(rows) {
    const talks = pairedTalks(rows);
    const found = [...new Set(talks.map(({ domain }) => domain))].map((domain) =>
      slopeOf(
        domain,
        talks.filter((talk) => talk.domain === domain),
      ),
    );
    const cells = [...found, slopeOf('overall', talks)].flat();
    const note = cells.length > 0 ? '' : withoutSlope(rows);
    const part = (name: string, unit: string, column: string) =>
      compare(
        tablePart(tables.table7, { name: name, unit: unit, columns: (one) => one === column }),
        cells.filter((cell) => cell.column === column),
        // Without rows of ours, the printed rows are shown alone.
        { show: cells.length === 0 ? 'all' : 'ours', intervals: true, note: note },
      );
    return [
      part('slopes', tables.table7.unit, 'beta'),
      part('explained variance', 'share', 'R squared'),
      part('p-values', 'probability', 'p'),
    ];
  },
});

/** Why there is no number of ours. */
function withoutSlope(rows: readonly Row[]): string {
  const isSimulated = rows.every(({ evidence }) => evidence === 'simulated');
  return isSimulated
    ? 'Ours has no slope: simulated agents overrate nothing.'
    : 'Ours has no slope: in these talks the rate of hallucination, or what is lost, is always the same.';
}

interface Talk {
  readonly domain: string;
  readonly case: string;
  /** The additional points of one agent with all information. */
  readonly gap: number;
  readonly hallucination: number;
  readonly evidence: Row['evidence'];
}

/** Each deliberation beside the centralized baseline on its case. */
function pairedTalks(rows: readonly Row[]): Talk[] {
  const keyOf = (row: Row, condition: unknown, column: string): string =>
    [row['domain'], row['tools'], row['collaboration'], condition, column].join();
  const values = new Map(rows.map((row) => [keyOf(row, row['condition'], row.column), row.value]));
  const talks = rows.filter((row) => row['condition'] === 'deliberation' && row.column === 'NR');
  return talks.flatMap((row): Talk[] => {
    const whole = values.get(keyOf(row, 'centralized', 'NR')) ?? null;
    const hallucination = values.get(keyOf(row, 'deliberation', 'hallucination')) ?? null;
    if (whole === null || hallucination === null || row.value === null) return [];
    const domain = String(row['domain']);
    return [
      {
        domain: domain,
        case: `${domain} ${String(row['collaboration'])}`,
        gap: whole - row.value,
        hallucination: hallucination,
        evidence: row.evidence,
      },
    ];
  });
}

/** Least squares with errors clustered by case; nothing where the rate of hallucination or the gap does not vary. */
function slopeOf(label: string, talks: readonly Talk[]): Row[] {
  const varies = (values: readonly number[]): boolean => new Set(values).size > 1;
  const [rates, gaps] = [talks.map(({ hallucination }) => hallucination), talks.map(({ gap }) => gap)];
  if (talks.length < 3 || !varies(rates) || !varies(gaps)) return [];
  const { terms, rSquared } = ordinaryLeastSquares(
    rates.map((rate) => [rate]),
    gaps,
    { names: ['hallucination'], clusters: talks.map((talk) => talk.case) },
  );
  const slope = terms[1];
  if (slope === undefined) return [];
  const cell = (column: string, value: number | null, standardError: number | null): Row => ({
    label: label,
    column: column,
    value: value,
    standardError: standardError,
    low: null,
    high: null,
    n: talks.length,
    evidence: (talks[0] as Talk).evidence,
  });
  return [
    cell('beta', slope.coefficient, slope.standardError),
    cell('R squared', rSquared, null),
    cell('p', slope.pValue, null),
  ];
}
