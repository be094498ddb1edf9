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
 * Displays a notebook's findings as a list of sentences. The command `npm run reproduce` collects the lists in
 * figures/FINDINGS.md.
 */
export function findings(...sentences: readonly string[]): Shown {
  const html = `<ul>${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('')}</ul>`;
  const text = sentences.map((sentence) => `- ${sentence}`).join('\n');
  return showsItself({ html, text }, bundleOf);
}
