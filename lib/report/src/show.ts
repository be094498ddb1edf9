import { displayBundle } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { check as checked, flag, listOf, named, object } from 'agora-voting/internal';
import type { Comparison } from './comparison';
import { comparisonTable } from './comparison-table';
import { bundleOf, table, type Shown } from './table';

/**
 * Shows a comparison or a table: in a notebook cell as HTML and text, elsewhere as text. A cell's last value is shown
 * without this.
 * @example
 * report.show(report.table([{ rule: 'Borda', winner: 'A' }]));
 */
export function show(what: Comparison | Shown): void {
  const shown = 'html' in what ? what : comparisonTable(what);
  if (!displayBundle(bundleOf(shown))) console.log(shown.text);
}

/**
 * A check cell of a notebook: statements with their truth values. It prints how many are true, or throws.
 * @throws AgoraError 'check' naming every false statement
 * @example
 * report.check({ 'one and one are two': 1 + 1 === 2 });
 */
export function check(statements: Readonly<Record<string, boolean>>): void {
  checked('check', named('statements', flag), statements);
  const names = Object.keys(statements);
  if (names.length === 0) throw new AgoraError('check', 'check needs at least one statement, got none');
  const failed = names.filter((name) => !statements[name]);
  if (failed.length > 0) throw new AgoraError('check', `Does not hold: ${failed.join('; ')}`);
  console.log(`${names.length} ${names.length === 1 ? 'check holds' : 'checks hold'}.`);
}

/**
 * A table of findings: statements of a paper compared with its own printed numbers.
 * @example
 * report.findings(papers.roundtable.audit()).text.includes('recomputed'); // => true
 */
export function findings(
  list: readonly { readonly agrees: boolean | null }[],
  columns: readonly string[] = ['claim', 'printed', 'recomputed', 'agrees', 'note'],
): Shown {
  checked('findings', listOf('findings', object('a finding', { agrees: flag.nullable() })), list);
  const words = list.map((finding) => ({
    ...finding,
    agrees: finding.agrees === null ? 'cannot tell' : finding.agrees ? 'yes' : 'NO',
  }));
  return table(words, columns);
}
