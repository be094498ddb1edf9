import { Random } from 'agora-voting';
import { casesSeed, select } from '../joint-decision/select';
import { search, type Given } from '../joint-decision/search';
import type { JointCase, Known, Profile, State, View } from '../joint-decision/types';
import { dishes, guests, ratingOf, worthOf } from './taste';
import chosen from './chosen.json';

/** How often an agent is told a field of a guest's profile (Appendix A.1.3); the name and such always. */
const toldOdds: readonly Readonly<Record<string, number>>[] = [
  {
    Occupation: 0.7,
    'Recent Status': 0.6,
    'Dietary Preferences': 0.6,
    'Food Allergies': 0.7,
    'Cultural Preferences': 0.6,
    'Health and Fitness Goals': 0.4,
    'Personality and Dining Style': 0.5,
    'Ethical and Religious Considerations': 0.5,
  },
  {
    Occupation: 0.6,
    'Recent Status': 0.6,
    'Dietary Preferences': 0.7,
    'Food Allergies': 0.8,
    'Cultural Preferences': 0.6,
    'Health and Fitness Goals': 0.5,
    'Personality and Dining Style': 0.7,
    'Ethical and Religious Considerations': 0.6,
  },
];

const kinds = 8;
const mostUnits = 4;
const leastShare = 0.4;

/**
 * A case of our own making, by its number: eight ingredients of dishes drawn at random, 1 to 4 units
 * of each, the dishes that they suffice for and others
 * that take one of them, so many that at least two in five can be cooked, and two guests. Each agent sees two to three
 * fifths of the units, the values of one guest's dishes, and a part of what is to be known of both.
 */
export const candidateMenu = (number: number): JointCase => draw(number).instance;

/** The case, and its best menu. */
function draw(number: number): { readonly instance: JointCase; readonly plan: readonly Given[] } {
  const random = Random.from(casesSeed, 'menu', number);
  const stock = new Map<string, number>();
  for (const { needs } of random.shuffle(dishes))
    for (const name of Object.keys(needs))
      if (stock.size < kinds && !stock.has(name)) stock.set(name, 1 + random.below(mostUnits));
  const suffices = (needs: Readonly<Record<string, number>>) =>
    Object.entries(needs).every(([name, amount]) => (stock.get(name) ?? 0) >= amount);
  const possible = dishes.filter(({ needs }) => suffices(needs));
  const related = dishes.filter(
    (dish) => !possible.includes(dish) && Object.keys(dish.needs).some((name) => stock.has(name)),
  );
  const wanted = Math.max(Math.floor(possible.length / leastShare), possible.length);
  const offered = random.shuffle([
    ...possible,
    ...random.shuffle(related).slice(0, wanted - possible.length),
  ]);
  const needs = Object.fromEntries(offered.map((dish) => [dish.name, dish.needs]));
  const shared = [...new Set([...stock.keys(), ...offered.flatMap((dish) => Object.keys(dish.needs))])];
  const pair = random.shuffle(guests).slice(0, 2);
  const valuesOf = ({ name, profile }: (typeof guests)[number]) =>
    Object.fromEntries(
      offered.map((dish) => {
        // No rule says all of a taste: up to a tenth of a rating is the guest's own.
        const own = Random.from(casesSeed, 'taste', name, dish.name).below(5) * 0.05 - 0.1;
        const rating = ratingOf(profile, dish.name, dish.needs);
        return [dish.name, round(Math.max(0, rating + (rating > 0 ? own : 0)) * worthOf(dish.needs))];
      }),
    );
  const values = pair.map(valuesOf);
  const views = viewsOf(random, stock, pair, values);
  const known: Known = {
    id: `menu-${number}`,
    domain: 'menu',
    items: offered.map(({ name }) => name),
    needs,
    resources: { shared, own: [] },
    doers: ['kitchen'],
  };
  const mean = (dish: string) => values.reduce((sum, row) => sum + (row[dish] ?? 0), 0) / values.length;
  const truth: State = {
    shared: Object.fromEntries(shared.map((name) => [name, stock.get(name) ?? 0])),
    own: {},
    values: { kitchen: Object.fromEntries(known.items.map((dish) => [dish, mean(dish)])) },
  };
  const agents = Object.keys(views).map((name) => ({ name }));
  const { plan, reward } = search(known, truth);
  return { instance: { ...known, agents, truth, views, optimum: reward }, plan };
}

const round = (value: number) => Number(value.toFixed(2));

function viewsOf(
  random: Random,
  stock: ReadonlyMap<string, number>,
  pair: typeof guests,
  values: readonly Readonly<Record<string, number>>[],
): Record<string, View> {
  const units = random.shuffle(
    [...stock].flatMap(([name, amount]) => Array.from({ length: amount }, () => name)),
  );
  const least = Math.ceil(units.length * leastShare);
  const cut = least + random.below(units.length - 2 * least + 1);
  return Object.fromEntries(
    toldOdds.map((odds, place) => {
      const seen = place === 0 ? units.slice(0, cut) : units.slice(cut);
      const profiles = pair.map(({ name, profile }): [string, Profile] => [
        name,
        Object.fromEntries(Object.entries(profile).filter(([field]) => random.chance(odds[field] ?? 1))),
      ]);
      const guest = pair[place]?.name ?? '';
      const view: View = {
        isWhole: false,
        shared: Object.fromEntries(
          [...stock.keys()].map((name) => [name, seen.filter((one) => one === name).length]),
        ),
        own: {},
        values: { [guest]: values[place] ?? {} },
        profiles: Object.fromEntries(profiles),
      };
      return [`Agent ${place + 1}`, view];
    }),
  );
}

/**
 * The numbers of menus chosen among the first `candidates` by the paper's principles (Appendix A.1.4, with the weights of the authors' code): at least five
 * dishes can be cooked, the best menu has at least three, and then as much of the stock is used, as few ingredients are
 * not there and as many dishes can be cooked as may be. The kitchen and the guests are this library's own. The shipped
 * ones are 60 of 10,000 (lib/papers/makers/choose-cases.mjs).
 */
export function chooseMenus(candidates: number, count: number): number[] {
  return select(candidates, count, (number) => {
    const { instance: one, plan } = draw(number);
    const cooked = one.items.filter((dish) =>
      Object.entries(one.needs[dish] ?? {}).every(
        ([name, amount]) => (one.truth.shared[name] ?? 0) >= amount,
      ),
    );
    if (plan.length < 3 || cooked.length < 5) return null;
    const amounts = Object.values(one.truth.shared);
    const units = amounts.reduce((a, b) => a + b, 0);
    let used = 0;
    for (const { item } of plan) for (const amount of Object.values(one.needs[item] ?? {})) used += amount;
    const there = amounts.filter((amount) => amount > 0).length / amounts.length;
    return used / units + 0.1 * there + 0.05 * cooked.length - 0.01 * plan.length + 0.01 * one.optimum;
  });
}

let made: readonly JointCase[] | undefined;
/** The 60 menus of our own making. */
export const madeMenus = (): readonly JointCase[] => (made ??= chosen.map((number) => candidateMenu(number)));
