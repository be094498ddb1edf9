import { z } from 'zod';
import { basesOf, basisText, needFields } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { check, editDistance, either, flag, listOf, object, oneOf, settings } from 'agora-voting/internal';
import { publishedTableGiven, words } from './published/published-table';
import {
  tableRowsGiven,
  type Comparison,
  type ComparisonCell,
  type ComparisonRow,
  type PublishedTableLike,
  type RowUse,
  type TableCell,
  type TableRow,
} from './comparison';
import { comparisonTable } from './comparison-table';
import { selfShowing } from './table';

const compareArguments = object('arguments', {
  published: publishedTableGiven,
  rows: tableRowsGiven,
  options: settings({
    by: either('a field, or several', words, listOf('fields', words, 1)).optional(),
    fitted: listOf('labels of rows', words).optional(),
    show: oneOf('all', 'ours').optional(),
    intervals: flag.optional(),
    note: z.string({ error: 'a text' }).optional(),
  }),
});

/**
 * Compares our numbers with the published ones, cell by cell. Cells that are missing on either side stay in the table
 * and are counted. The paper's rows come first, in its order. Our rows without a column in the paper are omitted:
 * `unmatched` lists their columns, and the table names those that are nearly one of the paper's. A row with a round belongs
 * to a column like "utility@3".
 * @param options.by - the field that names a row of the table ("rule"), or several, joined by commas. Default: `label`
 * where our rows have one, else the field whose values are labels of the paper's rows
 * @param options.fitted - the labels of the rows that parameters were fitted to; all other rows are then held out
 * @param options.show - all rows and columns of the paper (default), or those with one of our numbers, and our other columns
 * @param options.intervals - whether to show the 95% intervals of the differences. Default false
 * @param options.note - a sentence above the table
 * @throws AgoraError 'comparison' when two rows belong to one cell, or a label of the paper occurs twice, or no field
 * of our rows holds labels of the paper's rows; 'rows' when a row lacks a field that `by` names
 * @example
 * const rows = [{ rule: 'Ranked', column: 'fairness', value: 80, standardError: null, evidence: 'recorded' }] as const;
 * report.compare(papers.roundtable.table1.published, rows, { by: 'rule' }).counts.compared; // => 1
 */
export function compare(
  published: PublishedTableLike,
  rows: readonly TableRow[],
  options: {
    readonly by?: string | readonly string[];
    readonly fitted?: readonly string[];
    readonly show?: 'all' | 'ours';
    readonly intervals?: boolean;
    readonly note?: string;
  } = {},
): Comparison {
  check('compare', compareArguments, { published, rows, options });
  const { fitted, show = 'all', intervals = false, note = '' } = options;
  const { paper, item, caption, unit } = published;
  const columns = show === 'all' ? published.columns : columnsWithOurs(published, rows);
  needOnce('column', columns);
  needOnce(
    'row',
    published.rows.map(({ label }) => label),
  );
  const ours = new Map<string, Map<string, TableRow>>();
  const used = rows.filter((row) => columns.includes(columnOf(row)));
  const fields = options.by === undefined ? [labelField(published, used)] : [options.by].flat();
  needFields('compare', used, fields);
  for (const row of used) {
    const column = columnOf(row);
    const label = fields.map((field) => String(row[field] ?? '')).join(', ');
    const own = ours.get(label) ?? new Map<string, TableRow>();
    ours.set(label, own);
    if (own.has(column))
      throw new AgoraError(
        'comparison',
        `compare needs one number of ours in row "${label}", column "${column}", got another: name rows by more fields (by), or average over one`,
      );
    if (row.value !== null) own.set(column, row);
  }
  const labels = [...new Set([...published.rows.map(({ label }) => label), ...ours.keys()])].filter(
    (label) => show === 'all' || (ours.get(label)?.size ?? 0) > 0,
  );
  const compared = labels.map((label): ComparisonRow => {
    const theirs = published.rows.find((row) => row.label === label)?.cells;
    const cells = columns.map((column): ComparisonCell => {
      const [their, our] = [theirs?.[column], ours.get(label)?.get(column)];
      return {
        row: label,
        column,
        published: their?.value ?? null,
        publishedError: their?.standardError ?? null,
        ours: our?.value ?? null,
        oursError: our?.standardError ?? null,
        ...differenceOf(their, our),
        evidence: our?.evidence ?? null,
      };
    });
    return { label, use: useOf(label, fitted), cells };
  });
  const counts = countsOf(compared.flatMap((row) => row.cells));
  const without = published.columns.filter((column) => !columns.includes(column));
  const inTable = published.rows.flatMap(({ cells }) => Object.values(cells)).filter(hasValue).length;
  const shown = [...ours.values()].flatMap((own) => [...own.values()]);
  const basis = basisText(basesOf(shown));
  const whose = whoseText(ours);
  const unmatched = [...new Set(rows.map(columnOf))].filter((column) => !columns.includes(column));
  const misspelt = misspeltText(unmatched, columns);
  const comparison: Comparison = {
    paper,
    item,
    caption,
    unit,
    columns,
    rows: compared,
    counts,
    ...rangeOfN(shown),
    ...(inTable > counts.published
      ? { notShown: { cells: inTable - counts.published, columns: without } }
      : {}),
    ...(intervals ? { intervals } : {}),
    ...(whose === '' ? {} : { whose }),
    ...(note === '' ? {} : { note }),
    ...(unmatched.length === 0 ? {} : { unmatched }),
    ...(misspelt === '' ? {} : { misspelt }),
    ...(basis === '' ? {} : { basis }),
  };
  return selfShowing(comparison, comparisonTable);
}

const hasValue = (cell: { readonly value: number | null } | undefined): boolean =>
  cell !== undefined && cell.value !== null;

function rangeOfN(rows: readonly TableRow[]): Pick<Comparison, 'n'> {
  const counts = rows.flatMap((row) => {
    const n = row['n'];
    return isMeasured(row.evidence) && typeof n === 'number' ? [n] : [];
  });
  return counts.length === 0 ? {} : { n: [Math.min(...counts), Math.max(...counts)] };
}

/** The models of real answers, by evidence; those that a row's label names are left out. */
function whoseText(ours: ReadonlyMap<string, ReadonlyMap<string, TableRow>>): string {
  const models = new Map<string, Set<string>>();
  for (const [label, own] of ours)
    for (const { model, evidence } of own.values()) {
      if (typeof model !== 'string' || evidence === 'simulated' || label.includes(model)) continue;
      models.set(evidence, (models.get(evidence) ?? new Set<string>()).add(model));
    }
  return [...models].map(([evidence, names]) => `${evidence}: ${[...names].join(', ')}`).join('; ');
}

/** The columns of ours that nearly have a name of the paper's; empty without any. */
function misspeltText(unmatched: readonly string[], columns: readonly string[]): string {
  // Other numbers in a name ("utility@4") are other columns, and short names are easily near each other.
  const withoutNumbers = (name: string): string => name.toLowerCase().replace(/\d+/g, '');
  const near = unmatched.flatMap((column) => {
    const own = withoutNumbers(column);
    const meant = columns.find((other) => {
      const away = editDistance(own, withoutNumbers(other));
      return away > 0 && away <= (other.length >= 8 ? 2 : 1) && other.length >= 5;
    });
    return meant === undefined ? [] : [`${JSON.stringify(column)} (did you mean ${JSON.stringify(meant)}?)`];
  });
  return near.length === 0 ? '' : `Left out, since the paper has no such column: ${near.join(', ')}.`;
}

/** The columns of our numbers, the paper's in its order, then others. */
function columnsWithOurs(published: PublishedTableLike, rows: readonly TableRow[]): string[] {
  const ours = [...new Set(rows.filter(({ value }) => value !== null).map(columnOf))];
  const theirs = published.columns.filter((column) => ours.includes(column));
  return [...theirs, ...ours.filter((column) => !theirs.includes(column))];
}

/** Of the normal distribution, for 95%. */
const usualReach = 1.96;

/**
 * How far our number's own 95% interval reaches below and above it: Student's t for the clusters behind it, such as 4.30
 * errors for three, or Wilson's limits of a share, which are further away on one side. 1.96 errors where the row has no
 * interval around its value.
 */
function reachesOf({
  value,
  standardError,
  low,
  high,
  evidence,
}: TableRow): { below: number; above: number } | null {
  const own = Number(value);
  if (typeof low === 'number' && typeof high === 'number' && low <= own && own <= high && low < high)
    return { below: own - low, above: high - own };
  // Numbers that are all equal do not show how far others would lie, and neither does a single one.
  if (standardError === 0 || (standardError === null && isMeasured(evidence))) return null;
  const usual = usualReach * (standardError ?? 0);
  return { below: usual, above: usual };
}

/** Whether a number depends on the cases that were drawn. */
function isMeasured(evidence: TableRow['evidence']): boolean {
  return evidence !== 'published' && evidence !== 'recomputed';
}

/**
 * Ours minus published, and its 95% interval. Both sides' reaches are added as squares, below and above apart (Zou and Donner
 * 2008); a printed number without an error counts as exact, so that the interval is our limits minus it.
 */
function differenceOf(
  their: TableCell | undefined,
  our: TableRow | undefined,
): Pick<ComparisonCell, 'difference' | 'low' | 'high'> {
  if (their === undefined || our === undefined) return { difference: null, low: null, high: null };
  const difference = Number(our.value) - their.value;
  const isUnknown = their.standardError === null && our.standardError === null;
  const reaches = isUnknown ? null : reachesOf(our);
  if (reaches === null) return { difference: difference, low: null, high: null };
  const theirReach = usualReach * (their.standardError ?? 0);
  return {
    difference: difference,
    low: difference - Math.hypot(theirReach, reaches.below),
    high: difference + Math.hypot(theirReach, reaches.above),
  };
}

/** The table's column of one of our rows: a row with a round belongs to "utility@3". */
function columnOf(row: TableRow): string {
  return row['round'] === undefined ? row.column : `${row.column}@${row['round']}`;
}

/**
 * The field of our rows that names the table's rows: `label`, or the one with the most labels of the paper's.
 * @throws AgoraError 'comparison' when no field has any
 */
function labelField(published: PublishedTableLike, rows: readonly TableRow[]): string {
  const [first] = rows;
  if (first === undefined || first['label'] !== undefined) return 'label';
  const labels = new Set(published.rows.map(({ label }) => label));
  const fields = Object.keys(first).filter((field) => !notNames.has(field));
  const matches = fields.map((field) => {
    const values = new Set(rows.map((row) => row[field]));
    return { field, count: [...values].filter((value) => labels.has(String(value))).length };
  });
  const best = matches.sort((one, other) => other.count - one.count)[0];
  if (best === undefined || best.count === 0)
    throw new AgoraError(
      'comparison',
      `compare finds no field in our rows whose values are rows of ${published.item} (${[...labels].join(', ')}). ` +
        `Name it as by; our rows have: ${fields.join(', ')}`,
    );
  return best.field;
}

/** Fields of a row that say what was measured, not whose it is. */
const notNames = new Set(['column', 'round', 'value', 'standardError', 'low', 'high', 'n', 'evidence']);

function useOf(label: string, fitted: readonly string[] | undefined): RowUse | null {
  if (fitted === undefined) return null;
  return fitted.includes(label) ? 'fitted' : 'held out';
}

function countsOf(cells: readonly ComparisonCell[]): Comparison['counts'] {
  const count = (holds: (cell: ComparisonCell) => boolean): number => cells.filter(holds).length;
  return {
    published: count((cell) => cell.published !== null),
    ours: count((cell) => cell.ours !== null),
    compared: count((cell) => cell.difference !== null),
    missingOurs: count((cell) => cell.published !== null && cell.ours === null),
    missingPublished: count((cell) => cell.published === null && cell.ours !== null),
  };
}

function needOnce(what: string, labels: readonly string[]): void {
  const twice = labels.find((label, place) => labels.indexOf(label) !== place);
  if (twice !== undefined)
    throw new AgoraError('comparison', `compare needs each ${what} once, got "${twice}" twice`);
}
