import type { Known, State } from './types';

/** An item, and who does it. */
export interface Given {
  readonly item: string;
  readonly doer: string;
}

export interface Found {
  readonly plan: readonly Given[];
  readonly reward: number;
  /** Whether no better plan exists: false if the search was stopped early. */
  readonly isProven: boolean;
}

/** Room for sums of tenths that are not exact, in units of a resource: as much as the official code leaves. */
const tolerance = 1e-6;

/** Amounts, each from a place among all that there are. */
type Taken = readonly { readonly place: number; readonly amount: number }[];

/** A case as numbers. */
export interface Limits {
  /** The available amounts: shared ones, then every doer's own. */
  readonly amounts: number[];
  /** The resource of each amount. Amounts of several doers may be of one resource. */
  readonly kinds: readonly number[];
  /** The resources that an item uses when a doer does it: each a place in `amounts`, and how much. */
  readonly takes: readonly (readonly Taken[])[];
}

export function limitsOf({ items, needs, resources, doers }: Known, state: State): Limits {
  const { shared, own } = resources;
  const kinds = [...shared.keys(), ...doers.flatMap(() => own.map((_, r) => shared.length + r))];
  const names = [...shared, ...own];
  return {
    amounts: [
      ...shared.map((name) => state.shared[name] ?? 0),
      ...doers.flatMap((doer) => own.map((name) => state.own[doer]?.[name] ?? 0)),
    ],
    kinds,
    takes: items.map((item) => {
      const taken = names.map((name) => needs[item]?.[name] ?? 0);
      return doers.map((_, d) =>
        taken.flatMap((amount, r) => {
          const place = r < shared.length ? r : r + d * own.length;
          return amount > 0 ? [{ place, amount }] : [];
        }),
      );
    }),
  };
}

function fits(amounts: readonly number[], taken: Taken): boolean {
  for (const { place, amount } of taken) if (amount > (amounts[place] as number) + tolerance) return false;
  return true;
}

/** Takes what an item needs (sign 1), or puts it back (sign -1). */
export function take(amounts: number[], taken: Taken, sign: 1 | -1 = 1): void {
  for (const { place, amount } of taken) (amounts[place] as number) -= sign * amount;
}

/** The resources that an item of a plan uses. */
export const takenBy = ({ items, doers }: Known, { takes }: Limits, { item, doer }: Given): Taken =>
  takes[items.indexOf(item)]?.[doers.indexOf(doer)] ?? [];

/** The items of a plan that fit one after the other, in its order: all of it, if it is feasible. */
export function feasiblePart(known: Known, state: State, plan: readonly Given[]): Given[] {
  const limits = limitsOf(known, state);
  return plan.filter((given) => {
    const taken = takenBy(known, limits, given);
    const isIn = fits(limits.amounts, taken);
    if (isIn) take(limits.amounts, taken);
    return isIn;
  });
}

/** "needs 2 more eggs", "Worker 1 needs 0.4 more Time": every limit that a plan breaks. */
export function shortages(known: Known, state: State, plan: readonly Given[]): string[] {
  const { resources, doers } = known;
  const limits = limitsOf(known, state);
  for (const given of plan) take(limits.amounts, takenBy(known, limits, given));
  const shared = resources.shared.length;
  return limits.amounts.flatMap((left, place) => {
    if (left >= -tolerance) return [];
    const doer = place < shared ? '' : `${doers[Math.floor((place - shared) / resources.own.length)]} `;
    const name = [...resources.shared, ...resources.own][limits.kinds[place] ?? 0];
    return [`${doer}needs ${Number((-left).toFixed(6))} more ${name}`];
  });
}

/**
 * Finds the plan with the largest value: branch and bound, starting with items of much value for their resources. The bound lets items of
 * which only a part fits count by that part, under one limit that adds all up, each as a share of what there is of it
 * (Dantzig's bound of a surrogate constraint). The paper's cases take some hundreds of steps.
 * @param mostSteps - after this many steps it stops, with the best plan so far
 */
export function search(known: Known, state: State, mostSteps = 50_000): Found {
  const { items, doers } = known;
  const { amounts, kinds, takes } = limitsOf(known, state);
  // The total of each resource over all owners: pooled amounts forbid no plan that the single ones allow.
  const pooled: number[] = [];
  for (const [place, kind] of kinds.entries())
    pooled[kind] = (pooled[kind] ?? 0) + Math.max(0, amounts[place] as number);
  let room = 0;
  for (const amount of pooled) if (amount > 0) room += 1 + (doers.length * tolerance) / amount;
  const options = items
    .map((_, i) => {
      const choices = doers
        .map((doer, d) => ({
          d,
          value: state.values[doer]?.[items[i] as string] ?? 0,
          taken: takes[i]?.[d] ?? [],
        }))
        .filter(({ value, taken }) => value > 0 && fits(amounts, taken))
        .sort((a, b) => b.value - a.value);
      let weight = 0;
      for (const { place, amount } of takes[i]?.[0] ?? [])
        weight += amount / (pooled[kinds[place] as number] as number);
      return { i, choices, weight, most: choices[0]?.value ?? 0 };
    })
    .filter(({ choices }) => choices.length > 0)
    .sort((a, b) => b.most * a.weight - a.most * b.weight);
  let best: readonly (readonly [number, number])[] = [];
  let most = 0;
  let steps = 0;
  const chosen: (readonly [number, number])[] = [];

  const bound = (from: number): number => {
    let sum = 0;
    let left = room;
    for (let at = from; at < options.length; at++) {
      const { choices, weight } = options[at] as (typeof options)[number];
      let value = 0;
      for (const choice of choices)
        if (fits(amounts, choice.taken)) {
          value = choice.value;
          break;
        }
      if (value === 0) continue;
      if (weight > left) return sum + (value * left) / weight;
      sum += value;
      left -= weight;
    }
    return sum;
  };
  const branch = (at: number, worth: number): void => {
    if (steps++ >= mostSteps) return;
    if (worth > most) [most, best] = [worth, [...chosen]];
    const option = options[at];
    if (option === undefined || worth + bound(at) <= most + 1e-9) return;
    for (const { d, value, taken } of option.choices) {
      if (!fits(amounts, taken)) continue;
      take(amounts, taken);
      room -= option.weight;
      chosen.push([option.i, d]);
      branch(at + 1, worth + value);
      chosen.pop();
      room += option.weight;
      take(amounts, taken, -1);
    }
    branch(at + 1, worth);
  };
  branch(0, 0);
  const plan = [...best]
    .sort(([a], [b]) => a - b)
    .map(([i, d]) => ({ item: items[i] as string, doer: doers[d] as string }));
  return { plan, reward: worthOf(state, plan), isProven: steps <= mostSteps };
}

/** The value of a plan if it can be carried out. */
export function worthOf(state: State, plan: readonly Given[]): number {
  return plan.reduce((sum, { item, doer }) => sum + (state.values[doer]?.[item] ?? 0), 0);
}
