import type { Random } from 'agora-voting';

/** A made-up question: its text, the right option, and more wrong ones than can be asked for, the likeliest first. */
export interface MadeQuestion {
  readonly text: string;
  readonly right: string;
  readonly wrong: readonly string[];
}

const between = (random: Random, least: number, most: number): number =>
  least + random.below(most - least + 1);

/** "What is 12 + 7 * 5?": wrong options are the usual slips, then numbers near by. */
export function madeArithmetic(random: Random): MadeQuestion {
  const [a, b, c] = [between(random, 11, 99), between(random, 3, 29), between(random, 3, 12)];
  const right = a + b * c;
  const slips = [(a + b) * c, a + b + c, a * b + c, right + 10, right - c];
  const near = Array.from({ length: 40 }, (_, step) => right + (step % 2 === 0 ? 1 : -1) * (step + 1));
  return {
    text: `What is ${a} + ${b} * ${c}?`,
    right: String(right),
    wrong: [...slips, ...near].map(String),
  };
}

/** Units: how many of the second are in one of the first. Exact by definition. */
export const unitFactors: readonly (readonly [string, string, number])[] = [
  ['kilometres', 'metres', 1000],
  ['metres', 'centimetres', 100],
  ['hours', 'minutes', 60],
  ['minutes', 'seconds', 60],
  ['days', 'hours', 24],
  ['weeks', 'days', 7],
  ['kilograms', 'grams', 1000],
  ['litres', 'millilitres', 1000],
  ['dozens', 'pieces', 12],
];

/** "How many minutes are 7 hours?" */
export function madeConversion(random: Random): MadeQuestion {
  const [large, small, factor] = random.pick(unitFactors);
  const amount = between(random, 3, 49);
  const right = amount * factor;
  const others = [10, 100, 60, 24, 1000, 12, 7, 30, 50, 365].filter((other) => other !== factor);
  const wrong = [
    ...others.map((other) => amount * other),
    right + factor,
    right - factor,
    right + 2 * factor,
  ];
  const more = Array.from({ length: 30 }, (_, step) => (amount + step + 3) * factor);
  const show = (number: number): string => `${number} ${small}`;
  return {
    text: `How many ${small} are ${amount} ${large}?`,
    right: show(right),
    wrong: [...wrong, ...more].map(show),
  };
}

const spans: readonly (readonly [string, number])[] = [
  ['seconds', 1],
  ['minutes', 60],
  ['hours', 3600],
];

/** "Which of these is the longest time?": options in seconds, minutes and hours, all of different length. */
export function madeOrdering(random: Random, options: number): MadeQuestion {
  const longest = random.chance(0.5);
  const lengths = new Map<number, string>();
  while (lengths.size < options) {
    const [unit, seconds] = random.pick(spans);
    const amount = Math.max(2, Math.round(between(random, 3600, 36_000) / seconds));
    if (!lengths.has(amount * seconds)) lengths.set(amount * seconds, `${amount} ${unit}`);
  }
  const sorted = [...lengths.keys()].sort((a, b) => (longest ? b - a : a - b));
  const [right = '', ...wrong] = sorted.map((length) => lengths.get(length) as string);
  return { text: `Which of these is the ${longest ? 'longest' : 'shortest'} time?`, right, wrong };
}
