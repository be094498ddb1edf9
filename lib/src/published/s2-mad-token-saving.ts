import type { PublishedRow } from './published-table';

/** A token cost as printed, in thousands, and how far rounding may have moved it. */
export interface PrintedTokens {
  readonly value: number;
  readonly within: number;
}

/** What one cost saves of another, in percent: from the printed costs, and the least and most that their rounding allows. */
export interface TokenSaving {
  readonly percent: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * S2-MAD prints tokens to 0.01 thousand below 10, and to 0.1 from 10 on. A row that is printed more coarsely says so
 * in its setting ("tokens printed to"). Undefined where the cell is a dash.
 */
export function printedTokens(row: PublishedRow | undefined, column = 'tokens'): PrintedTokens | undefined {
  const value = row?.cells[column]?.value;
  if (value === undefined) return undefined;
  return { value, within: Number(row?.setting?.['tokens printed to'] ?? (value < 10 ? 0.01 : 0.1)) / 2 };
}

/** With the digits that the paper prints: "18.0". */
export function tokensText({ value, within }: PrintedTokens): string {
  return value.toFixed(Math.round(-Math.log10(2 * within)));
}

/** One less the ratio of the two costs. Negative where the cost is the higher one. */
export function tokenSaving(cost: PrintedTokens, base: PrintedTokens): TokenSaving {
  const percent = (own: number, other: number): number => 100 * (1 - own / other);
  return {
    percent: percent(cost.value, base.value),
    lowest: percent(cost.value + cost.within, base.value - base.within),
    highest: percent(cost.value - cost.within, base.value + base.within),
  };
}

/**
 * A printed percentage against what follows from printed costs. `equal`: the printed costs give it, to the 0.1 that
 * it is printed to. `rounding`: costs that are rounded to the printed ones do. `cannot be`: none do.
 */
export type SavingVerdict = 'equal' | 'rounding' | 'cannot be';

export function savingVerdict(printed: number, { percent, lowest, highest }: TokenSaving): SavingVerdict {
  const half = 0.05 + 1e-9;
  if (Math.abs(percent - printed) <= half) return 'equal';
  return lowest <= printed + half && highest >= printed - half ? 'rounding' : 'cannot be';
}
