import { Random } from '../random';
import type { Question } from './question-files';

/**
 * The text of a generated question, its right option and its wrong options. There may be more wrong options than the
 * question needs. Those that result from the most likely mistakes come first.
 */
interface Generated {
  readonly text: string;
  readonly right: string;
  readonly wrong: readonly string[];
}

/**
 * Generates a multiple-choice question whose right answer follows from its text. The questions cycle through three
 * kinds: arithmetic, unit conversion, and finding the longest or shortest time. Use generated questions to try out the
 * kit without a data set. Accuracy on generated questions says nothing about accuracy on other questions.
 *
 * @param number - the question's number, counted from 0. The same seed and number give the same question.
 */
export function generatedQuestion(
  number: number,
  { seed, choices }: { readonly seed: number; readonly choices: number },
  split: 'test' | 'dev' = 'test',
): Question {
  const [subject, generate] = kinds[number % kinds.length]!;
  const place = Math.floor(number / kinds.length) + 1;
  const random = Random.from(seed, 'questions', choices).split(split, subject, place);
  const { text, right, wrong } = generate(random, choices);
  const others = [...new Set(wrong)].filter((option) => option !== right).slice(0, choices - 1);
  const options = random.shuffle([right, ...others]);
  const id = `${seed}/${choices}/${split}/${subject}/${place}`;
  return { id, subject, text, options, answer: options.indexOf(right) };
}

/**
 * Generates `shots` worked examples for each subject. The examples resemble the questions, but are never used as
 * questions.
 */
export const generatedExamples = (
  shots: number,
  options: { readonly seed: number; readonly choices: number },
): Question[] =>
  Array.from({ length: shots * kinds.length }, (_, number) => generatedQuestion(number, options, 'dev'));

/**
 * Generates a question of the form "What is the result of a+b*c+d-e*f?", together with its exact answer. This is the
 * arithmetic task in S²-MAD (Table 5), after Du et al. (2023). S²-MAD does not say how large its numbers are. Here,
 * each number is drawn uniformly from all positive integers with `digits` digits.
 */
export function arithmeticQuestion(
  number: number,
  { seed, digits }: { readonly seed: number; readonly digits: number },
): Question {
  const random = Random.from(seed, 'arithmetic', digits).split(number + 1);
  const least = digits === 1 ? 1 : 10 ** (digits - 1);
  const draw = (): number => least + random.below(10 ** digits - least);
  const [a, b, c, d, e, f] = [draw(), draw(), draw(), draw(), draw(), draw()];
  return {
    id: `${seed}/${digits}/${number + 1}`,
    subject: 'arithmetic',
    text: `What is the result of ${a}+${b}*${c}+${d}-${e}*${f}?`,
    answer: String(a + b * c + d - e * f),
  };
}

const between = (random: Random, least: number, most: number): number =>
  least + random.below(most - least + 1);

/**
 * Generates a question such as "What is 12 + 7 * 5?" The wrong options are the results of common mistakes, followed by
 * nearby numbers.
 */
function arithmetic(random: Random): Generated {
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

/** Pairs of units, and how many of the second unit make one of the first. */
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

/** Generates a question such as "How many minutes are 7 hours?" */
function conversion(random: Random): Generated {
  const [large, small, factor] = random.pick(unitFactors);
  const amount = between(random, 3, 49);
  const right = amount * factor;
  const others = [10, 100, 60, 24, 1000, 12, 7, 30, 50, 365].filter((one) => one !== factor);
  const wrong = [
    ...others.map((one) => amount * one),
    right + factor,
    right - factor,
    right + 2 * factor,
    ...Array.from({ length: 30 }, (_, step) => (amount + step + 3) * factor),
  ];
  const show = (number: number): string => `${number} ${small}`;
  return { text: `How many ${small} are ${amount} ${large}?`, right: show(right), wrong: wrong.map(show) };
}

const spans: readonly (readonly [string, number])[] = [
  ['seconds', 1],
  ['minutes', 60],
  ['hours', 3600],
];

/**
 * Generates a question such as "Which of these is the longest time?" The options are in seconds, minutes and hours. No
 * two times are equal.
 */
function ordering(random: Random, choices: number): Generated {
  const isLongest = random.chance(0.5);
  const times = new Map<number, string>();
  while (times.size < choices) {
    const [unit, seconds] = random.pick(spans);
    const amount = Math.max(2, Math.round(between(random, 3600, 36_000) / seconds));
    if (!times.has(amount * seconds)) times.set(amount * seconds, `${amount} ${unit}`);
  }
  const sorted = [...times.keys()].sort((a, b) => (isLongest ? b - a : a - b));
  const [right = '', ...wrong] = sorted.map((length) => times.get(length)!);
  return { text: `Which of these is the ${isLongest ? 'longest' : 'shortest'} time?`, right, wrong };
}

const kinds: readonly (readonly [string, (random: Random, choices: number) => Generated])[] = [
  ['arithmetic', arithmetic],
  ['units', conversion],
  ['ordering', ordering],
];
