import { displayBundle } from '../notebook';
import type { Comparison } from './comparison';
import { comparisonHtml } from './html-table';
import { bundleOf, selfShowing, type Shown } from './table';
import { comparisonText } from './text-table';

/** A comparison in both of its forms. */
export function comparisonTable(comparison: Comparison, decimals = 2): Shown {
  const shown = { html: comparisonHtml(comparison, decimals), text: comparisonText(comparison, decimals) };
  return selfShowing(shown, (self) => self);
}

/**
 * Shows a comparison or a table: in the running notebook cell as HTML with the text beside it, elsewhere as text.
 * A cell's last value shows itself without this.
 */
export function show(what: Comparison | Shown): void {
  const shown = 'html' in what ? what : comparisonTable(what);
  if (!displayBundle(bundleOf(shown))) console.log(shown.text);
}
