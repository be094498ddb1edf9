import { AgoraError, Random } from 'agora-voting';
import { check, settings as settingsOf, whole } from 'agora-voting/internal';

/** A table with few filled cells: cell n is `values[n]` at (`rows[n]`, `columns[n]`), each cell at most once. */
export interface SparseTable {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

export interface FactorizationSettings {
  readonly rank: number;
  readonly iterations: number;
  readonly seed: number;
}

export const factorizationShape = {
  rank: whole(1),
  iterations: whole(1, 100_000),
  seed: whole(-Number.MAX_SAFE_INTEGER),
};

/** A factor: `rank` numbers for each row (or column) of the table, one after the other. */
export type Factor = Float64Array;

interface Factorization {
  readonly rank: number;
  /** rowCount x rank. */
  readonly rowFactors: Factor;
  /** columnCount x rank. */
  readonly columnFactors: Factor;
  /** The sum of squared errors after each iteration. */
  readonly losses: readonly number[];
}

/**
 * Non-negative matrix factorization: rowFactors x columnFactors' comes near the table, all numbers at least zero. The
 * whole table is fitted, empty cells as zeros, as the usual library call on a rating table does. Multiplicative updates
 * for the squared error, rows first (Lee and Seung 2001); the loss never increases. An iteration costs filled cells x
 * rank + (rows + columns) x rank^2.
 * @param start - the factors to start from; default: seeded, |normal| x sqrt(mean / rank)
 * @throws AgoraError 'setting' when the rank is no whole number from 1 to the table's smaller side, and the like
 */
export function factorize(
  table: SparseTable,
  settings: FactorizationSettings,
  start?: { readonly rowFactors: Factor; readonly columnFactors: Factor },
): Factorization {
  const { rank, iterations } = checked(settings, table);
  const { rowFactors, columnFactors } = start ?? randomStart(table, settings);
  const rows = Float64Array.from(rowFactors);
  const columns = Float64Array.from(columnFactors);
  const byColumn = { ...table, rows: table.columns, columns: table.rows };
  const norm = squaredNorm(table.values);
  const losses: number[] = [];
  for (let round = 0; round < iterations; round++) {
    updateAll(table, rows, columns, gram(columns, rank), rank);
    const columnGram = gram(rows, rank);
    const cross = updateAll(byColumn, columns, rows, columnGram, rank);
    // |V - WH|^2 = |V|^2 - 2 <V, WH> + <W'W, HH'>
    const fitted = gram(columns, rank).reduce((sum, cell, place) => sum + cell * columnGram[place]!, 0);
    losses.push(Math.max(0, norm - 2 * cross + fitted));
  }
  return { rank, rowFactors: rows, columnFactors: columns, losses };
}

/** |normal| x sqrt(mean / rank), so that products start near the table's mean. */
function randomStart(table: SparseTable, { rank, seed }: FactorizationSettings) {
  const { rowCount, columnCount, values } = table;
  const cells = rowCount * columnCount;
  const scale = Math.sqrt(values.reduce((sum, value) => sum + value, 0) / cells / rank);
  const factor = (count: number, name: string) => {
    const random = Random.from(seed, 'factorization', name);
    return Float64Array.from({ length: count * rank }, () => Math.abs(random.normal()) * scale);
  };
  return { rowFactors: factor(rowCount, 'rows'), columnFactors: factor(columnCount, 'columns') };
}

function checked(settings: FactorizationSettings, table: SparseTable): FactorizationSettings {
  if (table.values.length === 0) fail('a table with at least one filled cell, got none');
  const smallerSide = Math.min(table.rowCount, table.columnCount);
  check('factorize', settingsOf({ ...factorizationShape, rank: whole(1, smallerSide) }), settings);
  const place = table.values.findIndex((value) => !(value >= 0 && value < Infinity));
  if (place >= 0) fail(`values of at least zero, got ${table.values[place]}`);
  return settings;
}

function fail(needed: string): never {
  throw new AgoraError('setting', `factorize needs ${needed}`);
}

/** Stands for a zero denominator. A numerator over it is zero too, but for rounding. */
const tiny = Number.EPSILON;

/**
 * One multiplicative update of a factor: own *= (table x other) / (own x gram).
 * @param otherGram - `gram(other)`
 * @returns the inner product of the table with the updated fit, <V, WH>
 */
function updateAll(
  { rows, columns, values }: SparseTable,
  own: Factor,
  other: Factor,
  otherGram: Float64Array,
  rank: number,
): number {
  const wanted = new Float64Array(own.length);
  for (let cell = 0; cell < values.length; cell++) {
    const value = values[cell]!;
    const to = rows[cell]! * rank;
    const from = columns[cell]! * rank;
    for (let k = 0; k < rank; k++) wanted[to + k]! += value * other[from + k]!;
  }
  const fitted = new Float64Array(rank);
  let cross = 0;
  for (let first = 0; first < own.length; first += rank) {
    fitted.fill(0);
    for (let l = 0; l < rank; l++) {
      const weight = own[first + l]!;
      for (let k = 0; k < rank; k++) fitted[k]! += weight * otherGram[l * rank + k]!;
    }
    for (let k = 0; k < rank; k++) {
      own[first + k]! *= wanted[first + k]! / (fitted[k]! || tiny);
      cross += own[first + k]! * wanted[first + k]!;
    }
  }
  return cross;
}

/** factor' x factor: rank x rank. */
export function gram(factor: Factor, rank: number): Float64Array {
  const product = new Float64Array(rank * rank);
  for (let first = 0; first < factor.length; first += rank) {
    for (let l = 0; l < rank; l++) {
      const weight = factor[first + l]!;
      for (let k = 0; k < rank; k++) product[l * rank + k]! += weight * factor[first + k]!;
    }
  }
  return product;
}

function squaredNorm(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}
