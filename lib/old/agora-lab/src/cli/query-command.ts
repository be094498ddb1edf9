import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { homeFolder } from 'agora-core/internal';
import { runs, table } from 'agora-report';
import { runFolderNamed } from './named-run';

export interface QueryOptions {
  readonly runs?: readonly string[];
  readonly json?: boolean;
}

/** `agora query`: asks many runs in SQL. Without a question, it says what can be asked. */
export async function queryCommand(
  sql: string | undefined,
  { runs: given, json }: QueryOptions,
): Promise<string> {
  const found = await runs(given?.map(folderOrPattern) ?? join(homeFolder(), 'runs', '**'));
  if (sql === undefined) {
    const tables = await found.show(
      "select table_name as 'table', string_agg(column_name, ', ' order by ordinal_position) as columns " +
        "from information_schema.columns where table_name <> 'runs_here' group by table_name order by table_name",
    );
    return `${found.folders.length} runs\n\n${tables.text}`;
  }
  const rows = await found.query(sql);
  if (json === true) return rows.map((row) => JSON.stringify(row)).join('\n');
  return rows.length === 0 ? 'No rows.' : table(rows).text;
}

/** A pattern or a path stays as it is; anything else is a run's name. */
function folderOrPattern(given: string): string {
  return /[*?[]/.test(given) || existsSync(given) ? given : runFolderNamed(given);
}
