import { bundleOf, escapeHtml, showsItself, type Shown } from './display';

/** A value or an effect with its 95% interval. */
interface Effect {
  readonly value?: number | null;
  readonly effect?: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * Formats a number with its 95% interval for use in a sentence, for example "0.91 [0.26, 1.56]". If there is no
 * interval, returns only the number.
 */
export function withInterval(found: Effect, decimals = 1): string {
  const write = (number: number): string => number.toFixed(decimals).replace(/^-(?=0(?:\.0*)?$)/, '');
  const number = found.effect ?? found.value;
  if (number === null || number === undefined) return 'missing';
  const { low, high } = found;
  return low === null || high === null ? write(number) : `${write(number)} [${write(low)}, ${write(high)}]`;
}

/**
 * Displays a notebook's findings as a list of sentences. A percent sign after an interval moves to its number: "19 [12,
 * 25]%" becomes "19% [12, 25]". The command `npm run reproduce` collects the lists in figures/FINDINGS.md.
 */
export function findings(...given: readonly string[]): Shown {
  const sentences = given.map((sentence) => sentence.replaceAll(/ (\[[^\][]*\])%/g, '% $1'));
  const html = `<ul>${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('')}</ul>`;
  const text = sentences.map((sentence) => `- ${sentence}`).join('\n');
  return showsItself({ html, text }, bundleOf);
}
