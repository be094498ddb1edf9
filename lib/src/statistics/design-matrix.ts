import { AgoraError } from '../agora-error';

/**
 * A design by rows of column numbers: row [2, 7, 7] holds 1 in column 2, 2 in column 7 and 0 elsewhere.
 * The short way to write one-hot, multi-hot and count designs, and the fast one to solve them.
 */
export interface MultiHotDesign {
  readonly columns: number;
  readonly rows: readonly ArrayLike<number>[];
}

/** Regressors as rows of numbers, or as rows of column numbers. */
export type Design = readonly ArrayLike<number>[] | MultiHotDesign;

/** Regressors, checked: the entries other than zero; those of row r are at starts[r] up to ends[r]. */
export interface DesignMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Which column each entry stands in. */
  readonly places: Int32Array;
  readonly entries: Float64Array;
  /** Names of the columns, the intercept (first, if there is one) included. */
  readonly names: readonly string[];
}

/** What the column of ones is called. */
export const interceptName = 'intercept';

/**
 * Checks the regressors and puts a column of ones before them if an intercept is wanted.
 * @throws AgoraError 'invalid-regression' for no rows, no columns, ragged rows, entries that are not finite, too few names
 */
export function designMatrix(
  design: Design,
  intercept: boolean,
  names: readonly string[] | undefined,
): DesignMatrix {
  const { rows, columns: width } = isMultiHot(design)
    ? design
    : { rows: design, columns: design[0]?.length ?? 0 };
  if (rows.length === 0)
    throw new AgoraError('invalid-regression', 'a regression needs at least one row, got none');
  const offset = intercept ? 1 : 0;
  if (width + offset === 0)
    throw new AgoraError('invalid-regression', 'a regression without intercept needs a column, got none');
  if (names !== undefined && names.length !== width)
    throw new AgoraError('invalid-regression', `${width} columns need ${width} names, got ${names.length}`);
  const size = rows.reduce((sum, row) => sum + row.length + offset, 0);
  const starts = new Int32Array(rows.length);
  const ends = new Int32Array(rows.length);
  const places = new Int32Array(size);
  const entries = new Float64Array(size);
  const multiHot = isMultiHot(design);
  let next = 0;
  for (let row = 0; row < rows.length; row++) {
    starts[row] = next;
    if (intercept) entries[next++] = 1;
    next = multiHot
      ? addColumnNumbers(rows[row]!, row, width, offset, places, entries, next)
      : addNumbers(rows[row]!, row, width, offset, places, entries, next);
    ends[row] = next;
  }
  const given = names ?? Array.from({ length: width }, (_, column) => `x${column + 1}`);
  return {
    rows: rows.length,
    columns: width + offset,
    starts,
    ends,
    places: places.subarray(0, next),
    entries: entries.subarray(0, next),
    names: intercept ? [interceptName, ...given] : given,
  };
}

/** @throws AgoraError 'invalid-regression' when there is not one finite number a row */
export function checkResponse(response: ArrayLike<number>, rows: number): Float64Array {
  if (response.length !== rows)
    throw new AgoraError('invalid-regression', `${rows} rows need ${rows} responses, got ${response.length}`);
  const checked = new Float64Array(rows);
  for (let place = 0; place < rows; place++) {
    const value = response[place]!;
    if (!Number.isFinite(value))
      throw new AgoraError(
        'invalid-regression',
        `response ${place} is ${value}: every response must be a finite number`,
      );
    checked[place] = value;
  }
  return checked;
}

const isMultiHot = (design: Design): design is MultiHotDesign => 'columns' in design;

function addNumbers(
  row: ArrayLike<number>,
  place: number,
  width: number,
  offset: number,
  places: Int32Array,
  entries: Float64Array,
  start: number,
): number {
  let next = start;
  if (row.length !== width)
    throw new AgoraError(
      'invalid-regression',
      `row ${place} has ${row.length} entries where row 0 has ${width}: all rows must be equally long`,
    );
  for (let column = 0; column < width; column++) {
    const entry = row[column]!;
    if (entry === 0) continue;
    if (!Number.isFinite(entry))
      throw new AgoraError(
        'invalid-regression',
        `row ${place}, column ${column} holds ${entry}: every regressor must be a finite number`,
      );
    places[next] = column + offset;
    entries[next++] = entry;
  }
  return next;
}

function addColumnNumbers(
  row: ArrayLike<number>,
  place: number,
  width: number,
  offset: number,
  places: Int32Array,
  entries: Float64Array,
  start: number,
): number {
  let next = start;
  let before = -1;
  for (let at = 0; at < row.length; at++) {
    const column = row[at]!;
    if (!(column >= before && column < width && Number.isInteger(column)))
      throw new AgoraError(
        'invalid-regression',
        `row ${place} names column ${column} after ${before}: column numbers must be whole, below ${width} and in order`,
      );
    if (column === before) entries[next - 1]!++;
    else {
      places[next] = column + offset;
      entries[next++] = 1;
    }
    before = column;
  }
  return next;
}
