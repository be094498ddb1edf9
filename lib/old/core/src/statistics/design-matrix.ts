import { AgoraError } from 'agora-voting';

/**
 * A design given by column numbers: row [2, 7, 7] has 1 in column 2, 2 in column 7 and 0 elsewhere. It is a short form
 * of one-hot, multi-hot and count designs.
 */
export interface MultiHotDesign {
  readonly columns: number;
  readonly rows: readonly ArrayLike<number>[];
}

/** Regressors as rows of numbers, or as rows of column numbers. */
export type Design = readonly ArrayLike<number>[] | MultiHotDesign;

/**
 * The regressors row by row, after a column of ones if an intercept is wanted.
 * @throws AgoraError 'invalid-regression' for no rows, no columns, ragged rows, entries that are not finite
 */
export function designMatrix(design: Design, intercept: boolean): Float64Array[] {
  const multiHot = 'columns' in design;
  const rows = multiHot ? design.rows : design;
  const width = multiHot ? design.columns : (design[0]?.length ?? 0);
  const offset = intercept ? 1 : 0;
  if (rows.length === 0) throw invalid('a regression needs at least one row, got none');
  if (width + offset === 0) throw invalid('a regression without intercept needs a column, got none');
  return rows.map((given, place) => {
    if (!multiHot && given.length !== width)
      throw invalid(
        `row ${place} has ${given.length} entries where row 0 has ${width}: all rows must be equally long`,
      );
    const row = new Float64Array(offset + width);
    if (intercept) row[0] = 1;
    for (let at = 0; at < given.length; at++) {
      const entry = given[at]!;
      if (multiHot) {
        if (!Number.isInteger(entry) || entry < 0 || entry >= width)
          throw invalid(
            `row ${place} names column ${entry}: column numbers are whole, from 0 to ${width - 1}`,
          );
        row[offset + entry]!++;
      } else {
        if (!Number.isFinite(entry))
          throw invalid(`row ${place}, column ${at} is ${entry}: every regressor must be a finite number`);
        row[offset + at] = entry;
      }
    }
    return row;
  });
}

export const invalid = (message: string): AgoraError => new AgoraError('invalid-regression', message);
