import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasCode } from 'agora-voting';
import { canonicalJson } from '../../../../voting/src/json';
import { merged } from '../joint-decision/joint-decision';
import { search } from '../joint-decision/search';
import type { JointCase } from '../joint-decision/types';
import { candidateMenu, chooseMenus, madeMenus } from './generate';
import kitchen from './kitchen.json';
import { menu } from './menu';
import { dishes, guests, ratingOf, worthOf } from './taste';

/** 4 eggs and 3 tomatoes, of which each agent sees a part; a cake (4 eggs), an omelette (2), a salad (2 tomatoes). */
const eggs: JointCase = {
  id: 'eggs',
  domain: 'menu',
  items: ['Cake', 'Omelette', 'Salad'],
  doers: ['kitchen'],
  needs: { Cake: { eggs: 4 }, Omelette: { eggs: 2 }, Salad: { tomatoes: 2 } },
  resources: { shared: ['eggs', 'tomatoes', 'flour'], own: [] },
  agents: [{ name: 'Agent 1' }, { name: 'Agent 2' }],
  truth: {
    shared: { eggs: 4, tomatoes: 3, flour: 0 },
    own: {},
    values: { kitchen: { Cake: 5, Omelette: 3, Salad: 2 } },
  },
  views: {
    'Agent 1': {
      isWhole: false,
      shared: { eggs: 3, tomatoes: 1 },
      own: {},
      values: { Ann: { Cake: 8, Omelette: 2, Salad: 0 } },
      profiles: { Ann: { Age: ['30'] } },
    },
    'Agent 2': {
      isWhole: false,
      shared: { eggs: 1, tomatoes: 2 },
      own: {},
      values: { Ben: { Cake: 2, Omelette: 4, Salad: 4 } },
      profiles: { Ann: { 'Food Allergies': ['Egg'] } },
    },
  },
  optimum: 7,
};
const environment = menu({ cases: [eggs] });
const { beliefs, solver } = environment;
if (beliefs === undefined || solver === undefined) throw new Error('no beliefs, no solver');

describe('menu', () => {
  it('known: a menu earns the mean of the guests; one that is not valid nothing, and in part as NAR says', () => {
    // cake and salad: 5 + 2 of 7; the cake and the omelette take 6 eggs of 4, and the cake alone is worth 5 of 7
    expect(environment.score(eggs, ['Cake', 'Salad'])).toMatchObject({
      reward: 7,
      normalized: 1,
      valid: true,
      adjusted: 1,
    });
    expect(environment.score(eggs, ['Omelette', 'Salad'])).toMatchObject({ reward: 5, valid: true, size: 2 });
    const over = { reward: 0, normalized: 0, valid: false, optimum: 7, size: 2, feasible: 1 };
    expect(environment.score(eggs, ['Cake', 'Omelette'])).toEqual({ ...over, adjusted: (5 / 7) * (1 / 2) });
    // made up in the order of the dishes: the omelette first is worth 3
    expect(environment.score(eggs, ['Omelette', 'Cake'])).toEqual({ ...over, adjusted: (3 / 7) * (1 / 2) });
    const nothing = { reward: 0, normalized: 0, valid: false, adjusted: 0, size: 0, feasible: 0 };
    expect(environment.score(eggs, [])).toMatchObject(nothing);
    expect(environment.score(eggs, null)).toMatchObject(nothing);
  });

  it('contract: where nothing can be cooked the optimum is 0, and no menu earns anything', async () => {
    const bare = { ...eggs, truth: { ...eggs.truth, shared: {} }, optimum: 0 };
    expect(environment.score(bare, ['Salad'])).toMatchObject({
      reward: 0,
      normalized: 0,
      valid: false,
      adjusted: 0,
    });
    expect(await solver.solve(bare, bare.truth)).toEqual({ proposal: [], reward: 0 });
  });

  it('contract: dishes named twice are on a menu once, unknown ones are named, and other things are no menu', () => {
    const read = (value: unknown) => environment.readProposal(eggs, value);
    expect(read(['cake', 'Salad', 'Cake'])).toEqual({ ok: true, value: ['Cake', 'Salad'] });
    expect(read({ menu_proposal: ['Salad'], explanation: 'light' })).toEqual({ ok: true, value: ['Salad'] });
    expect(read([])).toEqual({ ok: true, value: [] });
    expect(read(['Cake', 'Pie'])).toEqual({
      ok: false,
      reason: 'there is no dish "Pie": choose from Cake, Omelette, Salad',
    });
    expect(environment.proposalKey(['Salad', 'Cake'])).toBe(environment.proposalKey(['Cake', 'Salad']));
    expect(environment.proposalKey(['Salad'])).not.toBe(environment.proposalKey(['Cake', 'Salad']));
    for (const value of [null, 'Cake', 3, [3], {}, [['Cake']]]) expect(read(value).ok).toBe(false);
  });

  it('known: a belief is read with forbearance, and what is amiss in it is told', () => {
    const value = { total_ingredients: { Eggs: '2', salt: 9, tomatoes: -1 }, values: { Cake: 4, Pie: 7 } };
    expect(beliefs.read(eggs, value)).toEqual({
      ok: true,
      value: {
        belief: { shared: { eggs: 2, salt: 9, tomatoes: 0 }, own: {}, values: { kitchen: { Cake: 4 } } },
        unknown: ['salt', 'Pie'],
        missing: ['flour', 'Omelette', 'Salad'],
        negative: ['tomatoes'],
      },
    });
    for (const bad of [null, 'eggs 2', [], {}, { ingredients: 3 }])
      expect(beliefs.read(eggs, bad).ok).toBe(false);
    const written = { ingredients: eggs.truth.shared, values: eggs.truth.values['kitchen'] };
    expect(beliefs.write(eggs, eggs.truth)).toEqual(written);
    expect(beliefs.read(eggs, written)).toMatchObject({
      value: { belief: eggs.truth, unknown: [], missing: [] },
    });
  });

  it('known: errors of a belief as Appendix B.1 defines them', () => {
    // eggs 6 of 4 and flour 2 of none are too many: two of three amounts; errors 1/2, 1/3, 1 and 1 for salt that there is not
    const belief = { ...eggs.truth, shared: { eggs: 6, tomatoes: 2, flour: 2, salt: 1 } };
    const { hallucination, publicError, invented } = beliefs.errors(eggs, belief) as Record<string, number>;
    expect(hallucination).toBeCloseTo(2 / 3, 12);
    expect(publicError).toBeCloseTo((1 / 2 + 1 / 3 + 1 + 1) / 4, 12);
    expect(invented).toBeCloseTo(2 / 7, 12);
    expect(beliefs.errors(eggs, eggs.truth)).toEqual({ hallucination: 0, publicError: 0, invented: 0 });
  });

  it('known: the tools know what their user believes', async () => {
    const belief = { ...eggs.truth, shared: { eggs: 2, tomatoes: 1, saffron: 5 } };
    expect(await solver.solve(eggs, belief)).toEqual({ proposal: ['Omelette'], reward: 3 });
    expect(solver.calculate(eggs, belief, ['Cake', 'Salad'])).toEqual({
      available: ['Omelette'],
      lacking: { Cake: ['needs 2 more eggs'], Salad: ['needs 1 more tomatoes'] },
      feasible: false,
      problems: ['needs 2 more eggs', 'needs 1 more tomatoes'],
    });
    expect(await solver.solve(eggs, { shared: {}, own: {}, values: {} })).toEqual({
      proposal: [],
      reward: 0,
    });
  });

  it('known: an agent sees its part, in numbers or in words, and an oracle everything', () => {
    const told = (settings: Parameters<typeof menu>[0]) =>
      menu({ ...settings, cases: [eggs] })
        .agents(eggs)
        .map(({ background }) => background);
    const [first = '', second = ''] = told({});
    expect(first).toContain('eggs 3, tomatoes 1');
    expect(first).toContain('Ann');
    expect(first).not.toContain('Ben');
    expect(second).toContain('eggs 1, tomatoes 2');
    const oracle = told({ information: 'oracle' });
    expect(oracle).toHaveLength(2);
    for (const one of oracle) expect(one).toContain('eggs 4, tomatoes 3');
    expect(told({ information: 'centralized' })).toEqual([oracle[0]]);
    const words = menu({ observations: 'semantic' });
    const instance = words.instance(0);
    expect(words.agents(instance)[0]?.background).toContain('Nationality');
    expect(words.observe?.(instance, 'Agent 1')).toMatchObject({ view: { values: {} } });
    expect(environment.observe?.(eggs, 'nobody')).toMatchObject({ view: { shared: {} } });
  });

  it('contract: what makes no menus is named', () => {
    const bad = (settings: object) => () => menu(settings);
    expect(bad({ observations: 'numerical' })).toThrow('(did you mean "numeric"?)');
    expect(bad({ cases: [] })).toThrow('at least 1 cases');
    const negative = { ...eggs, truth: { ...eggs.truth, shared: { eggs: -1 } } };
    expect(bad({ cases: [negative] })).toThrow('a number of at least 0 as cases.0.truth.shared.eggs, got -1');
    try {
      menu({ cases: [{ ...eggs, views: undefined as never }] });
      expect.unreachable();
    } catch (error) {
      expect(hasCode(error, 'setting')).toBe(true);
    }
  });
});

describe('the kitchen', () => {
  it('known: 78 dishes of 12 cuisines, of 60 ingredients, and 10 guests', () => {
    expect(dishes).toHaveLength(78);
    expect(new Set(dishes.map(({ name }) => name)).size).toBe(78);
    expect(Object.keys(kitchen.dishes)).toHaveLength(12);
    expect(new Set(dishes.flatMap(({ needs }) => Object.keys(needs))).size).toBe(60);
    expect(guests).toHaveLength(10);
    for (const { needs } of dishes)
      for (const amount of Object.values(needs)) expect(amount).toBeGreaterThan(0);
  });

  it('known: a vegetarian eats no pork, an allergy forbids, and one’s own cuisine is liked best', () => {
    const guest = (name: string) => guests.find((one) => one.name === name)!.profile;
    const rating = (name: string, dish: string) =>
      ratingOf(guest(name), dish, dishes.find((one) => one.name === dish)!.needs);
    for (const dish of ['Char Siu Pork', 'Beef Pho', 'Salmon Sushi', 'Pad Thai'])
      expect(rating('Priya', dish)).toBe(0);
    expect(rating('Tomas', 'Kung Pao Chicken')).toBe(0);
    expect(rating('Anh', 'Quiche Lorraine')).toBe(0);
    expect(rating('Leila', 'Mussels in White Wine')).toBe(0);
    expect(rating('Noah', 'Cheeseburger')).toBe(0);
    expect(rating('Ethan', 'Margherita Pizza')).toBe(0);
    expect(rating('Camille', 'Onion Soup')).toBe(0);
    // a coconut gives no milk that an allergy to dairy minds
    expect(rating('Ji-woo', 'Green Curry Chicken')).toBeGreaterThan(0);
    // Priya: 1, half more for her cuisine, 0.3 for what comforts, 0.3 for spice, at most 2
    expect(rating('Priya', 'Chana Masala')).toBe(2);
    expect(ratingOf({}, 'Chana Masala', {})).toBe(1);
    // of a dish of another kitchen what its ingredients say: no beef for one who eats no meat
    expect(ratingOf(guest('Priya'), 'Goulash', { 'beef bones': 2, onions: 1 })).toBe(0);
  });

  it('known: a dish of four units is worth 4 + 0.2 x 8 = 5.6 to whom it is just right', () => {
    expect(worthOf({ rice: 3, eggs: 1 })).toBeCloseTo(5.6, 12);
  });
});

describe('menus of our own making', () => {
  it('known: 60 of them, the same ones everywhere', () => {
    const digest = createHash('sha256').update(canonicalJson(madeMenus())).digest('hex').slice(0, 16);
    expect(madeMenus()).toHaveLength(60);
    expect(digest).toBe('5867b0521f822ba6');
  });

  it('law: they follow the paper’s principles, and what agents see adds up to what there is', () => {
    for (const one of madeMenus()) {
      const amounts = Object.values(one.truth.shared);
      expect(amounts.filter((amount) => amount > 0)).toHaveLength(8);
      const units = amounts.reduce((a, b) => a + b, 0);
      const possible = one.items.filter((dish) =>
        Object.entries(one.needs[dish]!).every(([name, amount]) => one.truth.shared[name]! >= amount),
      );
      expect(possible.length).toBeGreaterThanOrEqual(5);
      expect(possible.length / one.items.length).toBeGreaterThanOrEqual(0.4);
      expect(search(one, one.truth).plan.length).toBeGreaterThanOrEqual(3);
      const all = merged(one).shared;
      for (const [name, amount] of Object.entries(one.truth.shared)) expect(all[name] ?? 0).toBe(amount);
      for (const { shared } of Object.values(one.views)) {
        const seen = Object.values(shared).reduce((a, b) => a + b, 0);
        expect(seen / units).toBeGreaterThanOrEqual(0.4);
        expect(seen / units).toBeLessThanOrEqual(0.6);
      }
    }
  });

  it('law: agents are told as much of the guests as the paper’s odds say', () => {
    let told = 0;
    for (let number = 0; number < 250; number++) {
      const [view] = Object.values(candidateMenu(number).views);
      for (const profile of Object.values(view?.profiles ?? {})) {
        expect(profile).toHaveProperty('Nationality');
        if ('Health and Fitness Goals' in profile) told++;
      }
    }
    // 500 draws at 0.4: four standard deviations are 44
    expect(Math.abs(told - 200)).toBeLessThan(44);
  });

  it('law: the choice of the committed ones can be made again, here among the first 400', () => {
    const best = chooseMenus(400, 60);
    const committed = madeMenus().map(({ id }) => Number(id.slice('menu-'.length)));
    expect(best.filter((number) => committed.includes(number))).toEqual(
      committed.filter((number) => number < 400),
    );
  });
});
