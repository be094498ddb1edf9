/** Measures of agreement between readers who code events. */

/** One reader's codes, by item. */
export type Codes = ReadonlyMap<string, string>;

export interface Agreement {
  /** Number of items that all compared readers coded. */
  readonly items: number;
  /** Share of items on which the readers agree, in percent. */
  readonly agreed: number;
  /** Agreement corrected for chance. Null if chance alone would give perfect agreement, or if there are no items. */
  readonly kappa: number | null;
}

/** Returns Cohen's kappa for two readers, on the items that both readers coded. Source: Cohen (1960). */
export function cohensKappa(one: Codes, other: Codes): Agreement {
  const items = [...one.keys()].filter((item) => other.has(item));
  const agreed = items.filter((item) => one.get(item) === other.get(item)).length;
  const share = (codes: Codes, code: string): number =>
    items.filter((item) => codes.get(item) === code).length / items.length;
  const used = new Set(items.flatMap((item) => [one.get(item)!, other.get(item)!]));
  const byChance = [...used].reduce((sum, code) => sum + share(one, code) * share(other, code), 0);
  return agreement(items.length, agreed / items.length, byChance);
}

/** Returns Fleiss' kappa for several readers, on the items that all readers coded. Source: Fleiss (1971). */
export function fleissKappa(readers: readonly Codes[]): Agreement {
  const [first] = readers;
  if (first === undefined || readers.length < 2) return { items: 0, agreed: 0, kappa: null };
  const items = [...first.keys()].filter((item) => readers.every((codes) => codes.has(item)));
  const size = readers.length;
  const totals = new Map<string, number>();
  let agreed = 0;
  for (const item of items) {
    const counts = new Map<string, number>();
    for (const codes of readers) counts.set(codes.get(item)!, (counts.get(codes.get(item)!) ?? 0) + 1);
    for (const [code, count] of counts) {
      totals.set(code, (totals.get(code) ?? 0) + count);
      agreed += (count * (count - 1)) / (size * (size - 1));
    }
  }
  const byChance = [...totals.values()].reduce((sum, count) => sum + (count / (items.length * size)) ** 2, 0);
  return agreement(items.length, agreed / items.length, byChance);
}

function agreement(items: number, agreed: number, byChance: number): Agreement {
  if (items === 0) return { items, agreed: 0, kappa: null };
  const isCertain = 1 - byChance < 1e-12;
  return { items, agreed: 100 * agreed, kappa: isCertain ? null : (agreed - byChance) / (1 - byChance) };
}

/** Returns the items that readers coded differently. */
export const disagreements = (readers: readonly Codes[]): string[] =>
  [...new Set(readers.flatMap((codes) => [...codes.keys()]))].filter(
    (item) => new Set(readers.flatMap((codes) => codes.get(item) ?? [])).size > 1,
  );
