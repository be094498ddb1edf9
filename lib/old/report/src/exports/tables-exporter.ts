import { createRequire } from 'node:module';
import { join } from 'node:path';
import { missingPackage } from 'agora-core/internal';
import { TextFile, type Exporter } from './exporter';
import {
  columnsOf,
  joined,
  tableNames,
  tidy,
  type Cell,
  type Kind,
  type TableName,
  type Tidy,
} from './tables';

/** A file that takes a table's rows. */
interface Sheet {
  add(rows: Tidy['rows']): void;
  close(): void;
}

/** A file for each table. Memory holds the rows of `collaborations`, whose columns are known at the end only. */
function tablesExporter(open: (table: TableName, columns: Tidy['columns']) => Sheet): Exporter {
  const byEvent = tableNames.filter((table) => table !== 'collaborations');
  const sheets = byEvent.map((table) => [table, open(table, columnsOf(table))] as const);
  const summaries: Tidy[] = [];
  return {
    add(collaboration) {
      for (const [table, sheet] of sheets) sheet.add(tidy(table, collaboration).rows);
      summaries.push(tidy('collaborations', collaboration));
    },
    close() {
      const { columns, rows } = joined('collaborations', summaries);
      const last = open('collaborations', columns);
      last.add(rows);
      for (const sheet of [...sheets.map(([, one]) => one), last]) sheet.close();
    },
  };
}

/**
 * Exports comma-separated values as in RFC 4180. A missing value is empty, an empty text is "". Texts are unchanged;
 * for spreadsheets, texts that look like a formula (= + - @ or a tab first) get an apostrophe in front.
 */
export function csvExporter(folder: string, { spreadsheet = false } = {}): Exporter {
  const text = (cell: Cell): string => {
    if (typeof cell !== 'string') return cell === null ? '' : String(cell);
    const safe = spreadsheet && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(safe) || safe === '' ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const line = (cells: readonly Cell[]): string => `${cells.map(text).join(',')}\r\n`;
  return tablesExporter((table, columns) => {
    const file = new TextFile(join(folder, `${table}.csv`));
    file.write(line(columns.map(([name]) => name)));
    return {
      add(rows) {
        for (const row of rows) file.write(line(row));
      },
      close: () => file.close(),
    };
  });
}

const parquetTypes = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  whole: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
} as const satisfies Readonly<Record<Kind, object>>;

/** The most rows that wait, and the most letters in them. At either limit they are written. */
const most = { rows: 20_000, letters: 4_000_000 };

/**
 * The writer of Parquet, which only this export needs. @throws AgoraError 'missing-package' when it is not installed
 */
function parquetPackage(): typeof import('hyparquet-writer') {
  try {
    return createRequire(__filename)('hyparquet-writer') as typeof import('hyparquet-writer');
  } catch (error) {
    throw missingPackage('the export as parquet', ['hyparquet-writer'], error);
  }
}

/** Exports Parquet, in groups of rows with Snappy-compressed columns. */
export function parquetExporter(folder: string): Exporter {
  const { fileWriter, ParquetWriter } = parquetPackage();
  return tablesExporter((table, columns) => {
    const fields = columns.map(([name, kind]) => ({
      name,
      repetition_type: 'OPTIONAL' as const,
      ...parquetTypes[kind],
    }));
    const schema = [{ name: 'root', num_children: fields.length }, ...fields];
    const writer = new ParquetWriter({ writer: fileWriter(join(folder, `${table}.parquet`)), schema });
    let waiting: Tidy['rows'][number][] = [];
    let letters = 0;
    const flush = () => {
      const columnData = columns.map(([name, kind], at) => ({
        name,
        data: waiting.map((row) => valueOf(row[at] ?? null, kind)),
      }));
      if (waiting.length > 0) void writer.write({ columnData, rowGroupSize: waiting.length });
      waiting = [];
      letters = 0;
    };
    return {
      add(rows) {
        for (const row of rows) {
          waiting.push(row);
          for (const cell of row) letters += typeof cell === 'string' ? cell.length : 0;
          if (waiting.length >= most.rows || letters >= most.letters) flush();
        }
      },
      close() {
        flush();
        void writer.finish();
      },
    };
  });
}

function valueOf(cell: Cell, kind: Kind): Cell | bigint {
  if (cell === null) return null;
  return kind === 'whole' ? BigInt(cell) : typeof cell === 'string' ? cell.toWellFormed() : cell;
}
