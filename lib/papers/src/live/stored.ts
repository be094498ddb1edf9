import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPackedIndex, readPackedRun, shippedFolder } from 'agora-core/internal';
import type { Condition, Fields } from '../item';

/** The sets of live runs that may be committed, the main model first. */
const sets = ['live-qwen2.5-coder-1.5b', 'live-qwen2.5-coder-0.5b'] as const;

/** A condition of the plan, and the fields by which an item knows it. */
export interface StoredCondition {
  readonly entry: string;
  readonly condition: string;
  readonly fields: Fields;
}

/**
 * Live runs that are committed, for items with the evidence "live" and no model: one condition for each that some model has
 * played. They are all the cases that there are, whatever number an item asks for; few cases say little.
 */
export function storedLive(
  wanted: readonly StoredCondition[],
  folder: string | null = shippedFolder('recorded'),
): Condition[] {
  const here = sets.filter((name) => folder !== null && existsSync(join(folder, name, 'runs.json')));
  return here.flatMap((name) => {
    const place = join(folder ?? '', name);
    const { model, runs } = readPackedIndex(place);
    return wanted.flatMap(({ entry, condition, fields }) => {
      const run = runs.find((one) => one.entry === entry && one.condition === condition);
      if (run === undefined || run.cases === 0) return [];
      const cases = [...readPackedRun(place, run.file).values()];
      const measurable = Object.assign(cases, { evidence: 'live' as const, name: name });
      return [{ fields: { model: model, ...fields }, run: measurable }];
    });
  });
}
