import type { Ledger, LedgerItem } from './ledger';
import { numberText } from './table';

type Cells = Readonly<Record<string, string>>;

/** Where a notebook shows an item, as Markdown: "[Table 2](…)". Its bare name where no heading names it. */
export type LinkOf = (item: LedgerItem) => string;

/**
 * The ledger as Markdown: how many items are shown in a notebook, and a row for each.
 * @param linkOf - writes an item's name, as a link or not. Default: not
 */
export function ledgerMarkdown({ items }: Ledger, linkOf: LinkOf = ({ item }) => item): string {
  const rows = items.map((one) => itemRow(one, linkOf(one)));
  return [`${itemCounts(items)}.`, markdown(rows)].join('\n\n');
}

/** How many items are shown in a notebook, and how many comparisons are closer to the published numbers than a null. */
export function itemCounts(items: readonly LedgerItem[]): string {
  const there = items.filter(({ notebook }) => notebook !== 'not yet').length;
  const withNull = items.flatMap(({ parts }) =>
    parts.filter((part) => part.medianDifference !== null && part.nullDifference !== null),
  );
  const nearer = withNull.filter((part) => Number(part.medianDifference) < Number(part.nullDifference));
  const beside = `; in ${nearer.length} of ${withNull.length} comparisons our numbers are nearer to the published ones than the best null`;
  return `${there} of ${items.length} tables and figures are in a notebook${withNull.length === 0 ? '' : beside}`;
}

function itemRow({ paper, item, shows, notebook, evidence, parts }: LedgerItem, link: string): Cells {
  const compared = parts.filter(({ medianDifference }) => medianDifference !== null);
  const line = (text: (part: LedgerItem['parts'][number]) => string): string =>
    compared.map((part) => `${part.item.slice(item.length + 2)} ${text(part)}`.trim()).join('; ') || '–';
  return {
    paper,
    item: link,
    shows,
    notebook,
    evidence,
    'median difference': line((part) => `${plain(part.medianDifference)} ${part.unit}`),
    'of the best null': line((part) =>
      part.null === '' ? '–' : `${plain(part.nullDifference)} (${part.null})`,
    ),
    'known deviation': [...new Set(parts.map(({ knownDeviation }) => knownDeviation))].join(' ') || '–',
  };
}

function plain(value: number | null): string {
  if (value === null) return 'none';
  return numberText(value, value !== 0 && Math.abs(value) < 0.1 ? 3 : 2);
}

function markdown(rows: readonly Cells[]): string {
  const titles = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = titles.map(() => '---');
  return [line(titles), line(rule), ...rows.map((row) => line(titles.map((title) => row[title] ?? '')))].join(
    '\n',
  );
}
