import { Matrix, SingularValueDecomposition } from 'ml-matrix';
import type { DesignMatrix } from './design-matrix';
import type { PseudoInverse } from './pseudo-inverse';

/** Beyond this condition number a design of full rank is scaled first: half of the sixteen digits would be gone. */
const badlyScaled = 1e5;

/**
 * X = U S V', X+ = V S^-1 U'. Singular values up to smallest side x machine epsilon x the largest count as zero,
 * which is numpy's rank. (statsmodels takes its rank from there too, but inverts whatever lies above 1e-15 of the
 * largest: on wide collinear designs that can be rounding noise, which is left out here.)
 *
 * Coefficients of a design of full rank do not depend on its units, so a badly scaled one is solved with columns of
 * about unit length, which is more accurate than solving it as it comes.
 */
export function pseudoInverseBySingularValues(design: DesignMatrix): PseudoInverse {
  const matrix = dense(design);
  const { columns } = design;
  const plain = decompose(matrix);
  if (plain.values.length < columns || plain.condition < badlyScaled)
    return inverseFrom(plain, new Float64Array(columns).fill(1));
  // Powers of two, which scale without rounding.
  const scales = Float64Array.from(
    { length: columns },
    (_, column) => 2 ** -Math.round(Math.log2(Math.hypot(...matrix.getColumn(column)))),
  );
  return inverseFrom(decompose(matrix.clone().mulRowVector(scales)), scales);
}

/** The parts of a singular value decomposition that count, largest first. */
interface Decomposition {
  readonly values: readonly number[];
  readonly left: readonly (readonly number[])[];
  readonly right: readonly (readonly number[])[];
  /** The largest value over the smallest that counts. */
  readonly condition: number;
}

function decompose(matrix: Matrix): Decomposition {
  const { diagonal, leftSingularVectors, rightSingularVectors } = new SingularValueDecomposition(matrix, {
    autoTranspose: true,
  });
  const largest = Math.max(...diagonal);
  const zero = largest * Math.min(matrix.rows, matrix.columns) * Number.EPSILON;
  const kept = diagonal.flatMap((value, place) => (value > zero ? [place] : []));
  const values = kept.map((place) => diagonal[place]!);
  return {
    values,
    left: kept.map((place) => leftSingularVectors.getColumn(place)),
    right: kept.map((place) => rightSingularVectors.getColumn(place)),
    condition: largest / Math.min(...values),
  };
}

function inverseFrom({ values, left, right }: Decomposition, scales: Float64Array): PseudoInverse {
  const root = values.map((value, place) =>
    scales.map((scale, column) => (scale * right[place]![column]!) / value),
  );
  const varianceFactors = scales.map((_, column) => root.reduce((sum, row) => sum + row[column]! ** 2, 0));
  return {
    rank: values.length,
    varianceFactors,
    coefficients(response) {
      const shares = left.map((vector) =>
        vector.reduce((sum, entry, row) => sum + entry * response[row]!, 0),
      );
      return scales.map((_, column) =>
        root.reduce((sum, row, place) => sum + shares[place]! * row[column]!, 0),
      );
    },
  };
}

function dense({ rows, columns, starts, ends, places, entries }: DesignMatrix): Matrix {
  const matrix = Matrix.zeros(rows, columns);
  for (let row = 0; row < rows; row++)
    for (let at = starts[row]!; at < ends[row]!; at++) matrix.set(row, places[at]!, entries[at]!);
  return matrix;
}
