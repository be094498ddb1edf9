import { pairCount } from './pairs';
import type { PairTable } from './pair-table';
import type { DialogueActChoices } from './settings';

/** What the regression is fitted on. */
export interface RegressionRows {
  /** The pairs of each row; a pair that counts twice stands twice. */
  readonly rows: readonly (readonly number[])[];
  /** Performance after the round. */
  readonly response: readonly number[];
  /** How often each pair occurs in the rounds used. */
  readonly occurrences: Float64Array;
}

/**
 * Rounds with a performance, from the first that can have pairs on. A round in which nobody spoke has no pairs, and
 * tells only the constant something.
 */
export function regressionRows(
  training: readonly PairTable[],
  { row, start, undecidedRows }: DialogueActChoices,
  undecided: number | null,
): RegressionRows {
  const missing = undecidedRows === 'as-undecided' ? undecided : null;
  const rows: (readonly number[])[] = [];
  const response: number[] = [];
  const occurrences = new Float64Array(pairCount);
  for (const { rounds, counts, present, performance } of training)
    for (let round = start ? 0 : 1; round < rounds; round++) {
      const value = performance[round] ?? missing;
      if (value === null) continue;
      const pairs = present[round]!;
      const countOf = (pair: number) => counts[round * pairCount + pair]!;
      for (const pair of pairs) occurrences[pair]! += countOf(pair);
      const repeated = () => pairs.flatMap((pair) => new Array<number>(countOf(pair)).fill(pair));
      const added =
        row === 'round' ? [pairs] : row === 'count' ? [repeated()] : repeated().map((pair) => [pair]);
      for (const one of added) {
        rows.push(one);
        response.push(value);
      }
    }
  return { rows, response, occurrences };
}
