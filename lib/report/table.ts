import { AgoraError } from '../error';
import { columnOf } from '../measure/measure';
import { bundleOf, escapeHtml, showsItself, visible, type Shown } from './display';

/** A table column: a row field, or a measured column. */
export interface TableColumn {
  readonly field: string;
  readonly title?: string;
  /** Number of decimals. The default depends on the widths of the column's intervals. */
  readonly decimals?: number;
}

export type AnyRow = Readonly<Record<string, unknown>>;

/** A table cell: text, or a number with an optional interval. */
export interface Cell {
  readonly text?: string;
  readonly value?: number;
  readonly low?: number | null;
  readonly high?: number | null;
  /** A published standard error. */
  readonly error?: number | null;
  /** Maximum number of decimals. */
  readonly decimals?: number | undefined;
}

/**
 * Formats rows as a table. Each name in `columns` is a field, such as `'rule'`, or a measured column, such as
 * `'fairness'` or `'utility@3'`. Measured columns appear side by side. If a number has a 95% interval, the table shows
 * the interval and uses its width to choose the number of decimals.
 *
 * @param columns - default: all fields and all measured columns
 * @throws AgoraError if no row contains a requested column, or if one cell would contain several numbers
 */
export function table(
  rows: readonly object[],
  columns?: readonly (string | TableColumn)[],
  caption = '',
): Shown {
  const records = rows as readonly AnyRow[];
  const wanted = (columns ?? defaultColumns(records)).map((one) =>
    typeof one === 'string' ? { field: one } : one,
  );
  const lines =
    isTidy(records) && wanted.some(({ field }) => isMeasured(records, field))
      ? pivot(records, wanted)
      : records;
  for (const { field } of wanted)
    if (records.length > 0 && lines.every((row) => row[field] === undefined))
      throw new AgoraError(`No row has "${field}". Choose from ${defaultColumns(records).join(', ')}.`);
  const cells = lines.map((row) => wanted.map(({ field }) => cellOf(row, field)));
  const titles = wanted.map(({ field, title }) => title ?? field);
  const decimals = wanted.map((one) => one.decimals);
  return layOut(titles, cells, {
    caption,
    decimals,
    note: noteOf(
      records,
      wanted.map(({ field }) => field),
    ),
  });
}

const isTidy = (rows: readonly AnyRow[]): boolean =>
  rows.length > 0 && rows.every((row) => typeof row['column'] === 'string' && 'value' in row);

/** The fields that make up a measurement. All other fields describe what was measured. */
const parts = new Set(['column', 'value', 'low', 'high', 'n', 'clusters', 'missing']);

/**
 * Returns the name of a measured column. If the row has a round, the name includes the round, as in "utility@3" (the
 * notation of the papers' tables).
 */
export const measuredName = (row: AnyRow): string =>
  row['round'] === undefined || row['round'] === null
    ? String(row['column'])
    : `${String(row['column'])}@${inWords(row['round'])}`;

const isMeasured = (rows: readonly AnyRow[], field: string): boolean =>
  rows.every((row) => row[field] === undefined) &&
  rows.some((row) => row['column'] === field || measuredName(row) === field);

function defaultColumns(rows: readonly AnyRow[]): string[] {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (!isTidy(rows))
    return fields.filter((field) => !['low', 'high'].includes(field) || !('effect' in (rows[0] ?? {})));
  const about = fields.filter((field) => !parts.has(field));
  return [
    ...about,
    ...(fields.includes('n') ? ['n'] : []),
    ...new Set(rows.map((row) => String(row['column']))),
  ];
}

/** Returns one line for each combination of values in the requested fields. */
function pivot(rows: readonly AnyRow[], wanted: readonly TableColumn[]): AnyRow[] {
  const measured = wanted.map(({ field }) => field).filter((field) => isMeasured(rows, field));
  const about = wanted
    .map(({ field }) => field)
    .filter((field) => !measured.includes(field) && !parts.has(field));
  const lines = new Map<string, Record<string, unknown>>();
  for (const row of rows) {
    const name = measured.find((field) => field === row['column']) ?? measuredName(row);
    if (!measured.includes(name)) continue;
    const own = Object.fromEntries(about.map((field) => [field, row[field]]));
    const key = JSON.stringify(own);
    const line = lines.get(key) ?? own;
    lines.set(key, line);
    if (line[name] !== undefined)
      throw new AgoraError(
        `There are several numbers for ${name} in ${Object.values(own).map(String).join(', ') || 'the table'}. Add a column that distinguishes the numbers, or average them first.`,
      );
    line[name] = numberCell(row);
    if (typeof row['n'] === 'number') line['n'] = range(line['n'] as string | number | undefined, row['n']);
  }
  return [...lines.values()];
}

/**
 * Extends a table row's number of cases to cover `n`. Returns a number, such as 100, or a range, such as "98 to 100".
 */
export function range(known: string | number | undefined, n: number): string | number {
  if (known === undefined) return n;
  const ends = [...String(known).split(' to ').map(Number), n];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return low === high ? low : `${low} to ${high}`;
}

function numberCell(row: AnyRow): Cell {
  const { value, low, high } = row as { value: number | null; low?: number; high?: number };
  const { decimals } = columnOf(row);
  return value === null ? { text: '–' } : { value, low: low ?? null, high: high ?? null, decimals };
}

function cellOf(row: AnyRow, field: string): Cell {
  const value = row[field];
  if (value === undefined || value === null) return { text: '–' };
  if (typeof value === 'number')
    return field === 'value' || field === 'effect' ? numberCell({ ...row, value }) : { value };
  if (typeof value === 'object' && ('value' in value || 'text' in value)) return value as Cell;
  return { text: inWords(value) };
}

/** Formats a nested value as text, for example "apples: 3, prices: (1, 2)". */
export function inWords(value: unknown, isInner = false): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return String(Number(value.toPrecision(6)));
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) =>
    Array.isArray(value) ? inWords(inner, true) : `${key}: ${inWords(inner, true)}`,
  );
  return isInner ? `(${entries.join(', ')})` : entries.join(', ');
}

/**
 * Returns a note that lists the kinds of evidence and the models behind the numbers. Omits evidence or models that a
 * column already shows.
 */
export function noteOf(rows: readonly AnyRow[], shown: readonly string[] = []): string {
  const named = (field: string): string[] =>
    shown.includes(field)
      ? []
      : [...new Set(rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : [])))];
  const [evidence, models] = [named('evidence'), named('model')];
  const isAllSimulated = evidence.length === 1 && evidence[0] === 'simulated';
  // A row with the mean over several models has no model name, so a note that lists only the other rows'
  // models would be wrong.
  const isMixed = rows.some((row) => typeof row['evidence'] === 'string' && typeof row['model'] !== 'string');
  return [
    ...(evidence.length === 0 ? [] : [`Evidence: ${evidence.join(', ')}.`]),
    ...(models.length === 0 || isAllSimulated || isMixed
      ? []
      : [
          `Model: ${models.slice(0, 3).join(', ')}${models.length > 3 ? ` and ${models.length - 3} more` : ''}.`,
        ]),
  ].join(' ');
}

interface Looks {
  readonly caption?: string;
  readonly note?: string;
  readonly decimals?: readonly (number | undefined)[];
}

/** Lays out cells as HTML and as plain text, and escapes all content. */
export function layOut(
  titles: readonly string[],
  lines: readonly (readonly Cell[])[],
  looks: Looks = {},
): Shown {
  const { caption = '', note = '', decimals = [] } = looks;
  const columns = titles.map((_, at) => {
    const cells = lines.map((line) => line[at] ?? { text: '' });
    return {
      isNumeric: cells.some(({ value }) => value !== undefined),
      texts: formatted(cells, decimals[at]),
    };
  });
  const align = columns.map(({ isNumeric }) => (isNumeric ? 'right' : 'left'));
  const row = (tag: string, texts: readonly string[]): string =>
    `<tr>${texts.map((text, at) => `<${tag} style="text-align:${align[at]}">${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  const body = lines.map((_, line) => columns.map(({ texts }) => texts[line] ?? ''));
  const html = [
    '<table>',
    ...(caption === '' ? [] : [`<caption style="text-align:left">${escapeHtml(caption)}</caption>`]),
    `<thead>${row('th', titles)}</thead>`,
    `<tbody>${body.map((texts) => row('td', texts)).join('\n')}</tbody>`,
    '</table>',
    ...(note === '' ? [] : [`<div>${escapeHtml(note)}</div>`]),
  ].join('\n');
  const all = [titles, ...body].map((texts) => texts.map(visible));
  const widths = titles.map((_, at) => Math.max(...all.map((texts) => (texts[at] as string).length)));
  const padded = all.map((texts) =>
    texts
      .map((text, at) =>
        align[at] === 'right' ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const text = [
    ...(caption === '' ? [] : [visible(caption)]),
    ...padded,
    ...(note === '' ? [] : [visible(note)]),
  ].join('\n');
  return showsItself({ html, text }, bundleOf);
}

/** Formats all cells of a column with the same number of decimals. */
function formatted(cells: readonly Cell[], given: number | undefined): string[] {
  const decimals = given ?? decimalsFor(cells);
  const write = (value: number): string => value.toFixed(decimals).replace(/^-(0(?:\.0*)?)$/, '$1');
  // Use "±" if all rounded intervals are symmetric, otherwise "[low, high]".
  const reach = ({ value = 0, low, high }: Cell): string | null => {
    const [below, above] = [write(value - (low ?? value)), write((high ?? value) - value)];
    return below === above ? below : null;
  };
  const isSymmetric = cells.every((cell) => reach(cell) !== null);
  return cells.map((cell) => {
    const { text, value, low, high, error } = cell;
    if (value === undefined) return text ?? '–';
    if (error !== undefined && error !== null) return `${write(value)} (SE ${write(error)})`;
    if (typeof low !== 'number' || typeof high !== 'number') return write(value);
    return isSymmetric
      ? `${write(value)} ± ${high > low && Number(reach(cell)) === 0 ? `<${10 ** -decimals}` : reach(cell)}`
      : `${write(value)} [${write(low)}, ${write(high)}]`;
  });
}

/**
 * Returns the number of decimals for a column: enough to show the half-width of the median interval to two significant
 * figures. If the column has no intervals, its numbers get about three significant figures.
 */
function decimalsFor(cells: readonly Cell[]): number {
  const numbers = cells.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const most = Math.max(0, ...cells.map((cell) => cell.decimals ?? 4));
  const half = ({ low, high }: Cell): number =>
    typeof low === 'number' && typeof high === 'number' ? (high - low) / 2 : 0;
  const widths = cells
    .map((cell) => Math.max(half(cell), 2 * (cell.error ?? 0)))
    .filter((width) => width > 0);
  if (widths.length > 0) {
    const middle = widths.sort((a, b) => a - b)[Math.floor(widths.length / 2)] as number;
    return Math.min(most, Math.max(0, 1 - Math.floor(Math.log10(middle))));
  }
  if (numbers.every(Number.isInteger)) return 0;
  const largest = Math.max(...numbers.map(Math.abs));
  return Math.min(most, largest >= 10 ? 1 : largest >= 1 ? 2 : 3);
}
