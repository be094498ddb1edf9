import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Random } from '../random';
import kitchen from './data/kitchen.json';
import teams from './data/teams.json';
import type { Json } from './environment';
import { bestPlan, merged, type JointCase } from './joint-case';
import { dishes, generateMenu, generatedMenus, guests, menu, ratingOf, worthOf } from './menu';
import { readJointCases } from './official-cases';
import { generatedTasks, taskAllocation } from './task-allocation';

const shipped = (file: string): JointCase[] =>
  readJointCases(join(__dirname, '../../data/joint-decisions', file));
const official = join(process.env['AGORA_SHARED_DATA'] ?? '../shared/data', 'deliberation');
const isAbsent = !existsSync(official);
const skipped = isAbsent ? ' (skipped: no official cases)' : '';
const aError = expect.objectContaining({ name: 'AgoraError' }) as Error;

/** A menu with 4 eggs and 3 tomatoes. A cake needs 4 eggs, an omelette needs 2 eggs, and a salad needs 2 tomatoes. */
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
const menus = menu({ cases: [eggs] });
const menuBeliefs = menus.beliefs!;
const eggsTruth = { ingredients: eggs.truth.shared, values: eggs.truth.values['kitchen'] } as Json;

const viewOf = (agent: string, fuel: number, time: number, values: Record<string, number>) => ({
  isWhole: false,
  shared: { fuel },
  own: { [agent]: { time } },
  values: { [agent]: values },
});
const worth = {
  Ann: { cook: 6, scout: 2, rest: 1 },
  Ben: { cook: 3, scout: 4, rest: 1 },
  Cy: { cook: 4, scout: 3, rest: 1 },
};
/**
 * A task allocation with 5 fuel. Cooking needs 2 fuel and 3 hours, scouting needs 2 fuel and 2 hours, and resting needs
 * one hour. Ann has 3 hours, Ben has 2, and Cy has 4.
 */
const camp: JointCase = {
  id: 'camp',
  domain: 'camping',
  items: ['cook', 'scout', 'rest'],
  doers: ['Ann', 'Ben', 'Cy'],
  needs: { cook: { fuel: 2, time: 3 }, scout: { fuel: 2, time: 2 }, rest: { time: 1 } },
  resources: { shared: ['fuel'], own: ['time'] },
  agents: [
    { name: 'Ann', role: 'worker' },
    { name: 'Ben', role: 'worker' },
    { name: 'Cy', role: 'leader', about: 'A guide' },
  ],
  truth: { shared: { fuel: 5 }, own: { Ann: { time: 3 }, Ben: { time: 2 }, Cy: { time: 4 } }, values: worth },
  views: {
    Ann: viewOf('Ann', 1, 3, worth.Ann),
    Ben: viewOf('Ben', 1, 2, worth.Ben),
    Cy: viewOf('Cy', 3, 4, worth.Cy),
  },
  optimum: 11,
};
const tasks = taskAllocation({ cases: [camp] });
const taskBeliefs = tasks.beliefs!;
const campTruth = { public: camp.truth.shared, private: camp.truth.own, values: worth } as Json;

describe('scores', () => {
  it.each<[string, string[] | null, object]>([
    [
      'the best menu',
      ['Cake', 'Salad'],
      { reward: 7, normalized: 1, valid: true, adjusted: 1, size: 2, feasible: 2 },
    ],
    [
      'another valid menu',
      ['Omelette', 'Salad'],
      { reward: 5, normalized: 5 / 7, valid: true, adjusted: 5 / 7 },
    ],
    // The menu needs 6 eggs, but there are 4. The cake alone is worth 5 of 7, and is half of the menu.
    [
      'an invalid menu',
      ['Cake', 'Omelette'],
      { reward: 0, normalized: 0, valid: false, adjusted: 5 / 14, feasible: 1 },
    ],
    [
      'the same in another order',
      ['Omelette', 'Cake'],
      { reward: 0, valid: false, adjusted: 3 / 14, feasible: 1 },
    ],
    ['an empty menu', [], { reward: 0, normalized: 0, valid: false, adjusted: 0, size: 0 }],
    ['no decision', null, { reward: 0, normalized: 0, valid: false, adjusted: 0, size: 0 }],
  ])('known: %s', (_what, proposal, score) => {
    expect(menus.score(eggs, proposal)).toMatchObject({ optimum: 7, ...score });
  });

  it.each<[string, Record<string, string | null> | null, object]>([
    [
      'the best assignment',
      { cook: 'Ann', scout: 'Ben', rest: 'Cy' },
      { reward: 11, normalized: 1, valid: true, size: 3 },
    ],
    // Ben has two hours, but cooking needs three. The other tasks are worth 3 + 1.
    [
      'an invalid one',
      { rest: 'Cy', cook: 'Ben', scout: 'Cy' },
      { reward: 0, valid: false, adjusted: (4 / 11) * (2 / 3), feasible: 2 },
    ],
    // The most valuable tasks enter first: Cy cooks and rests.
    [
      'one in another order',
      { scout: 'Cy', rest: 'Cy', cook: 'Cy' },
      { feasible: 2, adjusted: ((5 / 11) * 2) / 3 },
    ],
    [
      'one with a task that nobody does',
      { cook: 'Ann', scout: null, rest: null },
      { reward: 6, valid: true, size: 1 },
    ],
    ['no decision', null, { reward: 0, valid: false, size: 0 }],
  ])('known: %s of tasks', (_what, proposal, score) => {
    expect(tasks.score(camp, proposal)).toMatchObject({ optimum: 11, ...score });
  });

  it('known: if no item is possible, every decision has a value of 0', async () => {
    const bare = { ...eggs, truth: { ...eggs.truth, shared: {} }, optimum: 0 };
    expect(menus.score(bare, ['Salad'])).toMatchObject({
      reward: 0,
      normalized: 0,
      valid: false,
      adjusted: 0,
    });
    expect(await menuBeliefs.solve(bare, { ingredients: {}, values: { Cake: 5 } })).toEqual({
      proposal: [],
      value: 0,
    });
  });
});

describe('proposals', () => {
  it.each<[unknown, string[]]>([
    [
      ['cake', 'Salad', 'Cake'],
      ['Cake', 'Salad'],
    ],
    [{ menu_proposal: ['Salad'], explanation: 'light' }, ['Salad']],
    [[], []],
  ])('known: %j is a menu', (reply, proposal) => {
    expect(menus.proposal(eggs).parse(reply)).toEqual(proposal);
  });

  it.each([null, 'Cake', 3, [3], {}, [['Cake']], ['Cake', 'Pie']])('behaviour: %j is not a menu', (reply) => {
    expect(menus.proposal(eggs).safeParse(reply).success).toBe(false);
  });

  it.each<[unknown, object]>([
    [
      { Cook: 'ann', scout: null, rest: 'nobody' },
      { cook: 'Ann', scout: null, rest: null },
    ],
    [
      { Ann: ['cook', 'rest'], Ben: [] },
      { cook: 'Ann', scout: null, rest: 'Ann' },
    ],
    [{ allocation: { cook: 'Ann' } }, { cook: 'Ann', scout: null, rest: null }],
    [{}, { cook: null, scout: null, rest: null }],
  ])('known: %j is an assignment', (reply, proposal) => {
    expect(tasks.proposal(camp).parse(reply)).toEqual(proposal);
  });

  it.each([
    null,
    [],
    'Ann cooks',
    4,
    { cook: 'Dan' },
    { swim: 'Ann' },
    { Ann: ['cook'], Ben: ['cook'] },
    { cook: ['Ann', 'Ben'] },
  ])('behaviour: %j is not an assignment', (reply) => {
    expect(tasks.proposal(camp).safeParse(reply).success).toBe(false);
  });

  it('law: the order of a proposal does not change its key', () => {
    expect(menus.key?.(['Salad', 'Cake'])).toBe(menus.key?.(['Cake', 'Salad']));
    expect(menus.key?.(['Salad'])).not.toBe(menus.key?.(['Cake', 'Salad']));
    expect(tasks.key?.({ cook: 'Ann', scout: null })).toBe(tasks.key?.({ scout: null, cook: 'Ann' }));
  });

  it.each(['input', 'output'] as const)('law: schemas constrain an endpoint (%s)', (io) => {
    const amounts = { required: ['eggs', 'tomatoes', 'flour'], additionalProperties: false };
    expect(z.toJSONSchema(menus.proposal(eggs), { io })).toMatchObject({
      type: 'array',
      items: { enum: eggs.items },
    });
    expect(z.toJSONSchema(tasks.proposal(camp), { io })).toMatchObject({
      required: camp.items,
      additionalProperties: false,
    });
    expect(z.toJSONSchema(menuBeliefs.schema(eggs), { io })).toMatchObject({
      required: ['ingredients', 'values'],
      additionalProperties: false,
      properties: { ingredients: amounts },
    });
  });
});

describe('beliefs', () => {
  it('known: reads a belief leniently, and keeps resources that do not exist', () => {
    const reply = {
      total_ingredients: { Eggs: '2 pieces', salt: 9, tomatoes: -1 },
      values: { Cake: 4, Pie: 7 },
    };
    expect(menuBeliefs.schema(eggs).parse(reply)).toEqual({
      ingredients: { eggs: 2, tomatoes: 0, flour: 0, salt: 9 },
      values: { Cake: 4, Omelette: 0, Salad: 0 },
    });
  });

  it("known: also reads a belief by agent in the paper's form", () => {
    const reply = {
      total_resources: {
        agent_private_resources: { Ann: { time: 3 }, ben: { time: '2 hours', luck: 1 }, Dan: { time: 9 } },
        public_resources: { fuel: 4 },
      },
      overall_preferences: { Ann: worth.Ann },
    };
    const none = { cook: 0, scout: 0, rest: 0 };
    expect(taskBeliefs.schema(camp).parse(reply)).toEqual({
      public: { fuel: 4 },
      private: { Ann: { time: 3 }, Ben: { time: 2 }, Cy: { time: 0 } },
      values: { Ann: worth.Ann, Ben: none, Cy: none },
    });
  });

  it.each([null, 'eggs 2', [], {}, { ingredients: 3 }])('behaviour: %j is not a belief', (reply) => {
    expect(menuBeliefs.schema(eggs).safeParse(reply).success).toBe(false);
  });

  it('law: the truth is a belief without errors', () => {
    expect(menuBeliefs.truth(eggs)).toEqual(eggsTruth);
    expect(menuBeliefs.schema(eggs).parse(eggsTruth)).toEqual(eggsTruth);
    expect(taskBeliefs.schema(camp).parse(taskBeliefs.truth(camp))).toEqual(campTruth);
    const none = { hallucination: 0, publicError: 0, invented: 0 };
    expect(menuBeliefs.errors(eggs, eggsTruth)).toEqual(none);
    expect(taskBeliefs.errors(camp, campTruth)).toEqual(none);
  });

  it('known: errors follow the definitions in B.1.5 and B.1.6', () => {
    // The belief overstates two of three amounts (eggs, flour). The errors are 1/2, 1/3, 1, and 1 for salt (not real).
    const belief = { ingredients: { eggs: 6, tomatoes: 2, flour: 2, salt: 1 }, values: {} };
    expect(menuBeliefs.errors(eggs, belief)).toEqual({
      hallucination: expect.closeTo(2 / 3, 12) as number,
      publicError: expect.closeTo((1 / 2 + 1 / 3 + 1 + 1) / 4, 12) as number,
      invented: expect.closeTo(2 / 7, 12) as number,
    });
    // The belief overstates Ben's two hours as three, one of four amounts. It states 4 of 5 fuel.
    const other = { public: { fuel: 4 }, private: { ...camp.truth.own, Ben: { time: 3 } }, values: worth };
    expect(taskBeliefs.errors(camp, other)).toEqual({
      hallucination: 0.25,
      publicError: expect.closeTo(0.2, 12) as number,
      invented: 0,
    });
  });

  it('known: the solver finds the best plan under a belief', async () => {
    const belief = {
      ingredients: { eggs: 2, tomatoes: 1, saffron: 5 },
      values: { Cake: 5, Omelette: 3, Salad: 2 },
    };
    expect(await menuBeliefs.solve(eggs, belief)).toEqual({ proposal: ['Omelette'], value: 3 });
    expect(await menuBeliefs.solve(eggs, { ingredients: {}, values: {} })).toEqual({
      proposal: [],
      value: 0,
    });
    const best = { cook: 'Ann', scout: 'Ben', rest: 'Cy' };
    expect(await taskBeliefs.solve(camp, campTruth)).toEqual({ proposal: best, value: 11 });
  });

  it('known: the calculator reports what is possible and what is missing', () => {
    const belief = { ingredients: { eggs: 2, tomatoes: 1 }, values: { Cake: 5, Omelette: 3, Salad: 2 } };
    expect(menuBeliefs.check(eggs, belief, ['Cake', 'Salad'])).toEqual({
      available: ['Omelette'],
      lacking: { Cake: ['needs 2 more eggs'], Salad: ['needs 1 more tomatoes'] },
      feasible: false,
      problems: ['needs 2 more eggs', 'needs 1 more tomatoes'],
      value: 7,
    });
    const other = { public: { fuel: 2 }, private: camp.truth.own, values: worth };
    expect(taskBeliefs.check(camp, other, { cook: 'Ben', scout: 'Cy', rest: null })).toEqual({
      available: { cook: ['Ann', 'Cy'], scout: ['Ann', 'Ben', 'Cy'], rest: ['Ann', 'Ben', 'Cy'] },
      lacking: {},
      feasible: false,
      problems: ['needs 2 more fuel', 'Ben needs 1 more time'],
      value: 6,
    });
    expect(taskBeliefs.check(camp, { public: {}, private: {}, values: {} }, {})).toMatchObject({
      available: {},
      lacking: { rest: { Ann: ['Ann needs 1 more time'] } },
    });
  });
});

describe('what agents see', () => {
  const backgrounds = (options: Parameters<typeof menu>[0]): string[] => {
    const environment = menu({ ...options, cases: [eggs] });
    return environment.agents(environment.cases(0, Random.from(1))).map(({ background }) => background);
  };

  it('known: with numeric observations, an agent sees part of the ingredients and one guest', () => {
    const [one = '', two = ''] = backgrounds({});
    expect(one).toContain('eggs 3, tomatoes 1');
    expect(one).toContain('Ann');
    expect(one).not.toContain('Ben');
    expect(two).toContain('eggs 1, tomatoes 2');
  });

  it('known: with semantic observations, an agent sees words instead of numbers', () => {
    const [, two = ''] = backgrounds({ observations: 'semantic' });
    expect(two).toContain('Food Allergies');
    expect(two).toContain('n + 0.2 n^1.5');
    expect(two).not.toContain('"Cake":2');
  });

  it('known: with full information, every agent sees everything', () => {
    for (const background of backgrounds({ information: 'full' })) {
      expect(background).toContain('eggs 4, tomatoes 3');
      expect(background).toContain('Ann');
      expect(background).toContain('Ben');
    }
    const [, , leader] = taskAllocation({ cases: [camp], information: 'full' }).agents(camp);
    expect(leader?.background).toContain('fuel 5');
    expect(leader?.background).toContain("Ann's resources: time 3");
    expect(leader?.background).not.toMatch(/\byou/i); // an agent that decides alone is not a member of the team
  });

  it('known: a worker knows its own resources and a fragment, and the task names the leader', () => {
    const [ann, , cy] = tasks.agents(camp);
    expect([ann?.role, cy?.role]).toEqual(['worker', 'leader']);
    expect(ann?.background).toContain('fuel 1');
    expect(ann?.background).toContain('time 3');
    expect(ann?.background).not.toContain('Ben');
    expect(tasks.task(camp)).toContain('Cy (A guide, the leader)');
  });

  it.each<[string, () => unknown]>([
    ['unknown observations', () => menu({ observations: 'numerical' as never })],
    ['unknown information', () => taskAllocation({ information: 'oracle' as never })],
    ['no cases', () => menu({ cases: [] })],
    ['tasks instead of menus', () => menu({ cases: [camp] })],
    ['menus instead of tasks', () => taskAllocation({ cases: [eggs] })],
    ['an unknown field', () => taskAllocation({ domain: 'campng' })],
    ['an unknown option', () => menu({ observation: 'numeric' } as never)],
    ['indices past the last case', () => menus.cases(1, Random.from(1))],
  ])('behaviour: %s are refused', (_what, make) => {
    expect(make).toThrow(aError);
  });
});

describe('the simulated agent', () => {
  it.each([false, true])(
    'law: its proposals keep the limits that it sees (full information: %s)',
    (isFull) => {
      const information = isFull ? 'full' : 'private';
      for (const environment of [menu({ information }), menu({ information, observations: 'semantic' })])
        for (let index = 0; index < 10; index++) {
          const one = environment.cases(index, Random.from(1));
          for (const { name } of one.agents) {
            const mind = environment.mind!(one, name);
            const proposal = mind.propose(Random.from(2, index), 1);
            expect(environment.proposal(one).safeParse(proposal).error).toBeUndefined();
            // The ingredients that an agent sees exist.
            expect(environment.score(one, proposal)['feasible']).toBe(proposal.length);
            expect(mind.utility(proposal)).toBeGreaterThanOrEqual(0);
            const belief = mind.believe!(Random.from(3));
            expect(environment.beliefs!.schema(one).parse(belief)).toEqual(belief);
          }
        }
    },
  );

  it('law: with full information, it comes near the optimum', () => {
    const environment = taskAllocation({ information: 'full' });
    let total = 0;
    for (let index = 0; index < 60; index++) {
      const one = environment.cases(index, Random.from(1));
      const proposal = environment.mind!(one, 'Leader').propose(Random.from(4, index), 1);
      total += environment.score(one, proposal)['normalized'] as number;
    }
    expect(total / 60).toBeGreaterThan(0.8);
  });

  it('known: it knows the limits of its own resources', () => {
    const ben = tasks.mind!(camp, 'Ben');
    expect(ben.utility({ cook: 'Ben', scout: null, rest: null })).toBe(-100);
    expect(ben.utility({ cook: null, scout: 'Ben', rest: null })).toBe(2);
    expect(ben.sentence()).toBe('I see fuel 1.');
  });
});

/** Sorts the keys of objects, so that equal values have equal digests. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
};
const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, 16);

describe('generated cases', () => {
  it('known: the kitchen has 78 dishes from 12 cuisines, 60 ingredients and 10 guests', () => {
    expect(dishes).toHaveLength(78);
    expect(new Set(dishes.map(({ name }) => name)).size).toBe(78);
    expect(Object.keys(kitchen.dishes)).toHaveLength(12);
    expect(new Set(dishes.flatMap(({ needs }) => Object.keys(needs))).size).toBe(60);
    expect(guests).toHaveLength(10);
  });

  it('known: each of the three fields has 14 tasks, 4 own and 4 shared resources, and 6 people', () => {
    for (const { tasks, own, shared, people } of Object.values(teams)) {
      expect([tasks.length, own.length, shared.length, people.length]).toEqual([14, 4, 4, 6]);
      for (const line of tasks) expect(line).toMatch(/^[^|]+\| [\d.]+ [\d.]+ (\| \d+ \d+ \d+ \d+ ?){2}$/);
      for (const line of people) {
        expect(line).toMatch(/^[^|]+\| (leader|worker|leader worker) \| \d \d \d \d \| [\d. ]+$/);
        expect(line.split('|')[3]?.trim().split(' ')).toHaveLength(14);
      }
    }
  });

  it.each([
    ['Priya', 'Char Siu Pork', 0],
    ['Priya', 'Pad Thai', 0],
    ['Tomas', 'Kung Pao Chicken', 0],
    ['Anh', 'Quiche Lorraine', 0],
    ['Leila', 'Mussels in White Wine', 0],
    ['Noah', 'Cheeseburger', 0],
    ['Ethan', 'Margherita Pizza', 0],
    ['Camille', 'Onion Soup', 0],
    // 1 plus 0.5 for her cuisine, 0.3 for comfort and 0.3 for spice, but at most 2.
    ['Priya', 'Chana Masala', 2],
  ])('known: %s rates %s as %d', (name, dish, rating) => {
    const profile = guests.find((guest) => guest.name === name)?.profile ?? {};
    expect(ratingOf(profile, dish, dishes.find((one) => one.name === dish)?.needs ?? {})).toBe(rating);
  });

  it('known: a dish of four units is worth 4 + 0.2 x 8 to a guest who likes it', () => {
    expect(worthOf({ rice: 3, eggs: 1 })).toBeCloseTo(5.6, 12);
  });

  it('known: the 60 menus and 60 task allocations are the same as in earlier editions', () => {
    expect([generatedMenus().length, generatedTasks().length]).toEqual([60, 60]);
    expect(digestOf(generatedMenus())).toBe('5867b0521f822ba6');
    expect(digestOf(generatedTasks())).toBe('e075d780f403ef58');
  });

  it('law: HiGHS finds the stored optimum of every third case, with at least three items', async () => {
    const every = [...generatedMenus(), ...generatedTasks()];
    for (const one of every.filter((_, place) => place % 3 === 0)) {
      const { plan, value } = await bestPlan(one, one.truth);
      expect(value).toBeCloseTo(one.optimum, 9);
      expect(plan.length).toBeGreaterThanOrEqual(3);
    }
  });

  it("law: menus follow the paper's principles (A.1.3, A.1.4)", () => {
    for (const one of generatedMenus()) {
      const amounts = Object.values(one.truth.shared);
      expect(amounts.filter((amount) => amount > 0)).toHaveLength(8);
      const units = amounts.reduce((sum, amount) => sum + amount, 0);
      const possible = one.items.filter((dish) =>
        Object.entries(one.needs[dish] ?? {}).every(
          ([name, amount]) => (one.truth.shared[name] ?? 0) >= amount,
        ),
      );
      expect(possible.length).toBeGreaterThanOrEqual(5);
      expect(possible.length / one.items.length).toBeGreaterThanOrEqual(0.4);
      for (const { shared } of Object.values(one.views)) {
        const seen = Object.values(shared).reduce((sum, amount) => sum + amount, 0);
        expect(seen / units).toBeGreaterThanOrEqual(0.4);
        expect(seen / units).toBeLessThanOrEqual(0.6);
      }
      const all = merged(one).shared;
      for (const [name, amount] of Object.entries(one.truth.shared)) expect(all[name] ?? 0).toBe(amount);
    }
  });

  it('law: fragments sum to the truth, and the leader sees three fifths', () => {
    for (const one of generatedTasks()) {
      expect(one.items).toHaveLength(10);
      expect(merged(one)).toMatchObject(one.truth);
      for (const [name, amount] of Object.entries(one.truth.shared))
        expect(one.views['Leader']?.shared[name]).toBe(Math.floor(amount * 0.6));
    }
  });

  it('law: agents know facts about the guests with the probabilities in A.1.3', () => {
    let known = 0;
    for (let number = 0; number < 250; number++) {
      const [view] = Object.values(generateMenu(number, 1).views);
      for (const profile of Object.values(view?.profiles ?? {})) {
        expect(profile).toHaveProperty('Nationality');
        if ('Health and Fitness Goals' in profile) known++;
      }
    }
    // 500 draws at 0.4; four standard deviations are 44.
    expect(Math.abs(known - 200)).toBeLessThan(44);
  });
});

describe('official cases', () => {
  it('known: reads the 24 shipped cases as in earlier editions', () => {
    expect(digestOf(shipped('menu.jsonl'))).toBe('67fd44dd0969243b');
    expect(digestOf(shipped('task-allocation.jsonl'))).toBe('6d657f919f24bbb1');
  });

  it.each(['menu.jsonl', 'task-allocation.jsonl'])(
    'reference: HiGHS and PuLP find the same optimum: %s',
    async (file) => {
      for (const one of shipped(file))
        // The values of tasks are 32-bit numbers, and their optimum is rounded to four places.
        expect(Math.abs((await bestPlan(one, one.truth)).value - one.optimum)).toBeLessThan(1e-3);
    },
  );

  it.skipIf(isAbsent)(
    `reference: HiGHS and PuLP find the same optimum on 40 menus and 60 task allocations${skipped}`,
    async () => {
      const menuCases = readJointCases(join(official, 'menu.jsonl'));
      const taskCases = readJointCases(join(official, 'task-allocation.jsonl'));
      expect([digestOf(menuCases), digestOf(taskCases)]).toEqual(['9466cbffabe3ae5d', '35b9601da5cfbc54']);
      for (const one of [...menuCases, ...taskCases]) {
        expect(Math.abs((await bestPlan(one, one.truth)).value - one.optimum)).toBeLessThan(1e-3);
        const { shared, own } = merged(one);
        for (const name of one.resources.shared) expect(shared[name] ?? 0).toBe(one.truth.shared[name] ?? 0);
        expect(own).toEqual(one.truth.own);
      }
    },
  );

  it('law: the best decision by an oracle is valid and earns the optimum', async () => {
    const [one] = shipped('task-allocation.jsonl') as [JointCase];
    const environment = taskAllocation({ cases: [one] });
    const { proposal } = await environment.beliefs!.solve(one, environment.beliefs!.truth(one));
    const score = environment.score(one, proposal);
    expect(score['valid']).toBe(true);
    expect(score['normalized']).toBeCloseTo(1, 5);
  });

  it('behaviour: the task names the domain of an official task allocation', () => {
    const cases = shipped('task-allocation.jsonl');
    const official = taskAllocation({ cases });
    const domains = cases.map((one) => / for ([^.]+)\. The team/.exec(official.task(one))?.[1]);
    expect([...new Set(domains)].sort()).toEqual([
      'cafeteria operations',
      'camping in the wild',
      'research project collaboration',
    ]);
  });

  it('known: writes profiles in words', () => {
    const cases = shipped('menu.jsonl');
    const semantic = menu({ cases, observations: 'semantic' });
    const [first] = semantic.agents(semantic.cases(0, Random.from(1)));
    expect(first?.background).toContain('Low-carb');
    expect(first?.background).not.toContain('9.83');
  });

  const folder = mkdtempSync(join(tmpdir(), 'cases-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const [menuLine = ''] = readFileSync(
    join(__dirname, '../../data/joint-decisions/menu.jsonl'),
    'utf8',
  ).split('\n');
  const [taskLine = ''] = readFileSync(
    join(__dirname, '../../data/joint-decisions/task-allocation.jsonl'),
    'utf8',
  ).split('\n');
  /** Returns the line with another value at a path, or without that value. */
  const changed = (line: string, path: string, value?: number): string => {
    const one = JSON.parse(line) as Record<string, unknown>;
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let place = one;
    for (const key of keys) place = place[key] as Record<string, unknown>;
    place[last] = value;
    return JSON.stringify(one);
  };
  it.each<[string, string, string]>([
    ['a missing field', changed(menuLine, 'agent_1_obs'), 'agent_1_obs'],
    ['a missing recipe', changed(menuLine, 'nl_recipes.Ramen'), 'nl_recipes.Ramen'],
    ['a negative amount', changed(menuLine, 'agent_0_obs.cream', -1), 'agent_0_obs.cream'],
    ['a missing role', changed(taskLine, 'agents_config.agent_2.role'), 'agents_config.agent_2.role'],
    ['a missing value', changed(taskLine, 'value_matrix.2.9'), 'value_matrix.2.9'],
    ['a line that is not JSON', '{"id": ', 'not JSON'],
    ['a line that is not a case', '7', 'line 2'],
  ])('behaviour: the error for %s names the file, line and field', (_what, line, field) => {
    const file = join(folder, 'cases.jsonl');
    writeFileSync(file, `${menuLine}\n${line}\n`);
    expect(() => readJointCases(file)).toThrow('cases.jsonl line 2');
    expect(() => readJointCases(file)).toThrow(field);
  });

  it('behaviour: the error for a missing file names the file', () => {
    expect(() => readJointCases(join(folder, 'none.jsonl'))).toThrow('none.jsonl');
  });
});
