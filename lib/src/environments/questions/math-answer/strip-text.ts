import { countingWords, onePart } from './plain-number';
import { knownNames, unitWords } from './names';
import { isUnit } from './units';

const font = String.raw`\\(?:text|textbf|textit|textrm|texttt|mbox|mathrm|mathbf|mathit|mathsf|operatorname|emph|bold|boldsymbol|hbox|bf)`;
const conjunction = new RegExp(
  String.raw`${font}\s*\{[\s,]*(?:and|or)\s*\}|(?<=[\s}\d)]),?\s(?:and|or)\s`,
  'gi',
);
const mixedNumber = /^([-+]?\s?\d+) and (\d+)\s?\/\s?(\d+)(?!\s?\/)/i;
const closing = new RegExp(String.raw`^(.*\S)\s*${font}\s*\{([^{}]*)\}\s*(?:\^\s*(?:\{\d\}|\d))?\s*\.?$`);
const anyFont = new RegExp(String.raw`${font}\s*\{([^{}]*)\}`);
const tail = /^(.*?)((?<![A-Za-z])\s*[A-Za-z][A-Za-z.'’/\s-]*)(?:\^\s*(?:\{\d\}|\d))?$/;

/**
 * A tidied answer without its units and fonts. By the convention of the MATH data set's grader a unit after a value goes
 * with all that follows it, in a text or not: "5.4 \text{ cents}", "15\mbox{ cm}^2", "1250 dollars", "8 kg". Words that are
 * no unit stay: "5 degrees below zero", "4 July". A text alone is the answer ("\text{east}"), and single letters are
 * variables, units or not ("5m"), unless a text holds them. "and", "or" are commas, but "2 and 1/2" is a mixed number.
 */
export function stripText(tidy: string): string {
  let text = tidy.replace(mixedNumber, asMixed).replace(conjunction, ',');
  for (let round = 0; round < 4; round++) {
    const match = closing.exec(text);
    const [, before, content] = match ?? [];
    if (before === undefined || content === undefined || !isValue(before) || /^\s*[eid]\s*$/.test(content))
      break;
    if (countingWords.test(content.trim()) || !isUnit(content, before, true)) break;
    text = before.replace(/[\s/]+$/, '');
  }
  for (let round = 0; round < 20 && anyFont.test(text); round++) text = text.replace(anyFont, ' $1 ');
  return withoutUnit(text.replace(/\s+/g, ' ').trim());
}

/** "2 and 3/2" are two numbers. */
function asMixed(written: string, whole: string, above: string, below: string): string {
  return BigInt(above) < BigInt(below) ? `${whole} ${above}/${below}` : written;
}

/** Whether text after this would be a unit: it holds a value, and nothing in it is open. */
function isValue(before: string): boolean {
  if (!/\d|\\(?:frac|sqrt|pi)/.test(before) || /[=+*/^_<,(-]\s*$|\\[a-z]+\s*$/.test(before))
    return /\\pi\s*$/.test(before);
  const opens = (before.match(/[([{]/g) ?? []).length;
  return opens === (before.match(/[)\]}]/g) ?? []).length || /[[(][^\])]*[\])]$/.test(before);
}

/** Words after a number: "1250 dollars", "8 kg", "2\pi square units", "5cm^2" without its power. */
function withoutUnit(text: string): string {
  const [, start, end] = tail.exec(text) ?? [];
  if (start === undefined || end === undefined) return text;
  // "2x units", "2\pi units": what touches the number and is no unit belongs to it
  const touching = /^[A-Za-z]+/.exec(end)?.[0] ?? '';
  const belongs =
    touching !== '' && (start.endsWith('\\') || (touching.length < 4 && !unitWords.has(touching)));
  const before = belongs ? start + touching : start;
  const unit = (belongs ? end.slice(touching.length) : end).trim();
  const multiplied = countingWords.exec(unit);
  if (multiplied !== null) return `${before} ${multiplied[0].trim()}`;
  const ofOne = /^[-+]?1\s*$/.test(before) ? onePart.exec(unit) : null;
  if (ofOne !== null) return `${before} ${ofOne[0]}`;
  const words = unit.split(/[\s/.'’-]+/).filter((word) => word !== '');
  if (!/\d|\\pi/.test(before) || words.some((word) => word !== 'times' && knownNames.has(word))) return text;
  return isUnit(unit, before) ? before.trim() : text;
}
