import { describe, expect, it } from 'vitest';
import { asking } from '../../simulation/testing/asking';
import { exchangeEconomy } from './exchange-economy';
import type { Allocation } from './types';

const economy = exchangeEconomy();
const instance = economy.instance(0);
const { agents, goods } = instance;
const ask = asking(economy, instance, { agents, agent: 'Agent A' });
const exact = { noise: 0, words: 0 };

/** So much of the good that it likes best to everybody, the rest even. */
function share(own: number): Allocation {
  const amount = (i: number, k: number) => (i === k ? own : (100 - own) / 2);
  return Object.fromEntries(
    agents.map((agent, i) => [agent, Object.fromEntries(goods.map((good, k) => [good, amount(i, k)]))]),
  );
}
const proposed = (told: object, behaviour: object = exact) =>
  (ask({ act: 'propose', mayKeep: false, ...told }, 1, behaviour).answer as { proposal: Allocation })
    .proposal;

describe('the simulated agent of the exchange economy', () => {
  it('known: it says what it needs most', () => {
    const { message } = ask({ act: 'speak' }, 1, exact).answer as { message: string };
    expect(message).toContain('What I need most is apples.');
  });

  it('known: without errors it shares by its exponents and the mean one, in twentieths of the supply', () => {
    const { exponents } = instance;
    const bundle = proposed({})['Agent A']!;
    for (const [k, good] of goods.entries()) {
      const own = exponents[0]![k]!;
      // own / (own + 2 * 1/3) of 100, to the nearest 5 by largest remainder
      expect(Math.abs(bundle[good]! - (100 * own) / (own + 2 / goods.length))).toBeLessThan(5);
    }
  });

  it('law: it moves towards what the others propose', () => {
    const others = [{ id: '1', proposal: share(0), by: ['Agent B', 'Agent C'] }];
    const before = proposed({})['Agent A']!['apples']!;
    const after = proposed({ candidates: others }, { ...exact, conformity: 0 })['Agent A']!['apples']!;
    expect(after).toBeLessThan(before);
    expect(after).toBeGreaterThan(0);
  });

  it('law: without errors it votes for what gives it most; with more of them it finds that less often', () => {
    const candidates = [60, 70, 50].map((own, place) => ({
      id: `${place + 1}`,
      proposal: share(own),
      by: [],
    }));
    const found = (noise: number) =>
      Array.from({ length: 200 }, (_, seed) => ask({ act: 'vote', candidates }, seed, { noise })).filter(
        ({ answer }) => (answer as { decision: string }).decision === '2',
      ).length;
    expect(found(0)).toBe(200);
    expect(found(1)).toBeLessThan(200);
    expect(found(10)).toBeLessThan(found(1));
  });
});
