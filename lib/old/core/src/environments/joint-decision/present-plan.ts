import type { Presented } from '../presented';
import type { Given } from './search';
import { shortages } from './search';
import type { JointCase } from './types';

/**
 * A plan as a table: each dish or task, who does it, what it is worth, and the most that it could be worth; beneath
 * them what all takes of each resource, beside what there is.
 */
export function presentPlan(instance: JointCase, plan: readonly Given[], rowsAre: string): Presented {
  const { truth, needs, resources, doers } = instance;
  const severalDo = doers.length > 1;
  const best = (item: string) => Math.max(...doers.map((doer) => truth.values[doer]?.[item] ?? 0));
  const shared = resources.shared.filter((name) => plan.some(({ item }) => (needs[item]?.[name] ?? 0) > 0));
  const missing = shortages(instance, truth, plan);
  const taken = (name: string) => plan.reduce((sum, { item }) => sum + (needs[item]?.[name] ?? 0), 0);
  const blank = { value: null };
  return {
    rowsAre,
    columns: [...(severalDo ? ['done by'] : []), 'worth', ...shared],
    against: severalDo ? 'the most that the task is worth with anybody, and what there is' : 'what there is',
    rows: [
      ...plan.map(({ item, doer }) => ({
        name: item,
        cells: [
          ...(severalDo ? [{ value: doer }] : []),
          { value: truth.values[doer]?.[item] ?? 0, ...(severalDo && { against: best(item) }) },
          ...shared.map((name) => ({ value: needs[item]?.[name] ?? null })),
        ],
      })),
      {
        name: 'in all',
        cells: [
          ...(severalDo ? [blank] : []),
          { value: plan.reduce((sum, { item, doer }) => sum + (truth.values[doer]?.[item] ?? 0), 0) },
          ...shared.map((name) => {
            const there = truth.shared[name] ?? 0;
            return { value: taken(name), against: there, fails: taken(name) > there + 1e-9 };
          }),
        ],
      },
      ...missing.map((what) => ({
        name: what,
        cells: [...(severalDo ? [blank] : []), blank, ...shared.map(() => blank)],
      })),
    ],
  };
}
