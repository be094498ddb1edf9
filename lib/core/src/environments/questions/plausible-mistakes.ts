import { Random } from 'agora-voting';
import { mathAnswerKey } from './math-answer';

/** The seed of what is a fact about a question: its tempting mistakes. */
const factSeed = 5;
/** As many as simulated debaters are offered at most. */
const most = 8;

/**
 * Plausible wrong answers for simulated debaters: 4 to 8, likeliest first by a guess. They differ (by `mathAnswerKey`)
 * from the right one and from each other. The same question always has the same ones.
 *
 * For a number the usual slips (one step off, a factor of 2 or 10, digits swapped, a number of the question's text
 * taken for the answer, or forgotten); for an expression a sign, a factor, a fraction or a pair the wrong way round, a
 * number in it one off. They are invented, not recorded mistakes of people or models.
 */
export function plausibleMistakes({
  id,
  dataset,
  text,
  answer,
}: {
  readonly id: string;
  readonly dataset: string;
  readonly text: string;
  readonly answer: string;
}): string[] {
  const { usual, reserve } = numberSlips(answer, text) ?? expressionSlips(answer, text);
  const random = Random.from(factSeed, 'mistakes', dataset, id);
  const seen = new Set([mathAnswerKey(answer)]);
  const mistakes: string[] = [];
  for (const mistake of [...random.shuffle(usual), ...reserve]) {
    if (mistakes.length === most) break;
    const key = mathAnswerKey(mistake);
    if (seen.has(key)) continue;
    seen.add(key);
    mistakes.push(mistake);
  }
  return mistakes;
}

/** Wrong answers: `usual` in no order, `reserve` for when too few of them differ. */
interface Slips {
  readonly usual: readonly string[];
  readonly reserve: readonly string[];
}

/**
 * Slips around a number such as "18", "1,450,000" or "-2.5"; null when the answer is no such number. Numbers of the text
 * are taken for the answer, or added or left out; decimals keep their places.
 */
function numberSlips(answer: string, text: string): Slips | null {
  const plain = answer.replaceAll(/[,\s]/g, '');
  if (!/^-?\d{1,12}(?:\.\d{1,6})?$/.test(plain)) return null;
  const right = Number(plain);
  const places = plain.split('.')[1]?.length ?? 0;
  const step = 10 ** -places;
  const show = (value: number): string => value.toFixed(Number.isInteger(value) ? 0 : Math.max(places, 1));
  const given = numbersIn(text).filter((number) => number > 1);
  const usual = [
    right + step,
    right - step,
    right * 2,
    right * 10,
    ...(Number.isInteger(right / 2) ? [right / 2] : []),
    ...given.slice(-3).flatMap((number) => [number, right + number, Math.abs(right - number)]),
  ];
  const least = right < 0 ? -Infinity : 0;
  return {
    usual: [...usual.filter((value) => value >= least).map(show), ...swappedDigits(plain)],
    reserve: [2, 3, 5, 10, 12, 20, 50, 100].map((steps) => show(right + steps * step)),
  };
}

/** The numbers that a text gives, at most 9 digits long. */
function numbersIn(text: string): number[] {
  return (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [])
    .map((number) => Number(number.replaceAll(',', '')))
    .filter((number) => number < 1e9);
}

/** The number with two neighbouring digits the other way round, if that makes another number of the same length. */
function swappedDigits(plain: string): string[] {
  for (let at = plain.length - 2; at >= 0; at--) {
    const [first = '', second = ''] = [plain[at], plain[at + 1]];
    if (!/\d/.test(first) || !/\d/.test(second) || first === second) continue;
    const swapped = plain.slice(0, at) + second + first + plain.slice(at + 2);
    if (!/^-?0\d/.test(swapped)) return [swapped];
  }
  return [];
}

/** Slips in an answer that is no plain number: LaTeX, or a word. */
export function expressionSlips(answer: string, text: string): Slips {
  const slips = [
    otherSign(answer),
    answer.replace(/\\([dt]?frac)\s*(\{[^{}]*\})\s*(\{[^{}]*\})/, '\\$1$3$2'),
    answer.replace(/(\\left)?([([])([^,()[\]]+),([^,()[\]]+)(\\right)?([)\]])/, '$1$2$4,$3$5$6'),
    answer.replace(/(?<=[^\s({[=,^_]\s*)[+-]/, (sign) => (sign === '+' ? '-' : '+')),
    answer.replace(/\\sqrt\{([^{}]*)\}/, '$1'),
    answer.replace(/\\pi/, '2\\pi'),
    ...changedNumbers(answer),
    ...otherWords(answer),
  ];
  const reserve = [...numbersIn(text).slice(-4), 0, 1, 2, 3, 5, 10].map(String);
  return { usual: slips.filter((slip) => slip !== answer && slip.trim() !== ''), reserve };
}

function otherSign(answer: string): string {
  if (/[,=<>]|\\text|\\in|\\cup/.test(answer) || !/[\d\\a-z]/.test(answer)) return answer;
  if (/^-[^+-]*$/.test(answer)) return answer.slice(1);
  return /[+-]/.test(answer) ? `-(${answer})` : `-${answer}`;
}

/** One number of the expression one or two off, or doubled: the first, and the last if there are several. */
function changedNumbers(answer: string): string[] {
  const found = [...answer.matchAll(/(?<![\d.])\d{1,9}(?![\d.])/g)];
  return [...new Set([found[0], found.at(-1)])].flatMap((match) => {
    if (match === undefined) return [];
    const number = Number(match[0]);
    const put = (value: number): string =>
      answer.slice(0, match.index) + String(value) + answer.slice(match.index + match[0].length);
    return [number + 1, number + 2, number * 2, ...(number > 1 ? [number - 1] : [])].map(put);
  });
}

const wordKinds: readonly (readonly string[])[] = [
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ['north', 'east', 'south', 'west'],
  ['odd', 'even', 'neither', 'both', 'undefined'],
  ['circle', 'ellipse', 'parabola', 'hyperbola', 'line', 'point'],
  ['A', 'B', 'C', 'D', 'E', 'F'],
  ['none', 'all', 'infinitely many', 'one'],
];

/** Words of the same kind for an answer that is a word. */
function otherWords(answer: string): string[] {
  const word = /^(?:\\(?:text|mbox|textbf|mathrm)\{)?\(?([A-Za-z ]+)\)?\}?$/.exec(answer)?.[1]?.trim();
  if (word === undefined || /^[a-z]$/.test(word)) return [];
  const kind = wordKinds.find((words) => words.includes(word)) ?? wordKinds.at(-1) ?? [];
  return kind.map((other) => `\\text{${other}}`);
}
