import { type Comparison, type ComparisonSummary, summarize } from './comparison';
import { comparisonTable } from './comparison-table';
import { nullDifference, type NullDifference } from './null-difference';
import { escapeHtml, selfShowing, type Shown, wrap } from './table';

/** One part of a compared item: its cells, their differences, and the differences of a null model. */
export interface ComparedPart extends ComparisonSummary {
  readonly comparison: Comparison;
  /** The best null model, a prediction without any knowledge of the compared numbers; null if no cell is compared. */
  readonly null: NullDifference | null;
}

/** The comparison of a table or figure, in parts if units differ. A notebook shows it as tables. */
export interface JoinedComparison extends Shown {
  readonly parts: readonly ComparedPart[];
}

/**
 * Joins comparisons, one below the other, each with its summary and the best null model.
 * @param note - a sentence on all of them, which comes last
 */
export function joined(comparisons: readonly Comparison[], note = ''): JoinedComparison {
  const shown = comparisons.map((comparison) => comparisonTable(comparison));
  const parts = comparisons.map((comparison) => ({
    comparison: comparison,
    ...summarize(comparison),
    null: nullDifference(comparison),
  }));
  const all = {
    parts: parts,
    html: [...shown.map(({ html }) => html), ...(note === '' ? [] : [escapeHtml(note)])].join('<br>'),
    text: [...shown.map(({ text }) => text), ...(note === '' ? [] : [wrap(note, 100).join('\n')])].join(
      '\n\n',
    ),
  };
  return selfShowing(all, (self) => self);
}
