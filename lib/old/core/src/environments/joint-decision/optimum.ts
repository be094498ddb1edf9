import type loadHighs from 'highs';
import { AgoraError } from 'agora-voting';
import { limitsOf, search, worthOf, type Found, type Given } from './search';
import type { Known, State } from './types';

/** The best plan in a state: by our own search, or by HiGHS if that takes long. */
export async function optimum(known: Known, state: State): Promise<Found> {
  const found = search(known, state);
  return found.isProven ? found : byHighs(known, state);
}

/**
 * The best plan by HiGHS, compiled to WebAssembly (npm `highs`): an integer program with a variable for each item and
 * doer, solved without a gap. Lines of its text are kept short, for its reader of LP files has a limit at 560
 * characters.
 */
export async function byHighs(known: Known, state: State): Promise<Found> {
  const { items, doers } = known;
  const { amounts, takes } = limitsOf(known, state);
  const worth = items
    .flatMap((item, i) =>
      doers.map((doer, d) => {
        const value = state.values[doer]?.[item] ?? 0;
        return {
          item,
          doer,
          value,
          name: `x${i}_${d}`,
          taken: new Map(takes[i]?.[d]?.map((one) => [one.place, one.amount])),
        };
      }),
    )
    .filter(({ value }) => value > 0);
  if (worth.length === 0) return { plan: [], reward: 0, isProven: true };
  const rows = [
    ...items.map((item) =>
      row(
        worth.map((one) => [one.item === item ? 1 : 0, one.name]),
        1,
      ),
    ),
    ...amounts.map((amount, place) =>
      row(
        worth.map(({ taken, name }) => [taken.get(place) ?? 0, name]),
        Math.max(0, amount),
      ),
    ),
  ];
  const text = [
    'Maximize',
    ...sum(worth.map(({ value, name }) => [value, name])),
    'Subject To',
    ...rows.flat(),
    'Binary',
    ...worth.map(({ name }) => ` ${name}`),
    'End',
  ].join('\n');
  const { Status, Columns } = (await highs()).solve(text, {
    output_flag: false,
    mip_rel_gap: 0,
    mip_abs_gap: 0,
  });
  if (Status !== 'Optimal')
    throw new AgoraError('optimum', `HiGHS found no optimum of ${known.id}: ${Status}`);
  const plan: Given[] = worth
    .filter(({ name }) => (Columns[name]?.Primal ?? 0) > 0.5)
    .map(({ item, doer }) => ({ item, doer }));
  return { plan, reward: worthOf(state, plan), isProven: true };
}

let loaded: ReturnType<typeof loadHighs> | undefined;
/** HiGHS, loaded when it is first needed: 3.5 MB of WebAssembly. `solve` disposes of its model by itself. */
async function highs() {
  // Its types are those of a CommonJS module, and this import gives the other one.
  const { default: load } = (await import('highs')) as unknown as { default: typeof loadHighs };
  loaded ??= load();
  return loaded;
}

type Terms = readonly (readonly [number, string])[];

/** A term a line. */
const sum = (terms: Terms): string[] => terms.map(([times, name]) => ` + ${times} ${name}`);

function row(terms: Terms, most: number): string[] {
  const used = terms.filter(([times]) => times !== 0);
  return used.length === 0 ? [] : [...sum(used), ` <= ${most}`];
}
