import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { byHighs, optimum } from './optimum';
import { feasiblePart, search, worthOf, type Given } from './search';
import type { Known, State } from './types';

/** A case at random, of amounts up to `room`, of which a share are none: some items that take more than there is, some worth nothing, amounts in fifths. */
function drawn(
  random: Random,
  items: number,
  doers: number,
  room = 8,
  none = 0.4,
): { known: Known; state: State } {
  const names = (what: string, count: number) => Array.from({ length: count }, (_, i) => `${what}${i}`);
  const fifths = (most: number) => random.below(most * 5) / 5;
  const amounts = (of: readonly string[], most: number) =>
    Object.fromEntries(of.map((name) => [name, random.chance(none) ? 0 : fifths(most)]));
  const [all, who] = [names('item', items), names('doer', doers)];
  const resources = { shared: names('shared', 3), own: doers === 1 ? [] : names('own', 2) };
  const needs = Object.fromEntries(
    all.map((item) => [item, amounts([...resources.shared, ...resources.own], 3)]),
  );
  const byDoer = (of: readonly string[], most: number) =>
    Object.fromEntries(who.map((doer) => [doer, amounts(of, most)]));
  return {
    known: { id: 'drawn', domain: 'drawn', items: all, doers: who, needs, resources },
    state: {
      shared: amounts(resources.shared, room),
      own: byDoer(resources.own, room - 3),
      values: byDoer(all, 9),
    },
  };
}

/** The best of all plans there are. */
function bestOfAll(known: Known, state: State): number {
  let best = 0;
  const go = (at: number, plan: readonly Given[]): void => {
    const item = known.items[at];
    if (item === undefined) {
      if (feasiblePart(known, state, plan).length === plan.length)
        best = Math.max(best, worthOf(state, plan));
      return;
    }
    go(at + 1, plan);
    for (const doer of known.doers) go(at + 1, [...plan, { item, doer }]);
  };
  go(0, []);
  return best;
}

describe('search', () => {
  it('known: a cake that takes all eggs is left for two dishes that are worth more together', () => {
    // 4 eggs: a cake (4 eggs) is worth 5, an omelette (2) and a salad (2) are worth 3 each
    const needs = { cake: { eggs: 4 }, omelette: { eggs: 2 }, salad: { eggs: 2 } };
    const known: Known = {
      id: 'eggs',
      domain: 'menu',
      items: Object.keys(needs),
      doers: ['kitchen'],
      needs,
      resources: { shared: ['eggs'], own: [] },
    };
    const state: State = {
      shared: { eggs: 4 },
      own: {},
      values: { kitchen: { cake: 5, omelette: 3, salad: 3 } },
    };
    const plan = ['omelette', 'salad'].map((item) => ({ item, doer: 'kitchen' }));
    expect(search(known, state)).toEqual({ plan, reward: 6, isProven: true });
    // with one egg nothing can be cooked: the best plan is none
    expect(search(known, { ...state, shared: { eggs: 1 } })).toEqual({ plan: [], reward: 0, isProven: true });
  });

  it('law: no plan of a small case is better, and the one found can be carried out', () => {
    for (let trial = 0; trial < 60; trial++) {
      const random = Random.from(1, trial);
      const { known, state } = drawn(random, 1 + random.below(6), 1 + random.below(3));
      const { plan, reward } = search(known, state);
      expect(feasiblePart(known, state, plan)).toEqual(plan);
      expect(new Set(plan.map(({ item }) => item)).size).toBe(plan.length);
      expect(reward).toBeCloseTo(bestOfAll(known, state), 9);
    }
  });

  it('reference: HiGHS finds nothing better either, in larger cases too', async () => {
    for (const [items, doers] of [
      [12, 3],
      [30, 1],
      [16, 2],
    ] as const) {
      const { known, state } = drawn(Random.from(2, items), items, doers, 20);
      const { plan, reward } = await byHighs(known, state);
      expect(plan.length).toBeGreaterThan(2);
      expect(search(known, state).reward).toBeCloseTo(reward, 6);
    }
  });

  it('reference: where a search is given up HiGHS takes over, and finds what is as good or better', async () => {
    const { known, state } = drawn(Random.from(5), 30, 3, 40, 0);
    const given = search(known, state);
    expect(given.isProven).toBe(false);
    const found = await optimum(known, state);
    expect(found.isProven).toBe(true);
    expect(feasiblePart(known, state, found.plan)).toHaveLength(found.plan.length);
    expect(found.reward).toBeGreaterThanOrEqual(given.reward);
  });
});
