import { describe, expect, it } from 'vitest';
import { check, object } from './check';
import * as voting from './index';
import { votingRule } from './rule-setting';

const none = undefined as never;
const ballots = [{ kind: 'ranking' as const, ranking: ['A', 'B'] }];
const profile = { options: ['A', 'B'], ballots, electorate: 1 };

describe('settings', () => {
  it.each<[string, () => unknown]>([
    ['borda needs an object of settings, got "weak"', () => voting.borda('weak' as never)],
    [
      'borda knows no Weak: its settings are leftOut, weak (did you mean "weak"?)',
      () => voting.borda({ Weak: true } as never),
    ],
    [
      'dowdall needs true or false as truncated, got "yes"',
      () => voting.dowdall({ truncated: 'yes' as never }),
    ],
    ['plurality needs "rankings" as on, got nothing', () => voting.plurality({} as never)],
    [
      'range needs a scale of two whole numbers, the lowest below the highest',
      () => voting.range({ scale: 5 as never }),
    ],
    ['borda needs a profile with options and ballots, got nothing', () => voting.borda.count(none)],
    [
      'borda: ballot 1 needs a ballot, got null',
      () => voting.borda.count({ ...profile, ballots: [null as never] }),
    ],
    [
      'oneBallotChanges needs a voting rule as rule, got nothing',
      () => voting.oneBallotChanges(none, profile),
    ],
    ['searchCounterexample needs a voting rule as rule', () => voting.searchCounterexample(none, 'majority')],
    [
      'searchCounterexample needs a criterion or its name as criterion, got "fair"',
      () => voting.searchCounterexample(voting.borda, 'fair' as never),
    ],
    ['criteriaTable needs a list of voting rules as rules, got nothing', () => voting.criteriaTable(none)],
    [
      'preferentialRule needs a function as decide, got nothing',
      () => voting.preferentialRule({ name: 'x', source: 'y', explanation: 'z', meets: [] } as never),
    ],
  ])('contract: %s', (message, call) => {
    expect(call).toThrow(expect.objectContaining({ code: expect.stringMatching(/setting/) as string }));
    expect(call).toThrow(message);
  });

  it('contract: a rule by its name is answered with how to get it', () => {
    const hint = (name: string) => () =>
      check('f', object('arguments', { rule: votingRule }), { rule: name });
    expect(hint('mis-informed dictatoria')).toThrow('(did you mean voting.misinformedDictatorial?)');
    expect(hint('instant-runof')).toThrow('(did you mean voting.instantRunoff?)');
    expect(hint('rated')).toThrow('(did you mean voting.ruleByName("rated")?)');
  });

  it('law: every exported rule has a name of its own, which finds it', () => {
    const rules = Object.values(voting).filter(
      (value): value is typeof voting.borda => 'meets' in (value as object) && 'count' in (value as object),
    );
    expect(rules.length).toBeGreaterThanOrEqual(20);
    for (const rule of rules) expect(voting.ruleByName(rule.name)).toBe(rule);
  });
});
