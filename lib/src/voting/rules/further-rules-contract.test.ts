import { describe, expect, it } from 'vitest';
import { RankingProfile } from '../ranking-profile';
import { writtenProfile } from '../testing/written-profile';
import {
  antiPlurality,
  approval,
  baldwin,
  coombs,
  copeland,
  kemenyYoung,
  rankedPairs,
  schulze,
} from './rules';
import { mostOptionsForUniverses } from './elimination';
import { mostOptionsForKemeny } from './kemeny-young';
import { ballotSettings } from '../rule-setting';

const baldwinUniverses = baldwin({ ties: 'parallel universes' });
const coombsUniverses = coombs({ ties: 'parallel universes' });

const options = ['a', 'b', 'c'];

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
    expect(() => approval.count({ options: [], ballots: [], electorate: 1 })).toThrow(
      expect.objectContaining({ code: 'empty-agenda' }),
    );
    expect(() => approval.count({ ...given('a'), electorate: 0 })).toThrow(
      expect.objectContaining({ code: 'invalid-profile' }),
    );
    expect(() => approval.count({ ...given('a'), counts: [1, 2] })).toThrow(
      expect.objectContaining({ code: 'invalid-profile' }),
    );
  });

  it('contract: options may have any name', () => {
    const names = ['__proto__', 'constructor'];
    const ballots = [{ kind: 'approval' as const, approved: ['__proto__'] }];
    const { tally, winners } = approval.count({ options: names, ballots, electorate: 1 });
    expect(Object.entries(tally)).toEqual([
      ['__proto__', 1],
      ['constructor', 0],
    ]);
    expect(winners).toEqual(['__proto__']);
  });
});
