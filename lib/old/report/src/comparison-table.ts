import {
  evidenceText,
  summarize,
  type Comparison,
  type ComparisonCell,
  type ComparisonRow,
  type TableCell,
} from './comparison';
import {
  CELL,
  RULE,
  errorText,
  escapeHtml,
  framed,
  numberText,
  selfShowing,
  textTable,
  wrap,
  type Shown,
  type TextColumn,
} from './table';
import { comparedCells, nullDifference, type NullDifference } from './null-difference';

/** A comparison as HTML and as text. */
export function comparisonTable(comparison: Comparison, decimals = 2): Shown {
  const shown = { html: comparisonHtml(comparison, decimals), text: comparisonText(comparison, decimals) };
  return selfShowing(shown, (self) => self);
}

/** A comparison as aligned text: three lines a row, published over ours over their difference. */
function comparisonText(comparison: Comparison, decimals: number): string {
  const withUse = comparison.rows.some((row) => row.use !== null);
  const columns: TextColumn[] = [
    { title: '', width: 40 },
    ...(withUse ? [{ title: 'fitted / held out' }] : []),
    { title: 'evidence' },
    { title: '' },
    ...comparison.columns.map((title) => ({ title, align: 'right' as const })),
  ];
  const rows = comparison.rows.flatMap((row) =>
    linesOf(row, withUse, decimals, comparison.intervals === true),
  );
  const { paper, item, unit, caption } = comparison;
  return [
    `${paper}, ${item}${unit ? ` (${unit})` : ''}`,
    ...wrap(`The paper: ${caption}${whoseTold(comparison)}`, 100),
    ...(comparison.note === undefined ? [] : wrap(comparison.note, 100)),
    '',
    textTable(columns, rows),
    '',
    ...wrap(summaryText(comparison, decimals), 100),
    ...(comparison.misspelt === undefined ? [] : wrap(comparison.misspelt, 100)),
    ...(comparison.basis === undefined ? [] : wrap(comparison.basis, 100)),
  ].join('\n');
}

function linesOf(row: ComparisonRow, withUse: boolean, decimals: number, withIntervals: boolean): string[][] {
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
  const intervals = row.cells.map((cell) => intervalText(cell, decimals));
  return [
    [...lead, 'published', ...published],
    [...blank, 'ours', ...ours],
    [...blank, 'difference', ...differences],
    ...(withIntervals && intervals.some((one) => one !== '') ? [[...blank, '95%', ...intervals]] : []),
  ];
}

/** From where to where a difference lies. */
function intervalText({ low, high }: ComparisonCell, decimals: number): string {
  return low === null || high === null ? '' : `${signedText(low, decimals)} to ${signedText(high, decimals)}`;
}

/**
 * A comparison as a notebook shows it: in each cell ours over published over their difference, coloured by
 * the difference (blue where ours is lower, orange where it is higher). Coloured cells bring their own dark
 * text, so that they read in light and dark themes; everything else takes the theme's colours.
 */
function comparisonHtml(comparison: Comparison, decimals: number): string {
  const { paper, item, unit, caption, columns, rows } = comparison;
  const deepest = summarize(comparison).largestDifference ?? 0;
  const head = ['', ...columns].map((title, place) => {
    const align = place === 0 ? 'left' : 'right';
    return `<th style="${CELL};text-align:${align};border-bottom:${RULE}">${escapeHtml(title)}</th>`;
  });
  const body = rows.map((row) => rowHtml(row, deepest, decimals, comparison.intervals === true));
  const title = `<b>${escapeHtml(`${paper}, ${item}`)}</b>${unit ? ` (${escapeHtml(unit)})` : ''}. ${escapeHtml(`The paper: ${caption}${whoseTold(comparison)}`)}`;
  const swatch = (sign: 1 | -1): string =>
    `<span style="background-color:${heat(sign, 1)};color:#1a1a1a;padding:0 6px">${minus(signedText(sign * deepest, decimals))}</span>`;
  const legend =
    'Each cell: <b>ours</b> (standard error), then published (standard error), then ours − published' +
    (comparison.intervals === true ? ' with its 95% interval.' : '.') +
    (deepest > 0 ? ` Deepest colours: ${swatch(-1)} ${swatch(1)}.` : '');
  return framed({
    // What the cells contain, and what ours is compared with, is said before them.
    title: [title, escapeHtml(comparison.note ?? ''), legend].filter(Boolean).join('<br>'),
    head: `<tr>${head.join('')}</tr>`,
    body: body,
    foot: [summaryText(comparison, decimals), comparison.misspelt ?? '', comparison.basis ?? '']
      .filter(Boolean)
      .map(escapeHtml)
      .join('<br>'),
    isLarge: columns.length > mostColumnsAtOnce || rows.length > mostRowsAtOnce,
  });
}

/** A comparison of more columns, or of more rows of three lines, is larger than a page. */
const [mostColumnsAtOnce, mostRowsAtOnce] = [7, 10];

/** A sentence on whose our numbers are; empty where that is not known. */
function whoseTold({ caption, whose }: Comparison): string {
  if (whose === undefined) return '';
  return `${/[.?!]$/.test(caption) ? '' : '.'} Ours is ${whose}.`;
}

/** Evidence and use are written under the row's name, so that they stay visible in wide tables. */
function rowHtml(row: ComparisonRow, deepest: number, decimals: number, withIntervals: boolean): string {
  const evidence = evidenceText(row.cells.flatMap((cell) => cell.evidence ?? [])) || 'no evidence';
  const kind = row.use === null ? evidence : `${evidence}, ${row.use}`;
  return (
    `<tr><th style="${CELL};text-align:left;white-space:nowrap">${escapeHtml(row.label)}` +
    `<br><span style="font-weight:normal;font-size:85%">${escapeHtml(kind)}</span></th>` +
    row.cells.map((cell) => cellHtml(cell, deepest, decimals, withIntervals)).join('') +
    '</tr>'
  );
}

function cellHtml(cell: ComparisonCell, deepest: number, decimals: number, withIntervals: boolean): string {
  const { ours, oursError, published, publishedError, difference } = cell;
  const error = oursError === null ? '' : ` (${errorText(oursError, decimals)})`;
  const lines = [
    ours === null ? '<i>ours missing</i>' : `<b>${numberText(ours, decimals)}</b>${error}`,
    published === null
      ? '<i>none published</i>'
      : cellText({ value: published, standardError: publishedError }, decimals),
    ...(difference === null ? [] : [minus(signedText(difference, decimals))]),
    ...(withIntervals && cell.low !== null ? [`<small>${minus(intervalText(cell, decimals))}</small>`] : []),
  ];
  const colours =
    difference === null
      ? ''
      : `;color:#1a1a1a;background-color:${heat(difference, deepest === 0 ? 0 : Math.abs(difference) / deepest)}`;
  return `<td style="padding:4px 10px;vertical-align:top;text-align:right;white-space:nowrap${colours}">${lines.join('<br>')}</td>`;
}

/** With a minus as wide as a plus. */
function minus(text: string): string {
  return text.replaceAll('-', '−');
}

/** From near white to blue below and orange above; light enough at both ends for dark text. */
function heat(sign: number, depth: number): string {
  const deep = sign < 0 ? [107, 174, 214] : [253, 174, 107];
  return `rgb(${deep.map((part) => Math.round(247 + depth * (part - 247))).join(',')})`;
}

/** The footer of a comparison: the number of cells, missing cells, and differences. */
export function summaryText(comparison: Comparison, decimals = 2): string {
  const { published, ours, compared, missingOurs, missingPublished } = comparison.counts;
  const { medianDifference, largestDifference, largestCell } = summarize(comparison);
  const heldOut = comparedCells(comparison).length;
  const counts =
    `${published} published ${published === 1 ? 'cell' : 'cells'}, ${ours} of ours${oursText(comparison)}, ${compared} compared` +
    `${heldOut === compared ? '' : ` (${heldOut} held out)`}; ` +
    `${missingOurs} published without ours, ${missingPublished} of ours without published.` +
    notShownText(comparison);
  if (medianDifference === null || largestDifference === null || !largestCell) return counts;
  const best = nullDifference(comparison);
  const ofNull =
    best === null
      ? ''
      : ` Without any run, ${nullText(best)} would differ by a median of ${numberText(best.difference, decimals)}.`;
  return (
    `${counts} Absolute difference: median ${numberText(medianDifference, decimals)}, ` +
    `largest ${numberText(largestDifference, decimals)} (${largestCell.row}, ${largestCell.column}).${ofNull}`
  );
}

/** The most columns that are named as not shown. */
const mostNamed = 12;

/** What else is published in the table, and has nothing of ours in its row or column. */
function notShownText({ notShown }: Comparison): string {
  if (notShown === undefined) return '';
  const { cells, columns } = notShown;
  const named =
    columns.length === 0 || columns.length > mostNamed ? '' : `, among them all of ${columns.join(', ')}`;
  return ` Not shown: ${cells} more published ${cells === 1 ? 'cell' : 'cells'} in rows and columns without ours${named}.`;
}

/** " (n = 30)", " (n = 4 to 12; in brackets: standard errors)" */
function oursText({ n, rows }: Comparison): string {
  const parts: string[] = [];
  if (n !== undefined) {
    const [smallest, largest] = n.map((one) => one.toLocaleString('en'));
    parts.push(`n = ${smallest === largest ? smallest : `${smallest} to ${largest}`}`);
  }
  const hasErrors = rows.some(({ cells }) =>
    cells.some(({ ours, oursError }) => ours !== null && oursError !== null),
  );
  if (hasErrors) parts.push('in brackets: standard errors');
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

/** What a null is, for a reader who does not know the word. */
function nullText({ null: name }: NullDifference): string {
  if (name === 'one constant') return 'the published median in every cell';
  return name === 'one constant a measure' ? 'the published median of each measure in its cells' : name;
}

/** A difference as text, with its sign (also plus). */
export function signedText(value: number, decimals: number): string {
  const text = numberText(value, decimals);
  return Number(text) > 0 ? `+${text}` : text;
}

/** A mean with its standard error in brackets, as papers print it: "79.05 (1.11)". */
function cellText({ value, standardError }: TableCell, decimals: number): string {
  const mean = numberText(value, decimals);
  return standardError === null ? mean : `${mean} (${errorText(standardError, decimals)})`;
}
