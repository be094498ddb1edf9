import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPackedIndex, readPackedRun, shippedFolder } from 'agora-core/internal';
import type { Condition, Fields } from '../item';

/** The sets of live runs that may be committed, the main model first. */
export const liveSetNames = ['live-qwen2.5-coder-1.5b', 'live-qwen2.5-coder-0.5b'] as const;

/** Sets of live runs of the kit's further plans. They are to be read: no claim is tested, and no item uses them. */
export const furtherSetNames = [
  'live-hidden-profiles-qwen2.5-coder-0.5b',
  'live-crossed-qwen2.5-coder-0.5b',
  'live-stopping-qwen2.5-coder-1.5b',
] as const;

export type LiveSetName = (typeof liveSetNames)[number];

/** A condition of the plan, and the fields by which an item knows it. */
export interface StoredCondition {
  readonly entry: string;
  readonly condition: string;
  readonly fields: Fields;
}

/**
 * Committed live runs, for items with the evidence "live" and no model: those of the first model that has played
 * any of these conditions, the main one before the second, since models are never pooled. They are all the cases that
 * there are, even if an item requests another number; few cases say little.
 */
export function storedLive(
  wanted: readonly StoredCondition[],
  folder: string | null = shippedFolder('recorded'),
): Condition[] {
  for (const name of liveSetNames) {
    const place = join(folder ?? '', name);
    const found =
      folder !== null && existsSync(join(place, 'runs.json')) ? storedOf(wanted, name, place) : [];
    if (found.length > 0) return found;
  }
  return [];
}

/** The conditions of one set. */
function storedOf(wanted: readonly StoredCondition[], name: LiveSetName, place: string): Condition[] {
  const { model, runs } = readPackedIndex(place);
  return wanted.flatMap(({ entry, condition, fields }) => {
    const run = runs.find((one) => one.entry === entry && one.condition === condition);
    if (run === undefined || run.cases === 0) return [];
    const cases = [...readPackedRun(place, run.file).values()];
    const measurable = Object.assign(cases, { evidence: 'live' as const, name: name });
    return [{ fields: { model: model, ...fields }, run: measurable }];
  });
}
