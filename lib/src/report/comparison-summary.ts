import { check } from '../check';
import { comparisonGiven, type Comparison, type ComparisonCell } from './comparison';
import { evidenceText, type Evidence } from './evidence';
import { comparedCells, nullDifference } from './null-difference';
import { numberText } from './number-text';

/** How far apart two tables are, in the table's unit. Null where no cell stands on both sides. */
export interface ComparisonSummary {
  /** Median of the absolute differences. */
  readonly medianDifference: number | null;
  /** Largest absolute difference. */
  readonly largestDifference: number | null;
  /** The cell with the largest absolute difference. */
  readonly largestCell: ComparisonCell | null;
  /** Of our numbers, in words: "simulated", "recomputed and simulated"; empty when we have none. */
  readonly evidence: string;
}

/**
 * The distances of a comparison, without rows that were fitted. With an even count, the median is the mean of the middle
 * two.
 * @example
 * report.summarize(report.compare(papers.roundtable.table1, { columns: [], rows: [] })).medianDifference; // => null
 */
export function summarize(comparison: Comparison): ComparisonSummary {
  check('summarize', comparisonGiven, comparison);
  const cells = comparison.rows.flatMap((row) => row.cells);
  const compared = comparedCells(comparison).sort((one, other) => distance(one) - distance(other));
  const middle = (compared.length - 1) / 2;
  const [below, above] = [compared[Math.floor(middle)], compared[Math.ceil(middle)]];
  const largestCell = compared.at(-1) ?? null;
  return {
    medianDifference: below && above ? (distance(below) + distance(above)) / 2 : null,
    largestDifference: largestCell && distance(largestCell),
    largestCell,
    evidence: evidenceText(
      cells.map((cell) => cell.evidence).filter((kind): kind is Evidence => kind !== null),
    ),
  };
}

/** What the foot of a comparison says: how many cells, what is missing, how far apart. */
export function summaryText(comparison: Comparison, decimals = 2): string {
  const { published, ours, compared, missingOurs, missingPublished } = comparison.counts;
  const { medianDifference, largestDifference, largestCell } = summarize(comparison);
  const heldOut = comparedCells(comparison).length;
  const counts =
    `${published} published cells, ${ours} of ours, ${compared} compared` +
    `${heldOut === compared ? '' : ` (${heldOut} held out)`}; ` +
    `${missingOurs} published without ours, ${missingPublished} of ours without published.`;
  if (medianDifference === null || largestDifference === null || !largestCell) return counts;
  const best = nullDifference(comparison);
  const ofNull =
    best === null ? '' : ` A null's (${best.null}): median ${numberText(best.difference, decimals)}.`;
  return (
    `${counts} Absolute difference: median ${numberText(medianDifference, decimals)}, ` +
    `largest ${numberText(largestDifference, decimals)} (${largestCell.row}, ${largestCell.column}).${ofNull}`
  );
}

function distance(cell: ComparisonCell): number {
  return Math.abs(cell.difference ?? 0);
}
