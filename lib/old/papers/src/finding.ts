import { z } from 'zod';
import {
  type PublishedRow,
  type PublishedTable,
  type QuotedNumbers,
  readPublished,
} from 'agora-report/internal';
import { AgoraError } from 'agora-voting';

/** A statement of a paper, or a reading of its definitions, compared with its printed numbers. */
export interface Finding {
  readonly claim: string;
  /** The printed statement, and its place. */
  readonly printed: string;
  /** What follows from the printed numbers, exact up to rounding. */
  readonly recomputed: string;
  /** Null if the printed numbers neither confirm nor contradict it. */
  readonly agrees: boolean | null;
  /** The printed numbers cannot all be right: they contradict each other, or the formula or caption printed with them. */
  readonly impossible: boolean;
  readonly note: string;
}

/** The outcome of a claim. Texts that it gives replace the claim's own. */
export type Check = Pick<Finding, 'recomputed' | 'agrees'> & Partial<Finding>;

const text = z.string();
const claimsFile = z.strictObject({
  paper: text,
  notes: z.array(text),
  claims: z.record(
    text,
    z.record(
      text,
      z.strictObject({
        claim: text.default(''),
        printed: text.default(''),
        note: text.default(''),
        /** If this does not agree, some printed number cannot be right. */
        impossible: z.boolean().default(false),
        /** The outcome of a claim that needs no computation. */
        stated: z.strictObject({ recomputed: text, agrees: z.boolean().nullable() }).optional(),
      }),
    ),
  ),
});

/**
 * The claims of one part of a paper, from data/published/NAME-claims.json and in its order, each with its outcome. A
 * check may give several findings, or none: then one claim represents a family of them.
 * @throws AgoraError 'published-data' when a claim has neither a check nor a stated outcome, or a check has no claim
 */
export function audited(
  name: string,
  part: string,
  checks: Readonly<Record<string, () => Check | readonly Check[]>>,
): Finding[] {
  const claims = readPublished(`${name}-claims`, claimsFile).claims[part] ?? {};
  const odd = [...Object.keys(claims), ...Object.keys(checks)].find(
    (id) => !(id in claims && id in checks === (claims[id]?.stated === undefined)),
  );
  if (odd !== undefined)
    throw new AgoraError('published-data', `${name}, ${part}: "${odd}" is no claim with a check`);
  return Object.entries(claims).flatMap(([id, { claim, printed, note, impossible, stated }]) => {
    const outcome: Check | readonly Check[] = checks[id]?.() ?? stated ?? [];
    return [outcome].flat().map((found): Finding => ({
      claim: found.claim ?? claim,
      printed: found.printed ?? printed,
      recomputed: found.recomputed,
      agrees: found.agrees,
      impossible: impossible && found.agrees === false,
      note: found.note ?? note,
    }));
  });
}

/** The row with all of these settings. @throws AgoraError 'published-data' when the table has none */
export function rowWhere(table: PublishedTable, setting: Readonly<Record<string, string>>): PublishedRow {
  const row = table.rows.find((one) =>
    Object.entries(setting).every(([name, value]) => one.setting?.[name] === value),
  );
  if (row === undefined)
    throw new AgoraError('published-data', `${table.item} has no row with ${JSON.stringify(setting)}`);
  return row;
}

/** @throws AgoraError 'published-data' when there is no such cell */
export function cellValue(row: PublishedRow | undefined, column: string, where = row?.label ?? ''): number {
  const cell = row?.cells[column];
  if (!cell) throw new AgoraError('published-data', `there is no published cell ${column} in ${where}`);
  return cell.value;
}

/** A cell by its row's label. */
export function labelled(table: PublishedTable, label: string, column: string): number {
  const row = table.rows.find((one) => one.label === label);
  return cellValue(row, column, `${table.item}, ${label}`);
}

/** Numbers of the text. @throws AgoraError 'published-data' for an unknown name */
export function quotedIn(
  { quoted }: { readonly quoted: readonly QuotedNumbers[] },
  name: string,
): Readonly<Record<string, number>> {
  const found = quoted.find((one) => one.name === name);
  if (!found)
    throw new AgoraError('published-data', `there are no quoted numbers called ${JSON.stringify(name)}`);
  return found.values;
}

/** One of them. */
export function quotedNumber(
  paper: { readonly quoted: readonly QuotedNumbers[] },
  name: string,
  key: string,
): number {
  return quotedIn(paper, name)[key] ?? Number.NaN;
}

export function show(number: number, digits = 2): string {
  return number.toFixed(digits);
}

/** A value with its sign. */
export function signed(value: number, digits = 2): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(digits)}`;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** Differences of printed decimals have rounding errors of about 1e-16, which are removed. */
export function less(value: number, other: number): number {
  return Number((value - other).toFixed(9));
}

/** Differences: each value minus the one before it. */
export function steps(values: readonly number[]): number[] {
  return values.slice(1).map((value, place) => less(value, values[place] ?? NaN));
}

export function same(value: number, other: number, tolerance = 0): boolean {
  return Math.abs(value - other) <= tolerance + 1e-9;
}
