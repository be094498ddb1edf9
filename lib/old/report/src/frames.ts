import { createRequire } from 'node:module';
import type { DataFrame, Series } from 'danfojs-node';
import {
  basedOn,
  collaborationGiven,
  collaborationsGiven,
  jupyterDisplay,
  missingPackage,
  rowsGiven,
} from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import type { Collaboration } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { check, either, listOf, object, oneOf, settings as settingsOf } from 'agora-voting/internal';
import { cellOf, joined, tableNames, tidy, type TableName, type Tidy } from './exports/tables';
import { selfShowing, table as tableOf, type Shown } from './table';

type Value = string | number | null;

/** What an estimate is made of beside its value: not what names a row. */
const parts = new Set(['column', 'round', 'value', 'n', 'standardError', 'low', 'high', 'evidence']);

const wideArguments = object('arguments', {
  rows: rowsGiven,
  settings: settingsOf({ rounds: oneOf('columns', 'rows').optional() }),
});

/**
 * Turns tidy rows into wide records: one for each combination of their other fields (rule, collaboration, agent, ...),
 * with a property for every column, or for every column at a round ("utility@3").
 * @param settings.rounds - `columns` (default): a property for each round; `rows`: a record for each round
 * @example
 * const rest = { standardError: null, low: null, high: null, n: 1, evidence: 'simulated' } as const;
 * const rows = [1, 2].map((round) => ({ rule: 'Borda', column: 'utility', round, value: 40 * round, ...rest }));
 * report.wide(rows); // => [{ rule: 'Borda', 'utility@1': 40, 'utility@2': 80 }]
 */
export function wide(
  rows: readonly Row[],
  settings: { readonly rounds?: 'columns' | 'rows' } = {},
): Record<string, Value>[] {
  check('wide', wideArguments, { rows, settings });
  const byRow = settings.rounds === 'rows';
  const records = new Map<string, Record<string, Value>>();
  const behind = new Map<string, Row[]>();
  for (const row of rows) {
    const own = Object.fromEntries(
      Object.entries(row).filter(([field]) => !parts.has(field) || (field === 'round' && byRow)),
    );
    const key = JSON.stringify(own);
    const record = records.get(key) ?? own;
    record[row['round'] === undefined || byRow ? row.column : `${row.column}@${row['round']}`] = row.value;
    records.set(key, record);
    const members = behind.get(key) ?? [];
    members.push(row);
    behind.set(key, members);
  }
  return [...records].map(([key, record]) => basedOn(record, behind.get(key) ?? []));
}

/** A value by which rows are chosen. */
type Cell = string | number | boolean | null;

/** A data frame of danfojs, with a filter of our own: those of danfojs take no text. */
export interface Frame extends DataFrame {
  /**
   * The rows that hold all given values (`{ rule: 'Borda', round: 3 }`; a list holds any of its values), or for which a
   * function is true. @throws AgoraError 'setting' naming an unknown column
   */
  where(
    condition:
      | Readonly<Record<string, Cell | readonly Cell[]>>
      | ((row: Readonly<Record<string, string | number | null>>) => boolean),
  ): Frame;
}

/** Properties of a frame that danfojs reads often. A column with such a name would replace the property. */
const reserved = /^(\$.*|__proto__|columns|dtypes|index|shape|values)$/;

const frameArguments = object('arguments', {
  what: either(
    'a run, collaborations, or a list of records',
    listOf('records', object('a record', {}).loose()),
    collaborationsGiven,
  ),
  table: oneOf(...tableNames).optional(),
});

/**
 * A danfojs data frame: of a run's finished collaborations, with one row each; of another of its tables (`messages`,
 * `proposals`, `ballots`, `decisions`, `replies`, `failures`, `events`), with one row for each event; or of any records
 * (`report.frame(report.wide(rows))`). Nested values become JSON. A missing number is NaN, another missing value null.
 * True and false are 1 and 0, so that danfojs can average them. A frame, or a result of danfojs, is shown as a table if
 * it is a cell's last value. `where` chooses rows by values: `frame.where({ agent: 'Agent A' })`. A column is
 * `frame.column('value')`; `frame.value` is the same, but not for a column whose name is a member of a frame
 * (`column`, `round`, `count`, `mean`). The first call loads danfojs, which takes some seconds.
 * @param table - of a run or collaborations; default: `collaborations`
 * @throws AgoraError 'setting' when records have a property that a data frame reserves (`index`, `values`, …)
 * @example
 * const byAgent = (run) => report.frame(run, 'replies').groupby(['agent']).col(['outputTokens']).mean();
 * report.frame([{ rule: 'Borda', value: 1 }, { rule: 'Borda', value: null }]).shape; // => [2, 2]
 * report.frame([{ rule: 'Borda', value: 1 }, { rule: 'Copeland', value: 2 }]).where({ rule: 'Borda' }).shape; // => [1, 2]
 */
export function frame(run: Iterable<Collaboration>, table?: TableName): Frame;
export function frame(records: readonly object[]): Frame;
export function frame(what: Iterable<object>, table: TableName = 'collaborations'): Frame {
  check('frame', frameArguments, { what, table });
  const all = [...what];
  const isRun = all.every((one) => collaborationGiven.safeParse(one).success);
  const { columns, rows } = isRun
    ? joined(
        table,
        (all as Collaboration[]).map((one) => tidy(table, one)),
      )
    : ofRecords(all as Readonly<Record<string, unknown>>[]);
  const names = columns.map(([name]) => name);
  const taken = names.find((name) => reserved.test(name));
  if (taken !== undefined)
    throw new AgoraError(
      'setting',
      `frame needs records without a property called ${taken}: a data frame has one of its own`,
    );
  const isText = columns.map(([, kind]) => kind === 'text');
  const values = rows.map((row) =>
    row.map((value, at) => (isText[at] ? value : value === null ? NaN : Number(value))),
  );
  const dtypes = isText.map((text) => (text ? 'string' : 'float32'));
  return new (danfojs().DataFrame)(values, { columns: names, dtypes }) as Frame;
}

/** Records as a table. A column without texts is a column of numbers. */
function ofRecords(records: readonly Readonly<Record<string, unknown>>[]): Tidy {
  const names = [...new Set(records.flatMap(Object.keys))];
  const rows = records.map((record) => names.map((name) => cellOf(record[name])));
  const columns = names.map((name, at) => {
    const isText = rows.some((row) => typeof row[at] === 'string');
    return [name, isText ? 'text' : 'number'] as const;
  });
  return { columns, rows };
}

/** The filter of a frame: its rows keep their names (`index`), and its columns their types. */
function where(this: Frame, condition: Parameters<Frame['where']>[0]): Frame {
  const columns = this.columns;
  const recordOf = (row: readonly unknown[]) =>
    Object.fromEntries(columns.map((name, at) => [name, row[at] as string | number | null]));
  if (typeof condition !== 'function') {
    const unknown = Object.keys(condition).find((name) => !columns.includes(name));
    if (unknown !== undefined)
      throw new AgoraError(
        'setting',
        `where knows no column ${JSON.stringify(unknown)}: the frame has ${columns.join(', ')}`,
      );
  }
  const holds =
    typeof condition === 'function'
      ? condition
      : (record: Readonly<Record<string, string | number | null>>) =>
          Object.entries(condition).every(([name, wanted]) =>
            [wanted].flat().some((one) => isCell(record[name] ?? null, one)),
          );
  const rows = this.values as unknown[][];
  const kept = rows.flatMap((row, at) => (holds(recordOf(row)) ? [at] : []));
  return new (danfojs().DataFrame)(
    kept.map((at) => rows[at]!),
    { columns, dtypes: this.dtypes, index: kept.map((at) => this.index[at]!) },
  ) as Frame;
}

/** Whether a cell holds a value: true and false are numbers in a frame, and a missing number is NaN. */
function isCell(cell: string | number | null, wanted: Cell): boolean {
  if (wanted === null) return cell === null || Number.isNaN(cell);
  return cell === (typeof wanted === 'boolean' ? Number(wanted) : wanted);
}

interface ColumnMaker {
  readonly columns: readonly string[];
  $setInternalColumnDataProperty: (this: ColumnMaker, column?: string) => void;
}

/**
 * danfojs makes a property of each column. One that is called as a method of frames would take its place, in our frames
 * and in those that danfojs makes of them: such a column is read by `column(name)` alone.
 */
function keepMethods(frames: DataFrame): void {
  const names = new Set<string>();
  for (let next: object = frames; next !== Object.prototype; next = Object.getPrototypeOf(next) as object) {
    const own = Object.getOwnPropertyDescriptors(next);
    for (const [name, { value }] of Object.entries(own)) if (typeof value === 'function') names.add(name);
    if (!('$setInternalColumnDataProperty' in own)) continue;
    const inner = next as ColumnMaker;
    const define = inner.$setInternalColumnDataProperty;
    inner.$setInternalColumnDataProperty = function (this: ColumnMaker, column) {
      const wanted = column === undefined ? this.columns : [column];
      for (const name of wanted) if (!names.has(name)) define.call(this, name);
    };
  }
}

/** danfojs, whose frames and series show themselves from here on, those too that it makes of others. */
function danfojs(): typeof import('danfojs-node') {
  const loaded = danfojsPackage();
  let shared = loaded.DataFrame.prototype;
  if (!('where' in shared)) {
    keepMethods(loaded.DataFrame.prototype);
    Object.defineProperty(shared, 'where', { value: where });
  }
  for (let next = shared; next !== Object.prototype; next = Object.getPrototypeOf(next) as typeof shared)
    shared = next;
  if (!(jupyterDisplay in shared)) selfShowing(shared as DataFrame | Series, look);
  return loaded;
}

/** @throws AgoraError 'missing-package' when it is not installed */
function danfojsPackage(): typeof import('danfojs-node') {
  try {
    return createRequire(__filename)('danfojs-node') as typeof import('danfojs-node');
  } catch (error) {
    const hint = 'with the overrides of package.json that the README of agora-report lists';
    throw missingPackage('report.frame', ['danfojs-node'], error, hint);
  }
}

/** How many rows of a frame are shown, and how much of a text. */
const most = { rows: 30, letters: 100 };

/** The first rows of a frame or a series, beside what they are called where that is no number ("mean", "max"). */
function look({ index, columns, shape, values }: DataFrame | Series): Shown {
  const count = shape[0] ?? 0;
  const names = typeof index[0] === 'string' ? index.map(String) : [];
  const heads = [...(names.length > 0 ? [''] : []), ...columns];
  const shown = (values as unknown[]).slice(0, most.rows).map((row, at) => {
    const cells = [...names.slice(at, at + 1), ...[row].flat().map(short)];
    return Object.fromEntries(heads.map((head, place) => [head, cells[place]]));
  });
  return tableOf(shown, heads, count > most.rows ? `The first ${most.rows} of ${count} rows` : '');
}

function short(value: unknown): unknown {
  if (typeof value === 'number' && Number.isNaN(value)) return null;
  return typeof value === 'string' && value.length > most.letters
    ? `${value.slice(0, most.letters)}…`
    : value;
}
