import type { TalkRow } from './api';

/**
 * The rows to show, and their order. The page's address contains the filter, as in
 * "?.decision=undecided&.switches=3..9&sort=-switches".
 */
export interface Filter {
  /** The required value in each column, or a range of numbers in the form "low..high". */
  readonly is: ReadonlyMap<string, string>;
  /** Words that must appear in a row. */
  readonly words: string;
  /** The column to sort by. A leading minus sign puts the largest values first. */
  readonly sort: string;
  /** The number of rows to show, from the top. 0 shows all rows. */
  readonly first: number;
}

export function filterOf(query: URLSearchParams): Filter {
  const is = new Map(
    [...query].filter(([name]) => name.startsWith('.')).map(([name, value]) => [name.slice(1), value]),
  );
  return {
    is,
    words: query.get('words') ?? '',
    sort: query.get('sort') ?? '',
    first: Number(query.get('first')) || 0,
  };
}

/** Returns a filter as query parameters, in which column names begin with a dot. */
export function queryOf({ is, words, sort, first }: Filter): Record<string, string> {
  return {
    ...Object.fromEntries([...is].map(([column, value]) => [`.${column}`, value])),
    ...(words !== '' && { words }),
    ...(sort !== '' && { sort }),
    ...(first > 0 && { first: String(first) }),
  };
}

/** Returns the rows that match a filter, in the filter's order. */
export function applyFilter(rows: readonly TalkRow[], filter: Filter): TalkRow[] {
  const shown = ordered(rows, filter);
  return filter.first > 0 ? shown.slice(0, filter.first) : shown;
}

function ordered(rows: readonly TalkRow[], { is, words, sort }: Filter): TalkRow[] {
  const tests = [...is].map(([column, value]) => [column, testOf(value)] as const);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = rows.filter(
    (row) =>
      tests.every(([column, test]) => test(row[column] ?? null)) &&
      wanted.every((word) => Object.values(row).some((value) => String(value).toLowerCase().includes(word))),
  );
  if (sort === '') return shown;
  const column = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  // Rows without a value come last, whatever the sort direction.
  return shown.sort((one, other) => {
    const [a, b] = [one[column] ?? null, other[column] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || one.place - other.place;
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
    return sign * order || one.place - other.place;
  });
}

function testOf(value: string): (found: string | number | null) => boolean {
  const [low = '', high, ...rest] = value.split('..');
  const isRange =
    high !== undefined && rest.length === 0 && ![low, high].some((end) => Number.isNaN(Number(end)));
  if (!isRange) return (found) => String(found) === value;
  const from = low === '' ? -Infinity : Number(low);
  const to = high === '' ? Infinity : Number(high);
  return (found) => typeof found === 'number' && found >= from && found <= to;
}

/** Returns the columns that appear in the given rows, in order of first appearance. */
export const columnsOf = (rows: readonly TalkRow[]): string[] =>
  [...new Set(rows.slice(0, 2000).flatMap((row) => Object.keys(row)))].filter((column) => column !== 'place');

export const numbersOf = (rows: readonly TalkRow[], column: string): number[] =>
  rows.flatMap((row) => (typeof row[column] === 'number' ? [row[column]] : []));

/** Returns a number with its noun, such as "1 pair" or "1,018 pairs". */
export const plural = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** Formats a number with at most three significant digits. */
export function shortNumber(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 4 });
}
