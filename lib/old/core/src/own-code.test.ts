import { describe, expect, it } from 'vitest';
import { borda, preferentialRule, ruleByName, schulze, type RankingProfile } from 'agora-voting';
import { exchangeEconomy } from './environments';
import { describeRun } from './experiment/describe-run';
import { simulated } from './models';
import { ownCode, ownRule } from './own-code';
import { election, roundTable } from './protocols';

const firstOf = (last: number, explanation = 'The chosen one is selected.') =>
  preferentialRule({
    name: 'mine',
    source: 'a joke',
    explanation: explanation,
    meets: [],
    decide: ({ options }: RankingProfile) => {
      const chosen = options.slice(0, 1 + last);
      return { tally: {}, order: [chosen, options.slice(1 + last)], winners: chosen };
    },
  });

const idOf = (changes: object) =>
  describeRun(
    {
      environment: exchangeEconomy(),
      protocol: roundTable({ rule: firstOf(0) }),
      ...changes,
    },
    simulated(),
    7,
    3,
  ).id;

describe('what users wrote themselves', () => {
  it("known: the kit's own rules, protocols and environments go by their names and settings", () => {
    expect(ownRule(borda)).toBeUndefined();
    expect(ownRule(ruleByName('ranked pairs'))).toBeUndefined();
    expect(ownCode(exchangeEconomy())).toBeUndefined();
    expect(ownCode(election({ rules: [borda] }))).toBeUndefined();
    const description = describeRun(
      { environment: exchangeEconomy(), protocol: roundTable({ rule: borda }) },
      simulated(),
      7,
      3,
    );
    expect(description).not.toHaveProperty('own');
  });

  it('contract: a rule that elects otherwise, or tells its voters something else, makes another run', () => {
    const before = idOf({});
    expect(idOf({ protocol: roundTable({ rule: firstOf(0) }) })).toBe(before);
    expect(idOf({ protocol: roundTable({ rule: firstOf(1) }) })).not.toBe(before);
    const told = firstOf(0, 'Another one is selected.');
    expect(idOf({ protocol: roundTable({ rule: told }) })).not.toBe(before);
    // Both are variants of Schulze's rule under one name, which only what they elect tells apart.
    const variant = { ...schulze({ weak: true }), name: 'mine' };
    expect(idOf({ protocol: roundTable({ rule: variant }) })).not.toBe(
      idOf({ protocol: roundTable({ rule: { ...borda, name: 'mine' } }) }),
    );
  });

  it('contract: so does a changed policy, environment or protocol of the same name', () => {
    const policy = (decide: () => boolean) => ({ stop: { name: 'mine', settings: {}, decide: decide } });
    expect(idOf(policy(() => true))).toBe(idOf(policy(() => true)));
    expect(idOf(policy(() => true))).not.toBe(idOf(policy(() => false)));
    const economy = exchangeEconomy();
    const other = { ...economy, score: () => ({ worth: 1 }) };
    expect(idOf({ environment: other })).not.toBe(idOf({ environment: economy }));
    const table = roundTable({ rule: borda });
    expect(idOf({ protocol: { ...table, run: () => table.run } })).not.toBe(idOf({ protocol: table }));
  });

  it('contract: a rule that cannot count a ballot is told from one that can', () => {
    const broken = preferentialRule({
      name: 'mine',
      source: 'a joke',
      explanation: 'The chosen one is selected.',
      meets: [],
      decide: () => {
        throw new Error('not yet');
      },
    });
    expect(ownRule(broken)).not.toBe(ownRule(firstOf(0)));
  });
});
