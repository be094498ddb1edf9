import type { Comparison, ComparisonCell, ComparisonRow } from './comparison';
import { summarize, summaryText } from './comparison-summary';
import { evidenceText } from './evidence';
import { cellText, numberText, signedText } from './number-text';

/** A text as HTML shows it letter by letter. */
export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (letter) => names[letter] as string);
}

export interface HtmlColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

const RULE = '1px solid #9a9a9a';
const CELL = 'padding:4px 10px;vertical-align:top;white-space:normal;max-width:480px';

/** Rows of plain texts under their titles. Inline styles only; colours are the reader's theme. */
export function htmlTable(
  columns: readonly HtmlColumn[],
  rows: readonly (readonly string[])[],
  caption = '',
): string {
  const cell = (tag: 'th' | 'td', text: string, place: number): string => {
    const align = columns[place]?.align ?? 'left';
    const border = tag === 'th' ? `;border-bottom:${RULE}` : '';
    return `<${tag} style="${CELL};text-align:${align}${border}">${escapeHtml(text)}</${tag}>`;
  };
  const head = columns.map((column, place) => cell('th', column.title, place)).join('');
  const body = rows.map(
    (row) => `<tr>${columns.map((_, place) => cell('td', row[place] ?? '', place)).join('')}</tr>`,
  );
  return framed(caption === '' ? '' : escapeHtml(caption), `<tr>${head}</tr>`, body, '');
}

/**
 * A comparison as a notebook shows it: in each cell ours over published over their difference, coloured by
 * the difference (blue where ours is lower, orange where it is higher). Coloured cells bring their own dark
 * text, so that they read in light and dark themes; everything else takes the theme's colours.
 */
export function comparisonHtml(comparison: Comparison, decimals = 2): string {
  const { paper, item, unit, caption, columns, rows } = comparison;
  const deepest = summarize(comparison).largestDifference ?? 0;
  const head = ['', ...columns].map((title, place) => {
    const align = place === 0 ? 'left' : 'right';
    return `<th style="${CELL};text-align:${align};border-bottom:${RULE}">${escapeHtml(title)}</th>`;
  });
  const body = rows.map((row) => rowHtml(row, deepest, decimals));
  const title = `<b>${escapeHtml(`${paper}, ${item}`)}</b>${unit ? ` (${escapeHtml(unit)})` : ''}. ${escapeHtml(caption)}`;
  const swatch = (sign: 1 | -1): string =>
    `<span style="background-color:${heat(sign, 1)};color:#1a1a1a;padding:0 6px">${minus(signedText(sign * deepest, decimals))}</span>`;
  const legend =
    'Each cell: <b>ours</b> (standard error), then published (standard error), then ours − published.' +
    (deepest > 0 ? ` Deepest colours: ${swatch(-1)} ${swatch(1)}.` : '');
  return framed(
    title,
    `<tr>${head.join('')}</tr>`,
    body,
    `${legend}<br>${escapeHtml(summaryText(comparison, decimals))}`,
  );
}

/** Evidence and use stand under the row's name, so that wide tables keep them in sight. */
function rowHtml(row: ComparisonRow, deepest: number, decimals: number): string {
  const evidence = evidenceText(row.cells.flatMap((cell) => cell.evidence ?? [])) || 'no evidence';
  const kind = row.use === null ? evidence : `${evidence}, ${row.use}`;
  return (
    `<tr><th style="${CELL};text-align:left;white-space:nowrap">${escapeHtml(row.label)}` +
    `<br><span style="font-weight:normal;font-size:85%">${escapeHtml(kind)}</span></th>` +
    row.cells.map((cell) => cellHtml(cell, deepest, decimals)).join('') +
    '</tr>'
  );
}

function cellHtml(cell: ComparisonCell, deepest: number, decimals: number): string {
  const { ours, oursError, published, publishedError, difference } = cell;
  const error = oursError === null ? '' : ` (${numberText(oursError, decimals)})`;
  const lines = [
    ours === null ? '<i>ours missing</i>' : `<b>${numberText(ours, decimals)}</b>${error}`,
    published === null
      ? '<i>none published</i>'
      : cellText({ value: published, standardError: publishedError }, decimals),
    ...(difference === null ? [] : [minus(signedText(difference, decimals))]),
  ];
  const colours =
    difference === null
      ? ''
      : `;color:#1a1a1a;background-color:${heat(difference, deepest === 0 ? 0 : Math.abs(difference) / deepest)}`;
  return `<td style="padding:4px 10px;vertical-align:top;text-align:right;white-space:nowrap${colours}">${lines.join('<br>')}</td>`;
}

/** With a minus as wide as a plus. */
function minus(text: string): string {
  return text.replace('-', '−');
}

/** From near white to blue below and orange above; light enough at both ends for dark text. */
function heat(sign: number, depth: number): string {
  const deep = sign < 0 ? [107, 174, 214] : [253, 174, 107];
  return `rgb(${deep.map((part) => Math.round(247 + depth * (part - 247))).join(',')})`;
}

function framed(title: string, head: string, body: readonly string[], foot: string): string {
  const line = (text: string): string => (text ? `<div style="margin:6px 0">${text}</div>` : '');
  const table = `<table style="border-collapse:collapse;margin:0"><thead>${head}</thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
  return `<div>${line(title)}${table}${line(foot)}</div>`;
}
