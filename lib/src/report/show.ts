import type { Comparison } from './comparison';
import { comparisonHtml } from './html-table';
import { displayBundle } from './notebook';
import type { Shown } from './table';
import { comparisonText } from './text-table';

/** A comparison in both of its forms. */
export function comparisonTable(comparison: Comparison, decimals = 2): Shown {
  return { html: comparisonHtml(comparison, decimals), text: comparisonText(comparison, decimals) };
}

/**
 * Shows a comparison or a table in the running notebook cell, as HTML with the text beside it for readers
 * without. Outside a notebook nothing happens: print the `text` there.
 */
export function show(what: Comparison | Shown): void {
  const { html, text } = 'html' in what ? what : comparisonTable(what);
  displayBundle({ 'text/html': html, 'text/plain': text });
}
