import { numbersIn, type Slips } from './number-slips';

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
