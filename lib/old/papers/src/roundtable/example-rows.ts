import { locateDataset } from 'agora-core/datasets';
import { readMovieLens } from 'agora-core/environments';
import { auditExampleRows, publishedExamples } from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import { compare, type Comparison } from 'agora-report';
import type { PublishedTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';
import type { PublishedList } from '../gedi/tables';
import type { movieLens } from '../recomputed/ml-100k';
import { committed } from '../recomputed/committed';
import { word } from '../setting';

/*
 * RoundTable's Tables 3, 4 and 5 print example rows of the three agents' data. They contain no measurements: what can be
 * checked is whether the official files agree, cell by cell.
 */

export type ExampleTable = 'Table 3' | 'Table 4' | 'Table 5';

/** The setting of all three items. */
export const exampleSettings = {
  data: word(['committed', 'official'], {
    default: 'committed',
    paper: 'MovieLens-100k',
    does: 'The committed comparison with MovieLens-100k, whose rows may not be passed on; or the comparison made anew, where "npx agora data ml-100k" has brought the data.',
  }),
};

type Cells = Readonly<Record<string, unknown>>;
const { table3, table4, table5 } = publishedExamples;

/** The printed rows by the name that the comparison gives them. */
const printed: Readonly<Record<ExampleTable, Readonly<Record<string, Cells>>>> = {
  'Table 3': { movie: { ...table3.movie }, [`user ${table3.user.user_id}`]: { ...table3.user } },
  'Table 4': Object.fromEntries(table4.map((row, place) => [`row ${place + 1}`, { ...row }])),
  'Table 5': Object.fromEntries(table5.map((row) => [`user ${row.user_id}`, { ...row }])),
};

/** What a table says beside its rows. */
const said: Readonly<Record<ExampleTable, readonly string[]>> = {
  'Table 3': [`user ${table3.user.user_id} and movie ${table3.movie.movie_id} are a held-out rating`],
  'Table 4': ['target user'],
  'Table 5': [],
};

/** A table's rows as printed. */
export function printedExamples(item: ExampleTable, caption: string): PublishedList<Cells> {
  return { paper: 'RoundTable', item: item, caption: caption, rows: Object.values(printed[item]) };
}

/** One printed cell, and whether MovieLens-100k says the same. */
interface ComparedCell {
  readonly cell: string;
  readonly agrees: boolean;
  readonly ours: string | number | null;
}

/** A row for each printed cell: 1 if MovieLens-100k agrees, 0 if not. */
export function comparedExamples(item: ExampleTable, data: 'committed' | 'official'): Row[] {
  const cells = data === 'official' ? cellsAnew(item) : committedCells(item);
  return cells.map(({ cell, agrees, ours }): Row => {
    const { label, column } = placeOf(cell);
    return {
      label: label,
      column: column,
      value: agrees ? 1 : 0,
      standardError: null,
      low: null,
      high: null,
      n: 1,
      found: agrees ? 'as printed' : ours,
      evidence: 'recomputed',
    };
  });
}

function committedCells(item: ExampleTable): ComparedCell[] {
  const { audit } = committed<ReturnType<typeof movieLens>>('ml-100k');
  const disagree = audit.find(({ table }) => table === item)?.disagree ?? [];
  return cellNames(item).map((cell) => {
    const found = disagree.find((one) => one.cell === cell);
    return { cell: cell, agrees: found === undefined, ours: found?.ours ?? null };
  });
}

function cellsAnew(item: ExampleTable): ComparedCell[] {
  const folder = locateDataset('ml-100k');
  if (folder === null)
    throw new AgoraError('dataset-absent', 'ml-100k is not here yet: npx agora data ml-100k');
  return auditExampleRows(readMovieLens(folder))
    .filter(({ table }) => table === item)
    .map(({ cell, agrees, ours }) => ({ cell: cell, agrees: agrees, ours: ours }));
}

function cellNames(item: ExampleTable): string[] {
  const cells = Object.entries(printed[item]).flatMap(([row, values]) =>
    Object.keys(values).map((column) => `${row}, ${column}`),
  );
  return [...cells, ...said[item]];
}

/** "user 343, rating" is the column "rating" of the row "user 343"; what a table says is a row of its own. */
function placeOf(cell: string): { label: string; column: string } {
  const [label = '', column = 'said'] = cell.split(', ');
  return { label: label, column: column };
}

/** For each printed row, the number of its cells next to the number that MovieLens-100k confirms. */
export function compareExamples(item: ExampleTable, caption: string, rows: readonly Row[]): Comparison[] {
  const labels = [...new Set(cellNames(item).map((cell) => placeOf(cell).label))];
  const counted = (label: string): number =>
    cellNames(item).filter((cell) => placeOf(cell).label === label).length;
  const table: PublishedTable = {
    paper: 'RoundTable',
    item: item,
    caption: caption,
    unit: 'cells as printed, and of those as in MovieLens-100k',
    columns: ['cells'],
    rows: labels.map((label) => ({
      label: label,
      cells: { cells: { value: counted(label), standardError: null } },
    })),
  };
  const ours = labels.flatMap((label) => {
    const own = rows.filter((row) => row['label'] === label);
    const agreeing = own.filter(({ value }) => value === 1).length;
    return own.slice(0, 1).map((row) => ({ ...row, column: 'cells', value: agreeing }));
  });
  return [compare(table, ours, { by: 'label' })];
}
