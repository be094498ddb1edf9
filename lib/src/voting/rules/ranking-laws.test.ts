import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../random';
import { RankingProfile } from '../ranking-profile';
import { condorcetWinner } from '../testing/condorcet-winner';
import type { RankingBallot, VotingRule } from '../voting-rule';
import { rankedPairsAsCoded } from '../../papers/gedi/as-coded';
import { approval, instantRunoff, rankedPairs, rankingRules as symmetric, rules } from './rules';

const condorcet = rules.filter(
  (rule): rule is VotingRule<'ranking'> => rule.ballot === 'ranking' && rule.meets.includes('condorcet'),
);
const uneven = rules.filter(
  (rule): rule is VotingRule<'ranking'> =>
    rule.ballot === 'ranking' && !(symmetric as readonly VotingRule[]).includes(rule),
);
const all = [...symmetric, ...uneven, rankedPairsAsCoded];

const runs = { numRuns: 30 };
const letters = [...'abcde'];
const help = () => ({ random: Random.from(1) });

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

const written = (options: readonly string[], orders: readonly (readonly number[])[]): RankingBallot[] =>
  orders.map((order) => ({ kind: 'ranking', ranking: order.map((option) => options[option] as string) }));

describe.each(all.map((rule) => [rule.name, rule] as const))('%s', (_, rule: VotingRule<'ranking'>) => {
  it('law: every option stands once in the order, the first tier wins, and frozen ballots survive', () => {
    fc.assert(
      fc.property(elections, ({ options, orders }) => {
        const ballots = written(options, orders).map((ballot) =>
          Object.freeze({ ...ballot, ranking: Object.freeze([...ballot.ranking]) }),
        );
        const profile = Object.freeze({
          options: Object.freeze([...options]),
          ballots: Object.freeze(ballots),
          electorate: orders.length,
        });
        const { tally, order, winners } = rule.count(profile, help());
        expect([...order.flat()].sort()).toEqual(options);
        expect(order.every((tier) => tier.length > 0)).toBe(true);
        expect(winners).toEqual(order[0]);
        expect(winners).toEqual(options.filter((option) => winners.includes(option)));
        expect(Object.keys(tally).sort()).toEqual(options);
        const compiled = RankingProfile.ofOrders(options, orders);
        expect(rule.count(compiled, help())).toEqual({ tally, order, winners });
        expect(rule.steps?.(profile)).toEqual(rule.steps?.(compiled));
      }),
      runs,
    );
  });
});

describe.each(symmetric.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
  it('law: anonymity, neutrality, and counts equal repeated ballots', () => {
    fc.assert(
      fc.property(elections, ({ options, orders, renaming }) => {
        const { order, tally } = rule.count(RankingProfile.ofOrders(options, orders));
        const doubled = RankingProfile.ofOrders(options, [...orders].reverse().concat(orders));
        const counted = RankingProfile.ofOrders(options, orders, new Array(orders.length).fill(2));
        expect(rule.count(doubled)).toEqual(rule.count(counted));
        const to = (option: string): string => options[renaming[options.indexOf(option)] as number] as string;
        const renamed = orders.map((one) => one.map((option) => renaming[option] as number));
        const after = rule.count(RankingProfile.ofOrders(options, renamed));
        expect(after.order.map((tier) => [...tier])).toEqual(order.map((tier) => tier.map(to).sort()));
        for (const option of options) expect(after.tally[to(option)]).toBe(tally[option]);
      }),
      runs,
    );
  });
});

describe('Condorcet methods', () => {
  it.each(condorcet.map((rule) => [rule.name, rule] as const))('law: %s', (_, rule) => {
    let met = 0;
    fc.assert(
      fc.property(elections, ({ options, orders }) => {
        const profile = RankingProfile.ofOrders(options, orders);
        const winner = condorcetWinner(profile);
        if (winner < 0) return;
        met++;
        expect(rule.count(profile).winners).toEqual([options[winner]]);
      }),
      runs,
    );
    expect(met).toBeGreaterThan(10);
  });
});

describe('universes', () => {
  /** The order that each way of settling ties by an order of the options leads to. */
  const settledBy = (
    options: readonly string[],
    method: (ties: readonly string[]) => VotingRule<'ranking'>,
  ) => permutations(options).map((ties) => method(ties));

  it('law: whoever wins the runoff by some order of the options wins in some universe', () => {
    fc.assert(
      fc.property(elections, ({ options, orders }) => {
        const profile = RankingProfile.ofOrders(options, orders);
        const inUniverses = instantRunoff({ ties: 'parallel universes' }).count(profile);
        for (const rule of settledBy(options, (ties) => instantRunoff({ ties })))
          rule
            .count(profile)
            .order.flat()
            .forEach((option, place) => {
              expect(options.length - 1 - place).toBeLessThanOrEqual(inUniverses.tally[option] as number);
            });
      }),
      { numRuns: 20 },
    );
  });

  it('law: ranked pairs in universes are the best place over all orders of all pairs', () => {
    fc.assert(
      fc.property(elections, ({ options, orders }) => {
        const m = options.length;
        if (m > 4) return;
        const profile = RankingProfile.ofOrders(options, orders);
        const pairs = options.flatMap((_, a) =>
          options.flatMap((__, b) => (a !== b && profile.margin(a, b) >= 0 ? [[a, b] as const] : [])),
        );
        const strengths = [...new Set(pairs.map(([a, b]) => profile.margin(a, b)))].sort((a, b) => b - a);
        const groups = strengths.map((s) => pairs.filter(([a, b]) => profile.margin(a, b) === s));
        if (groups.some((group) => group.length > 6)) return;
        const best = new Map(options.map((option) => [option, m]));
        const walk = (done: readonly (readonly [number, number])[], at: number): void => {
          const group = groups[at];
          if (group !== undefined) {
            for (const order of permutations(group)) walk([...done, ...order], at + 1);
            return;
          }
          // plain ranked pairs, with a depth-first search for a way back
          const after = options.map(() => new Set<number>());
          const leads = (a: number, b: number): boolean =>
            a === b || [...(after[a] as Set<number>)].some((next) => leads(next, b));
          for (const [a, b] of done) if (!leads(b, a)) after[a]?.add(b);
          options.forEach((option, b) => {
            const before = options.filter((_, a) => a !== b && leads(a, b)).length;
            best.set(option, Math.min(best.get(option) as number, before));
          });
        };
        if (groups.reduce((ways, { length }) => ways * [1, 1, 2, 6, 24, 120, 720][length]!, 1) > 2000) return;
        walk([], 0);
        const { tally } = rankedPairs.count(profile);
        for (const option of options) expect(m - 1 - (tally[option] as number)).toBe(best.get(option));
      }),
      { numRuns: 100 },
    );
  });
});

describe('steps', () => {
  it.each(
    symmetric
      .filter(({ name }) => /coombs|baldwin|nanson/.test(name) && !/universes/.test(name))
      .map((rule) => [rule.name, rule] as const),
  )(
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
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}
