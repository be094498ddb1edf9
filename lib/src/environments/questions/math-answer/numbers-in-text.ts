import { countingWords } from './counting-words';

const whole = String.raw`\d{1,3}(?:,\d{3})+(?!\d)|\d+`;
const fraction = String.raw`(?:(?<!\d)\d{1,9}\s?)?\\[dt]?frac\s?(?:\{-?\d{1,20}\}|\d)\s?(?:\{\d{1,20}\}|\d)`;
const number = new RegExp(
  String.raw`${fraction}|(?<![\p{L}\p{N}_])(?:\d+ (?:and )?\d+/\d+(?![\d/]|\.\d)|\d+\s?/\s?\d+(?![\d/]|\.\d)|(?:${whole})(?:\.\d+)?|\.\d+)`,
  'gu',
);
/** Words after which a number is a name: "Agent 2", "step 3". */
const named =
  /\b(?:agent|step|round|question|problem|example|case|solution|method|equation|figure|part)s?\s*#?\s*$/i;
const ordinal = /^(?:st|nd|rd|th)\b/;
/** A minus sign with no term before it, also "$-5", "-$5" and "= - 5"; or a word for one. */
const negative = new RegExp(
  [
    String.raw`(?:(?:^|[^\p{L}\p{N}_)\]}%\s])\s*|\p{L}\s+)(?:[-−–]\\?[$€£]?|\\?[$€£][-−–])$`,
    String.raw`[=(]\s*[-−–]\s+\\?[$€£]?$`,
    String.raw`(?:\bnegative|(?:[=:]|\b(?:is|equals|get|gives))\s+minus)\s+\\?[$€£]?$`,
  ].join('|'),
  'iu',
);

/** One number of a text, with its sign, fraction and magnitude ("1.5 million", "5 tenths"), without currency and unit. */
export interface NumberInText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The numbers of a line or sentence, in order, without ordinals and numbers that only name something. */
export function numbersIn(line: string): NumberInText[] {
  const numbers: NumberInText[] = [];
  for (const match of line.matchAll(number)) {
    const end = match.index + match[0].length;
    const before = line.slice(Math.max(0, match.index - 20), match.index);
    const after = line.slice(end, end + 40);
    if (ordinal.test(after) || named.test(before)) continue;
    const gap = /^\s*\\?\s*/.exec(after)?.[0] ?? '';
    const words = countingWords.exec(after.slice(gap.length))?.[0].trim() ?? '';
    // "7 dozen" answers how many dozens there are
    const scale = words === '' || /^dozen/i.test(words) ? '' : gap + words;
    const sign = negative.test(before) ? '-' : '';
    numbers.push({ text: sign + match[0] + scale, start: match.index, end: end + scale.length });
  }
  return numbers;
}
