import { enclosedFormulas, result } from './formula-in-prose';
import { numbersIn } from './numbers-in-text';

/**
 * The last number that a text says: not one of a question ("If Aliya is 3, how old ...?"), nor what numbers a list. Where it
 * stands in a formula between dollar signs or \( \), the formula's result: "$\frac{\sqrt{3}}{2}$" and not 2. Null where
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
