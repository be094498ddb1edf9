import type { CountedPairs } from './counted-pairs';
import { pairCount } from './pairs';
import type { DialogueActChoices } from './settings';

/** What the regressions are fitted on. */
export interface RegressionRows {
  /** The pairs that occur, in order: the columns. */
  readonly columns: readonly number[];
  /** The columns of each row; a pair that counts twice stands twice. */
  readonly rows: readonly (readonly number[])[];
  /** Performance after the round. */
  readonly response: readonly number[];
  /** The fold of each row's course. */
  readonly folds: readonly number[];
  /** By fold: how often each pair occurs in the rounds used. */
  readonly occurrences: ReadonlyMap<number, Float64Array>;
}

/**
 * Rounds with a performance, from the first that can have pairs on. A round in which nobody spoke has no pairs, and
 * tells only the constant something.
 * @param foldOf - the fold of each course
 */
export function regressionRows(
  { courses, firstRounds, performance, starts, pairs, times }: CountedPairs,
  foldOf: readonly number[],
  { row, start, undecidedRows }: DialogueActChoices,
  undecided: number | null,
): RegressionRows {
  const missing = undecidedRows === 'as-undecided' ? (undecided ?? NaN) : NaN;
  const rows: (readonly number[])[] = [];
  const response: number[] = [];
  const folds: number[] = [];
  const columnOf = new Int32Array(pairCount).fill(-1);
  for (const pair of pairs) columnOf[pair] = 0;
  const columns: number[] = [];
  for (let pair = 0; pair < pairCount; pair++)
    if (columnOf[pair] === 0) columnOf[pair] = columns.push(pair) - 1;
  const occurrences = new Map(foldOf.map((fold) => [fold, new Float64Array(pairCount)]));
  for (let course = 0; course < courses; course++) {
    const fold = foldOf[course]!;
    const occurring = occurrences.get(fold)!;
    for (let round = firstRounds[course]! + (start ? 0 : 1); round < firstRounds[course + 1]!; round++) {
      const value = Number.isNaN(performance[round]) ? missing : performance[round]!;
      if (Number.isNaN(value)) continue;
      const present: number[] = [];
      for (let at = starts[round]!; at < starts[round + 1]!; at++) {
        occurring[pairs[at]!]! += times[at]!;
        present.push(columnOf[pairs[at]!]!);
      }
      const repeated = () =>
        present.flatMap((column, at) => new Array<number>(times[starts[round]! + at]!).fill(column));
      const added =
        row === 'round' ? [present] : row === 'count' ? [repeated()] : repeated().map((column) => [column]);
      for (const one of added) {
        rows.push(one);
        response.push(value);
        folds.push(fold);
      }
    }
  }
  return { columns, rows, response, folds, occurrences };
}
