/** The scale that simulated agents think in when nothing else is asked for. */
const usual = { lowest: 1, highest: 5 } as const;

/** A rating from 1 to 5 as a whole number on another scale, at the same share of its length. */
export function onScale(
  rating: number,
  { lowest, highest }: { readonly lowest: number; readonly highest: number } = usual,
): number {
  const share = (rating - usual.lowest) / (usual.highest - usual.lowest);
  return Math.round(lowest + share * (highest - lowest));
}
