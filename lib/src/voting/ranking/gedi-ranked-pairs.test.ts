import { describe, expect, it } from 'vitest';
import { gediRankedPairs, gediRankedPairsExample, rankedPairs } from '.';

describe('gediRankedPairs', () => {
  it('known: the example is decided otherwise than by ranked pairs (row sums 3, 1, -1, -3 by gedi.py)', () => {
    expect(rankedPairs.count(gediRankedPairsExample).order).toEqual([['A'], ['D'], ['C'], ['B']]);
    const theirs = gediRankedPairs.count(gediRankedPairsExample);
    expect(theirs.tally).toEqual({ A: 1, B: 3, C: -3, D: -1 });
    expect(theirs.order).toEqual([['B'], ['A'], ['D'], ['C']]);
  });
});
