import { countingWords } from './units';
import { enclosedFormulas, result } from './formula-in-prose';

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

/**
 * The last number in a text, without those in questions ("If Aliya is 3, how old ...?") and the numbering of lists. If it
 * is in a formula between dollar signs or \( \), the formula's result: "$\frac{\sqrt{3}}{2}$" and not 2. Null where
 * there is none.
 */
export function lastNumberIn(text: string): string | null {
  const lines = text.split('\n');
  for (let line = lines.length - 1; line >= 0; line--) {
    const sentences = (lines[line] as string)
      .replace(/^\s*[(#]?\d{1,3}[.):]\s+(?=\S)/, '')
      .split(/(?<=[.!?])\s+/);
    for (let at = sentences.length - 1; at >= 0; at--) {
      const sentence = sentences[at] as string;
      if (/\?["')*\s]*$/.test(sentence.slice(-10))) continue;
      const last = numbersIn(sentence).at(-1);
      if (last === undefined) continue;
      const around = enclosedFormulas(sentence).find(
        ({ start, end }) => start <= last.start && last.end <= end,
      );
      return (around === undefined ? null : result(around.formula)) ?? last.text;
    }
  }
  return null;
}
