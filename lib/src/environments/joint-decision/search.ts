import type { Known, State } from './types';

/** An item, and who does it. */
export interface Given {
  readonly item: string;
  readonly doer: string;
}

export interface Found {
  readonly plan: readonly Given[];
  readonly reward: number;
  /** Whether nothing better is left: false where the search was given up. */
  readonly isProven: boolean;
}

/** Room for sums of tenths that are not exact, in units of a resource: as much as the official code leaves. */
export const tolerance = 1e-6;

/** A case as numbers: what each item takes of the shared resources and then of the doer's own, and what there is. */
export interface Limits {
  readonly takes: readonly (readonly number[])[];
  readonly shared: number;
  /** Shared amounts, then every doer's own. */
  readonly amounts: number[];
}

export function limitsOf({ items, needs, resources, doers }: Known, state: State): Limits {
  const { shared, own } = resources;
  return {
    takes: items.map((item) => [...shared, ...own].map((name) => needs[item]?.[name] ?? 0)),
    shared: shared.length,
    amounts: [
      ...shared.map((name) => state.shared[name] ?? 0),
      ...doers.flatMap((doer) => own.map((name) => state.own[doer]?.[name] ?? 0)),
    ],
  };
}

/** Where resource `r` of an item is taken from when this doer does it. */
const placeOf = ({ shared, takes }: Limits, r: number, doer: number): number =>
  r < shared ? r : r + doer * ((takes[0]?.length ?? 0) - shared);

function fits(limits: Limits, item: number, doer: number): boolean {
  return (limits.takes[item] ?? []).every(
    (amount, r) => amount === 0 || amount <= (limits.amounts[placeOf(limits, r, doer)] ?? 0) + tolerance,
  );
}

/** Takes what an item needs (sign 1), or puts it back (sign -1). */
function take(limits: Limits, item: number, doer: number, sign: 1 | -1): void {
  limits.takes[item]?.forEach((amount, r) => {
    const place = placeOf(limits, r, doer);
    limits.amounts[place] = (limits.amounts[place] ?? 0) - sign * amount;
  });
}

/** The items of a plan that fit one after the other, in its order: all of it, if it is feasible. */
export function feasiblePart(known: Known, state: State, plan: readonly Given[]): Given[] {
  const limits = limitsOf(known, state);
  return plan.filter(({ item, doer }) => {
    const [i, d] = [known.items.indexOf(item), known.doers.indexOf(doer)];
    const isIn = fits(limits, i, d);
    if (isIn) take(limits, i, d, 1);
    return isIn;
  });
}

/**
 * The plan of the largest worth: branch and bound, items of much worth for what they take first. The bound lets items of
 * which only a part fits count by that part, under one limit that adds all up, each as a share of what there is of it
 * (Dantzig's bound of a surrogate constraint). The paper's cases take some hundreds of steps.
 * @param mostSteps - after so many it gives up, with the best plan so far
 */
export function search(known: Known, state: State, mostSteps = 200_000): Found {
  const { items, doers } = known;
  const limits = limitsOf(known, state);
  const { takes, amounts } = limits;
  // What there is of each resource, whoever owns it: pooled amounts limit no plan that the single ones allow.
  const pooled = (takes[0] ?? []).map((_, r) => {
    let sum = 0;
    for (let d = 0; d < (r < limits.shared ? 1 : doers.length); d++)
      sum += Math.max(0, amounts[placeOf(limits, r, d)] ?? 0);
    return sum;
  });
  const options = items
    .map((item, i) => {
      const choices = doers
        .map((doer, d) => ({ d, value: state.values[doer]?.[item] ?? 0 }))
        .filter(({ d, value }) => value > 0 && fits(limits, i, d))
        .sort((a, b) => b.value - a.value);
      let weight = 0;
      for (const [r, amount] of (takes[i] ?? []).entries())
        if (amount > 0) weight += amount / (pooled[r] ?? 0);
      return { i, choices, weight, most: choices[0]?.value ?? 0 };
    })
    .filter(({ choices }) => choices.length > 0)
    .sort((a, b) => b.most * a.weight - a.most * b.weight);
  let room = 0;
  for (const amount of pooled) if (amount > 0) room += 1 + (doers.length * tolerance) / amount;
  let best: readonly (readonly [number, number])[] = [];
  let most = 0;
  let steps = 0;
  const chosen: [number, number][] = [];

  const bound = (from: number): number => {
    let sum = 0;
    let left = room;
    for (let at = from; at < options.length; at++) {
      const { i, choices, weight } = options[at] as (typeof options)[number];
      const value = choices.find(({ d }) => fits(limits, i, d))?.value ?? 0;
      if (value === 0) continue;
      if (weight > left) return sum + (value * left) / weight;
      sum += value;
      left -= weight;
    }
    return sum;
  };
  const branch = (at: number, worth: number): void => {
    if (steps++ >= mostSteps) return;
    if (worth > most) [most, best] = [worth, chosen.map((one) => [...one] as const)];
    const option = options[at];
    if (option === undefined || worth + bound(at) <= most + 1e-9) return;
    for (const { d, value } of option.choices) {
      if (!fits(limits, option.i, d)) continue;
      take(limits, option.i, d, 1);
      room -= option.weight;
      chosen.push([option.i, d]);
      branch(at + 1, worth + value);
      chosen.pop();
      room += option.weight;
      take(limits, option.i, d, -1);
    }
    branch(at + 1, worth);
  };
  branch(0, 0);
  const plan = [...best]
    .sort(([a], [b]) => a - b)
    .map(([i, d]) => ({ item: items[i] as string, doer: doers[d] as string }));
  return { plan, reward: worthOf(state, plan), isProven: steps <= mostSteps };
}

/** What a plan is worth if it can be carried out. */
export function worthOf(state: State, plan: readonly Given[]): number {
  return plan.reduce((sum, { item, doer }) => sum + (state.values[doer]?.[item] ?? 0), 0);
}
