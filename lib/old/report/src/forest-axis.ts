import type { ForestRow } from './forest-figure';

/** Where an axis begins and ends. */
export interface ForestAxis {
  readonly low: number;
  readonly high: number;
}

/** An interval is wide if it exceeds the typical width this many times. */
const WIDE = 3;
/** How many times longer than the other rows need the axis may become for wide intervals, and for their values. */
const GROWN = 2;
const GROWN_BY_VALUES = 20;
/** Of the axis, on either side. */
const MARGIN = 0.04;

/**
 * The axis of a panel: all values, intervals and bounds. Where the ends of wide intervals would make it more than twice as
 * long, they are left out; where even their values would make it more than twenty times as long, these, too. Typical is
 * the width that a quarter of the intervals do not exceed.
 */
export function forestAxis(rows: readonly ForestRow[]): ForestAxis {
  const typical = typicalWidth(rows);
  const usual = rows.filter((row) => widthOf(row) <= WIDE * typical);
  const bounds = rows.flatMap(({ claimed = [] }) => claimed.flatMap(({ from, to }) => [from, to]));
  const core = spanOf([...bounds, ...(usual.length === 0 ? rows : usual).flatMap(numbersOf)]);
  const withValues = spanOf([core.low, core.high, ...rows.map(({ value }) => value)]);
  const whole = spanOf([core.low, core.high, ...rows.flatMap(numbersOf)]);
  const chosen = chosenOf(core, withValues, whole);
  const margin = MARGIN * sizeOf(chosen) || Math.abs(chosen.low) / 10 || 1;
  return { low: chosen.low - margin, high: chosen.high + margin };
}

function chosenOf(core: ForestAxis, withValues: ForestAxis, whole: ForestAxis): ForestAxis {
  if (sizeOf(core) === 0) return whole;
  if (sizeOf(withValues) > GROWN_BY_VALUES * sizeOf(core)) return core;
  return sizeOf(whole) <= GROWN * sizeOf(withValues) ? whole : withValues;
}

function typicalWidth(rows: readonly ForestRow[]): number {
  const known = rows.filter(({ low, high }) => low !== null || high !== null);
  const widths = known.map(widthOf).sort((one, other) => one - other);
  return widths[Math.floor((widths.length - 1) / 4)] ?? 0;
}

/** Twice the known half where the other half has no end. */
function widthOf({ value, low, high }: ForestRow): number {
  if (low === null && high === null) return 0;
  if (low !== null && high !== null) return high - low;
  return 2 * Math.abs(value - (low ?? high ?? value));
}

function numbersOf({ value, low, high }: ForestRow): (number | null)[] {
  return [low, value, high];
}

function spanOf(numbers: readonly (number | null)[]): ForestAxis {
  const known = numbers.filter((one) => one !== null);
  return { low: Math.min(...known), high: Math.max(...known) };
}

function sizeOf({ low, high }: ForestAxis): number {
  return high - low;
}
