import type { PublishedPaper, PublishedTable } from 'agora-report/internal';
import { AgoraError } from 'agora-voting';

/** Which printed numbers are meant; see claim-spec.ts. */
export type Selection =
  | {
      readonly table: string;
      readonly rows: string;
      readonly columns: string;
      readonly part?: 'value' | 'standardError' | undefined;
      readonly take?: 'mean' | 'sum' | 'highest' | 'lowest' | 'range' | 'steps' | undefined;
    }
  | { readonly quoted: string; readonly key: string };

/** A number made of printed ones. */
export interface PrintedNumber {
  /** What distinguishes it within its selection: the named groups of the patterns. */
  readonly groups: Readonly<Record<string, string>>;
  readonly value: number;
  /** The largest rounding error, in either direction. */
  readonly room: number;
}

/** @throws AgoraError 'claim' when nothing of that description is printed */
export function selectPrinted(paper: PublishedPaper, selection: Selection): PrintedNumber[] {
  const found = 'quoted' in selection ? quotedNumber(paper, selection) : cellsOf(paper, selection);
  if (found.length === 0)
    throw new AgoraError('claim', `${paper.paper} prints nothing that fits ${JSON.stringify(selection)}`);
  return found;
}

function quotedNumber(
  { quoted }: PublishedPaper,
  { quoted: name, key }: Extract<Selection, { quoted: string }>,
): PrintedNumber[] {
  const value = quoted.find((one) => one.name === name)?.values[key];
  return value === undefined ? [] : [{ groups: {}, value: value, room: roomOf([value]) }];
}

function cellsOf(paper: PublishedPaper, selection: Extract<Selection, { table: string }>): PrintedNumber[] {
  const table = paper.tables.find(({ item }) => item === selection.table);
  if (table === undefined) return [];
  const part = selection.part ?? 'value';
  const rowPattern = new RegExp(selection.rows);
  const columns = table.columns.flatMap((column) => {
    const match = new RegExp(selection.columns).exec(column);
    return match === null
      ? []
      : [{ column: column, groups: { ...match.groups }, room: roomIn(table, column, part) }];
  });
  const rows = table.rows.flatMap((row) => {
    const match = rowPattern.exec(row.label);
    if (match === null) return [];
    const cells = columns.flatMap(({ column, groups, room }): PrintedNumber[] => {
      const value = row.cells[column]?.[part] ?? null;
      return value === null ? [] : [{ groups: { ...match.groups, ...groups }, value: value, room: room }];
    });
    return [cells];
  });
  if (selection.take === 'steps') return rows.flatMap(stepsOf);
  return selection.take === undefined ? rows.flat() : taken(rows.flat(), selection.take);
}

/** The differences of each cell and the one before it. */
function stepsOf(cells: readonly PrintedNumber[]): PrintedNumber[] {
  return cells.slice(1).map((cell, place) => {
    const before = cells[place] as PrintedNumber;
    return { groups: cell.groups, value: cell.value - before.value, room: cell.room + before.room };
  });
}

/** One number of all cells with equal groups. */
function taken(
  cells: readonly PrintedNumber[],
  take: 'mean' | 'sum' | 'highest' | 'lowest' | 'range',
): PrintedNumber[] {
  const alike = new Map<string, PrintedNumber[]>();
  for (const cell of cells) {
    const key = JSON.stringify(Object.entries(cell.groups).sort());
    alike.set(key, [...(alike.get(key) ?? []), cell]);
  }
  return [...alike.values()].map((own) => {
    const values = own.map(({ value }) => value);
    const room = Math.max(...own.map((cell) => cell.room));
    const sum = values.reduce((total, value) => total + value, 0);
    const [highest, lowest] = [Math.max(...values), Math.min(...values)];
    const value = {
      mean: sum / values.length,
      sum: sum,
      highest: highest,
      lowest: lowest,
      range: highest - lowest,
    };
    const rooms = { mean: room, sum: room * values.length, highest: room, lowest: room, range: 2 * room };
    return { groups: own[0]?.groups ?? {}, value: value[take], room: rooms[take] };
  });
}

/** Half a unit of the last decimal that a column prints. */
function roomIn(table: PublishedTable, column: string, part: 'value' | 'standardError'): number {
  return roomOf(table.rows.flatMap(({ cells }) => cells[column]?.[part] ?? []));
}

function roomOf(values: readonly number[]): number {
  const decimals = Math.max(0, ...values.map((value) => (String(value).split('.')[1] ?? '').length));
  return 0.5 * 10 ** -decimals;
}
