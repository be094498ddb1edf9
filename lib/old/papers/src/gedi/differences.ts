import { cellValue, less, same, show, type Check } from '../finding';
import { points } from './cells';
import { tables } from './tables';

/** One number in brackets of Table 2, compared with the difference of the two accuracies. */
export interface BracketCheck {
  /** As Table 2 prints the row: "MMLU, qwen-2-72b". */
  readonly row: string;
  readonly column: string;
  readonly accuracy: number;
  readonly baseline: number;
  readonly printed: number;
  /** Accuracy minus baseline, both as printed. */
  readonly recomputed: number;
  /** Rounding both accuracies to 0.1 moves their difference by up to 0.1. */
  readonly verdict: 'equal' | 'rounding' | 'cannot be';
}

/** Every difference that Table 2 prints, in its order. */
export function bracketChecks(): readonly BracketCheck[] {
  const { table2, table2Differences } = tables;
  return table2Differences.rows.flatMap((row) => {
    const accuracies = table2.rows.find(({ label }) => label === row.label);
    const baseline = cellValue(accuracies, 'blind dictatorial', row.label);
    return table2Differences.columns.map((column): BracketCheck => {
      const [accuracy, printed] = [cellValue(accuracies, column, row.label), cellValue(row, column)];
      const recomputed = less(accuracy, baseline);
      const near = same(printed, recomputed, 0.1) ? 'rounding' : 'cannot be';
      const verdict = same(printed, recomputed) ? 'equal' : near;
      return { row: row.label, column, accuracy, baseline, printed, recomputed, verdict };
    });
  });
}

const withVerdict = (verdict: BracketCheck['verdict']): BracketCheck[] =>
  bracketChecks().filter((check) => check.verdict === verdict);

export const differenceChecks = {
  'all brackets': (): Check => {
    const [equal, rounding, wrong] = [
      withVerdict('equal').length,
      withVerdict('rounding').length,
      withVerdict('cannot be').length,
    ];
    return {
      recomputed: `of ${equal + rounding + wrong} brackets ${equal} are equal, ${rounding} within rounding, ${wrong} cannot be`,
      agrees: wrong === 0,
    };
  },
  'each wrong bracket': (): Check[] =>
    withVerdict('cannot be').map(({ row, column, accuracy, baseline, printed, recomputed }) => ({
      claim: `the difference of ${column} in row ${row}`,
      printed: `${points(printed)} (Table 2)`,
      recomputed: `${points(recomputed)}: ${show(accuracy, 1)} less ${show(baseline, 1)}`,
      agrees: false,
    })),
  'before rounding': (): Check => {
    const [right, off] = [withVerdict('equal').length, withVerdict('rounding').length];
    return {
      recomputed: `${off} of the ${right + off} brackets that are right or nearly so are off by 0.1`,
      agrees: off > 0,
    };
  },
};
