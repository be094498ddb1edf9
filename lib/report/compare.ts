import { AgoraError, knownOptions } from '../error';
import { summarise, type Summary } from '../measure/summarise';
import type { Row } from '../measure/measure';
import type { PublishedRow, PublishedTable } from '../papers/published';
import type { Shown } from './display';
import { layOut, measuredName, range, type AnyRow, type Cell } from './table';

export interface CompareOptions {
  /**
   * The field of our rows, such as 'rule', to match with the row names of the published table. Default: none; our rows
   * are then named after their models.
   */
  readonly row?: string;
  /**
   * The field of our rows to match with the column names of the published table. Default: none; our columns are then
   * named after the measured columns and, if there is one, the round, for example "utility@3".
   */
  readonly column?: string;
  /**
   * Maps our names to the published table's names, for example `{ dowdall: 'Ranked' }`. Upper and lower case are
   * treated alike.
   */
  readonly names?: Readonly<Record<string, string>>;
  /** The published model to compare with. Default: all models. */
  readonly model?: string;
  /**
   * Compares only with published rows that have the given settings, for example `{ benchmark: 'MMLU' }`. Default: all
   * rows.
   */
  readonly where?: Readonly<Record<string, string | number>>;
  readonly caption?: string;
}

/** Fields that split our rows into separate lines. */
const divisions = ['model', 'evidence'];

/**
 * Compares our numbers with published numbers. Each of our rows appears below the published row that it matches, or at
 * the end if it matches none. Our rows keep their own names, and show their own models, n, 95% intervals and evidence.
 * Rows for single collaborations are averaged first.
 *
 * @throws AgoraError if rows are simulated or lack evidence, if the published table has none of our columns, or if
 *   there are several numbers for one cell
 */
export function compare(
  rows: readonly (Row | Summary)[],
  printed: PublishedTable,
  options: CompareOptions = {},
): Shown {
  knownOptions('compare', options, ['row', 'column', 'names', 'model', 'where', 'caption']);
  refuseSimulated(rows);
  const { row: rowField, model, where = {} } = options;
  const sameAs = new Map(
    Object.entries(options.names ?? {}).map(([own, theirs]) => [own.toLowerCase(), theirs.toLowerCase()]),
  );
  const nameOf = (own: string): string => sameAs.get(own.toLowerCase()) ?? own.toLowerCase();
  const columnOf = (row: AnyRow): string =>
    options.column === undefined ? measuredName(row) : String(row[options.column]);

  const by = [
    ...(rowField === undefined ? [] : [rowField]),
    ...(options.column === undefined ? [] : [options.column]),
  ];
  const used = averaged(rows, [...by, ...divisions, 'round']);
  const columns = printed.columns.filter((column) =>
    used.some((row) => nameOf(columnOf(row)) === column.toLowerCase()),
  );
  if (columns.length === 0)
    throw new AgoraError(
      `${printed.item} has no column ${[...new Set(used.map(columnOf))].join(', ')}. Its columns are ${printed.columns.join(', ')}. Measure one of these columns, or use \`names\` to map your column to one of them.`,
    );

  const lines = ourLines(used, columns, rowField, (row) => nameOf(columnOf(row)));
  const isWanted = ({ label, setting }: PublishedRow): boolean =>
    (model === undefined || isSameName(setting['model'], model) || isSameName(label, model)) &&
    Object.entries(where).every(([field, value]) => setting[field] === value);
  const theirs = printed.rows.filter(isWanted);
  if (theirs.length === 0)
    throw new AgoraError(
      `${printed.item} has no row with this model and these settings. Choose from its rows: ${printed.rows.map(({ label }) => label).join('; ')}.`,
    );

  // Our rows follow the published rows with the same name. Our rows without a match come last.
  const ordered: Line[] = [];
  const placed = new Set<Line>();
  theirs.forEach((row, at) => {
    ordered.push(printedLine(row, columns));
    const isLast = (line: Line): boolean =>
      !theirs.slice(at + 1).some((other) => isCalled(other, rowField, nameOf(line.name)));
    for (const line of lines)
      if (rowField !== undefined && isCalled(row, rowField, nameOf(line.name)) && isLast(line)) {
        placed.add(line);
        ordered.push(line);
      }
  });
  ordered.push(...lines.filter((line) => !placed.has(line)));

  const titles = [rowField ?? 'row', 'source', 'model', 'n', ...columns];
  const cells = ordered.map((line): Cell[] => [
    { text: line.name },
    { text: line.source === 'printed' ? 'printed' : `ours, ${line.evidence}` },
    { text: line.model },
    typeof line.n === 'number' ? { value: line.n } : { text: line.n ?? '–' },
    ...columns.map((column) => line.cells.get(column) ?? { text: '–' }),
  ]);
  const caption =
    options.caption ?? `${printed.paper}, ${printed.item}. ${printed.caption} In ${printed.unit}.`;
  const note =
    'Printed: mean, and standard error if the paper reports one. Ours: mean and 95% interval over cases.';
  return layOut(titles, cells, { caption, note });
}

function refuseSimulated(rows: readonly AnyRow[]): void {
  if (rows.length === 0) throw new AgoraError('compare got no rows. Pass at least one row.');
  if (rows.some((row) => row['evidence'] === 'simulated'))
    throw new AgoraError(
      'Results from simulated agents are not evidence about language models, so compare does not accept them. ' +
        'Show them with `table`.',
    );
  if (rows.some((row) => typeof row['evidence'] !== 'string' || typeof row['model'] !== 'string'))
    throw new AgoraError(
      'Some rows lack a model or evidence. Pass measure() a run, or an object { run, model, evidence }.',
    );
}

function averaged(rows: readonly (Row | Summary)[], by: readonly string[]): Summary[] {
  const isSummary = rows.every((row) => 'n' in row && 'low' in row);
  if (isSummary) return rows as Summary[];
  return summarise(rows as Row[], { by: by.filter((field) => rows.some((row) => row[field] !== undefined)) });
}

interface Line {
  readonly source: 'printed' | 'ours';
  readonly name: string;
  readonly model: string;
  readonly evidence: string;
  n: string | number | null;
  readonly cells: Map<string, Cell>;
}

function ourLines(
  rows: readonly Summary[],
  columns: readonly string[],
  rowField: string | undefined,
  columnOf: (row: AnyRow) => string,
): Line[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const column = columns.find((one) => one.toLowerCase() === columnOf(row));
    if (column === undefined || row.value === null) continue;
    const [model, evidence] = [String(row['model']), String(row['evidence'])];
    const name = rowField === undefined ? model : String(row[rowField]);
    const key = JSON.stringify([name, model, evidence]);
    const line = lines.get(key) ?? { source: 'ours', name, model, evidence, n: null, cells: new Map() };
    lines.set(key, line);
    if (line.cells.has(column))
      throw new AgoraError(
        `Duplicate number in row "${name}", column ${column}. Set \`row\` to another field, or average the rows first.`,
      );
    line.cells.set(column, { value: row.value, low: row.low, high: row.high });
    line.n = range(line.n ?? undefined, row.n);
  }
  return [...lines.values()];
}

function printedLine({ label, setting, cells }: PublishedRow, columns: readonly string[]): Line {
  const found = columns.flatMap((column) => {
    const cell = cells[column];
    return cell === undefined ? [] : [[column, { value: cell.value, error: cell.standardError }] as const];
  });
  const n = typeof setting['collaborations'] === 'number' ? setting['collaborations'] : null;
  const model = setting['model'] === undefined ? '–' : String(setting['model']);
  return { source: 'printed', name: label, model, evidence: 'published', n, cells: new Map(found) };
}

const isSameName = (one: unknown, other: string): boolean =>
  String(one).toLowerCase() === other.toLowerCase();

const isCalled = ({ label, setting }: PublishedRow, field: string | undefined, name: string): boolean =>
  label.toLowerCase() === name || (field !== undefined && String(setting[field]).toLowerCase() === name);
