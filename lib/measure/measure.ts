import { inspect } from 'node:util';
import type { Run } from '../experiment/run';
import { AgoraError } from '../error';
import type { Collaboration } from '../protocols/protocol';

/** The bounds and decimals of a row's column. Copied with the row (`{ ...row }`), but not saved or shown. */
export const traits = Symbol.for('agora-lab.traits');

/** A row of a result: fields that say what was measured, and one number. */
export interface Row {
  /** The name of the column. */
  readonly column: string;
  /** The number. Null if it is missing: a round that was not played, say. */
  readonly value: number | null;
  /** The collaboration's index and case. */
  readonly collaboration: number;
  readonly case: string;
  readonly [field: string]: string | number | boolean | null;
}

/** One of several numbers of a collaboration. The other fields (round, agent) identify it. */
export interface Part {
  readonly value: number | null;
  readonly [field: string]: string | number | boolean | null;
}

/** What a column finds in a collaboration: a number, null if it is missing, or several numbers. */
export type Found = number | null | readonly Part[];

/** A measure of one collaboration. A plain function is a column, too. */
export interface Column {
  measure(collaboration: Collaboration): Found | Promise<Found>;
  /** The smallest and largest value that is possible, such as [0, 100]. Intervals stay inside. */
  readonly bounds?: readonly [number, number];
  /** Digits after the point in tables. */
  readonly decimals?: number;
}
export type Columns = Readonly<Record<string, Column | Column['measure']>>;
export type Measurable = Run | Iterable<Collaboration>;

/** A run with fields that its rows get: `{ rule: 'Borda', run }`. */
export interface LabelledRun {
  readonly run: Measurable;
  readonly [field: string]: string | number | boolean | null | Measurable;
}

/** A run, collaborations, a list of runs, or runs by the names of their conditions. */
export type Measured =
  Measurable | readonly (Measurable | LabelledRun)[] | Readonly<Record<string, Measurable>>;

/**
 * Measures every collaboration of some runs: a row for each number that a column finds.
 *
 * Rows get the fields `model` and `evidence` of their run, the voting `rule` of its protocol, the labels of the
 * collaboration, and the fields that you give with a run; each overrides those before. The names of a record of runs
 * become the field `condition`: `measure({ talk, vote }, columns)`. An empty list of numbers gives no row.
 *
 * @throws AgoraError naming the column and the case if a column throws or finds something other than finite numbers
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
  /** What run.json says. The labels of a collaboration are more precise. */
  readonly ofRun: Fields;
  /** What the caller says. It overrides both. */
  readonly given: Fields;
}

function conditionsOf(runs: Measured): Condition[] {
  if (Array.isArray(runs) && runs.some(isGroup)) return runs.map(labelledRun);
  if (isIterable(runs)) return [{ run: runs, ofRun: fieldsOf(runs), given: {} }];
  return Object.entries(runs as Readonly<Record<string, Measurable>>).map(([condition, run]) => {
    if (!isIterable(run))
      throw new AgoraError(`"${condition}" is not a run. Give measure runs by name, or a list of runs.`);
    return { run, ofRun: fieldsOf(run), given: { condition } };
  });
}

const isIterable = (value: unknown): value is Measurable =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** Whether a member of a list is a run, and not a collaboration. */
const isGroup = (value: object): boolean => isIterable(value) || 'run' in value;

function labelledRun(given: Measurable | LabelledRun): Condition {
  if (isIterable(given)) return { run: given, ofRun: fieldsOf(given), given: {} };
  const { run, ...labels } = given;
  if (!isIterable(run))
    throw new AgoraError('measure takes a list of runs, or of objects such as { rule: "Borda", run }.');
  return { run, ofRun: fieldsOf(run), given: labels as Fields };
}

/** The fields that a run gives to its rows. A list of collaborations does not say where it comes from. */
function fieldsOf(run: Measurable): Fields {
  if (!('about' in run)) return {};
  const { model, evidence, protocol } = run.about;
  const { rule } = protocol.settings;
  return { ...(typeof rule === 'string' && { rule }), model, evidence };
}

async function partsFound(name: string, how: Column, one: Collaboration): Promise<readonly Part[]> {
  const where = `Column "${name}" of case "${one.case}" (collaboration ${one.index})`;
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
        `${where} is ${inspect(value)}. A column returns finite numbers, or null where one is missing.`,
      );
  }
  return parts;
}

/** The bounds and decimals of the column that a row comes from. The type of rows leaves them out: they are not data. */
export const columnOf = (row: object): Pick<Column, 'bounds' | 'decimals'> =>
  (row as { readonly [traits]?: Pick<Column, 'bounds' | 'decimals'> })[traits] ?? {};

function traitsOf({ bounds, decimals }: Column): Pick<Column, 'bounds' | 'decimals'> {
  return { ...(bounds !== undefined && { bounds }), ...(decimals !== undefined && { decimals }) };
}
