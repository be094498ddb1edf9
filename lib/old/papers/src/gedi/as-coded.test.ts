import { describe, expect, it } from 'vitest';
import { range, rankedPairs, type RankingBallot } from 'agora-voting';
import { gedi } from './index';

const { rangeAsCoded, rangeExample, rankedPairsAsCoded, rankedPairsExample } = gedi;

describe("GEDI's ranked pairs", () => {
  it('known: the example is decided otherwise than by ranked pairs (row sums 3, 1, -1, -3 by gedi.py)', () => {
    expect(rankedPairs.count(rankedPairsExample).order).toEqual([['A'], ['D'], ['C'], ['B']]);
    const theirs = rankedPairsAsCoded.count(rankedPairsExample);
    expect(theirs.tally).toEqual({ A: 1, B: 3, C: -3, D: -1 });
    expect(theirs.order).toEqual([['B'], ['A'], ['D'], ['C']]);
  });

  it('known: where it departs, every other order of equal margins elects what the definition does', () => {
    for (const ties of ['parallel universes', 'agenda', 'first ballot'] as const)
      expect(rankedPairs({ ties }).count(rankedPairsExample).winners).toEqual(['A']);
  });

  it('known: with another ballot handed in first it elects A too', () => {
    const [first, ...others] = rankedPairsExample.ballots as [RankingBallot, ...RankingBallot[]];
    const turned = { ...rankedPairsExample, ballots: [...others, first] };
    expect(rankedPairsAsCoded.count(turned).winners).toEqual(['A']);
  });

  it('known: Figure 9, Amber wins every comparison', () => {
    const ballots = ['BAC', 'ACB', 'CAB'].map((order) => ({ kind: 'ranking' as const, ranking: [...order] }));
    const profile = { options: ['A', 'B', 'C'], ballots, counts: [4, 3, 3], electorate: 10 };
    expect(rankedPairsAsCoded.count(profile).winners).toEqual(['A']);
  });
});

describe("GEDI's range voting", () => {
  it('reference: elects "a" with 1 point where the only voter gives it 0 and "b" 1', () => {
    // gedi.cdm(['b', 'a'], [{'preference': [1, 0]}], 'range_voting') is ({'a': 1, 'b': 2}, {'a': 1, 'b': 0})
    expect(rangeAsCoded.count(rangeExample)).toEqual({
      tally: { b: 0, a: 1 },
      order: [['a'], ['b']],
      winners: ['a'],
    });
    expect(range.count(rangeExample).winners).toEqual(['b']);
  });

  it('known: is right where options are shown in sorted order, capitals first, 10 before 9', () => {
    const sorted = { options: ['10', '9', 'B', 'a', '\uffff', '\u{1f600}'], electorate: 1 };
    const ratings = { 10: 1, 9: 5, B: 2, a: 7, '\uffff': 3, '\u{1f600}': 4 };
    const profile = { ...sorted, ballots: [{ kind: 'rating' as const, ratings }] };
    expect(rangeAsCoded.count(profile)).toEqual(range.count(profile));
  });
});
