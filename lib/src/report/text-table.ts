import type { Comparison, ComparisonRow } from './comparison';
import { summaryText } from './comparison-summary';
import { evidenceText } from './evidence';
import { cellText, signedText } from './number-text';

/** How a column of a text table is set. */
export interface TextColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Longer cells are broken into lines between words; no limit unless stated. */
  readonly width?: number;
}

/** Rows of cells under their titles, aligned with spaces, two between columns. */
export function textTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string {
  const broken = [columns.map((column) => column.title), ...rows].map((row) =>
    columns.map((column, place) => wrap(row[place] ?? '', column.width ?? Infinity)),
  );
  const widths = columns.map((_, place) =>
    Math.max(...broken.map((row) => Math.max(...(row[place] ?? []).map(widthOf)))),
  );
  const lines = broken.flatMap((row) => {
    const height = Math.max(...row.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) =>
      row
        .map((cell, place) => pad(cell[line] ?? '', widths[place] as number, columns[place]?.align))
        .join('  '),
    );
  });
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const head = Math.max(...(broken[0] ?? []).map((cell) => cell.length));
  lines.splice(head, 0, rule);
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** A text broken into lines of at most `width` between words; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

/** A comparison as aligned text: three lines a row, published over ours over their difference. */
export function comparisonText(comparison: Comparison, decimals = 2): string {
  const withUse = comparison.rows.some((row) => row.use !== null);
  const columns: TextColumn[] = [
    { title: '', width: 40 },
    ...(withUse ? [{ title: 'fitted / held out' }] : []),
    { title: 'evidence' },
    { title: '' },
    ...comparison.columns.map((title) => ({ title, align: 'right' as const })),
  ];
  const rows = comparison.rows.flatMap((row) => linesOf(row, withUse, decimals));
  const { paper, item, unit, caption } = comparison;
  return [
    `${paper}, ${item}${unit ? ` (${unit})` : ''}`,
    ...wrap(caption, 100),
    '',
    textTable(columns, rows),
    '',
    ...wrap(summaryText(comparison, decimals), 100),
  ].join('\n');
}

function linesOf(row: ComparisonRow, withUse: boolean, decimals: number): string[][] {
  const evidence = evidenceText(row.cells.flatMap((cell) => cell.evidence ?? []));
  const lead = [row.label, ...(withUse ? [row.use ?? ''] : []), evidence];
  const blank = lead.map(() => '');
  const published = row.cells.map(({ published: value, publishedError: standardError }) =>
    value === null ? 'missing' : cellText({ value, standardError }, decimals),
  );
  const ours = row.cells.map(({ ours: value, oursError: standardError }) =>
    value === null ? 'missing' : cellText({ value, standardError }, decimals),
  );
  const differences = row.cells.map((cell) =>
    cell.difference === null ? '' : signedText(cell.difference, decimals),
  );
  return [
    [...lead, 'published', ...published],
    [...blank, 'ours', ...ours],
    [...blank, 'difference', ...differences],
  ];
}

function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(width - widthOf(text));
  return align === 'right' ? space + text : text + space;
}

function widthOf(text: string): number {
  return [...text].length;
}
