import type { JsonObject } from '../json';

/** One bar: a subject, and by how much the first of two things is ahead of the second there. */
export interface Difference {
  readonly label: string;
  readonly value: number;
  readonly standardError?: number | null;
  /** What a paper prints, drawn as a hollow diamond. */
  readonly published?: number | null;
  /** Drawn with a border: a bar that the text speaks of. */
  readonly marked?: boolean;
}

/** The value beyond its bar's end and its error; at the bar's foot where the published diamond takes that place. */
export function written(
  row: Difference,
  place: number,
  [low, high]: readonly [number, number],
  decimals: number,
): JsonObject {
  const side = row.value >= 0 ? 1 : -1;
  const error = row.standardError ?? 0;
  const end = side * row.value + error;
  const diamond = typeof row.published === 'number' ? side * row.published : -Infinity;
  const taken = Math.abs(diamond - end) < 0.08 * (high - low);
  const foot = Math.min(0, side * row.value - error);
  const [at, towards] = taken ? [side * foot, -side] : [side * end, side];
  return {
    x: at,
    y: place,
    text: `${row.value > 0 ? '+' : ''}${row.value.toFixed(decimals)}`.replace('-', '−'),
    showarrow: false,
    xanchor: towards > 0 ? 'left' : 'right',
    yanchor: 'middle',
    xshift: towards * 3,
    font: { size: 10.5 },
  };
}

/** Room for the numbers beyond the longest bars, and always some on both sides of zero. */
export function reach(rows: readonly Difference[]): [number, number] {
  const ends = rows.flatMap(({ value, standardError, published }) => {
    const error = standardError ?? 0;
    return [value - error, value + error, ...(typeof published === 'number' ? [published] : [])];
  });
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = 0.12 * (high - low) || 1;
  return [low - room, high + room];
}
