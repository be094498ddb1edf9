/**
 * A transitive order of up to 30 options that grows pair by pair, as bit sets: `rows[a]` are the options after a,
 * `rows[m + a]` those before it.
 */
export type PartialOrder = number[];

/** One more bit would be the sign. */
export const mostOptionsInBits = 30;

export function nothingOrdered(m: number): PartialOrder {
  return new Array<number>(2 * m).fill(0);
}

export function comesBefore(rows: PartialOrder, a: number, b: number): boolean {
  return (((rows[a] as number) >> b) & 1) === 1;
}

/** Puts a before b, and with it all that is before a before all that is after b. */
export function order(rows: PartialOrder, m: number, a: number, b: number): void {
  const after = (rows[b] as number) | (1 << b);
  const before = (rows[m + a] as number) | (1 << a);
  for (let rest = before; rest !== 0; rest &= rest - 1) {
    const x = 31 - Math.clz32(rest & -rest);
    rows[x] = (rows[x] as number) | after;
  }
  for (let rest = after; rest !== 0; rest &= rest - 1) {
    const y = 31 - Math.clz32(rest & -rest);
    rows[m + y] = (rows[m + y] as number) | before;
  }
}

/** How many options come before one: the bits of its row, counted in pairs, fours and bytes. */
export function howManyBefore(rows: PartialOrder, m: number, option: number): number {
  let bits = rows[m + option] as number;
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
