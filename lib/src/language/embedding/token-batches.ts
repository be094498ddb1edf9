/** Some texts of about one length, to go through the model together. */
export interface TokenBatch {
  /** Places in the list that was cut. */
  readonly places: readonly number[];
  /** The longest of them, which the others are padded to. */
  readonly length: number;
}

/**
 * Cuts texts into batches of neighbours in length, shortest first, so that there is little to pad. A batch holds at
 * most `budget` tokens, padding included, and at least one text.
 * @param lengths - tokens of each text
 */
export function tokenBatches(lengths: readonly number[], budget: number): TokenBatch[] {
  const order = lengths.map((length, place) => ({ length, place })).sort((a, b) => a.length - b.length);
  const batches: TokenBatch[] = [];
  let places: number[] = [];
  let longest = 0;
  for (const { length, place } of order) {
    if (places.length > 0 && (places.length + 1) * length > budget) {
      batches.push({ places, length: longest });
      places = [];
    }
    places.push(place);
    longest = length;
  }
  if (places.length > 0) batches.push({ places, length: longest });
  return batches;
}
