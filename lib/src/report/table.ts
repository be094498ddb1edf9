import { htmlTable } from './html-table';
import { textTable } from './text-table';

/** Anything that can be shown both in a notebook and in a terminal. */
export interface Shown {
  readonly html: string;
  readonly text: string;
}

export type TableValue = string | number | boolean | null | undefined;

export interface TableColumn {
  /** The rows' property. */
  readonly key: string;
  /** What stands above it; the key unless stated. */
  readonly title?: string;
  /** For numbers. Unless stated, whole numbers are written in full, others with up to six digits in all. */
  readonly decimals?: number;
}

/**
 * A plain table of records: parameters and reasons, claims and findings. Columns whose values are all
 * numbers stand to the right. What is missing is a dash.
 * @param columns - which properties, in which order; those of the rows unless stated
 */
export function table(
  records: readonly object[],
  columns?: readonly (string | TableColumn)[],
  caption = '',
): Shown {
  // Any object will do: an interface has no index signature, and its properties are read by name all the same.
  const rows = records as readonly Readonly<Record<string, TableValue>>[];
  const chosen = (columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]).map(
    (column): TableColumn => (typeof column === 'string' ? { key: column } : column),
  );
  const heads = chosen.map(({ key, title }) => ({
    title: title ?? key,
    align:
      rows.length > 0 && rows.every((row) => isNumberOrNothing(row[key]))
        ? ('right' as const)
        : ('left' as const),
  }));
  const cells = rows.map((row) => chosen.map(({ key, decimals }) => textOf(row[key], decimals)));
  const text = textTable(
    heads.map((head) => ({ ...head, width: 60 })),
    cells,
  );
  return { html: htmlTable(heads, cells, caption), text: caption ? `${caption}\n\n${text}` : text };
}

function isNumberOrNothing(value: TableValue): boolean {
  return typeof value === 'number' || value === null || value === undefined;
}

function textOf(value: TableValue, decimals: number | undefined): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'number') return String(value);
  if (decimals !== undefined) return value.toFixed(decimals);
  return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}
