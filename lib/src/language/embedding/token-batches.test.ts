import { describe, expect, it } from 'vitest';
import { tokenBatches } from './onnx-runtime';

describe('tokenBatches', () => {
  it('known: shortest first, as many as fit when all are padded to the longest', () => {
    // 2 and 3 fit in 8 (2 x 3); a third of length 4 would need 3 x 4 = 12.
    expect(tokenBatches([4, 2, 9, 3, 4], 8)).toEqual([
      { places: [1, 3], length: 3 },
      { places: [0, 4], length: 4 },
      { places: [2], length: 9 },
    ]);
  });

  it('law: every text is in exactly one batch, and only a batch of one exceeds the budget', () => {
    const lengths = Array.from({ length: 200 }, (_, i) => 1 + ((i * 37) % 128));
    for (const budget of [1, 100, 512, 1e9]) {
      const batches = tokenBatches(lengths, budget);
      const places = batches.flatMap((batch) => batch.places);
      expect([...places].sort((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
      for (const { places, length } of batches) {
        expect(length).toBe(Math.max(...places.map((place) => lengths[place] as number)));
        if (places.length > 1) expect(places.length * length).toBeLessThanOrEqual(budget);
      }
    }
  });

  it('contract: no text, no batch', () => expect(tokenBatches([], 512)).toEqual([]));
});
