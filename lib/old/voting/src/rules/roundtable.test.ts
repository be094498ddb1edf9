import { describe, expect, it } from 'vitest';
import { cumulative, majority, plurality, range, dowdall, unanimous } from './rules';
import { resultByTotal } from '../result';
import type { ChoiceBallot, PointsBallot, RankingBallot } from '../voting-rule';

const rated = range({ scale: { lowest: 1, highest: 5 } });

const votes = (...choices: string[]): ChoiceBallot[] => choices.map((choice) => ({ kind: 'choice', choice }));
const rankings = (...orders: string[]): RankingBallot[] =>
  orders.map((order) => ({ kind: 'ranking', ranking: [...order] }));
const points = (...spread: Record<string, number>[]): PointsBallot[] =>
  spread.map((points) => ({ kind: 'points', points }));

describe('unanimous and majority', () => {
  const options = ['a', 'b'];

  it('known: three of three pass both; two of three pass majority only', () => {
    expect(unanimous.count({ options, ballots: votes('a', 'a', 'a'), electorate: 3 }).winners).toEqual(['a']);
    expect(unanimous.count({ options, ballots: votes('a', 'a', 'b'), electorate: 3 }).winners).toEqual([]);
    expect(majority.count({ options, ballots: votes('a', 'a', 'b'), electorate: 3 })).toMatchObject({
      tally: { a: 2, b: 1 },
      winners: ['a'],
    });
  });

  it('known: an abstainer blocks unanimity, and counts in what a majority is a majority of', () => {
    expect(unanimous.count({ options, ballots: votes('a', 'a'), electorate: 3 }).winners).toEqual([]);
    expect(majority.count({ options, ballots: votes('a', 'a'), electorate: 4 }).winners).toEqual([]);
    // Appendix E.1: with 4 agents and with 5 agents alike, 3 votes are needed.
    expect(majority.count({ options, ballots: votes('a', 'a', 'a'), electorate: 4 }).winners).toEqual(['a']);
    expect(majority.count({ options, ballots: votes('a', 'a', 'a'), electorate: 5 }).winners).toEqual(['a']);
    expect(majority.count({ options, ballots: votes('a', 'a'), electorate: 5 }).winners).toEqual([]);
  });
});

describe('plurality', () => {
  it('known: one vote is enough where nobody else votes, and equal counts all win', () => {
    const options = ['a', 'b', 'c'];
    expect(plurality.count({ options, ballots: votes('c'), electorate: 9 }).winners).toEqual(['c']);
    expect(
      plurality.count({ options, ballots: votes('c', 'a', 'c', 'a', 'b'), electorate: 5 }),
    ).toMatchObject({
      tally: { a: 2, b: 1, c: 2 },
      winners: ['a', 'c'],
    });
  });
});

describe('rated', () => {
  it('known: 5+1+1 = 7 loses to 3+3+3 = 9', () => {
    const ballots = [
      { a: 5, b: 3 },
      { a: 1, b: 3 },
      { a: 1, b: 3 },
    ].map((ratings) => ({ kind: 'rating' as const, ratings }));
    expect(rated.count({ options: ['a', 'b'], ballots, electorate: 3 })).toMatchObject({
      tally: { a: 7, b: 9 },
      winners: ['b'],
    });
  });
});

describe('dowdall', () => {
  it('known: 1 + 1/3 ties exactly with 1/3 + 1, ahead of 1/2 + 1/2', () => {
    const { tally, winners } = dowdall.count({
      options: ['a', 'b', 'c'],
      ballots: rankings('abc', 'cba'),
      electorate: 2,
    });
    expect(tally).toEqual({ a: 4 / 3, b: 1, c: 4 / 3 });
    expect(winners).toEqual(['a', 'c']);
  });

  it('known: 1/2 + 1/3 + 1/6 ties with 1, which floating point misses', () => {
    expect(1 / 2 + 1 / 3 + 1 / 6).not.toBe(1);
    // a is 2nd, 3rd and 6th: 1/2 + 1/3 + 1/6 = 1. b, c and e are 1st once: 1. d: 1/2 + 1/5.
    const { tally, winners } = dowdall({ truncated: true }).count({
      options: [...'abcdefgh'],
      ballots: rankings('ba', 'cda', 'efghda'),
      electorate: 3,
    });
    expect(tally['a']).toBe(1);
    expect(tally['d']).toBeCloseTo(0.7, 15);
    expect(winners).toEqual(['a', 'b', 'c', 'e']);
  });

  it('known: with 60 options the common denominator is far beyond 2^53, and totals still are exact', () => {
    const options = Array.from({ length: 60 }, (_, place) => String(place));
    const ballots = [options, [...options].reverse()].map((ranking) => ({
      kind: 'ranking' as const,
      ranking,
    }));
    const { tally, winners } = dowdall.count({ options, ballots, electorate: 2 });
    expect(winners).toEqual(['0', '59']);
    expect(tally['0']).toBeCloseTo(1 + 1 / 60, 15);
    expect(tally['20']).toBeCloseTo(1 / 21 + 1 / 40, 15);
  });

  it('contract: a truncated ballot is turned away unless the rule allows it', () => {
    const profile = { options: ['a', 'b'], ballots: rankings('a'), electorate: 1 };
    expect(() => dowdall.count(profile)).toThrow(expect.objectContaining({ code: 'invalid-ballot' }));
    expect(dowdall({ truncated: true }).count(profile).tally).toEqual({ a: 1, b: 0 });
  });
});

describe('cumulative', () => {
  it('known: 2+0+0 loses to 0+1+2 over two candidates', () => {
    const ballots = points({ a: 2 }, { a: 1, b: 1 }, { b: 2 }, { b: 2, a: 0 });
    expect(cumulative.count({ options: ['a', 'b'], ballots, electorate: 4 })).toMatchObject({
      tally: { a: 3, b: 5 },
      winners: ['b'],
    });
  });

  it('known: the budget is the candidates (Figure 15) or the voters (the formula of Appendix C)', () => {
    const three = { options: ['a', 'b'], ballots: points({ a: 3 }), electorate: 3 };
    expect(() => cumulative.count(three)).toThrow(/add up to 3: they must add up to exactly 2/);
    expect(cumulative({ budget: 'voters' }).count(three).winners).toEqual(['a']);
  });

  it('known: 0.1 + 0.2 ties with 0.3, though floating point tells them apart; 0.3001 does not', () => {
    const top = (a: number, b: number): readonly string[] => resultByTotal(['a', 'b'], [a, b]).winners;
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(top(0.1 + 0.2, 0.3)).toEqual(['a', 'b']);
    expect(top(0.1 + 0.2, 0.3001)).toEqual(['b']);
  });

  it('contract: an option may be called like a member of every object', () => {
    const ballots = points({ toString: 2 });
    expect(cumulative.count({ options: ['constructor', 'toString'], ballots, electorate: 1 })).toMatchObject({
      tally: { constructor: 0, toString: 2 },
      winners: ['toString'],
    });
  });
});
