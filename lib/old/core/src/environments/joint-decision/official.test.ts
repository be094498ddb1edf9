import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { menu, readJointCases, taskAllocation } from '..';
import { byHighs } from './optimum';
import { merged } from './joint-decision';
import { search } from './search';
import type { JointCase } from './types';

const shared = join(
  process.env['AGORA_SHARED_DATA'] ?? resolve(__dirname, '../../../../../../shared/data'),
  'deliberation',
);
const isThere = existsSync(shared);
if (!isThere)
  console.warn('The official joint decisions are not tested: no shared data (AGORA_SHARED_DATA).');

describe.skipIf(!isThere)('the official joint decisions (skipped without AGORA_SHARED_DATA)', () => {
  const menus = isThere ? readJointCases(join(shared, 'menu.jsonl')) : [];
  const tasks = isThere ? readJointCases(join(shared, 'task-allocation.jsonl')) : [];

  it('reference: 40 menus and 60 task allocations, and the optimum of every one by PuLP is ours', () => {
    expect([menus.length, tasks.length]).toEqual([40, 60]);
    for (const one of menus) expect(search(one, one.truth).reward).toBeCloseTo(one.optimum, 9);
    // their values are 32-bit numbers, their optimum is rounded to four places
    for (const one of tasks) expect(Math.abs(search(one, one.truth).reward - one.optimum)).toBeLessThan(1e-3);
  });

  it('reference: HiGHS finds the same on a few of each', async () => {
    for (const one of [...menus.slice(0, 4), ...tasks.slice(0, 4)])
      expect(Math.abs((await byHighs(one, one.truth)).reward - one.optimum)).toBeLessThan(1e-3);
  });

  it('law: what the agents see adds up to the truth', () => {
    for (const one of [...menus, ...tasks]) {
      const { shared: all, own } = merged(one);
      for (const name of one.resources.shared) expect(all[name] ?? 0).toBe(one.truth.shared[name] ?? 0);
      expect(own).toEqual(one.truth.own);
    }
  });

  it('known: they make environments, whose best decisions are valid and earn all that there is to earn', async () => {
    const check = async (
      environment: ReturnType<typeof menu> | ReturnType<typeof taskAllocation>,
      one: JointCase,
    ) => {
      const { proposal } = await environment.solver!.solve(one, one.truth);
      const { normalized, valid } = environment.score(one, proposal as never);
      expect(valid).toBe(true);
      expect(normalized).toBeCloseTo(1, 5);
    };
    await check(menu({ cases: menus }), menus[7] as JointCase);
    await check(taskAllocation({ cases: tasks }), tasks[7] as JointCase);
    const semantic = menu({ cases: menus, observations: 'semantic' });
    const told = semantic.agents(semantic.instance(0))[0]?.background;
    expect(told).toContain('Low-carb');
    expect(told).not.toContain('9.83');
  });
});
