import { AgoraError } from '../../agora-error';
import { check, listOf, number, object, text } from '../../check';
import { estimate, type Estimate } from '../estimate';

/** What names a row of a table of accuracies; the tables above each have some of these. */
interface RowNames {
  readonly rule: string;
  readonly quorum?: number;
  readonly unreliable?: number;
  readonly k?: number;
  readonly subject?: string;
}

/** Only what names a row, and the mean over runs. */
export type OverRuns<Row extends RowNames> = Pick<Row, Extract<keyof Row, keyof RowNames>> & {
  /** The mean of the runs' accuracies; its standard error is over runs, and `n` counts them. */
  readonly accuracy: Estimate;
};

const nameKeys = ['rule', 'quorum', 'unreliable', 'k', 'subject'] as const;

const row = object('a row of accuracies', {
  rule: text(),
  accuracy: object('an estimate', { mean: number().nullable() }),
});
const runsGiven = listOf("runs' tables", listOf('rows', row), 1);

/**
 * The same table of several runs, averaged row by row: GEDI's "5-run average", with a standard error over runs.
 * @throws AgoraError 'setting' when there are no runs, or a run has other rows than the first
 * @example
 * const run = (percent) => [{ rule: 'borda', accuracy: { mean: percent, standardError: null, n: 1 } }];
 * metrics.meanOverRuns([run(50), run(60)])[0].accuracy.n; // => 2
 */
export function meanOverRuns<Row extends RowNames & { readonly accuracy: Estimate }>(
  runs: readonly (readonly Row[])[],
): OverRuns<Row>[] {
  check('meanOverRuns', object('arguments', { runs: runsGiven }), { runs });
  const first = runs[0] as readonly Row[];
  const tables = runs.map((rows) => new Map(rows.map((row) => [JSON.stringify(namesOf(row)), row])));
  const wanted = first.map((row) => JSON.stringify(namesOf(row)));
  tables.forEach((table, place) => {
    const missing = wanted.find((key) => !table.has(key));
    if (missing !== undefined || table.size !== wanted.length)
      throw new AgoraError(
        'setting',
        `meanOverRuns needs the same rows in every run; run ${place + 1} has ${table.size} and the first ${wanted.length}${missing === undefined ? '' : `, and it lacks ${missing}`}`,
      );
  });
  return first.map((row, place) => ({
    ...(namesOf(row) as Pick<Row, Extract<keyof Row, keyof RowNames>>),
    accuracy: estimate(tables.map((table) => table.get(wanted[place] as string)?.accuracy.mean ?? null)),
  }));
}

function namesOf(row: RowNames): RowNames {
  return Object.fromEntries(
    nameKeys.filter((key) => row[key] !== undefined).map((key) => [key, row[key]]),
  ) as unknown as RowNames;
}
