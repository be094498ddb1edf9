import { AgoraError } from '../agora-error';
import { checkResponse, designMatrix, type Design, type DesignMatrix } from './design-matrix';
import { fitLeastSquares, type Regression, type RegressionOptions } from './ordinary-least-squares';
import { crossProducts, holdsSmallWholeNumbers, transposedTimes, type Moments } from './products';

/**
 * Least squares on all rows but those of one group, for each group that is asked for, as cross-validation needs it.
 * The same as `ordinaryLeastSquares` on the other rows, in their order, but the design is read once; and where it
 * holds small whole numbers, what each group adds to X'X and X'y is computed once.
 * @param groupOf - which group each row belongs to
 * @returns the fit without a group, or, given null, of all rows; it throws AgoraError 'invalid-regression' when no row is left
 * @throws AgoraError 'invalid-regression' as `ordinaryLeastSquares` does, and when there is not one group a row
 */
export function leaveGroupOut(
  design: Design,
  response: ArrayLike<number>,
  groupOf: readonly number[],
  options: RegressionOptions = {},
): (group: number | null) => Regression {
  const { intercept = true } = options;
  const matrix = designMatrix(design, intercept, options.names);
  const all = { matrix, response: checkResponse(response, matrix.rows) };
  if (groupOf.length !== matrix.rows)
    throw new AgoraError(
      'invalid-regression',
      `${matrix.rows} rows need ${matrix.rows} groups, got ${groupOf.length}`,
    );
  const moments = holdsSmallWholeNumbers(matrix) ? momentsWithout(all, groupOf) : null;
  return (group) => {
    const others = rowsWhere(all, (row) => groupOf[row] !== group);
    if (others.matrix.rows === 0)
      throw new AgoraError('invalid-regression', `without group ${group} the regression has no rows left`);
    return fitLeastSquares(others.matrix, others.response, intercept, moments && moments(group));
  };
}

interface Rows {
  readonly matrix: DesignMatrix;
  readonly response: Float64Array;
}

function rowsWhere({ matrix, response }: Rows, wanted: (row: number) => boolean): Rows {
  const starts = new Int32Array(matrix.rows);
  const ends = new Int32Array(matrix.rows);
  const responses = new Float64Array(matrix.rows);
  let rows = 0;
  for (let row = 0; row < matrix.rows; row++) {
    if (!wanted(row)) continue;
    starts[rows] = matrix.starts[row]!;
    ends[rows] = matrix.ends[row]!;
    responses[rows++] = response[row]!;
  }
  return { matrix: { ...matrix, rows, starts, ends }, response: responses.subarray(0, rows) };
}

/** X'X without a group is that of all rows less that of the group, which loses nothing: all are whole numbers. */
function momentsWithout(all: Rows, groupOf: readonly number[]): (group: number | null) => Moments {
  const byGroup = new Map<number | null, Moments>();
  for (const group of new Set(groupOf)) {
    const { matrix, response } = rowsWhere(all, (row) => groupOf[row] === group);
    byGroup.set(group, { products: crossProducts(matrix), withResponse: transposedTimes(matrix, response) });
  }
  const { columns } = all.matrix;
  const shares = [...byGroup.values()];
  const total = sumOf(
    columns ** 2,
    shares.map(({ products }) => products),
  );
  return (group) => {
    const share = byGroup.get(group);
    const others = shares.filter((one) => one !== share);
    return {
      products: share === undefined ? total : difference(total, share.products),
      withResponse: sumOf(
        columns,
        others.map(({ withResponse }) => withResponse),
      ),
    };
  };
}

function sumOf(length: number, lists: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(length);
  for (const list of lists) for (let at = 0; at < length; at++) sum[at]! += list[at]!;
  return sum;
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  const rest = new Float64Array(a.length);
  for (let at = 0; at < rest.length; at++) rest[at] = a[at]! - b[at]!;
  return rest;
}
