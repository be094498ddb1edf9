import { knownNames, smallWords, unitWords } from './units';

const delimited = /(?<!\\)\$([^$\n]{1,300})(?<!\\)\$|\\\(([^\n]{1,300}?)\\\)|\\\[([^\n]{1,300}?)\\\]/g;
/** Between two amounts of dollars: "$20 + $30", "20$ + 30$", "$5 and $6". */
const betweenAmounts = /(?:[-+*/×÷<>=(]|\b(?:and|or))\s*$|^\s*[*/×÷]|^\s+[-+<>=](?!.*\s$)/;
/** An operator that waits for its second term: there the text broke off. */
const openEnd = /(?:[=+×÷<(]|\s[-*/]|\\(?:cdot|times|div))\s*(?:\s\\?[$€£])?$/;

/** Whether a calculation breaks off. */
export function breaksOff(text: string): boolean {
  return openEnd.test(text.slice(-200));
}

/** The formulas of a line between dollar signs, \( \) or \[ \]; amounts of dollars ("$5 and $6") are not formulas. */
export function enclosedFormulas(
  line: string,
): { readonly formula: string; readonly start: number; readonly end: number }[] {
  const found = [];
  const search = new RegExp(delimited);
  for (let match = search.exec(line); match !== null; match = search.exec(line)) {
    const formula = (match[1] ?? match[2] ?? match[3]) as string;
    if (match[1] !== undefined && betweenAmounts.test(formula)) search.lastIndex = match.index + 1;
    else if (isFormula(formula))
      found.push({ formula, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** The formula, if the whole text is one formula ("4, 6, 12", "$\frac{1}{2}$."), or null. */
export function formulaAlone(text: string): string | null {
  const line = text.trim();
  if (line.length > 200 || line.includes('\n')) return null;
  const bare = withoutMarks(line);
  const enclosed = enclosedFormulas(bare)[0];
  if (enclosed?.start === 0 && enclosed.end === bare.length) return result(enclosed.formula);
  return isFormula(bare) ? formulaIn(bare) : null;
}

/** A formula as a statement writes it, without the sums before its result: "12 + 6 = 18" gives "18". */
export function formulaIn(sentence: string): string | null {
  const enclosed = enclosedFormulas(sentence);
  const only = enclosed[0];
  if (enclosed.length === 1 && only !== undefined && (only.start === 0 || !/\d\s+\p{L}/u.test(only.formula)))
    return result(only.formula);
  if (!isFormula(sentence)) return null;
  return result(sentence.replace(/(?<!\\)\$/g, ''));
}

/** The result of a formula: the part after its last "=", unless it is an equation. Null if it is incomplete. */
export function result(formula: string): string | null {
  const at = formula.lastIndexOf('=');
  const trimmed = withoutMarks(formula);
  if (breaksOff(trimmed)) return null;
  if (at < 0) return trimmed === '' ? null : trimmed;
  const left = formula.slice(0, at);
  const right = withoutMarks(formula.slice(at + 1));
  const isEquation =
    /[a-z]/i.test(left.replace(/\\[a-z]+/gi, '')) && !/^\s*[A-Za-z](?:\([a-z]\))?\s*$/.test(left);
  return isEquation || right === '' ? trimmed : right;
}

/** Whether there is nothing but a formula, perhaps with a unit: no word that is no name of mathematics. */
function isFormula(text: string): boolean {
  if (text.length > 300 || text.includes('boxed') || !/[\d\\]|^[-+]?[A-Za-z]$|[+=^]/.test(text)) return false;
  const words = text
    .replace(/\\(?:text|mathrm|mbox|textbf)\s*\{[^{}]*\}/g, '')
    .replace(/\\[A-Za-z]+/g, ' ')
    .match(/[A-Za-z]{2,}/g);
  return (words ?? []).every(
    (word) =>
      knownNames.has(word) ||
      word === 'and' ||
      (/^[a-z]{2}$/.test(word) && !unitWords.has(word) && !smallWords.has(word)),
  );
}

/** Without emphasis, quotes and the words that only lead to an answer, and without closing punctuation. */
export function withoutMarks(text: string): string {
  return text
    .trim()
    .replace(
      /^(?:[\s*_"'`:=>-]*(?:therefore|thus|hence|so|simply|just|approximately|about|equal to)\b[\s,:]*|[*_"'`:=>\s]+)+/i,
      '',
    )
    .replace(/[\s*_"'`.,;:]+$/, '')
    .trim();
}
