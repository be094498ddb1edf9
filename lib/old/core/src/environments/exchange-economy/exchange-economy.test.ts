import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { exchangeEconomy, type EconomyInstance } from './index';
import type { EconomySettings } from './types';
import { utility } from './score';

const instanceOf = (settings: EconomySettings = {}): EconomyInstance => exchangeEconomy(settings).instance(0);
const economy = exchangeEconomy();
const three = instanceOf();

/** Agents A, B, C get the rows; goods are apples, bread, cheese. */
const allocation = (...rows: number[][]): Record<string, Record<string, number>> =>
  Object.fromEntries(
    rows.map((row, agent) => [
      three.agents[agent] as string,
      Object.fromEntries(row.map((units, good) => [three.goods[good] as string, units])),
    ]),
  );

describe('exchangeEconomy', () => {
  it('known: the paper economy, and its optimum 3 x 80^0.8 x 10^0.2 (section 4.1)', () => {
    expect(three).toEqual({
      agents: ['Agent A', 'Agent B', 'Agent C'],
      goods: ['apples', 'bread', 'cheese'],
      supply: [100, 100, 100],
      exponents: [
        [0.8, expect.closeTo(0.1, 12), expect.closeTo(0.1, 12)],
        [expect.closeTo(0.1, 12), 0.8, expect.closeTo(0.1, 12)],
        [expect.closeTo(0.1, 12), expect.closeTo(0.1, 12), 0.8],
      ],
      optimum: expect.closeTo(3 * 80 ** 0.8 * 10 ** 0.2, 6) as number,
    });
  });

  it('known: an even split is worth 100 of 158.34, 63.15%; the best allocation is worth it all', () => {
    const third = 100 / 3;
    const even = economy.score(three, allocation(...[0, 1, 2].map(() => [third, third, third])));
    // Each has 33.33 of everything, so 33.33^(0.8 + 0.1 + 0.1) = 33.33.
    expect(even['total']).toBeCloseTo(100, 9);
    expect(even['share']).toBeCloseTo(0.63155, 5);
    const best = economy.score(three, allocation([80, 10, 10], [10, 80, 10], [10, 10, 80]));
    expect(best['share']).toBeCloseTo(1, 9);
    const skewed = economy.score(three, allocation([100, 100, 100], [0, 0, 0], [0, 0, 0]));
    expect(skewed['utilities']).toEqual({
      'Agent A': expect.closeTo(100, 9) as number,
      'Agent B': 0,
      'Agent C': 0,
    });
  });

  it('known: no decision is worth nothing', () => {
    expect(economy.score(three, null)).toEqual({
      utilities: { 'Agent A': 0, 'Agent B': 0, 'Agent C': 0 },
      total: 0,
      optimum: three.optimum,
      share: 0,
    });
  });

  it('known: everybody alike, with exponents that sum to 1', () => {
    const row = (settings: EconomySettings): readonly number[] => instanceOf(settings).exponents[1] ?? [];
    const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
    expect(row({ preferences: 'symmetric' })[1]).toBeCloseTo(0.1, 12);
    expect(sum(row({ preferences: 'symmetric' }))).toBeCloseTo(1, 12);
    expect(row({ preferences: 'uniform' })).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  it('known: names go on past the words and the alphabet', () => {
    const { agents, goods } = instanceOf({ agents: 28, goods: 14 });
    expect([agents[25], agents[26], agents[27]]).toEqual(['Agent Z', 'Agent AA', 'Agent AB']);
    expect([goods[11], goods[12], goods[13]]).toEqual(['milk', 'good 13', 'good 14']);
  });

  it('law: agents are told their own utility function only, and nobody the goal of the group', () => {
    const briefs = economy.agents(three);
    expect(briefs[0]?.background).toContain('apples^0.8 * bread^0.1 * cheese^0.1');
    expect(briefs[1]?.background).toContain('apples^0.1 * bread^0.8 * cheese^0.1');
    const told = [
      economy.task(three),
      economy.proposalFormat(three).text,
      ...briefs.map((b) => b.background),
    ];
    for (const text of told) expect(text).not.toMatch(/total utility|group|sum of/i);
    expect(economy.task(three)).not.toContain('^');
    for (const word of ['Agent A, Agent B and Agent C', '100 apples, 100 bread and 100 cheese'])
      expect(economy.task(three)).toContain(word);
  });

  it('law: every collaboration faces the same economy, and settings and instances are plain JSON', () => {
    const again = economy.instance(99, Random.from(8));
    expect(again).toEqual(three);
    expect(again).not.toBe(economy.instance(99, Random.from(8)));
    expect(JSON.parse(JSON.stringify(economy.settings))).toEqual(economy.settings);
    expect(JSON.parse(JSON.stringify(again))).toEqual(again);
  });

  it.each<[string, EconomySettings, RegExp]>([
    ['no agents', { agents: 0 }, /a whole number from 1 to 1000 as agents, got 0/],
    ['half an agent', { agents: 2.5 }, /got 2.5/],
    ['no goods', { goods: 0 }, /as goods, got 0/],
    ['negative supply', { supply: -100 }, /a number above 0 as supply, got -100/],
    ['no supply of one good', { supply: [100, 0, 100] }, /as supply.1, got 0/],
    ['endless supply', { supply: Infinity }, /got Infinity/],
    ['a supply too few', { supply: [100, 100] }, /supply for each of 3 goods, got \[100,100\]/],
    ['a negative exponent', { agents: 1, preferences: [[-0.1]] }, /at least 0 as preferences.0.0, got -0.1/],
    [
      'increasing returns',
      { agents: 1, goods: 2, preferences: [[0.6, 0.5]] },
      /at most 1 .*concave.* got 1.1/,
    ],
    ['no wants', { agents: 1, goods: 2, preferences: [[0, 0]] }, /wants nothing otherwise, got \[0,0\]/],
    ['a row too few', { agents: 2, preferences: [[0.5, 0.5]] }, /each of 2 agents/],
    ['a short row', { agents: 1, goods: 2, preferences: [[0.5]] }, /2 exponents for Agent A/],
    ['an unknown set', { preferences: 'symetric' as never }, /\(did you mean "symmetric"\?\)$/],
  ])('contract: %s is no economy', (_what, settings, message) => {
    expect(() => exchangeEconomy(settings)).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => exchangeEconomy(settings)).toThrow(message);
  });
});

describe('readProposal', () => {
  const good = allocation([80, 10, 10], [10, 80, 10], [10, 10, 80]);
  const reasonFor = (value: unknown): string => {
    const reading = economy.readProposal(three, value);
    return reading.ok ? 'none' : reading.reason;
  };

  it('known: a feasible allocation is read, one that wastes goods too, thirds too', () => {
    expect(economy.readProposal(three, good)).toEqual({ ok: true, value: good });
    expect(reasonFor(allocation([1, 0, 0], [0, 1, 0], [0, 0, 1]))).toBe('none');
    expect(reasonFor(allocation(...[0, 1, 2].map(() => [33.3333333, 33.3333333, 33.3333333])))).toBe('none');
    expect(reasonFor(allocation(...[0, 1, 2].map(() => [33.3333335, 33, 33])))).toBe('none');
  });

  it.each<[string, unknown, RegExp]>([
    ['a list', [good], /must be an object with one entry per agent/],
    ['null', null, /not null/],
    ['text', 'half each', /not "half each"/],
    ['a missing agent', { 'Agent A': good['Agent A'], 'Agent B': good['Agent B'] }, /^Agent C is missing$/],
    ['an unknown agent', { ...good, Bob: {} }, /no agent "Bob": the agents are Agent A, Agent B, Agent C/],
    ['a missing good', { ...good, 'Agent B': { apples: 1, bread: 2 } }, /^Agent B has no amount of cheese/],
    ['an unknown good', { ...good, 'Agent B': { ...good['Agent B'], wine: 2 } }, /Agent B: .* good "wine"/],
    ['a bundle that is a number', { ...good, 'Agent B': 40 }, /entry of Agent B must be an object.* not 40/],
    [
      'a numeric string',
      { ...good, 'Agent A': { apples: '80', bread: 10, cheese: 10 } },
      /apples for Agent A must be a number, not "80"/,
    ],
    ['a missing number', allocation([NaN, 0, 0], [0, 0, 0], [0, 0, 0]), /must be a number, not NaN/],
    ['an endless amount', allocation([Infinity, 0, 0], [0, 0, 0], [0, 0, 0]), /not Infinity/],
    ['a negative amount', allocation([-5, 0, 0], [0, 0, 0], [0, 0, 0]), /apples for Agent A is -5/],
    [
      'more than there is',
      allocation([60, 0, 0], [50, 0, 0], [0, 0, 0]),
      /^apples: 60 \+ 50 \+ 0 = 110 is more than the 100 there are$/,
    ],
    ['a hair too much', allocation([100.00001, 0, 0], [0, 0, 0], [0, 0, 0]), /100.00001 is more/],
    ['a member of every object', { ...good, 'Agent B': { toString: 1 } }, /no good "toString"/],
  ])('contract: %s is turned away', (_what, value, reason) => {
    expect(reasonFor(value)).toMatch(reason);
  });

  it('contract: many faults are listed, but not without end', () => {
    expect(reasonFor({})).toBe('Agent A is missing; Agent B is missing; Agent C is missing');
    expect(reasonFor({ 'Agent A': {}, 'Agent B': {}, 'Agent C': {} })).toMatch(/; and 5 more$/);
  });

  it('law: the same allocation has the same key, whatever its order, down to a billionth', () => {
    const shuffled = { 'Agent C': good['Agent C'], 'Agent A': good['Agent A'], 'Agent B': good['Agent B'] };
    const key = economy.proposalKey(good);
    expect(economy.proposalKey(shuffled as typeof good)).toBe(key);
    const nearly = allocation([80 + 1e-11, 10, 10], [10, 80, 10], [10, 10, 80]);
    expect(economy.proposalKey(nearly)).toBe(key);
    expect(economy.proposalKey(allocation([-0, 0, 0]))).toBe(economy.proposalKey(allocation([0, 0, 0])));
    const other = allocation([80 - 1e-6, 10, 10], [10, 80, 10], [10, 10, 80]);
    expect(economy.proposalKey(other)).not.toBe(key);
  });

  it('known: an allocation is shown a line per agent', () => {
    expect(economy.showProposal(three, allocation([100 / 3, 10, 0], [10, 80, 10], [10, 10, 80]))).toBe(
      'Agent A gets 33.333333 apples, 10 bread, 0 cheese\nAgent B gets 10 apples, 80 bread, 10 cheese\nAgent C gets 10 apples, 10 bread, 80 cheese',
    );
  });
});

describe('utility', () => {
  it('known: 16^0.5 x 81^0.25 = 12; nothing of a wanted good is worth 0, of an unwanted one no matter', () => {
    expect(utility([0.5, 0.25], [16, 81])).toBeCloseTo(12, 12);
    expect(utility([0.5, 0.5], [0, 81])).toBe(0);
    expect(utility([1, 0], [7, 0])).toBe(7);
  });
});
