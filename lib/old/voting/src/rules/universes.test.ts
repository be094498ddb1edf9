import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RankingProfile } from '../ranking-profile';
import type { VotingRule } from '../voting-rule';
import { instantRunoff, rankedPairs, rankingRules } from './rules';

const runs = { numRuns: 30 };
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
    rankingRules
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

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}
