import { describe, expect, it } from 'vitest';
import { RankingProfile } from '../ranking-profile';
import { writtenProfile } from '../testing/written-profile';
import {
  antiPlurality,
  approval,
  approvalVoting,
  baldwinUniverses,
  coombsUniverses,
  copelandRule,
  kApproval,
  kemenyYoung,
  kemenyYoungMethod,
  mostOptionsForKemeny,
  mostOptionsForUniverses,
  schulze,
  schulzeMethod,
} from '.';

const options = ['a', 'b', 'c'];

describe('settings', () => {
  it('contract: those that make no sense throw by name and quote the value', () => {
    expect(() => copelandRule({ tie: 1.5 })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => copelandRule({ tie: NaN })).toThrow('from 0 to 1 points, got NaN');
    expect(() => kApproval(0)).toThrow('a whole k of at least 1, got 0');
    expect(() => kApproval(1.5)).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => approvalVoting({ least: 3, most: 2 })).toThrow('got 3 and 2');
    expect(() => approvalVoting({ most: 0 })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => approvalVoting({ least: -1 })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => approvalVoting({ least: 0.5 })).toThrow(expect.objectContaining({ code: 'setting' }));
  });

  it('contract: a rule that takes other ballots says so in its name and its settings', () => {
    const rule = schulzeMethod({ strength: 'margins', truncated: true, weak: true });
    expect(rule.name).toBe('schulze (margins, truncated, weak)');
    expect(rule.ballotSettings(options, 3)).toEqual({ truncated: true, weak: true });
    expect(kemenyYoungMethod({ weak: true }).name).toBe('kemeny-young (weak)');
    expect(approvalVoting({ least: 2, most: 2 }).name).toBe('approval (exactly 2)');
    expect(approvalVoting({ most: 2 }).name).toBe('approval (0 to 2)');
    expect(approvalVoting({ least: 1 }).name).toBe('approval (at least 1)');
  });

  it('contract: limits of approvals shrink with the number of options', () => {
    const rule = approvalVoting({ least: 2, most: 2 });
    expect(rule.ballotSettings(['a'], 1)).toEqual({ approvals: { least: 1, most: 1 } });
    expect(rule.ballotSettings(options, 1)).toEqual({ approvals: { least: 2, most: 2 } });
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
    expect(() => schulzeMethod({ weak: true }).count(truncated)).toThrow(
      expect.objectContaining({ code: 'invalid-ballot' }),
    );
    expect(schulzeMethod({ weak: true }).count(weak).winners).toEqual(['a', 'b']);
  });

  it('contract: approvals of unknown, repeated or too many options throw by name', () => {
    const given = (...approved: string[]) => ({
      options,
      ballots: [{ kind: 'approval' as const, approved }],
      electorate: 1,
    });
    expect(() => approval.count(given('d'))).toThrow('approval: ballot 1: there is no option "d"');
    expect(() => approval.count(given('a', 'a'))).toThrow('approved more than once');
    expect(() => approvalVoting({ most: 1 }).count(given('a', 'b'))).toThrow('it must be from 0 to 1');
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
