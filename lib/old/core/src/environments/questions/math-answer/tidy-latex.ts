/** Signs outside ASCII as LaTeX writes them. */
const signs: Readonly<Record<string, string>> = {
  '−': '-',
  '×': '\\cdot ',
  '·': '\\cdot ',
  '⋅': '\\cdot ',
  '∗': '\\cdot ',
  '÷': '/',
  '±': '\\pm ',
  π: '\\pi ',
  θ: '\\theta ',
  '√': '\\sqrt ',
  '∞': '\\infty ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '∪': '\\cup ',
  '∈': '\\in ',
  ℝ: '\\mathbb{R}',
  '²': '^2',
  '³': '^3',
  '°': '',
  '，': ',',
  '\u00a0': ' ',
  '½': '\\frac12',
  '⅓': '\\frac13',
  '⅔': '\\frac23',
  '¼': '\\frac14',
  '¾': '\\frac34',
};
const foreign = new RegExp(`[${Object.keys(signs).join('')}]`, 'g');
const command = (names: string) => new RegExp(String.raw`\\(?:${names})(?![A-Za-z])`, 'g');

/** Replaces the "\\" between the rows of a matrix, so that no other rule reads it as a backslash. */
export const rowEnd = '\u0001';

/** In this order; what prints alike is written alike, and what does not print goes. */
const rewritings: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:\\\(|\\\[)|(?:\\\)|\\\])\s*$/g, ''],
  [/^\s*–(?=\s*[\d\\.$])/, '-'],
  [/(?<=\d)\s*x\s*(?=10\s*\^)/gi, '\\cdot '],
  [/(?<!\\)\$|\\\$|[€£]|\\?%|\\#|\*{0,2}\s*$|^\s*\*{2}/g, ''],
  [/\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![A-Za-z]))(?:\s*[CF]\s*$)?|\\degree(?![A-Za-z])/g, ''],
  [/,\s*\\!\s*|\{,\}/g, ','],
  [/\\!\s*|\{\}/g, ''],
  [/(\d)\\,(?=\d{3}(?!\d))/g, '$1'],
  [/\\[,;:> ]|~|\\q?quad(?![A-Za-z])/g, ' '],
  [/\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])\s*\.?/g, ''],
  [command('displaystyle|textstyle|limits|rm|bf|it'), ' '],
  [command('[dtc]frac'), '\\frac'],
  [command('[dt]binom'), '\\binom'],
  [/\{([^{}]{1,60})\\choose(?![A-Za-z])([^{}]{1,60})\}/g, '\\binom{$1}{$2}'],
  [/\\leq(?:slant)?(?![A-Za-z])|<=/g, '\\le '],
  [/\\geq(?:slant)?(?![A-Za-z])|>=/g, '\\ge '],
  [command('lt'), '<'],
  [command('gt'), '>'],
  [command('times|ast'), '\\cdot '],
  [command('div'), '/'],
  [command('lbrace'), '\\{'],
  [command('rbrace'), '\\}'],
  [command('langle'), '('],
  [command('rangle'), ')'],
  [/\\(?:[lr]?vert|mid)(?![A-Za-z])|\\\|/g, '|'],
  [/\*\*/g, '^'],
  [/(?<=\d)[eE](?=[-+]?\d)/, '\\cdot 10^'],
];

/**
 * LaTeX as this folder reads it. By the convention of the MATH data set's grader, what only dresses a value goes: dollar
 * and other currency signs, percent and degree signs, so that 50\% is 50 and not one half; spacing, sizes, \left \right.
 */
export function tidyLatex(text: string): string {
  let tidy = text.replace(foreign, (sign) => signs[sign] ?? sign);
  tidy = tidy.replaceAll('\\\\', tidy.includes('\\begin') ? rowEnd : '\\');
  for (const [from, to] of rewritings) tidy = tidy.replace(from, to);
  return tidy
    .replace(repeating, asFraction)
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]+|[\s.,;:]+$/g, '');
}

const repeating = /(?<![\d.])(\d{0,12})\.(\d{0,12})\\overline\s*\{(\d{1,12})\}/g;

/** 0.1\overline{6} is (16 - 1)/90: its digits minus those that do not repeat, over nines and zeros. */
function asFraction(_: string, whole: string, once: string, again: string): string {
  const above = BigInt(whole + once + again) - BigInt(whole + once);
  return `\\frac{${above}}{${'9'.repeat(again.length)}${'0'.repeat(once.length)}}`;
}
