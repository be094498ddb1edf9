import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { homeFolder, missingPackage, placeWhole } from 'agora-core/internal';
import { readRun } from 'agora-core/transcripts';
import { AgoraError } from 'agora-voting';
import { check, either, listOf, text } from 'agora-voting/internal';
import { exportable } from './exports/exporter';
import { tableNames } from './exports/tables';
import { parquetExporter } from './exports/tables-exporter';
import { table, type Shown } from './table';

/** A row of a query's answer. Whole numbers that a JavaScript number cannot hold are texts. */
export type QueryRow = Readonly<Record<string, unknown>>;

/** Many runs as one set of tables for SQL queries. */
export interface RunTables {
  /** The folders of the runs. */
  readonly folders: readonly string[];
  /** The tables: `runs`, with a row for each run, and those of `agora export`, each with the column `run`. */
  readonly tables: readonly string[];
  /**
   * The answer to a question in SQL (DuckDB's).
   * @throws AgoraError 'query' with DuckDB's reason
   */
  query(sql: string): Promise<readonly QueryRow[]>;
  /** The answer to a query as a table for a notebook. */
  show(sql: string): Promise<Shown>;
}

const patterns = either('a pattern of folders, or several', text(4000), listOf('patterns', text(4000), 1));

/**
 * Opens many runs as one set of tables. DuckDB reads them (the optional package `@duckdb/node-api`). A run is written
 * as Parquet in AGORA_HOME/tables, once, and again when its events have changed.
 * @param folders - folders of runs; `*` matches any name and `**` folders at any depth: 'runs/**'
 * @throws AgoraError 'missing-package' with the install command; 'no-run' when no run is found; 'corrupt-record'
 * @example
 * const wins = async (folders) => (await report.runs(folders)).query('select run, count(*) as n from ballots group by run');
 */
export async function runs(folders: string | readonly string[]): Promise<RunTables> {
  check('runs', patterns, folders);
  const given = typeof folders === 'string' ? [folders] : folders;
  const connection = await connect();
  const found = await findRuns(connection, given);
  if (found.length === 0)
    throw new AgoraError('no-run', `There is no run in ${given.join(', ')}: a run has a run.json`);
  const written: Written[] = [];
  for (const folder of found) written.push({ folder, tables: await writeTables(folder) });
  await define(connection, written);
  const query = async (sql: string): Promise<readonly QueryRow[]> => {
    check('query', text(100_000), sql);
    return ask(connection, sql);
  };
  return {
    folders: found,
    tables: ['runs', ...tableNames],
    query,
    show: async (sql) => table(await query(sql)),
  };
}

async function connect(): Promise<DuckDBConnection> {
  let duckdb: typeof import('@duckdb/node-api');
  try {
    duckdb = createRequire(__filename)('@duckdb/node-api') as typeof import('@duckdb/node-api');
  } catch (error) {
    throw missingPackage('report.runs', ['@duckdb/node-api', '@duckdb/node-bindings'], error);
  }
  const instance = await duckdb.DuckDBInstance.create(':memory:');
  return instance.connect();
}

/** The run folders that patterns name, sorted. */
async function findRuns(connection: DuckDBConnection, given: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of given) {
    const at = resolve(pattern);
    if (existsSync(join(at, 'run.json'))) found.add(at);
    else if (/[*?[]/.test(pattern))
      for (const { file } of await ask(connection, `select file from glob(${quoted(`${at}/run.json`)})`))
        found.add(dirname(resolve(String(file))));
  }
  return [...found].sort();
}

/** A run, and the folder of its tables. */
interface Written {
  readonly folder: string;
  readonly tables: string;
}

/** Writes a run's tables, unless they are there. @returns their folder */
async function writeTables(folder: string): Promise<string> {
  const key = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
  const tables = join(homeFolder(), 'tables', key);
  const stamp = ['run.json', 'events.jsonl'].map((file) => stampOf(join(folder, file))).join(' ');
  const stampFile = join(tables, 'stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return tables;
  rmSync(tables, { recursive: true, force: true });
  await placeWhole(
    tables,
    (scratch) => {
      const place = join(scratch, 'tables');
      mkdirSync(place);
      const exporter = parquetExporter(place);
      for (const [collaboration, prompts] of exportable({ folder }).collaborations())
        exporter.add(collaboration, prompts);
      exporter.close();
      writeFileSync(join(place, 'stamp'), stamp);
      return place;
    },
    'AGORA_HOME names another place',
  );
  return tables;
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.size}-${found.mtimeMs}`;
}

/** Makes `runs` and a view for each table. */
async function define(connection: DuckDBConnection, written: readonly Written[]): Promise<void> {
  const rows = written.map(({ folder, tables }) => {
    const { id, name, model, environment, protocol, sampling, seed, collaborations, created } =
      readRun(folder);
    return {
      run: nameOf(folder, written),
      id,
      name,
      model: model.name,
      evidence: model.evidence,
      environment: environment.name,
      protocol: protocol.name,
      seed,
      collaborations,
      created,
      settings: { environment: environment.settings, protocol: protocol.settings, sampling },
      folder,
      tables,
    };
  });
  const values = rows.map((row) => {
    const cells = Object.values(row).map((cell) =>
      typeof cell === 'number'
        ? String(cell)
        : quoted(typeof cell === 'string' ? cell : JSON.stringify(cell)),
    );
    return `(${cells.join(', ')})`;
  });
  await connection.run(
    `create table runs_here as select * from (values ${values.join(', ')}) as t(${Object.keys(rows[0] ?? {}).join(', ')})`,
  );
  await connection.run('create view runs as select * exclude (tables) from runs_here');
  for (const name of tableNames) {
    const files = written.map(({ tables }) => quoted(join(tables, `${name}.parquet`))).join(', ');
    await connection.run(
      `create view ${name} as select runs_here.run, t.* exclude (filename) ` +
        `from read_parquet([${files}], union_by_name = true, filename = true) as t ` +
        `join runs_here on t.filename = runs_here.tables || ${quoted(`/${name}.parquet`)}`,
    );
  }
}

/** A run's name in the tables: its folder's, or its path where two folders have one name. */
function nameOf(folder: string, written: readonly Written[]): string {
  const own = basename(folder);
  const isOne = written.filter((other) => basename(other.folder) === own).length === 1;
  return isOne ? own : relative('.', folder);
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

async function ask(connection: DuckDBConnection, sql: string): Promise<QueryRow[]> {
  try {
    const reader = await connection.runAndReadAll(sql);
    return reader.getRowObjectsJS().map((row) => plainRow(row));
  } catch (error) {
    throw new AgoraError('query', `DuckDB could not answer: ${(error as Error).message}`, { cause: error });
  }
}

function plainRow(row: Readonly<Record<string, unknown>>): QueryRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
}

/** A value that JSON can show. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) return plainRow(value as Record<string, unknown>);
  return value;
}
