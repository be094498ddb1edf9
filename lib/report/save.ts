import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { DataFrame } from 'danfojs-node';
import { AgoraError } from '../error';
import { bundleOf, jupyterDisplay, type Bundle } from './display';
import { table, type AnyRow } from './table';

/** Writes rows to a .csv or .json file. @returns the file's path */
export function save(rows: readonly object[], file: string): string {
  const path = resolve(file);
  const isCsv = /\.csv$/i.test(file);
  if (!isCsv && !/\.json$/i.test(file))
    throw new AgoraError(`save cannot write ${file}. Use a name that ends with .csv or .json.`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, isCsv ? csvOf(rows as readonly AnyRow[]) : `${JSON.stringify(rows, null, 2)}\n`);
  return path;
}

/** Formats rows as CSV according to RFC 4180. Missing values become empty cells. */
function csvOf(rows: readonly AnyRow[]): string {
  const fields = fieldsOf(rows);
  const cell = (value: unknown): string => {
    if (value === undefined || value === null) return '';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [fields, ...rows.map((row) => fields.map((field) => row[field]))]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('');
}

const fieldsOf = (rows: readonly AnyRow[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];

/**
 * Converts rows to a danfojs data frame. The first call loads danfojs. Nested values become JSON strings, true and
 * false become 1 and 0, and missing numbers become NaN. To get a column, use `frame.column('round')`; `frame.round` is
 * a data-frame method.
 */
export function frame(rows: readonly object[]): DataFrame {
  const records = rows as readonly AnyRow[];
  const columns = fieldsOf(records);
  const isText = columns.map((name) =>
    records.some((row) => !['number', 'boolean'].includes(typeof (row[name] ?? 0))),
  );
  const cell = (value: unknown, asText: boolean): string | number | null => {
    if (!asText) return value === undefined || value === null ? NaN : Number(value);
    if (value === undefined || value === null) return null;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const values = records.map((row) => columns.map((name, at) => cell(row[name], isText[at] === true)));
  const dtypes = isText.map((text) => (text ? 'string' : 'float32'));
  const { DataFrame } = loadDanfo();
  return new DataFrame(values, { columns, dtypes });
}

type Danfo = typeof import('danfojs-node');

function loadDanfo(): Danfo {
  let danfo: Danfo;
  try {
    danfo = createRequire(__filename)('danfojs-node') as Danfo;
  } catch (error) {
    throw new AgoraError('frame needs the package danfojs-node. Run npm install danfojs-node.', 'input', {
      cause: error,
    });
  }
  const { prototype } = danfo.DataFrame;
  if (!(jupyterDisplay in prototype)) {
    keepMethods(prototype);
    Object.defineProperty(prototype, jupyterDisplay, {
      value(this: DataFrame): Bundle {
        return bundleOf(look(this));
      },
    });
  }
  return danfo;
}

const mostRows = 30;

function look({ columns, values, shape }: DataFrame) {
  const lines = (values as unknown[][])
    .slice(0, mostRows)
    .map((row) =>
      Object.fromEntries(columns.map((name, at) => [name, Number.isNaN(row[at]) ? null : row[at]])),
    );
  const rest = (shape[0] ?? 0) > mostRows ? `The first ${mostRows} of ${shape[0]} rows` : '';
  return table(lines, columns, rest);
}

interface ColumnMaker {
  readonly columns: readonly string[];
  $setInternalColumnDataProperty: (this: ColumnMaker, column?: string) => void;
}

/**
 * Prevents columns from replacing data-frame methods. danfojs makes each column a property of the frame, so a column
 * that shares its name with a method (such as "column" or "round") would replace the method.
 */
function keepMethods(frames: object): void {
  const methods = new Set<string>();
  for (let next = frames; next !== Object.prototype; next = Object.getPrototypeOf(next) as object) {
    const own = Object.getOwnPropertyDescriptors(next);
    for (const [name, { value }] of Object.entries(own)) if (typeof value === 'function') methods.add(name);
    if (!('$setInternalColumnDataProperty' in own)) continue;
    const maker = next as ColumnMaker;
    const define = maker.$setInternalColumnDataProperty;
    maker.$setInternalColumnDataProperty = function (this: ColumnMaker, column) {
      for (const name of column === undefined ? this.columns : [column])
        if (!methods.has(name)) define.call(this, name);
    };
  }
}
