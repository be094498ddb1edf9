import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../voting/src/json';
import { merged } from '../joint-decision/joint-decision';
import { search } from '../joint-decision/search';
import type { JointCase } from '../joint-decision/types';
import { candidateTasks, chooseTasks, domains, madeTasks } from './generate';
import { taskAllocation } from './task-allocation';
import teams from './teams.json';

const view = (agent: string, fuel: number, time: number, values: Record<string, number>) => ({
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
/** Cooking takes 2 of 5 fuel and 3 hours, scouting 2 fuel and 2 hours, resting an hour. Ann has 3 hours, Ben 2, Cy 4. */
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
    Ann: view('Ann', 1, 3, worth.Ann),
    Ben: view('Ben', 1, 2, worth.Ben),
    Cy: view('Cy', 3, 4, worth.Cy),
  },
  optimum: 11,
};
const environment = taskAllocation({ cases: [camp] });
const { beliefs, solver } = environment;
if (beliefs === undefined || solver === undefined) throw new Error('no beliefs, no solver');

describe('taskAllocation', () => {
  it('known: an assignment earns what its tasks are worth to those who do them, within all limits', async () => {
    const best = { cook: 'Ann', scout: 'Ben', rest: 'Cy' };
    expect(await solver.solve(camp, camp.truth)).toEqual({ proposal: best, reward: 11 });
    expect(environment.score(camp, best)).toMatchObject({ reward: 11, normalized: 1, valid: true, size: 3 });
    // Ben has two hours, and cooking takes three: of cook 3, scout 3 and rest 1 the last two can be done, worth 4
    const over = environment.score(camp, { rest: 'Cy', cook: 'Ben', scout: 'Cy' });
    expect(over).toMatchObject({ reward: 0, normalized: 0, valid: false, size: 3, feasible: 2 });
    expect(over['adjusted']).toBeCloseTo((4 / 11) * (2 / 3), 12);
    // the feasible part takes what is worth most first, in whatever order it is written: Cy cooks (4) and rests, no scouting
    expect(environment.score(camp, { scout: 'Cy', rest: 'Cy', cook: 'Cy' })).toMatchObject({ feasible: 2 });
    expect(environment.score(camp, null)).toMatchObject({ valid: false, reward: 0, size: 0 });
  });

  it('contract: tasks and agents that there are not, and a task given to two, cannot be read; nobody may do one', () => {
    const read = (value: unknown) => environment.readProposal(camp, value);
    const fault = (value: unknown) => {
      const reading = read(value);
      return reading.ok ? '' : reading.reason;
    };
    expect(read({ Cook: 'ann', scout: null, rest: 'nobody' })).toEqual({ ok: true, value: { cook: 'Ann' } });
    expect(read({ Ann: ['cook', 'rest'], Ben: [] })).toEqual({
      ok: true,
      value: { cook: 'Ann', rest: 'Ann' },
    });
    expect(read({ allocation: { cook: 'Ann' } })).toEqual({ ok: true, value: { cook: 'Ann' } });
    expect(read({})).toEqual({ ok: true, value: {} });
    expect(fault({ cook: 'Dan' })).toBe('there is no agent "Dan" for "cook": the agents are Ann, Ben, Cy');
    expect(fault({ swim: 'Ann' })).toBe('there is no task "swim": the tasks are cook, scout, rest');
    expect(fault({ Ann: ['cook'], Ben: ['cook'] })).toBe(
      '"cook" is given to Ann and to Ben: one agent at most does a task',
    );
    expect(fault({ cook: ['Ann', 'Ben'] })).toContain('there is no agent ["Ann","Ben"]');
    for (const value of [null, [], 'Ann cooks', 4]) expect(read(value).ok).toBe(false);
  });

  it('known: a belief by agent is read as the paper asks for it, and as we do', () => {
    const private_ = { Ann: { time: 3 }, ben: { time: '2 hours', luck: 1 }, Dan: { time: 9 } };
    const given = {
      total_resources: { agent_private_resources: private_, public_resources: { fuel: 4 } },
      overall_preferences: { Ann: worth.Ann },
    };
    const reading = beliefs.read(camp, given);
    expect(reading).toMatchObject({
      ok: true,
      value: {
        belief: {
          shared: { fuel: 4 },
          own: { Ann: { time: 3 }, Ben: { time: 2 }, Cy: {} },
          values: { Ann: worth.Ann },
        },
        unknown: ['Dan', 'Ben: luck'],
        negative: [],
      },
    });
    expect(reading.ok && reading.value.missing).toContain('Cy: time');
    expect(beliefs.read(camp, beliefs.write(camp, camp.truth))).toMatchObject({
      value: { belief: camp.truth },
    });
    // Ben's two hours are believed to be three: one of four amounts
    const belief = { ...camp.truth, own: { ...camp.truth.own, Ben: { time: 3 } }, shared: { fuel: 4 } };
    expect(beliefs.errors(camp, belief)).toEqual({ hallucination: 0.25, publicError: 0.2, invented: 0 });
  });

  it('known: the calculator says who could do what, and what an assignment lacks', () => {
    const belief = { ...camp.truth, shared: { fuel: 2 } };
    expect(solver.calculate(camp, belief, { cook: 'Ben', scout: 'Cy' })).toEqual({
      available: { cook: ['Ann', 'Cy'], scout: ['Ann', 'Ben', 'Cy'], rest: ['Ann', 'Ben', 'Cy'] },
      lacking: {},
      feasible: false,
      problems: ['needs 2 more fuel', 'Ben needs 1 more time'],
    });
    expect(solver.calculate(camp, { shared: {}, own: {}, values: {} }, null)).toMatchObject({
      available: {},
      lacking: { rest: { Ann: ['Ann needs 1 more time'] } },
    });
  });

  it('known: a worker knows itself and a fragment; alone decides the leader', () => {
    const [ann] = environment.agents(camp);
    expect(ann).toMatchObject({ name: 'Ann', role: 'worker' });
    expect(ann?.background).toContain('fuel 1');
    expect(ann?.background).toContain('time 3');
    expect(ann?.background).not.toContain('Ben');
    expect(environment.task(camp)).toContain('Cy (A guide), who leads');
    const alone = taskAllocation({ cases: [camp], information: 'centralized' }).agents(camp);
    expect(alone.map(({ name }) => name)).toEqual(['Cy']);
    expect(alone[0]?.background).toContain('fuel 5');
    expect(alone[0]?.background).toContain('Ann has alone: time 3');
  });

  it('contract: what makes no task allocation is named', () => {
    expect(() => taskAllocation({ domain: 'campng' as never })).toThrow('(did you mean "camping"?)');
    expect(() => taskAllocation({ cases: [camp], domain: 'research' })).toThrow('cases of research');
  });
});

describe('task allocations of our own making', () => {
  it('known: three sub-domains of 14 tasks, 4 own and 4 shared resources and 6 people each', () => {
    for (const { tasks, own, shared, people } of Object.values(teams)) {
      expect([tasks.length, own.length, shared.length, people.length]).toEqual([14, 4, 4, 6]);
      for (const line of tasks) expect(line).toMatch(/^[^|]+\| [\d.]+ [\d.]+ (\| \d+ \d+ \d+ \d+ ?){2}$/);
      for (const line of people) {
        expect(line).toMatch(/^[^|]+\| (leader|worker|leader worker) \| \d \d \d \d \| ([\d.]+ ?){14}$/);
        expect(line.split('|')[3]?.trim().split(' ')).toHaveLength(14);
      }
    }
  });

  it('known: 60 of them, the same ones everywhere', () => {
    const digest = createHash('sha256').update(canonicalJson(madeTasks())).digest('hex').slice(0, 16);
    expect(madeTasks()).toHaveLength(60);
    expect(digest).toBe('e075d780f403ef58');
  });

  it('law: fragments add up to what there is, the leader sees three fifths of it, and three tasks can be done', () => {
    for (const one of madeTasks()) {
      expect(one.items).toHaveLength(10);
      expect(merged(one)).toMatchObject({
        shared: one.truth.shared,
        own: one.truth.own,
        values: one.truth.values,
      });
      for (const [name, amount] of Object.entries(one.truth.shared))
        expect(one.views['Leader']?.shared[name]).toBe(Math.floor(amount * 0.6));
      expect(search(one, one.truth).plan.length).toBeGreaterThanOrEqual(3);
    }
  });

  it('law: the choice of the committed ones can be made again, here among the first 60', () => {
    const best = chooseTasks(60, 20);
    for (const domain of domains) {
      const committed = madeTasks().flatMap((one) =>
        one.domain === domain ? [Number(one.id.split('-')[1])] : [],
      );
      expect(best[domain].filter((number) => committed.includes(number))).toEqual(
        committed.filter((number) => number < 60),
      );
      expect(candidateTasks(domain, 3)).toEqual(candidateTasks(domain, 3));
    }
  });
});
