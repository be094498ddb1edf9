import type { Amounts, Profile } from '../joint-decision/types';
import kitchen from './kitchen.json';

/*
 * The kitchen (kitchen.json, written for this library): dishes of twelve cuisines with what they are made of, and what that
 * says of them; and the taste of guests, by rules.
 */

const marks: Readonly<Record<string, string>> = kitchen.marks;
const marksOf = (what: string): string[] => {
  const key = Object.hasOwn(marks, what) ? what : Object.keys(marks).find((name) => what.includes(name));
  return (marks[key ?? ''] ?? '').split(' ');
};

export interface Dish {
  readonly name: string;
  readonly cuisine: string;
  readonly needs: Amounts;
  /** "gluten", "spicy", "fried", ... */
  readonly marks: ReadonlySet<string>;
}

/** The dishes of our kitchen: "Name | ingredient amount, ... | condiments | what else is to be said". */
export const dishes: readonly Dish[] = Object.entries(kitchen.dishes).flatMap(([cuisine, lines]) =>
  lines.map((line) => {
    const [name = '', takes = '', condiments = '', is = ''] = line.split('|').map((part) => part.trim());
    const needs = takes.split(', ').map((one): [string, number] => {
      const at = one.lastIndexOf(' ');
      return [one.slice(0, at), Number(one.slice(at + 1))];
    });
    const made = [...needs.map(([what]) => what), ...condiments.split(', ')].flatMap(marksOf);
    return { name, cuisine, needs: Object.fromEntries(needs), marks: new Set([...made, ...is.split(' ')]) };
  }),
);

const byName = new Map(dishes.map((dish) => [dish.name, dish]));

const fields = [
  'Name',
  'Gender',
  'Nationality',
  'Age',
  'Occupation',
  'Recent Status',
  'Dietary Preferences',
  'Food Allergies',
  'Cultural Preferences',
  'Health and Fitness Goals',
  'Personality and Dining Style',
  'Ethical and Religious Considerations',
];

/** The guests, by field. */
export const guests: readonly { readonly name: string; readonly profile: Profile }[] = kitchen.guests.map(
  (line) => {
    const parts = line.split('|').map((part) => part.trim());
    const words = (place: number) => (parts[place] ?? '').split(' / ').filter((word) => word !== '');
    return {
      name: parts[0] ?? '',
      profile: Object.fromEntries(fields.map((field, place) => [field, words(place)])),
    };
  },
);

/** Ingredients that a guest does not eat, by words of the profile: such a dish has the value 0. */
const taboos: Readonly<Record<string, readonly string[]>> = {
  vegetarian: ['meat', 'fish', 'shellfish'],
  vegan: ['meat', 'fish', 'shellfish', 'dairy', 'egg'],
  'gluten-free': ['gluten'],
  'dairy-free': ['dairy'],
  halal: ['pork', 'alcohol'],
  kosher: ['pork', 'shellfish'],
  hindu: ['beef'],
};

/** By how much a dish of this kind is liked more, or less, by a guest of whom the profile says so. */
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
 * How much a guest likes a dish, from 0 to 2: 1, or 0 if the guest does not eat it, and more or less by `likings`; half
 * more for the cuisine that the guest likes best, and a bit more for any other if the guest is adventurous. For a dish that
 * is not of our kitchen, only the ingredients count.
 */
export function ratingOf(profile: Profile, name: string, needs: Amounts): number {
  const dish = byName.get(name);
  const is = dish?.marks ?? new Set(Object.keys(needs).flatMap(marksOf));
  const words = Object.values(profile)
    .flat()
    .map((word) => word.toLowerCase());
  const says = (phrase: string) => words.some((word) => word.includes(phrase));
  // "Eggs" is the mark "egg", and "Nuts" the mark "nuts".
  const allergies = (profile['Food Allergies'] ?? []).map((one) => one.toLowerCase());
  if ([...is].some((mark) => mark !== '' && allergies.some((one) => one === mark || one === `${mark}s`)))
    return 0;
  if (Object.entries(taboos).some(([who, what]) => says(who) && what.some((mark) => is.has(mark)))) return 0;
  if (says('kosher') && is.has('meat') && is.has('dairy')) return 0;
  let rating = 1;
  for (const [phrase, mark, gain] of likings) if (is.has(mark) && says(phrase)) rating += gain;
  if (dish !== undefined && says(`${dish.cuisine.toLowerCase()} cuisine`)) rating += 0.5;
  else if (says('adventurous')) rating += 0.2;
  return Math.min(2, Math.max(0, rating));
}

/** The value of a dish at a rating of 1: n + 0.2 n^1.5 for n units of ingredients (Appendix A.1.2), so that more is better. */
export function worthOf(needs: Amounts): number {
  const units = Object.values(needs).reduce((sum, amount) => sum + amount, 0);
  return units + 0.2 * units ** 1.5;
}
