import { inspect } from 'node:util';
import type { Run } from '../experiment/run';
import { AgoraError } from '../error';
import type { Collaboration } from '../protocols/protocol';

/**
 * The key under which a row stores its column's bounds and number of decimals. Copying a row (`{ ...row }`) copies
 * these traits, but they are neither saved nor displayed.
 */
export const traits = Symbol.for('agora-lab.traits');

/** A result row: one number, and fields that describe it. */
export interface Row {
  /** The name of the column. */
  readonly column: string;
  /** The number. Null if it is missing, for example because the round was not played. */
  readonly value: number | null;
  /** The collaboration's index and case. */
  readonly collaboration: number;
  readonly case: string;
  readonly [field: string]: string | number | boolean | null;
}

/**
 * One of several numbers from one collaboration. The other fields, such as `round` and `agent`, identify the number.
 */
export interface Part {
  readonly value: number | null;
  readonly [field: string]: string | number | boolean | null;
}

/** A column's result for one collaboration: a number, several numbers, or null if the number is missing. */
export type Found = number | null | readonly Part[];

/** A measure of one collaboration. You can also use a plain function as a column. */
export interface Column {
  measure(collaboration: Collaboration): Found | Promise<Found>;
  /** The smallest and largest possible values, such as [0, 100]. Intervals stay within these bounds. */
  readonly bounds?: readonly [number, number];
  /** Number of decimals in tables. */
  readonly decimals?: number;
}
export type Columns = Readonly<Record<string, Column | Column['measure']>>;
export type Measurable = Run | Iterable<Collaboration>;

/** A run, together with extra fields to add to its rows, for example `{ rule: 'Borda', run }`. */
export interface LabelledRun {
  readonly run: Measurable;
  readonly [field: string]: string | number | boolean | null | Measurable;
}

/** What to measure: a run, a list of collaborations, a list of runs, or an object that maps condition names to runs. */
export type Measured =
  Measurable | readonly (Measurable | LabelledRun)[] | Readonly<Record<string, Measurable>>;

/**
 * Measures every collaboration in the given runs. Returns one row for each number that a column returns.
 *
 * Each row also gets the fields below. If several of them have the same name, the last one in the list wins:
 *
 * - the run's `model` and `evidence`, and the protocol's voting `rule`
 * - the collaboration's labels
 * - the extra fields that you pass with a run
 *
 * If you pass runs by name, as in `measure({ talk, vote }, columns)`, the field `condition` of each row contains the
 * name of its run. An empty list produces no rows.
 *
 * @throws AgoraError if a column throws an error or returns anything other than finite numbers or null; the message
 * gives the column and the case
 */
export async function measure(runs: Measured, columns: Columns): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { run, ofRun, given } of conditionsOf(runs))
    for (const one of run) {
      const { collaboration, case: name } = { collaboration: one.index, case: one.case };
      for (const [column, measured] of Object.entries(columns)) {
        const how = typeof measured === 'function' ? { measure: measured } : measured;
        for (const part of await partsFound(column, how, one)) {
          const fields = { ...ofRun, ...one.labels, ...given, ...part };
          rows.push({ ...fields, column, collaboration, case: name, [traits]: traitsOf(how) });
        }
      }
    }
  return rows;
}

type Fields = Readonly<Record<string, string | number | boolean | null>>;

interface Condition {
  readonly run: Measurable;
  /** Fields from run.json. A collaboration's labels override them. */
  readonly ofRun: Fields;
  /** Fields from the caller. They override labels and fields from run.json. */
  readonly given: Fields;
}

function conditionsOf(runs: Measured): Condition[] {
  if (Array.isArray(runs) && runs.some(isGroup)) return runs.map(labelledRun);
  if (isIterable(runs)) return [{ run: runs, ofRun: fieldsOf(runs), given: {} }];
  return Object.entries(runs as Readonly<Record<string, Measurable>>).map(([condition, run]) => {
    if (!isIterable(run))
      throw new AgoraError(`"${condition}" is not a run. Pass runs by name, or a list of runs.`);
    return { run, ofRun: fieldsOf(run), given: { condition } };
  });
}

const isIterable = (value: unknown): value is Measurable =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** Returns whether a list item is a run rather than a collaboration. */
const isGroup = (value: object): boolean => isIterable(value) || 'run' in value;

function labelledRun(given: Measurable | LabelledRun): Condition {
  if (isIterable(given)) return { run: given, ofRun: fieldsOf(given), given: {} };
  const { run, ...labels } = given;
  if (!isIterable(run))
    throw new AgoraError(
      'The list has an item that is not a run. Pass a list of runs, or of objects such as { rule: "Borda", run }.',
    );
  return { run, ofRun: fieldsOf(run), given: labels as Fields };
}

/** Returns the fields that a run adds to its rows. A plain list of collaborations adds no fields. */
function fieldsOf(run: Measurable): Fields {
  if (!('about' in run)) return {};
  const { model, evidence, protocol } = run.about;
  const { rule } = protocol.settings;
  return { ...(typeof rule === 'string' && { rule }), model, evidence };
}

async function partsFound(name: string, how: Column, one: Collaboration): Promise<readonly Part[]> {
  const where = `Column "${name}" for case "${one.case}" (collaboration ${one.index})`;
  let found: Found;
  try {
    found = await how.measure(one);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AgoraError(`${where} failed: ${reason}`, 'input', { cause: error });
  }
  const parts: readonly Part[] = Array.isArray(found) ? found : [{ value: found as number | null }];
  for (const part of parts) {
    const value: unknown = part?.value;
    if (value !== null && !Number.isFinite(value))
      throw new AgoraError(
        `${where} returned ${inspect(value)}. A column must return finite numbers, or null for a missing number.`,
      );
  }
  return parts;
}

/**
 * Returns the bounds and number of decimals of a row's column. The type `Row` omits both, because they are not data.
 */
export const columnOf = (row: object): Pick<Column, 'bounds' | 'decimals'> =>
  (row as { readonly [traits]?: Pick<Column, 'bounds' | 'decimals'> })[traits] ?? {};

function traitsOf({ bounds, decimals }: Column): Pick<Column, 'bounds' | 'decimals'> {
  return { ...(bounds !== undefined && { bounds }), ...(decimals !== undefined && { decimals }) };
}
