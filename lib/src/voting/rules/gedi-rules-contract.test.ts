import { describe, expect, it } from 'vitest';
import { rules as gediRules } from '../../papers/gedi/rules';
import { RankingProfile } from '../ranking-profile';
import { writtenProfile } from '../testing/written-profile';
import {
  blindDictatorial,
  borda,
  informedDictatorial,
  instantRunoff,
  randomOrder,
  rankedPairs,
} from './rules';

const rankedPairsTieBroken = rankedPairs({ ties: 'agenda' });

const all = [...gediRules, randomOrder, rankedPairsTieBroken];
const ballot = (ranking: string) => ({ kind: 'ranking' as const, ranking: [...ranking] });
const profile = (options: string, ...rankings: string[]) => ({
  options: [...options],
  ballots: rankings.map(ballot),
  electorate: rankings.length,
});

describe.each(all.map((rule) => [rule.name, rule] as const))('%s', (name, rule) => {
  it('contract: bad profiles and ballots are refused by name', () => {
    expect(() => rule.count(profile(''))).toThrow(expect.objectContaining({ code: 'empty-agenda' }));
    expect(() => rule.count(profile('AA', 'A'))).toThrow(
      expect.objectContaining({ code: 'invalid-profile' }),
    );
    expect(() => rule.count({ ...profile('AB', 'AB'), electorate: 0 })).toThrow(
      expect.objectContaining({ code: 'invalid-profile' }),
    );
    expect(() => rule.count({ ...profile('AB', 'AB'), counts: [1, 2] })).toThrow(
      expect.objectContaining({ code: 'invalid-profile' }),
    );
    expect(() => rule.count({ ...profile('AB', 'AB'), counts: [0.5] })).toThrow(
      expect.objectContaining({ code: 'invalid-profile' }),
    );
    expect(() => rule.count(profile('ABC', 'ABC', 'ABX'))).toThrow(`${name}: ballot 2: `);
    expect(() => rule.count(profile('ABC', 'ABA'))).toThrow(
      expect.objectContaining({ code: 'invalid-ballot' }),
    );
    expect(() => rule.count(profile('ABC', 'AB'))).toThrow(
      expect.objectContaining({ code: 'invalid-ballot' }),
    );
    const weak = { kind: 'weak-ranking' as const, tiers: [['A', 'B'], ['C']] };
    expect(() => rule.count({ ...profile('ABC'), ballots: [weak], electorate: 1 })).toThrow(
      expect.objectContaining({ code: 'invalid-ballot' }),
    );
    expect(() => rule.count(RankingProfile.from(profile('ABC', 'AB')))).toThrow(
      expect.objectContaining({ code: 'invalid-ballot' }),
    );
  });

  it('contract: without a vote all are tied and nobody wins, also where all counts are 0', () => {
    for (const empty of [profile('AB'), { ...profile('AB', 'BA'), counts: [0] }])
      expect(rule.count(empty)).toEqual({ tally: { A: 0, B: 0 }, order: [['A', 'B']], winners: [] });
  });
});

describe('help', () => {
  it('contract: drawing rules need a stream', () => {
    for (const rule of [blindDictatorial, randomOrder])
      expect(() => rule.count(profile('AB', 'AB'))).toThrow(
        expect.objectContaining({ code: 'missing-help' }),
      );
  });

  it('contract: the dictator must be one of those who voted', () => {
    for (const dictator of [-1, 2, 0.5, NaN])
      expect(() => informedDictatorial.count(profile('AB', 'AB', 'BA'), { dictator })).toThrow(
        `a place among its 2 ballots, 0 to 1, got ${dictator}`,
      );
    const counted = { ...profile('AB', 'AB', 'BA'), counts: [2, 0], electorate: 2 };
    expect(() => informedDictatorial.count(counted, { dictator: 1 })).toThrow(
      expect.objectContaining({ code: 'missing-help' }),
    );
    expect(informedDictatorial.count(counted).winners).toEqual(['A']);
  });

  it('contract: an order that settles ties names every option once', () => {
    for (const method of [instantRunoff, rankedPairs]) {
      expect(() => method({ ties: ['A'] }).count(profile('AB', 'AB'))).toThrow(
        expect.objectContaining({ code: 'tie-policy' }),
      );
      expect(() => method({ ties: ['A', 'B', 'A'] }).count(profile('AB', 'AB'))).toThrow('"A" is twice');
      expect(method({ ties: ['X', 'B', 'A'] }).count(profile('AB', 'AB')).winners).toEqual(['A']);
    }
  });
});

describe('size', () => {
  /** A > B > C > ... turned round once for each option: every option is beaten with all but one vote. */
  const round = (m: number) => {
    const numbers = Array.from({ length: m }, (_, option) => option);
    return RankingProfile.ofOrders(
      numbers.map(String),
      numbers.map((first) => [...numbers.slice(first), ...numbers.slice(0, first)]),
    );
  };

  it('contract: ranked pairs say when equal margins leave too many ways, and settle them by an order', () => {
    expect(() => rankedPairs.count(round(31))).toThrow(
      expect.objectContaining({ code: 'too-many-universes' }),
    );
    expect(() => rankedPairs.count(round(31))).toThrow('at most 30 options, got 31');
    expect(rankedPairsTieBroken.count(round(31)).winners).toEqual(['0']);
    expect(rankedPairs.count(round(6)).winners).toHaveLength(6);
  });

  it('contract: options named like properties of every object are options', () => {
    const options = ['__proto__', 'constructor', 'toString'];
    const ballots = [{ kind: 'ranking' as const, ranking: [...options].reverse() }];
    const { tally, winners } = borda.count({ options, ballots, electorate: 1 });
    expect(winners).toEqual(['toString']);
    expect(Object.entries(tally)).toEqual([
      ['__proto__', 0],
      ['constructor', 1],
      ['toString', 2],
    ]);
  });

  it('contract: ballots handed in one by one, put together, or counted come out alike', () => {
    const orders = ['ABC', 'BCA', 'CAB', 'CBA', 'ABC', 'CBA'];
    const many = Array.from({ length: 50 }, () => orders).flat();
    const counted = writtenProfile('100 ABC, 50 BCA, 50 CAB, 100 CBA');
    for (const rule of all.filter(({ name }) => !/dictatorial|random/.test(name)))
      expect(rule.count(profile('ABC', ...many))).toEqual(rule.count(counted));
  });
});
