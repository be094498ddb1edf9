import { gedi } from '../gedi';
import { less, same } from './cells';
import { cellValue, show, type Finding } from './finding';
import { points } from './gedi-cells';

/** One number in brackets of Table 2, held against the accuracies that it is the difference of. */
export interface BracketCheck {
  /** As Table 2 prints the row: "MMLU, qwen-2-72b". */
  readonly row: string;
  readonly column: string;
  readonly accuracy: number;
  readonly baseline: number;
  readonly printed: number;
  /** Accuracy less baseline, both as printed. */
  readonly recomputed: number;
  /** Rounding both accuracies to 0.1 moves their difference by up to 0.1. */
  readonly verdict: 'equal' | 'rounding' | 'cannot be';
}

/** Every difference that Table 2 prints, in its order. */
export function bracketChecks(): readonly BracketCheck[] {
  const { table2, table2Differences } = gedi;
  return table2Differences.rows.flatMap((row) => {
    const accuracies = table2.rows.find(({ label }) => label === row.label);
    const baseline = cellValue(accuracies, 'blind dictatorial', row.label);
    return table2Differences.columns.map((column): BracketCheck => {
      const [accuracy, printed] = [cellValue(accuracies, column, row.label), cellValue(row, column)];
      const recomputed = less(accuracy, baseline);
      const verdict = same(printed, recomputed)
        ? 'equal'
        : same(printed, recomputed, 0.1)
          ? 'rounding'
          : 'cannot be';
      return { row: row.label, column, accuracy, baseline, printed, recomputed, verdict };
    });
  });
}

export function gediDifferences(): Finding[] {
  const checks = bracketChecks();
  const wrong = checks.filter(({ verdict }) => verdict === 'cannot be');
  return [allBrackets(checks), ...wrong.map(oneBracket), beforeRounding(checks)];
}

function allBrackets(checks: readonly BracketCheck[]): Finding {
  const count = (verdict: BracketCheck['verdict']): number =>
    checks.filter((check) => check.verdict === verdict).length;
  return {
    claim: 'every number in brackets is the accuracy less that of blind dictatorial',
    printed: 'Table 2',
    recomputed: `of ${checks.length} brackets ${count('equal')} are equal, ${count('rounding')} within rounding, ${count('cannot be')} cannot be`,
    agrees: count('cannot be') === 0,
    note: 'Two accuracies rounded to 0.1 leave their difference uncertain by 0.1.',
  };
}

function oneBracket({ row, column, accuracy, baseline, printed, recomputed }: BracketCheck): Finding {
  return {
    claim: `the difference of ${column} in row ${row}`,
    printed: `${points(printed)} (Table 2)`,
    recomputed: `${points(recomputed)}: ${show(accuracy, 1)} less ${show(baseline, 1)}`,
    agrees: false,
    note: 'Either the accuracy or the difference is misprinted; the table does not tell which.',
  };
}

function beforeRounding(checks: readonly BracketCheck[]): Finding {
  const near = checks.filter(({ verdict }) => verdict !== 'cannot be');
  const off = near.filter(({ verdict }) => verdict === 'rounding').length;
  return {
    claim: 'reading: the numbers in brackets were computed before rounding',
    printed: 'Table 2',
    recomputed: `${off} of the ${near.length} brackets that are right or nearly so are off by 0.1`,
    agrees: off > 0,
    note: 'Independent rounding of both accuracies would put about one in four off by 0.1: the brackets were computed from the rounded accuracies, so they add nothing to them.',
  };
}
