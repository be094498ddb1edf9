import { z } from 'zod';
import { AgoraError, knownOptions, oneOf } from '../error';
import { Random } from '../random';
import chosen from './data/chosen-cases.json';
import kitchen from './data/kitchen.json';
import type { Environment } from './environment';
import {
  amountsText,
  isObject,
  meant,
  type Amounts,
  type Information,
  type JointCase,
  type Profile,
  type View,
} from './joint-case';
import { jointDecision } from './joint-decision';

/** A list of distinct dishes, in the order of the reply. */
export type Menu = readonly string[];

export interface MenuOptions {
  /**
   * 'numeric': each agent knows how much each dish is worth to one of the guests. 'semantic': each agent knows part of
   * both guests' profiles, in words. Default: 'numeric'.
   */
  readonly observations?: 'numeric' | 'semantic';
  /** 'private': each agent sees its own part. 'full': each agent sees everything. Default: 'private'. */
  readonly information?: Information;
  /** The cases, such as the official cases that `readJointCases` returns. Default: 60 generated cases. */
  readonly cases?: readonly JointCase[];
}

/**
 * Creates the menu-design environment, in which two agents choose dishes for two guests. Each agent sees part of the
 * ingredients and knows different facts about the guests. Source: Deliberation, sections 2.2.1, 2.2.2 and A.1.
 *
 * The value of a dish is the mean of its values to the guests, as in the official code. (The paper uses the sum, which
 * gives the same share of the optimum.) A menu that needs more than the available ingredients has a value of 0.
 */
export function menu(options: MenuOptions = {}): Environment<JointCase, Menu> {
  knownOptions('menu', options, ['observations', 'information', 'cases']);
  const observations = oneOf('observations', options.observations ?? 'numeric', ['numeric', 'semantic']);
  const information = oneOf('information', options.information ?? 'private', ['private', 'full']);
  const cases = options.cases ?? generatedMenus();
  if (cases.some(({ domain }) => domain !== 'menu'))
    throw new AgoraError('menu accepts only cases with menus. Use taskAllocation for task allocations.');
  const seen = ({ profiles = {}, ...view }: View): View =>
    observations === 'numeric' ? view : { ...view, values: {}, profiles };
  const observed = cases.map((one) => ({
    ...one,
    views: Object.fromEntries(Object.entries(one.views).map(([agent, view]) => [agent, seen(view)])),
  }));
  return jointDecision<Menu>(
    {
      name: 'menu',
      settings: { observations },
      plan: (dishes) => dishes.map((item) => ({ item, doer: 'kitchen' })),
      proposal: (_, plan) => plan.map(({ item }) => item),
      // The feasible part of an invalid menu is built from its dishes, in the order of the menu.
      greedy: (_, plan) => plan,
      task: taskText,
      background: (_, view) => backgroundText(view),
      schema: menuSchema,
      form: () => '["<dish>", ...], with dishes from the list, each at most once',
      show: (dishes) => dishes.join(', ') || 'an empty menu',
      parts: {
        shared: ['ingredients', 'total_ingredients'],
        own: [],
        values: ['values', 'overall_preference'],
      },
      beliefForm: () =>
        '{"ingredients": {"<ingredient>": <total amount>, ...}, "values": {"<dish>": <mean value to the two guests>, ...}}',
      worth: (profile, dish, needs) => ratingOf(profile, dish, needs) * worthOf(needs),
    },
    observed,
    information,
  );
}

/**
 * Returns the schema for a menu, which is a list of dishes. The list may be inside an object. Repeated dishes count
 * once. Unknown dishes are rejected.
 */
function menuSchema({ items }: JointCase): z.ZodType<Menu> {
  const nameOf = meant(items);
  const dishes = z.array(z.enum(items as [string, ...string[]])).max(items.length);
  return z.preprocess((written) => {
    const list = isObject(written) ? Object.values(written).find((one) => Array.isArray(one)) : written;
    if (!Array.isArray(list)) return written;
    return [
      ...new Set(list.map((dish: unknown) => (typeof dish === 'string' ? (nameOf(dish) ?? dish) : dish))),
    ];
  }, dishes);
}

function taskText({ items, needs, views }: JointCase, information: Information): string {
  const guests = new Set(
    Object.values(views).flatMap(({ values, profiles = {} }) => [
      ...Object.keys(values),
      ...Object.keys(profiles),
    ]),
  );
  return [
    `Design a menu for two guests, ${[...guests].join(' and ')}. Both guests matter equally.`,
    'A menu is a set of dishes from the list below, each at most once. Together, the dishes must not need more ingredients than are available.',
    'The value of a dish is the mean of its values to the two guests, and the value of a menu is the sum of the values of its dishes. Make the value of the menu as large as you can.',
    'A menu that needs more ingredients than are available has a value of 0.',
    ...(information === 'private'
      ? [
          'You make the decision with a partner. Each of you sees part of the ingredients. The total is the sum of both parts. Each of you also knows different things about the guests.',
        ]
      : []),
    'The dishes, and the ingredients that each dish needs:',
    ...items.map((dish) => `- ${dish}: ${amountsText(needs[dish] ?? {})}`),
  ].join('\n');
}

function backgroundText({ isWhole, shared, values, profiles = {} }: View): string {
  const lines = [`${isWhole ? 'All ingredients' : 'The ingredients that you see'}: ${amountsText(shared)}.`];
  for (const [guest, dishes] of Object.entries(values))
    lines.push(`Value of each dish to ${guest}: ${JSON.stringify(dishes)}.`);
  if (Object.keys(profiles).length > 0)
    lines.push(
      'Estimate how much each guest values each dish. A dish that needs n units of ingredients is worth n + 0.2 n^1.5 to a guest who likes it, up to twice as much to a guest who loves it, and 0 to a guest who cannot eat it.',
    );
  for (const [guest, profile] of Object.entries(profiles))
    lines.push(`What you know about ${guest}: ${JSON.stringify(profile)}.`);
  return lines.join('\n');
}

/* The generated cases. The kitchen and guests (data/kitchen.json) were written for this library. */

export interface Dish {
  readonly name: string;
  readonly cuisine: string;
  readonly needs: Amounts;
  /** The properties of the dish, such as "gluten", "spicy" or "fried". */
  readonly marks: ReadonlySet<string>;
}

const ingredientMarks: Readonly<Record<string, string>> = kitchen.marks;
function marksOf(ingredient: string): string[] {
  const isKnown = Object.hasOwn(ingredientMarks, ingredient);
  const key = isKnown ? ingredient : Object.keys(ingredientMarks).find((name) => ingredient.includes(name));
  return (ingredientMarks[key ?? ''] ?? '').split(' ');
}

/** The dishes, parsed from lines of the form "Name | ingredient amount, ... | condiments | further marks". */
export const dishes: readonly Dish[] = Object.entries(kitchen.dishes).flatMap(([cuisine, lines]) =>
  lines.map((line) => {
    const [name = '', ingredients = '', condiments = '', further = ''] = line
      .split('|')
      .map((part) => part.trim());
    const needs = ingredients.split(', ').map((one): [string, number] => {
      const at = one.lastIndexOf(' ');
      return [one.slice(0, at), Number(one.slice(at + 1))];
    });
    const marks = [...needs.map(([ingredient]) => ingredient), ...condiments.split(', ')].flatMap(marksOf);
    return {
      name,
      cuisine,
      needs: Object.fromEntries(needs),
      marks: new Set([...marks, ...further.split(' ')]),
    };
  }),
);
const dishByName = new Map(dishes.map((dish) => [dish.name, dish]));

const profileFields = [
  ...[
    'Name',
    'Gender',
    'Nationality',
    'Age',
    'Occupation',
    'Recent Status',
    'Dietary Preferences',
    'Food Allergies',
  ],
  ...['Cultural Preferences', 'Health and Fitness Goals', 'Personality and Dining Style'],
  'Ethical and Religious Considerations',
];

export const guests: readonly { readonly name: string; readonly profile: Profile }[] = kitchen.guests.map(
  (line) => {
    const parts = line.split('|').map((part) => part.trim());
    const words = (place: number): string[] =>
      (parts[place] ?? '').split(' / ').filter((word) => word !== '');
    const profile = Object.fromEntries(profileFields.map((field, place) => [field, words(place)]));
    return { name: parts[0] ?? '', profile };
  },
);

/**
 * Maps words in a guest's profile to marks. The guest does not eat dishes with these marks, so the value of these
 * dishes to the guest is 0.
 */
const taboos: Readonly<Record<string, readonly string[]>> = {
  vegetarian: ['meat', 'fish', 'shellfish'],
  vegan: ['meat', 'fish', 'shellfish', 'dairy', 'egg'],
  'gluten-free': ['gluten'],
  'dairy-free': ['dairy'],
  halal: ['pork', 'alcohol'],
  kosher: ['pork', 'shellfish'],
  hindu: ['beef'],
};

/**
 * Rating adjustments. If a guest's profile contains `words`, the guest's rating of dishes with `mark` changes by
 * `gain`.
 */
const likings: readonly (readonly [words: string, mark: string, gain: number])[] = [
  ['low-carb', 'carbs', -0.3],
  ['protein-rich', 'protein', 0.2],
  ['muscle-building', 'protein', 0.2],
  ['calorie-conscious', 'fried', -0.2],
  ['calorie-conscious', 'light', 0.2],
  ['weight-loss', 'rich', -0.3],
  ['weight-loss', 'light', 0.2],
  ['low-sodium', 'salty', -0.2],
  ['low-sugar', 'sweet', -0.3],
  ['hot spice', 'spicy', 0.3],
  ['mild spice', 'spicy', -0.3],
  ['comfort food', 'comfort', 0.3],
  ['indulgent', 'rich', 0.3],
  ['minimalist', 'light', 0.2],
  ['minimalist', 'soup', 0.1],
  ['snack-friendly', 'snack', 0.2],
];

/**
 * Returns a guest's rating of a dish, from 0 to 2. The rating is 0 if the guest does not eat the dish. Otherwise, the
 * rating starts at 1 and is adjusted by `likings`. The guest's favourite cuisine adds 0.5. Any other cuisine adds 0.2
 * if the guest is adventurous. If a dish is not in data/kitchen.json, its marks come from its ingredients alone.
 */
export function ratingOf(profile: Profile, name: string, needs: Amounts): number {
  const dish = dishByName.get(name);
  const marks = dish?.marks ?? new Set(Object.keys(needs).flatMap(marksOf));
  const words = Object.values(profile)
    .flat()
    .map((word) => word.toLowerCase());
  const says = (phrase: string): boolean => words.some((word) => word.includes(phrase));
  // The allergy "Eggs" matches the mark "egg".
  const allergies = (profile['Food Allergies'] ?? []).map((one) => one.toLowerCase());
  const isAllergic = [...marks].some(
    (mark) => mark !== '' && allergies.some((one) => one === mark || one === `${mark}s`),
  );
  if (isAllergic) return 0;
  for (const [who, what] of Object.entries(taboos))
    if (says(who) && what.some((mark) => marks.has(mark))) return 0;
  if (says('kosher') && marks.has('meat') && marks.has('dairy')) return 0;
  let rating = 1;
  for (const [phrase, mark, gain] of likings) if (marks.has(mark) && says(phrase)) rating += gain;
  if (dish !== undefined && says(`${dish.cuisine.toLowerCase()} cuisine`)) rating += 0.5;
  else if (says('adventurous')) rating += 0.2;
  return Math.min(2, Math.max(0, rating));
}

/** Returns the value of a dish whose rating is 1: n + 0.2 n^1.5 for n units of ingredients (A.1.2). */
export function worthOf(needs: Amounts): number {
  const units = Object.values(needs).reduce((sum, amount) => sum + amount, 0);
  return units + 0.2 * units ** 1.5;
}

/**
 * For each agent, the probability that the agent knows each field of a guest's profile (A.1.3). Fields that are not
 * listed are always known.
 */
const knownOdds: readonly Readonly<Record<string, number>>[] = [
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

/** The seed of all generated cases. */
const casesSeed = 14;
/** The number of ingredients in stock, and the maximum number of units of each. */
const kinds = 8;
const mostUnits = 4;
/**
 * The minimum for two shares: the share of the offered dishes that can be cooked from the stock, and the share of units
 * that each agent sees (A.1.3, A.1.4).
 */
const leastShare = 0.4;

/**
 * Generates a case with two guests. The stock consists of 1 to 4 units of each of eight ingredients, which come from
 * random dishes. The case offers all dishes that can be cooked from the stock, and some other dishes that use at least
 * one of its ingredients. Each agent sees 40 to 60 percent of the units, the values of one guest, and part of both
 * profiles.
 */
export function generateMenu(number: number, optimum: number): JointCase {
  const random = Random.from(casesSeed, 'menu', number);
  const stock = new Map<string, number>();
  for (const { needs } of random.shuffle(dishes))
    for (const name of Object.keys(needs))
      if (stock.size < kinds && !stock.has(name)) stock.set(name, 1 + random.below(mostUnits));
  const possible = dishes.filter(({ needs }) =>
    Object.entries(needs).every(([name, amount]) => (stock.get(name) ?? 0) >= amount),
  );
  const related = dishes.filter(
    (dish) => !possible.includes(dish) && Object.keys(dish.needs).some((name) => stock.has(name)),
  );
  const size = Math.max(Math.floor(possible.length / leastShare), possible.length);
  const others = random.shuffle(related).slice(0, size - possible.length);
  const offered = random.shuffle([...possible, ...others]);
  const shared = [...new Set([...stock.keys(), ...offered.flatMap((dish) => Object.keys(dish.needs))])];
  const pair = random.shuffle(guests).slice(0, 2);
  const values = pair.map(({ name, profile }) =>
    Object.fromEntries(
      offered.map((dish) => {
        // Change each rating above 0 by a random amount from -0.1 to 0.1. The amount does not depend on the profile.
        const personal = Random.from(casesSeed, 'taste', name, dish.name).below(5) * 0.05 - 0.1;
        const rating = ratingOf(profile, dish.name, dish.needs);
        const worth = Math.max(0, rating + (rating > 0 ? personal : 0)) * worthOf(dish.needs);
        return [dish.name, Number(worth.toFixed(2))];
      }),
    ),
  );
  const units = random.shuffle([...stock].flatMap(([name, amount]) => Array<string>(amount).fill(name)));
  const least = Math.ceil(units.length * leastShare);
  const cut = least + random.below(units.length - 2 * least + 1);
  const views = knownOdds.map((odds, place): [string, View] => {
    const seen = place === 0 ? units.slice(0, cut) : units.slice(cut);
    const profiles = pair.map(({ name, profile }): [string, Profile] => [
      name,
      Object.fromEntries(Object.entries(profile).filter(([field]) => random.chance(odds[field] ?? 1))),
    ]);
    const view: View = {
      isWhole: false,
      shared: Object.fromEntries(
        [...stock.keys()].map((name) => [name, seen.filter((one) => one === name).length]),
      ),
      own: {},
      values: { [pair[place]?.name ?? '']: values[place] ?? {} },
      profiles: Object.fromEntries(profiles),
    };
    return [`Agent ${place + 1}`, view];
  });
  const items = offered.map(({ name }) => name);
  const mean = (dish: string): number =>
    values.reduce((sum, row) => sum + (row[dish] ?? 0), 0) / values.length;
  return {
    id: `menu-${number}`,
    domain: 'menu',
    items,
    needs: Object.fromEntries(offered.map((dish) => [dish.name, dish.needs])),
    resources: { shared, own: [] },
    doers: ['kitchen'],
    agents: views.map(([name]) => ({ name })),
    truth: {
      shared: Object.fromEntries(shared.map((name) => [name, stock.get(name) ?? 0])),
      own: {},
      values: { kitchen: Object.fromEntries(items.map((dish) => [dish, mean(dish)])) },
    },
    views: Object.fromEntries(views),
    optimum,
  };
}

/**
 * Returns the 60 generated cases. They were chosen from 10,000 generated cases because they follow the paper's
 * principles best (A.1.4): at least five dishes can be cooked, and the best menu has at least three dishes and uses as
 * much of the stock as possible. The file data/chosen-cases.json lists the index and the optimum of each case.
 */
export const generatedMenus = (): readonly JointCase[] =>
  (generated ??= chosen.menu.map(({ number, optimum }) => generateMenu(number, optimum)));
let generated: readonly JointCase[] | undefined;
