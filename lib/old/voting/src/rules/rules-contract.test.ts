import { describe, expect, it } from 'vitest';
import { RankingProfile } from '../ranking-profile';
import { ballotSettings } from '../rule-setting';
import { writtenProfile } from '../testing/written-profile';
import { mostOptionsForUniverses } from './elimination';
import { mostOptionsForKemeny } from './kemeny-young';
import {
  antiPlurality,
  approval,
  baldwin,
  blindDictatorial,
  borda,
  coombs,
  copeland,
  informedDictatorial,
  instantRunoff,
  kemenyYoung,
  randomOrder,
  rankedPairs,
  schulze,
} from './rules';

const baldwinUniverses = baldwin({ ties: 'parallel universes' });
const coombsUniverses = coombs({ ties: 'parallel universes' });
const rankedPairsTieBroken = rankedPairs({ ties: 'agenda' });

const options = ['a', 'b', 'c'];
const profile = (options: string, ...rankings: string[]) => ({
  options: [...options],
  ballots: rankings.map((ranking) => ({ kind: 'ranking' as const, ranking: [...ranking] })),
  electorate: rankings.length,
});

describe('settings', () => {
  it('contract: those that make no sense throw by name and quote the value', () => {
    expect(() => copeland({ tie: 1.5 })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => copeland({ tie: NaN })).toThrow('copeland needs a number from 0 to 1 as tie, got NaN');
    expect(() => approval({ least: 3, most: 2 })).toThrow('a whole number from 0 to 2 as least, got 3');
    expect(() => coombs({ ties: 'together ' as 'together' })).toThrow('did you mean "together"?');
    expect(() => copeland({ ties: 1 } as object)).toThrow('copeland knows no ties');
    expect(() => rankedPairs('first ballot' as never)).toThrow('rankedPairs needs an object of settings');
    expect(() => approval({ most: 0 })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => approval({ least: -1 })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => approval({ least: 0.5 })).toThrow(expect.objectContaining({ code: 'setting' }));
  });

  it('contract: a rule that takes other ballots says so in its name and its settings', () => {
    const rule = schulze({ strength: 'margins', truncated: true, weak: true });
    expect(rule.name).toBe('schulze (margins, truncated, weak)');
    expect(ballotSettings(rule, options, 3)).toEqual({ truncated: true, weak: true });
    expect(kemenyYoung({ weak: true }).name).toBe('kemeny-young (weak)');
    expect(approval({ least: 2, most: 2 }).name).toBe('approval (exactly 2)');
    expect(approval({ most: 2 }).name).toBe('approval (0 to 2)');
    expect(approval({ least: 1 }).name).toBe('approval (at least 1)');
  });

  it('contract: limits of approvals shrink with the number of options', () => {
    const rule = approval({ least: 2, most: 2 });
    expect(ballotSettings(rule, ['a'], 1)).toEqual({ approvals: { least: 1, most: 1 } });
    expect(ballotSettings(rule, options, 1)).toEqual({ approvals: { least: 2, most: 2 } });
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
    const counted = (...ties: string[]) => instantRunoff({ ties }).count(profile('AB', 'AB'));
    expect(() => counted('A')).toThrow(expect.objectContaining({ code: 'tie-policy' }));
    expect(() => counted('A', 'B', 'A')).toThrow('"A" is twice');
    expect(counted('X', 'B', 'A').winners).toEqual(['A']);
  });
});

describe('too many options', () => {
  it('contract: rules that look at every subset refuse by name', () => {
    const many = Array.from({ length: 21 }, (_, option) => option);
    const profile = RankingProfile.ofOrders(many.map(String), [many]);
    for (const rule of [kemenyYoung, coombsUniverses, baldwinUniverses])
      expect(() => rule.count(profile), rule.name).toThrow(
        expect.objectContaining({ code: 'too-many-options' }),
      );
    expect(() => kemenyYoung.count(profile)).toThrow(`at most ${mostOptionsForKemeny}: got 21`);
    expect(() => kemenyYoung.steps?.(profile)).toThrow(expect.objectContaining({ code: 'too-many-options' }));
    expect(() => baldwinUniverses.count(profile)).toThrow(`at most ${mostOptionsForUniverses}: got 21`);
  });

  it('contract: Kemeny-Young counts as many as it says', () => {
    const many = Array.from({ length: mostOptionsForKemeny }, (_, option) => option);
    const result = kemenyYoung.count(RankingProfile.ofOrders(many.map(String), [many]));
    expect(result.order.flat()).toEqual(many.map(String));
  });

  it('contract: the steps show ten optimal orders and say that there are more', () => {
    // Each order against its reverse: all 24 orders of four options are optimal.
    const steps = kemenyYoung.steps?.(writtenProfile('1 abcd, 1 dcba')) ?? [];
    expect(steps).toHaveLength(11);
    expect(steps[10]).toEqual({ kind: 'remark', text: 'more than 10 orders are optimal' });
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
});

describe('ballots', () => {
  it('contract: a truncated or weak ranking is refused unless the rule takes it', () => {
    const truncated = { options, ballots: [{ kind: 'ranking' as const, ranking: ['a'] }], electorate: 1 };
    const weak = {
      options,
      ballots: [{ kind: 'weak-ranking' as const, tiers: [['a', 'b'], ['c']] }],
      electorate: 1,
    };
    for (const rule of [schulze, antiPlurality])
      for (const profile of [truncated, weak])
        expect(() => rule.count(profile), rule.name).toThrow(
          expect.objectContaining({ code: 'invalid-ballot' }),
        );
    expect(() => schulze({ weak: true }).count(truncated)).toThrow(
      expect.objectContaining({ code: 'invalid-ballot' }),
    );
    expect(schulze({ weak: true }).count(weak).winners).toEqual(['a', 'b']);
  });

  it('contract: approvals of unknown, repeated or too many options throw by name', () => {
    const given = (...approved: string[]) => ({
      options,
      ballots: [{ kind: 'approval' as const, approved }],
      electorate: 1,
    });
    expect(() => approval.count(given('d'))).toThrow('approval: ballot 1: there is no option "d"');
    expect(() => approval.count(given('a', 'a'))).toThrow('approved more than once');
    expect(() => approval({ most: 1 }).count(given('a', 'b'))).toThrow('it must be from 0 to 1');
  });
});
