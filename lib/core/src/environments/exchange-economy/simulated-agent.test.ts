import { describe, expect, it } from 'vitest';
import { asking } from '../../simulation/testing/asking';
import type { Statement } from '../simulated-agent';
import { exchangeEconomy } from './exchange-economy';
import { simulatedTrader, observeEconomy } from './simulated-agent';
import type { Allocation } from './types';

const economy = exchangeEconomy();
const instance = economy.instance(0);
const { agents, goods } = instance;
const ask = asking(economy, instance, { agents, agent: 'Agent A' });

/** So much of the good that it likes best to everybody, the rest even. */
function share(own: number): Allocation {
  const amount = (i: number, k: number) => (i === k ? own : (100 - own) / 2);
  return Object.fromEntries(
    agents.map((agent, i) => [agent, Object.fromEntries(goods.map((good, k) => [good, amount(i, k)]))]),
  );
}
const even = share(100 / 3);
const messages = agents.map((from, i) => ({
  round: 1,
  from,
  to: [],
  text: `Hello. My first priority is ${goods[i]}, and I am willing to trade away the rest to get it.`,
}));

describe('simulated members of the exchange economy', () => {
  it('known: a message says what its writer wants, and asks the others', () => {
    for (let seed = 0; seed < 40; seed++) {
      const { answer, intent } = ask({ act: 'speak' }, seed, { parameters: { candor: 1 } });
      const { message, target } = answer as { message: string; target: string[] };
      expect(message).toMatch(/apples.* bread and cheese/);
      expect(target).toEqual(['Agent B', 'Agent C']);
      expect(intent).toEqual({ acts: ['Inform', 'Request'] });
    }
  });

  it('known: a later message judges the standing decision, backs a candidate by number and makes an offer', () => {
    const standing = { id: '3', proposal: even, by: [] };
    const { answer } = ask({ act: 'speak', round: 4, standing, candidates: [standing] }, 5);
    const { message } = answer as { message: string };
    expect(message).toContain('Under the standing decision, proposal 3, I would have 33.3');
    expect(message).toMatch(/proposal 3 (as it stands|has my vote)|accept proposal 3/);
    expect(message).toMatch(/Agent B takes \d+ apples, \d+ bread, \d+ cheese/);
  });

  it('law: beliefs are probabilities, start even, and move towards what was said by attention', () => {
    const believed = (attention: number, ...said: [from: string, good: string][]) => {
      const heard = () => said.map(([from, good]): Statement => ({ from, round: 1, gaps: { good } }));
      const known = { agent: 'Agent A', agents, round: 2, standing: null, candidates: [], heard };
      const values = { attention } as never;
      const observed = observeEconomy(instance, 'Agent A');
      return simulatedTrader.estimate?.({ ...known, values, observed }, null) ?? [];
    };
    const near = (...row: number[]) => row.map((x) => expect.closeTo(x, 6) as number);
    const [own, told, untold] = believed(0.5, ['Agent B', 'bread'], ['Nobody', 'bread'], ['Agent C', 'gold']);
    // 1/3 + 0.5 * (0.75 - 1/3) = 0.541667, and 1/3 + 0.5 * (0.125 - 1/3) = 0.229167
    expect(told).toEqual(near(0.229167, 0.541667, 0.229167));
    expect(untold).toEqual(near(1 / 3, 1 / 3, 1 / 3));
    expect(own).toEqual(near(0.8, 0.1, 0.1));
    for (const row of believed(0.9, ['Agent B', 'bread'], ['Agent C', 'bread'], ['Agent B', 'apples']))
      expect(row.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 12);
  });

  it('law: a member acts on what it read, and cannot tell apart those of whom it was told nothing', () => {
    const parameters = { reach: 1, greed: 0, proposalNoise: 0, attention: 1 };
    const propose = (about: readonly (typeof messages)[number][]) =>
      (ask({ act: 'propose', messages: about }, 1, { parameters }).answer as { proposal: Allocation })
        .proposal;
    expect(propose(messages)['Agent B']?.['bread']).toBeGreaterThan(60);
    expect(propose([])['Agent B']?.['bread']).toBe(propose([])['Agent C']?.['bread']);
  });

  it('law: a member without errors votes for what gives it most, and abstains below half of an even split', () => {
    const parameters = { loyalty: 0, inertia: 0, conformity: 0, judgementNoise: 0 };
    const vote = (ballot: 'choice' | 'ranking' | 'points' | 'rating', ...shares: number[]) => {
      const candidates = shares.map((own, place) => ({
        id: `${place + 1}`,
        proposal: share(own),
        by: ['Agent B'],
      }));
      const { answer } = ask({ act: 'vote', ballot, points: 2, candidates }, 3, { parameters });
      return (answer as { decision: unknown }).decision;
    };
    expect(vote('choice', 100 / 3, 80)).toBe('2');
    expect(vote('ranking', 100 / 3, 80)).toEqual(['2', '1']);
    // log utilities 0 and 0.8 log(80 / 33.3) + 0.2 log(10 / 33.3) = 0.46, which is 2.3 units of 0.2
    expect(vote('points', 100 / 3, 80)).toEqual({ 1: 0, 2: 2 });
    expect(vote('rating', 100 / 3, 80)).toEqual({ 1: 3, 2: 5 });
    // 0.8 log(5 / 33.3) + 0.2 log(47.5 / 33.3) = -1.4, below log 0.5
    expect(vote('choice', 5)).toBeNull();
  });

  it('law: what others say that they back gains, what stands gains, and the own proposal gains', () => {
    const candidates = ['1', '2'].map((id) => ({ id, proposal: even, by: ['Agent B'] }));
    const none = { loyalty: 0, inertia: 0, conformity: 0, judgementNoise: 0 };
    const choice = (told: object, parameters: Record<string, number>) =>
      (
        ask({ act: 'vote', candidates, ...told }, 1, { parameters: { ...none, ...parameters } }).answer as {
          decision: string;
        }
      ).decision;
    const backing = [{ round: 1, from: 'Agent C', to: [], text: 'Well. I am ready to accept proposal 2.' }];
    expect(choice({}, {})).toBe('1');
    expect(choice({ messages: backing }, { conformity: 0.1 })).toBe('2');
    expect(
      choice({ messages: backing.map((one) => ({ ...one, from: 'Agent A' })) }, { conformity: 0.1 }),
    ).toBe('1');
    expect(choice({ standing: candidates[1] }, { inertia: 0.1 })).toBe('2');
    const own = [candidates[0], { ...candidates[1], by: ['Agent A'] }];
    expect(choice({ candidates: own }, { loyalty: 0.1 })).toBe('2');
  });
});
