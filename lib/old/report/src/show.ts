import { displayBundle } from 'agora-core/internal';
import { AgoraError } from 'agora-voting';
import { check as checked, flag, listOf, named, object } from 'agora-voting/internal';
import type { Comparison } from './comparison';
import { comparisonTable } from './comparison-table';
import { bundleOf, noColumn, table, type Shown } from './table';

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

/** As it is read here, of what `papers.gedi.audit()` gives. */
interface FindingLike {
  readonly agrees: boolean | null;
  readonly impossible?: boolean | undefined;
}

const usualColumns = ['outcome', 'claim', 'printed', 'recomputed', 'note'];
const outcomes = ['cannot be right', 'does not agree', 'undecided'] as const;

/**
 * A table of findings: statements of a paper compared with its own printed numbers. Those that agree are counted in its
 * title; the others are listed, first the numbers that cannot be right.
 * @param columns - the properties to show, in order. Default: the outcome and the parts of a finding
 * @throws AgoraError 'rows' for a column that no finding has, also where none is listed
 * @example
 * report.findings(papers.roundtable.audit()).text.split(':')[0]; // => '21 statements checked'
 */
export function findings(list: readonly FindingLike[], columns: readonly string[] = usualColumns): Shown {
  const finding = object('a finding', { agrees: flag.nullable(), impossible: flag.optional() });
  checked('findings', listOf('findings', finding), list);
  const known = [...new Set([...usualColumns, 'paper', ...list.flatMap((one) => Object.keys(one))])];
  const missing = columns.find((column) => !known.includes(column));
  if (missing !== undefined) throw noColumn('findings', missing, known);
  const others = list.filter(({ agrees }) => agrees !== true);
  const agreeing = list.length - others.length;
  const counts = agreeing > 0 ? [`${agreeing} agree`] : [];
  const sorted = outcomes.flatMap((outcome) => {
    const own = others.filter((one) => outcomeOf(one) === outcome);
    if (own.length > 0)
      counts.push(`${own.length} ${outcome === 'does not agree' ? 'do not agree' : outcome}`);
    return own.map((one) => ({ ...one, outcome: outcome }));
  });
  // A part that no finding has is not shown.
  const shown = columns.filter((column) => sorted.length === 0 || sorted.some((one) => column in one));
  return table(sorted, shown, `${list.length} statements checked: ${counts.join(', ')}`);
}

function outcomeOf({ agrees, impossible }: FindingLike): (typeof outcomes)[number] {
  if (agrees === null) return 'undecided';
  return impossible === true ? 'cannot be right' : 'does not agree';
}
