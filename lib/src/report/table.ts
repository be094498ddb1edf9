import { inspect } from 'node:util';
import { jupyterDisplay, type MimeBundle } from '../notebook';
import { htmlTable } from './html-table';
import { textTable } from './text-table';

/** Anything that can be shown both in a notebook and in a terminal. */
export interface Shown {
  readonly html: string;
  readonly text: string;
}

/** The forms in which a notebook gets it: HTML, with the text beside it for readers without. */
export function bundleOf({ html, text }: Shown): MimeBundle {
  return { 'text/html': html, 'text/plain': text };
}

/** Lets a value show itself where it is the last of a notebook's cell, and as text where it is printed. */
export function selfShowing<Value extends object>(value: Value, look: (value: Value) => Shown): Value {
  return Object.defineProperties(value, {
    [jupyterDisplay]: { value: () => bundleOf(look(value)) },
    [inspect.custom]: { value: () => look(value).text },
  });
}

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
 * numbers stand to the right. What is missing is a dash, and what is nested is written out.
 * @param columns - which properties, in which order; those of the rows unless stated
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
  const shown = {
    html: htmlTable(heads, cells, caption),
    text: caption ? `${caption}\n\n${text}` : text,
  };
  return selfShowing(shown, (self) => self);
}

function isNumberOrNothing(value: unknown): boolean {
  return typeof value === 'number' || value === null || value === undefined;
}

/** A nested value as "apples: 3, prices: (1, 2)". */
function textOf(value: unknown, decimals: number | undefined, depth = 0): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    if (decimals !== undefined) return value.toFixed(decimals);
    return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
  }
  const isRecord = Object.prototype.toString.call(value) === '[object Object]';
  if ((!isRecord && !Array.isArray(value)) || depth === 4) return inspect(value, { breakLength: Infinity });
  const parts = Object.entries(value).map(([key, part]) => {
    const text = textOf(part, decimals, depth + 1);
    return isRecord ? `${key}: ${text}` : text;
  });
  return depth === 0 ? parts.join(', ') : `(${parts.join(', ')})`;
}
