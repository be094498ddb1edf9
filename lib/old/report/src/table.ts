import { inspect } from 'node:util';
import { AgoraError } from 'agora-voting';
import { closest } from 'agora-voting/internal';
import { basesOf, basisText, jupyterDisplay, type MimeBundle, visible } from 'agora-core/internal';
import { inWords, type Wording } from './entries';

/** A value that can be shown in a notebook and in a terminal. */
export interface Shown {
  readonly html: string;
  readonly text: string;
}

/** The forms in which a notebook gets it: HTML, with the text beside it for readers without. */
export function bundleOf({ html, text }: Shown): MimeBundle {
  return { 'text/html': html, 'text/plain': text };
}

/**
 * Makes a value, or all values with it as prototype, show itself as the last value of a notebook's cell, and as text
 * when printed.
 */
export function selfShowing<Value extends object>(value: Value, look: (value: Value) => Shown): Value {
  return Object.defineProperties(value, {
    [jupyterDisplay]: {
      value(this: Value) {
        return bundleOf(look(this));
      },
    },
    [inspect.custom]: {
      value(this: Value) {
        return look(this).text;
      },
    },
  });
}

export interface TableColumn {
  /** The property of the rows. */
  readonly key: string;
  /** The title of the column. Default: the key. */
  readonly title?: string;
  /**
   * Decimals of numbers; one that is not zero and would read 0.00 is "< 0.01", or "> -0.01". Default: whole numbers in
   * full, others with up to six digits.
   */
  readonly decimals?: number;
}

/**
 * A plain table of records: parameters and reasons, claims and findings. Columns of numbers are right-aligned. A
 * missing value is a dash, and nested values are written out. The footer of measured rows says how many answers could
 * not be used, and what does not count as independent.
 * @param columns - the properties to show, in order. Default: those of the rows
 * @throws AgoraError 'rows' when none of the rows has a column that is to be shown
 * @example
 * report.table([{ rule: 'Borda', votes: 3 }]).text.split('\n')[0]; // => 'rule   votes'
 */
export function table(
  records: readonly object[],
  columns?: readonly (string | TableColumn)[],
  caption = '',
): Shown {
  // Any object will do: an interface has no index signature, and its properties are read by name all the same.
  const rows = records as readonly Readonly<Record<string, unknown>>[];
  const chosen = (columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]).map(
    (column): TableColumn => (typeof column === 'string' ? { key: column } : column),
  );
  needColumns(
    'table',
    rows,
    chosen.map(({ key }) => key),
  );
  const heads = chosen.map(({ key, title }) => ({
    title: title ?? key,
    align:
      rows.length > 0 && rows.every((row) => isNumberOrNothing(row[key]))
        ? ('right' as const)
        : ('left' as const),
  }));
  const cells = rows.map((row) =>
    chosen.map(({ key, decimals }) => inWords(row[key], cellWording(decimals))),
  );
  const text = textTable(
    heads.map((head) => ({ ...head, width: 60 })),
    cells,
  );
  const foot = basisText(basesOf(records));
  const shown = {
    html: htmlTable(heads, cells, caption, foot),
    text: [...(caption ? [caption, ''] : []), text, ...(foot ? ['', ...wrap(foot, 100)] : [])].join('\n'),
  };
  return selfShowing(shown, (self) => self);
}

/** Throws for a column that no row has. An empty list of rows passes. */
function needColumns(
  who: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  keys: readonly string[],
): void {
  if (rows.length === 0) return;
  const known = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const missing = keys.find((key) => !rows.some((row) => key in row));
  if (missing !== undefined) throw noColumn(who, missing, known);
}

/** The error for a column that is not there: with the one that was meant, if one is close, and all that there are. */
export function noColumn(who: string, missing: string, known: readonly string[]): AgoraError {
  const meant = closest(missing, known);
  return new AgoraError(
    'rows',
    `${who} finds no row with the column ${JSON.stringify(missing)}` +
      `${meant === undefined ? '' : ` (did you mean ${meant}?)`}. There are: ${known.join(', ')}`,
  );
}

function isNumberOrNothing(value: unknown): boolean {
  return typeof value === 'number' || value === null || value === undefined;
}

/** How a cell writes its value: whole numbers in full, and what is no list or record as Node shows it. */
function cellWording(decimals: number | undefined): Wording {
  return {
    number: (value) => {
      if (decimals !== undefined) return fixedText(value, decimals);
      return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
    },
    other: (value) => inspect(value, { breakLength: Infinity }),
    depth: 4,
  };
}

/** A number with a fixed count of decimals. One that is not zero never reads as zero: "< 0.01", "> -0.01". */
function fixedText(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  if (value === 0 || Number(text) !== 0) return text;
  const least = (10 ** -decimals).toFixed(decimals);
  return value > 0 ? `< ${least}` : `> -${least}`;
}

/** A number with a fixed count of decimals; zero never carries a minus. */
export function numberText(value: number, decimals = 2): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/**
 * A standard error with a fixed count of decimals, or with as many as show its first digit: one that is not zero never reads
 * 0.00.
 */
export function errorText(standardError: number, decimals = 2): string {
  const text = numberText(standardError, decimals);
  if (standardError === 0 || Number(text) !== 0) return text;
  return numberText(standardError, Math.min(100, -Math.floor(Math.log10(standardError))));
}

/** The format of a column of a text table. */
export interface TextColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Longer cells are broken into lines between words; no limit unless stated. */
  readonly width?: number;
}

/** Rows of cells under their titles, aligned with spaces, two between columns. Safe to print: see `visible`. */
export function textTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string {
  const broken = [columns.map((column) => column.title), ...rows].map((row) =>
    columns.map((column, place) => wrap(visible(row[place] ?? ''), column.width ?? Infinity)),
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

function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(width - widthOf(text));
  return align === 'right' ? space + text : text + space;
}

function widthOf(text: string): number {
  return [...text].length;
}

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

export const RULE = '1px solid #9a9a9a';
export const CELL = 'padding:4px 10px;vertical-align:top;white-space:normal;max-width:480px';

/** A table in HTML, in the colours of the reader's theme. */
export function htmlTable(
  columns: readonly TextColumn[],
  rows: readonly (readonly string[])[],
  caption = '',
  foot = '',
): string {
  const cell = (tag: 'th' | 'td', text: string, place: number): string => {
    const align = columns[place]?.align ?? 'left';
    const border = tag === 'th' ? `;border-bottom:${RULE}` : '';
    // Browsers would make long texts as narrow as their longest word where a table is wide.
    const least = tag === 'th' && isLong[place] === true ? ';min-width:240px' : '';
    return `<${tag} style="${CELL};text-align:${align}${border}${least}">${escapeHtml(text)}</${tag}>`;
  };
  const isLong = columns.map((_, place) => rows.some((row) => (row[place] ?? '').length > longText));
  const head = columns.map((column, place) => cell('th', column.title, place)).join('');
  const body = rows.map(
    (row) => `<tr>${columns.map((_, place) => cell('td', row[place] ?? '', place)).join('')}</tr>`,
  );
  const widths = columns.map(({ title }, place) =>
    Math.max(widthOf(title), ...rows.map((row) => Math.min(widestCell, widthOf(row[place] ?? '')))),
  );
  const isWide = widths.reduce((sum, width) => sum + width + 3, 0) > widestPage;
  return framed({
    title: escapeHtml(caption),
    head: `<tr>${head}</tr>`,
    body: body,
    foot: escapeHtml(foot),
    isLarge: isWide || rows.length > mostRowsAtOnce,
  });
}

/** In letters: a cell is broken into lines where it is longer, and a notebook's page holds about so many. */
const [widestCell, widestPage] = [60, 130];
/** A cell of more letters is a paragraph. */
const longText = 150;
/** A table of more rows is higher than a screen. */
const mostRowsAtOnce = 30;

/** The class of tables that are wider or higher than a page. */
const large = 'agora-large';
const ground = 'background:var(--jp-layout-color0,var(--vscode-editor-background,Canvas))';
/** A large table scrolls by itself, and its head and first column stay in view. */
const largeStyle =
  `<style>.${large}{overflow:auto;max-height:85vh}` +
  `.${large} thead th{position:sticky;top:0;z-index:1;${ground};box-shadow:inset 0 -1px #9a9a9a}` +
  `.${large} tbody tr>:first-child,.${large} thead th:first-child{position:sticky;left:0;${ground}}` +
  // The first column has the stripes of the lab, too.
  `.${large} tbody tr:nth-child(even)>:first-child{background:var(--jp-rendermime-table-row-background,Canvas)}` +
  `.${large} thead th:first-child{z-index:2}</style>`;

/** A table under its title, with a line beneath, all in HTML. */
export function framed({
  title,
  head,
  body,
  foot,
  isLarge,
}: {
  readonly title: string;
  readonly head: string;
  readonly body: readonly string[];
  readonly foot: string;
  /** Whether it is wider or higher than a page. */
  readonly isLarge: boolean;
}): string {
  const line = (text: string): string => (text ? `<div style="margin:6px 0">${text}</div>` : '');
  const table = `<table style="border-collapse:collapse;margin:0"><thead>${head}</thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
  const box = isLarge ? `${largeStyle}<div class="${large}" tabindex="0">${table}</div>` : table;
  return `<div>${line(title)}${box}${line(foot)}</div>`;
}
