import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RankingProfile } from '../ranking-profile';
import { condorcetWinner } from '../testing/condorcet-winner';
import * as more from '.';
import {
  antiPlurality,
  approval,
  baldwin,
  baldwinUniverses,
  black,
  coombs,
  coombsToTheLast,
  coombsUniverses,
  copeland,
  kApproval,
  kemenyYoung,
  llull,
  nanson,
  nansonWeak,
  schulze,
  schulzeMargins,
} from '.';

const rules = [
  ...[antiPlurality, kApproval(2), copeland, llull, schulze, schulzeMargins, kemenyYoung, black],
  ...[coombs, coombsToTheLast, coombsUniverses, baldwin, baldwinUniverses, nanson, nansonWeak],
];

/** Fifteen rules are swept, and expectations are slow. */
const runs = { numRuns: 50 };

const letters = [...'abcde'];

/** Complete rankings of 1 to 5 options by 1 to 9 voters, and one renaming of the options. */
const elections = fc.integer({ min: 1, max: 5 }).chain((m) => {
  const numbers = Array.from({ length: m }, (_, option) => option);
  const order = fc.shuffledSubarray(numbers, { minLength: m, maxLength: m });
  return fc.record({
    options: fc.constant(letters.slice(0, m)),
    orders: fc.array(order, { minLength: 1, maxLength: 9 }),
    renaming: order,
  });
});

describe.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
  it('law: every option stands once in the order, and the first tier wins', () => {
    fc.assert(
      fc.property(elections, ({ options, orders }) => {
        const { tally, order, winners } = rule.count(RankingProfile.ofOrders(options, orders));
        expect([...order.flat()].sort()).toEqual(options);
        expect(order.every((tier) => tier.length > 0)).toBe(true);
        expect(order[0]).toEqual(winners);
        expect(winners).toEqual(options.filter((option) => winners.includes(option)));
        expect(Object.keys(tally).sort()).toEqual(options);
      }),
      runs,
    );
  });

  it('law: anonymity, neutrality, and counts equal repeated ballots', () => {
    fc.assert(
      fc.property(elections, ({ options, orders, renaming }) => {
        const result = rule.count(RankingProfile.ofOrders(options, orders));
        const doubled = RankingProfile.ofOrders(options, [...orders].reverse().concat(orders));
        const counted = RankingProfile.ofOrders(options, orders, new Array(orders.length).fill(2));
        expect(rule.count(doubled)).toEqual(rule.count(counted));
        const renamed = options.map((_, option) => options[renaming.indexOf(option)] as string);
        const to = (option: string): string => renamed[options.indexOf(option)] as string;
        const after = rule.count(
          RankingProfile.ofOrders(
            options,
            orders.map((order) => order.map((option) => renaming.indexOf(option))),
          ),
        );
        expect(after.order.map((tier) => [...tier].sort())).toEqual(
          result.order.map((tier) => tier.map(to).sort()),
        );
        for (const option of options) expect(after.tally[to(option)]).toBe(result.tally[option]);
      }),
      runs,
    );
  });

  it('law: a profile of written ballots counts like a compiled one, and is not changed', () => {
    fc.assert(
      fc.property(elections, ({ options, orders }) => {
        const compiled = RankingProfile.ofOrders(options, orders);
        const { ballots, electorate } = compiled;
        const written = Object.freeze({
          options: Object.freeze(options),
          ballots: Object.freeze(ballots),
          electorate,
        });
        expect(rule.count(written)).toEqual(rule.count(compiled));
        expect(rule.steps?.(written)).toEqual(rule.steps?.(compiled));
      }),
      { numRuns: 30 },
    );
  });
});

describe('Condorcet methods', () => {
  const condorcet = rules.filter((rule) => rule.meets.includes('condorcet'));

  it.each(condorcet.map((rule) => [rule.name, rule] as const))(
    'law: %s elects the Condorcet winner alone',
    (_name, rule) => {
      let found = 0;
      fc.assert(
        fc.property(elections, ({ options, orders }) => {
          const profile = RankingProfile.ofOrders(options, orders);
          const best = condorcetWinner(profile);
          if (best < 0) return;
          found++;
          expect(rule.count(profile).winners).toEqual([options[best]]);
        }),
        runs,
      );
      expect(found).toBeGreaterThan(10);
    },
  );
});

describe('steps', () => {
  it.each([coombs, coombsToTheLast, baldwin, nanson, nansonWeak].map((rule) => [rule.name, rule] as const))(
    'law: the rounds of %s drop exactly those whom the order puts below the rest, one tier a round',
    (_name, rule) => {
      fc.assert(
        fc.property(elections, ({ options, orders }) => {
          const profile = RankingProfile.ofOrders(options, orders);
          const { order } = rule.count(profile);
          const dropped = (rule.steps?.(profile) ?? []).flatMap((step) =>
            step.kind === 'elimination' ? [step.eliminated] : [],
          );
          expect(order.slice(order.length - dropped.length).reverse()).toEqual(dropped);
        }),
        runs,
      );
    },
  );
});

describe('approval', () => {
  it('law: anonymity, and counts equal repeated ballots', () => {
    const subsets = fc.array(fc.subarray(letters), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(subsets, (approvals) => {
        const ballots = approvals.map((approved) => ({ kind: 'approval' as const, approved }));
        const twice = [...ballots, ...[...ballots].reverse()];
        const electorate = twice.length;
        expect(approval.count({ options: letters, ballots: twice, electorate })).toEqual(
          approval.count({ options: letters, ballots, counts: ballots.map(() => 2), electorate }),
        );
      }),
      runs,
    );
  });

  it('law: every exported rule has a name of its own', () => {
    const named = Object.values(more).flatMap((value) =>
      typeof value === 'object' && 'count' in value ? [value.name] : [],
    );
    expect(named.length).toBeGreaterThanOrEqual(15);
    expect(new Set(named).size).toBe(named.length);
  });
});
