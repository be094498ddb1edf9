import type { Run } from '../experiment/run';
import type { Collaboration } from '../protocols/protocol';

/** A row of a result: fields that say what was measured, and one number. */
export interface Row {
  /** The name of the column. */
  readonly column: string;
  /** The number. Null if it is missing: a round that was not played, say. */
  readonly value: number | null;
  /** The collaboration's index and case. */
  readonly collaboration: number;
  readonly case: string;
  readonly [field: string]: string | number | boolean | null;
}

/** One of several numbers of a collaboration. The other fields (round, agent) identify it. */
export interface Part {
  readonly value: number | null;
  readonly [field: string]: string | number | boolean | null;
}

/** What a column finds in a collaboration: a number, null if it is missing, or several numbers. */
export type Found = number | null | readonly Part[];

/** A measure of one collaboration. A plain function is a column, too. */
export interface Column {
  measure(collaboration: Collaboration): Found | Promise<Found>;
  /** The smallest and largest value that is possible, such as [0, 100]. Intervals stay inside. */
  readonly bounds?: readonly [number, number];
  /** Digits after the point in tables. */
  readonly decimals?: number;
}
export type Columns = Readonly<Record<string, Column | Column['measure']>>;
export type Measurable = Run | Iterable<Collaboration>;
