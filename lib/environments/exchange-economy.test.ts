import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Random } from '../random';
import { exchangeEconomy, type Allocation, type Economy, type EconomyOptions } from './exchange-economy';
import { cobbDouglas, groupOptimum } from './group-optimum';
import reference from './reference/optimum.json';

const environment = exchangeEconomy();
const three = environment.cases(0, Random.from(1));
const caseOf = (options: EconomyOptions): Economy => exchangeEconomy(options).cases(0, Random.from(1));

/** Gives the rows to agents A, B and C. The goods are apples, bread and cheese. */
const allocation = (...rows: number[][]): Allocation =>
  Object.fromEntries(
    rows.map((row, agent) => [
      three.agents[agent] as string,
      Object.fromEntries(row.map((units, good) => [three.goods[good] as string, units])),
    ]),
  );
const best = allocation([80, 10, 10], [10, 80, 10], [10, 10, 80]);
const evenSplit = allocation(...[0, 1, 2].map(() => [100 / 3, 100 / 3, 100 / 3]));
const isValid = (proposal: unknown): boolean => environment.proposal(three).safeParse(proposal).success;

describe('exchangeEconomy', () => {
  it('known: the economy of section 4.1, with U_max = 3 x 80^0.8 x 10^0.2 = 158.341', () => {
    expect(three).toEqual({
      agents: ['Agent A', 'Agent B', 'Agent C'],
      goods: ['apples', 'bread', 'cheese'],
      supply: [100, 100, 100],
      exponents: [0, 1, 2].map((own) =>
        [0, 1, 2].map((good) => (good === own ? 0.8 : (expect.closeTo(0.1, 12) as number))),
      ),
      optimum: expect.closeTo(158.341, 3) as number,
    });
    expect(three.optimum).toBeCloseTo(3 * 80 ** 0.8 * 10 ** 0.2, 6);
  });

  it('known: an even split is worth 100 of 158.341, or 63.15 %', () => {
    const score = environment.score(three, evenSplit);
    expect(score['total']).toBeCloseTo(100, 9);
    expect(100 * (score['share'] as number)).toBeCloseTo(63.155, 3);
  });

  it('known: scores of the best allocation, of a one-sided allocation, and of no decision', () => {
    expect(environment.score(three, best)['share']).toBeCloseTo(1, 9);
    expect(environment.score(three, allocation([100, 100, 100], [0, 0, 0], [0, 0, 0]))['utilities']).toEqual({
      'Agent A': expect.closeTo(100, 9) as number,
      'Agent B': 0,
      'Agent C': 0,
    });
    expect(environment.score(three, null)).toEqual({
      utilities: { 'Agent A': 0, 'Agent B': 0, 'Agent C': 0 },
      total: 0,
      optimum: three.optimum,
      share: 0,
    });
  });

  it.each([
    ['symmetric', [0.8, 0.1, 0.1]],
    ['uniform', [1 / 3, 1 / 3, 1 / 3]],
  ] as const)('known: %s agents have equal exponents, which sum to 1 (D.2)', (preferences, row) => {
    for (const exponents of caseOf({ preferences }).exponents)
      exponents.forEach((exponent, good) => expect(exponent).toBeCloseTo(row[good] as number, 12));
  });

  it('known: names continue after twelve goods and 26 agents', () => {
    const { agents, goods } = caseOf({ agents: 28 });
    expect([agents[25], agents[26], agents[27]]).toEqual(['Agent Z', 'Agent AA', 'Agent AB']);
    expect([goods[11], goods[12]]).toEqual(['milk', 'good 13']);
  });

  it('behaviour: refuses exponents that are ragged, negative, or all 0', () => {
    for (const preferences of [
      [[1, 1], [1]],
      [
        [1, -1],
        [1, 1],
      ],
      [
        [0, 0],
        [1, 1],
      ],
      [
        [NaN, 1],
        [1, 1],
      ],
    ])
      expect(() => exchangeEconomy({ preferences })).toThrow('exponents');
  });

  it('law: agents read only their own utility function, and no agent reads about the total', () => {
    const [first, second] = environment.agents(three);
    expect(first?.background).toContain('apples^0.8 * bread^0.1 * cheese^0.1');
    expect(second?.background).toContain('apples^0.1 * bread^0.8 * cheese^0.1');
    const texts = [environment.task(three), environment.form(three), first?.background, second?.background];
    for (const text of texts) expect(text).not.toMatch(/total utility|group|sum of/i);
    expect(environment.task(three)).not.toContain('^');
  });

  it('law: settings and cases are plain JSON', () => {
    expect(JSON.parse(JSON.stringify(environment.settings))).toEqual(environment.settings);
    expect(JSON.parse(JSON.stringify(three))).toEqual(three);
  });

  it.each<[string, EconomyOptions]>([
    ['no agents', { agents: 0 }],
    ['one agent', { agents: 1 }],
    ['half an agent', { agents: 2.5 }],
    ['an unknown set', { preferences: 'symetric' as never }],
    ['an unknown option', { goods: 3 } as never],
    ['a negative exponent', { preferences: [[-0.1, 0.5], [0.5, 0.5]] }], // prettier-ignore
    ['increasing returns', { preferences: [[0.6, 0.5], [0.5, 0.5]] }], // prettier-ignore
    ['an agent that wants nothing', { preferences: [[0, 0], [0.5, 0.5]] }], // prettier-ignore
    ['a missing row', { agents: 3, preferences: [[0.5, 0.5], [0.5, 0.5]] }], // prettier-ignore
    ['a short row', { preferences: [[0.5, 0.5], [0.5]] }], // prettier-ignore
  ])('behaviour: %s is refused', (_what, options) => {
    expect(() => exchangeEconomy(options)).toThrow(expect.objectContaining({ name: 'AgoraError' }));
  });
});

describe('a proposal', () => {
  it.each<[string, unknown]>([
    ['the best allocation', best],
    ['one that leaves goods over', allocation([1, 0, 0], [0, 1, 0], [0, 0, 1])],
    ['rounded thirds', allocation(...[0, 1, 2].map(() => [33.3333333, 33.3333335, 33]))],
  ])('known: %s is valid', (_what, proposal) => {
    expect(environment.proposal(three).parse(proposal)).toEqual(proposal);
  });

  it.each<[string, unknown]>([
    ['a list', [best]],
    ['null', null],
    ['a text', 'half each'],
    ['a missing agent', { 'Agent A': best['Agent A'], 'Agent B': best['Agent B'] }],
    ['an unknown agent', { ...best, Bob: best['Agent A'] }],
    ['a missing good', { ...best, 'Agent B': { apples: 1, bread: 2 } }],
    ['an unknown good', { ...best, 'Agent B': { ...best['Agent B'], wine: 2 } }],
    ['a number instead of a bundle', { ...best, 'Agent B': 40 }],
    ['an amount in quotes', { ...best, 'Agent A': { apples: '80', bread: 10, cheese: 10 } }],
    ['not a number', allocation([NaN, 0, 0], [0, 0, 0], [0, 0, 0])],
    ['an infinite amount', allocation([Infinity, 0, 0], [0, 0, 0], [0, 0, 0])],
    ['a negative amount', allocation([-5, 0, 0], [0, 0, 0], [0, 0, 0])],
    ['more than the supply', allocation([60, 0, 0], [50, 0, 0], [0, 0, 0])],
    ['slightly more than the supply', allocation([100.00001, 0, 0], [0, 0, 0], [0, 0, 0])],
  ])('behaviour: %s is invalid', (_what, proposal) => {
    expect(isValid(proposal)).toBe(false);
  });

  it('behaviour: the reason states the sum that is too large', () => {
    const { error } = environment.proposal(three).safeParse(allocation([60, 0, 0], [50, 0, 0], [0, 0, 0]));
    expect(error?.issues[0]?.message).toContain('60 + 50 + 0 = 110');
  });

  it('law: its schema constrains an endpoint', () => {
    expect(z.toJSONSchema(environment.proposal(three))).toMatchObject({
      required: three.agents,
      additionalProperties: false,
      properties: {
        'Agent A': { required: three.goods, properties: { apples: { type: 'number', minimum: 0 } } },
      },
    });
  });

  it('law: allocations that are equal to a billionth have equal keys in any order', () => {
    const key = (one: Allocation): string => environment.key?.(one) ?? '';
    const shuffled = { 'Agent C': best['Agent C'], 'Agent A': best['Agent A'], 'Agent B': best['Agent B'] };
    expect(key(shuffled as Allocation)).toBe(key(best));
    expect(key(allocation([80 + 1e-11, 10, 10], [10, 80, 10], [10, 10, 80]))).toBe(key(best));
    expect(key(allocation([-0, 0, 0]))).toBe(key(allocation([0, 0, 0])));
    expect(key(allocation([80 - 1e-6, 10, 10], [10, 80, 10], [10, 10, 80]))).not.toBe(key(best));
  });

  it('known: it is formatted with one line per agent', () => {
    expect(environment.show(three, allocation([100 / 3, 10, 0], [10, 80, 10], [10, 10, 80]))).toBe(
      'Agent A gets 33.333333 apples, 10 bread, 0 cheese\n' +
        'Agent B gets 10 apples, 80 bread, 10 cheese\n' +
        'Agent C gets 10 apples, 10 bread, 80 cheese',
    );
  });
});

describe('the simulated trader', () => {
  const mind = environment.mind?.(three, 'Agent A');
  if (mind === undefined) throw new Error('The economy has a mind.');

  it('known: an even split is worth 0, and e^0.2 times its utility is worth 1', () => {
    expect(mind.utility(evenSplit)).toBeCloseTo(0, 12);
    const amount = (100 / 3) * Math.exp(0.2);
    expect(mind.utility(allocation([amount, amount, amount], [0, 0, 0], [0, 0, 0]))).toBeCloseTo(1, 12);
    expect(mind.sentence()).toContain('apples');
  });

  it.each<EconomyOptions>([
    {},
    { agents: 2 },
    { agents: 5 },
    { preferences: 'uniform' },
    { preferences: 'symmetric' },
  ])('law: proposals are valid, demand at least an even split, and concede with time: %j', (options) => {
    const economy = exchangeEconomy(options);
    const one = economy.cases(0, Random.from(1));
    for (const agent of one.agents) {
      const trader = economy.mind?.(one, agent);
      const demandIn = (round: number): number => {
        let total = 0;
        for (let draw = 0; draw < 20; draw++) {
          const proposal = trader?.propose(Random.from(3, round, draw), round) ?? {};
          expect(economy.proposal(one).safeParse(proposal).error).toBeUndefined();
          total += trader?.utility(proposal) ?? NaN;
        }
        return total / 20;
      };
      const demands = [1, 3, 6, 10].map(demandIn);
      expect(demands).toEqual([...demands].sort((a, b) => b - a));
      // Rounding to whole units can cost a little.
      expect(demands.at(-1)).toBeGreaterThan(-0.2);
    }
  });

  it('law: the goods left to the other agents in the last round are worth about an even split to them', () => {
    const proposal = mind.propose(Random.from(5), 10);
    expect(environment.mind?.(three, 'Agent B').utility(proposal)).toBeGreaterThan(0);
  });
});

const hundreds = (goods: number): number[] => Array.from({ length: goods }, () => 100);
const relative = (value: number, expected: number): number => Math.abs(value / expected - 1);

describe('groupOptimum', () => {
  it.each([2, 3, 4, 5, 10])('known: asymmetric, %i agents: each gets 80 of its own good', (size) => {
    // By symmetry agent i gets 80 of good i and 20 / (K - 1) of each other good, at equal prices.
    const { exponents } = caseOf({ agents: size });
    const { total, gap } = groupOptimum(exponents, hundreds(size));
    expect(relative(total, size * 80 ** 0.8 * (20 / (size - 1)) ** 0.2)).toBeLessThan(1e-9);
    expect(gap).toBeLessThan(1e-9);
  });

  it.each([2, 3, 5, 10])('known: %i equal agents with constant returns reach 100', (size) => {
    for (const preferences of ['uniform', 'symmetric'] as const)
      expect(relative(caseOf({ agents: size, preferences }).optimum, 100)).toBeLessThan(1e-9);
  });

  it.each([2, 3, 5])(
    'known: an even split is best for the symmetric set as printed in D.2, with %i agents',
    (size) => {
      const row = [0.8, ...Array<number>(size - 1).fill(0.2 / size)];
      const degree = 0.8 + ((size - 1) * 0.2) / size;
      const { total } = groupOptimum(Array<number[]>(size).fill(row), hundreds(size));
      expect(relative(total, size * (100 / size) ** degree)).toBeLessThan(1e-9);
    },
  );

  it.each(reference.cases.map((one) => [one.name, one] as const))(
    'reference: %s (scipy, reference/optimum.py)',
    (_name, { exponents, supply, optimum }) => {
      // An allocation reaches scipy's value, so the value is never above U_max. It falls short by up to 1e-7.
      const { total } = groupOptimum(exponents, supply);
      expect(total).toBeGreaterThan(optimum * (1 - 1e-11));
      expect(relative(total, optimum)).toBeLessThan(1e-6);
    },
  );

  it('law: the allocation uses up the supply and reaches the total; doubling the supply doubles the total', () => {
    for (let draw = 0; draw < 60; draw++) {
      const exponents = randomExponents(Random.from(4, draw), draw % 2 === 0);
      const random = Random.from(5, draw);
      const supply = (exponents[0] as number[]).map(() => 1 + random.below(300));
      const { total, gap, allocation } = groupOptimum(exponents, supply);
      expect(gap).toBeLessThan(1e-9);
      supply.forEach((units, good) => {
        const amounts = allocation.map((bundle) => bundle[good] as number);
        expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
        expect(relative(sumOf(amounts), units)).toBeLessThan(1e-12);
      });
      const reached = sumOf(exponents.map((row, agent) => cobbDouglas(row, allocation[agent] ?? [])));
      expect(reached).toBeGreaterThan(total * (1 - 1e-9));
      if (draw % 2 === 0) {
        const doubled = groupOptimum(exponents, supply.map((units) => 2 * units)); // prettier-ignore
        expect(relative(doubled.total, 2 * total)).toBeLessThan(1e-8);
      }
    }
  });

  it('known: an agent on the margin, which gets no goods at the optimum, leaves the total unchanged', () => {
    // At the prices that agents 1 and 2 alone reach, a unit of utility costs agent 3 exactly 1.
    const pair = [
      [0.7, 0.2, 0.1],
      [0.2, 0.7, 0.1],
    ];
    const alone = groupOptimum(pair, hundreds(3)).total;
    const prices = [0.45, 0.45, 0.1].map((part) => (part * alone) / 100);
    const logCost = (a: number): number =>
      sumOf([a, a, 1 - 2 * a].map((part, good) => part * Math.log((prices[good] as number) / part)));
    let [low, high] = [0.3, 0.45];
    expect([logCost(low) < 0, logCost(high) > 0]).toEqual([true, true]);
    for (let halving = 0; halving < 100; halving++) {
      const middle = (low + high) / 2;
      if (logCost(middle) < 0) low = middle;
      else high = middle;
    }
    const { total } = groupOptimum([...pair, [low, low, 1 - 2 * low]], hundreds(3));
    expect(relative(total, alone)).toBeLessThan(1e-8);
  });

  it.each([1e-6, 1, 1e9])('behaviour: certifies the optimum for a supply of %d', (scale) => {
    expect(groupOptimum([[0.5, 0.5], [0.9, 0.1]], [scale, 2 * scale]).gap).toBeLessThan(1e-9); // prettier-ignore
  });

  it.each([
    ['no agents', [], [100]],
    ['a negative supply', [[1]], [-100]],
    ['an endless supply', [[1]], [Infinity]],
  ])('behaviour: %s is refused', (_what, exponents, supply) => {
    expect(() => groupOptimum(exponents, supply)).toThrow(expect.objectContaining({ name: 'AgoraError' }));
  });
});

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns rows with some zeros. The rows sum to 1 or less. */
function randomExponents(random: Random, constantReturns: boolean): number[][] {
  const goods = 1 + random.below(5);
  return Array.from({ length: 1 + random.below(5) }, () => {
    const weights = Array.from({ length: goods }, () => (random.chance(0.25) ? 0 : random.uniform()));
    weights[random.below(goods)] = 0.5;
    const degree = constantReturns ? 1 : 0.2 + 0.8 * random.uniform();
    return weights.map((weight) => (degree * weight) / sumOf(weights));
  });
}
