import { countingWords, isUnitOrWord, knownNames, mathKey } from './math-equality';
import { mostRead, ownWords, retractedAt, speaks, withoutReports } from './own-words';

/*
 * Reads the final answer to a mathematical problem from free text. Most evaluation harnesses take the last number in a
 * text. This parser is stricter: it rejects ranges, alternatives, denied answers, and answers that the text later
 * retracts. In these cases, the agent is asked again.
 */

/** An answer as written, and its end position in the text. */
interface Found {
  readonly answer: string;
  readonly end: number;
}
/** Signals that the text states an answer, but does not give a single value. */
const unclear = Symbol('unclear');
type Reading = Found | typeof unclear | null;

/**
 * Returns the final answer in a text, as written, or null if the text has no answer.
 *
 * Looks for these forms, in this order:
 * - the last \boxed{...};
 * - the last marked line ("#### 18", "Answer: 18");
 * - the last statement ("the answer is 18"), or a last line that ends in "= 18.";
 * - the last number.
 *
 * Ignores lines that repeat the instructions, and chat turns and questions that the model invented. Uses other agents'
 * answers ("Agent 1's answer is 20") only if the author gives no answer.
 *
 * These are not answers: "between 3 and 5", "42, or 43", "not 42", "42. Wait, actually 43", and "5 hours 30 minutes".
 * Texts that stop in the middle of a calculation or decline to answer have no answer.
 */
export function readMath(text: string): string | null {
  const written = decoded(ownWords(text));
  if (written.trim() === '') return null;
  const own = withoutReports(written);
  const said = withoutInstructions(written);
  const saidOneself = withoutInstructions(own);
  const explicit = explicitAnswer(saidOneself, own);
  if (explicit === unclear) return null;
  if (explicit !== null) return explicit.answer;
  if (isUnfinished(written, said) || declines(saidOneself)) return null;
  if (own === written || speaks(own)) return lastNumber([saidOneself, said]);
  const reported = explicitAnswer(said, written);
  return reported === unclear ? null : (reported?.answer ?? lastNumber([said]));
}

/**
 * Returns all distinct boxed answers in a summary, in order. With `brackets`, also returns numbers that are alone in
 * round brackets, such as "(18)". Ignores factors, such as the 18 in "(18) * 2".
 */
export function readMaths(text: string, { brackets }: { readonly brackets: boolean }): string[] {
  const end = text.slice(-mostRead);
  const boxes = boxesIn(decoded(end)).filled.map(({ answer }) => answer);
  const bracketed = brackets ? [...end.matchAll(bracketedNumber)].map(([, number = '']) => number) : [];
  const different = new Map<string, string>();
  for (const answer of [...boxes, ...bracketed])
    if (!different.has(mathKey(answer))) different.set(mathKey(answer), answer);
  return [...different.values()];
}
const bracketedNumber = /(?<![\p{L}\p{N}_\\^)])\(\s*(-?\$?\s?\d[\d,]*(?:\.\d+)?)\s*\)(?!\s*[*/×^·(\d])/gu;

/**
 * Returns whether an answer equals the correct answer, `gold`. The answer may also be a whole sentence that states a
 * value, such as "She earns $18 a day." If `gold` is a bare whole number, the answer may be an hour of the day: "8 pm"
 * equals 8, because GSM8K writes such golds without "am" or "pm".
 */
export function sameMath(answer: string, gold: string): boolean {
  const right = mathKey(gold);
  const isWhole = /^\s*\d+\s*$/.test(gold);
  const isRight = (one: string): boolean =>
    mathKey(one) === right || (isWhole && mathKey(one.replace(hour, '$1')) === right);
  if (isRight(answer)) return true;
  const isSentence = /\d/.test(answer) && (answer.match(/\p{L}{2,}/gu)?.length ?? 0) >= 3;
  const stated = isSentence && !answer.includes('\\') ? readMath(answer) : null;
  return stated !== null && isRight(stated);
}
const hour = /^\s*([1-9]|1[0-2])\s?[ap](?:m|\.\s?m\.?)\s*$/i;

function explicitAnswer(said: string, written: string): Reading {
  for (const part of upToNextQuestion(said)) {
    const found = boxedAnswer(part) ?? boxedAnswer(written) ?? markedAnswer(part) ?? statedAnswer(part);
    if (found === null) continue;
    return found !== unclear && isRetracted(part.slice(found.end), found.answer) ? unclear : found;
  }
  return null;
}

const nextQuestion = /\n[\s*#]{0,10}(?:Q|Question|Problem)\s?\d{0,4}\s?:/;

/**
 * Returns the texts to search for an answer, in order: the part before any further question that the model added, then
 * the whole text. If there is no further question, returns only the whole text.
 */
function upToNextQuestion(text: string): string[] {
  const next = nextQuestion.exec(text)?.index;
  return next === undefined ? [text] : [text.slice(0, next), text];
}

/** Returns whether the rest of the text retracts the answer, as in "Wait, actually 43" or "Hmm, that is wrong". */
function isRetracted(rest: string, answer: string): boolean {
  const at = retractedAt(rest);
  if (at < 0) return false;
  const after = rest.slice(at);
  const last = lastNumberIn(after);
  if (last !== null) return last === unclear || mathKey(last) !== mathKey(answer);
  return /\b(?:wrong|incorrect|mistaken?|not right|not correct)\b/i.test(after.slice(0, 400));
}

/** Matches GSM8K's calculator annotations, such as "<<3*4=12>>" in "<<3*4=12>>12". */
// eslint-disable-next-line regexp/no-empty-lookarounds-assertion -- It captures whether a result follows.
const calculation = /<<([^<>\n]{0,199})>>(?=\s?([-$]{0,2}\.?\d)?)/g;
const openCalculation = /<<[^>]{0,199}$/;

/**
 * Restores LaTeX commands whose backslash a JSON parser treated as an escape character. Removes calculator annotations.
 */
function decoded(text: string): string {
  return text
    .replaceAll('\boxed', '\\boxed')
    .replaceAll('\fbox', '\\fbox')
    .replaceAll('\frac', '\\frac')
    .replace(calculation, (_, inside: string, result?: string) =>
      result === undefined ? inside.slice(inside.lastIndexOf('=') + 1) : '',
    );
}

function isUnfinished(written: string, said: string): boolean {
  const tail = said.trimEnd().slice(-200);
  return boxesIn(written).isCutOff || breaksOff(tail) || openCalculation.test(tail);
}

/* ---- Boxes ---- */

const shownAsExample =
  /(?:\b(?:in|of|using|use|has) (?:the|this|a) (?:form|format)|\bfor example|\be\.g\.|\bsuch as)[\s,:"'`$*(]*$/i;

/** Returns the answer in the last complete box. Two different answers that are joined by "or" count as unclear. */
function boxedAnswer(text: string): Reading {
  const { filled } = boxesIn(text);
  const last = filled.at(-1);
  if (last === undefined) return null;
  const before = filled.at(-2);
  const isJoined =
    before !== undefined && /^[\s$*.)},]{0,20}or[\s$*({\\]{0,20}$/i.test(text.slice(before.end, last.start));
  if (isJoined && mathKey(before.answer) !== mathKey(last.answer)) return unclear;
  return /^[\s$*.)},]{0,20}or\s[\s$*(\\]{0,20}(?:\d|f?box)/i.test(text.slice(last.end, last.end + 40))
    ? unclear
    : last;
}

/**
 * Finds the boxes in a text by matching braces. Recognises \boxed{5}, \fbox{5}, "\boxed 5", "\\boxed{5}" in escaped
 * text, and "boxed{5}" without its backslash. Nested boxes count as one box. Ignores boxes that repeat the instruction
 * or show an example ("in the form \boxed{7}").
 */
function boxesIn(text: string): { filled: (Found & { readonly start: number })[]; isCutOff: boolean } {
  const closing = closingBraces(text);
  const filled: (Found & { readonly start: number })[] = [];
  let isCutOff = false;
  let end = 0;
  for (const { index, 0: word } of text.matchAll(/(?<![\p{L}\p{N}])(?:boxed|fbox)/gu)) {
    if (index < end) continue;
    const slashes = /\\*$/.exec(text.slice(Math.max(0, index - 4), index))![0].length;
    let at = index + word.length;
    while (text[at] === ' ') at++;
    let content: string;
    if (text[at] === '{') {
      const close = closing.get(at);
      isCutOff ||= close === undefined;
      if (close === undefined) continue;
      content = text.slice(at + 1, close);
      end = close + 1;
    } else {
      const bare = /^[-+\d.\\][^\s$]{0,200}/.exec(text.slice(at, at + 201))?.[0];
      if (bare === undefined || slashes === 0 || at === index + word.length) continue;
      content = bare.replace(/[.,;:!]+$/, '');
      end = at + bare.length;
    }
    if (slashes > 1) content = content.replaceAll('\\\\', '\\');
    content = (/^\s*\\(?:boxed|fbox)\s*\{([^{}]*)\}\s*$/.exec(content)?.[1] ?? content).trim();
    const start = index - slashes;
    const isExample = shownAsExample.test(text.slice(Math.max(0, start - 40), start));
    if (!isExample && !isTemplate(content)) filled.push({ answer: content, start, end });
  }
  return { filled, isCutOff };
}

/** Maps every opening brace to its closing brace. Braces after a backslash are literal. */
function closingBraces(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at - 1] === '\\') continue;
    if (text[at] === '{') open.push(at);
    else if (text[at] === '}' && open.length > 0) closing.set(open.pop()!, at);
  }
  return closing;
}

/* ---- Repeated instructions ---- */

const nouns = new Set(['answer', 'ans', 'number', 'value', 'result', 'solution', 'expression', 'letter']);
const fillers = new Set(
  'your the my a an insert final numerical numeric single correct updated full short here goes'.split(' '),
);
const template = /(?:boxed|fbox)\s*\{([^{}]{0,60}|\{[^{}]{0,60}\}|\\text\s*\{[^{}]{0,60}\})\}/g;
const addressed =
  /\b(?:state|put|give|write|provide|present|place|enclose|end|box|make sure)\b[^.?!\n]{1,80}\byour (?:final |updated |numerical )?answer\b|\byour (?:final )?answer (?:should|must) be\b/i;

/**
 * Returns whether an answer is empty or only repeats the instruction's placeholder, such as "answer", "{answer}",
 * "[your answer]" or "...".
 */
export function isTemplate(content: string): boolean {
  if (content.length > 80) return false;
  const words = content
    .replace(/\\(?:text|mathrm|textbf|mathbf)\s*\{/g, '')
    .replace(/[{}[\]<>"'`*$().…?:]|\\(?:l?dots|quad|square)/g, '')
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '');
  const isKnown = words.every((word) => nouns.has(word) || fillers.has(word));
  return words.length === 0 || (isKnown && words.some((word) => nouns.has(word)));
}

/** A line counts as a repeat of another line if the two share this many initial characters. */
const sharedStart = 30;

/**
 * Removes lines that repeat the instruction: lines with a placeholder in a box, and lines that mention "your answer".
 */
function withoutInstructions(text: string): string {
  const isInstruction = (line: string): boolean =>
    addressed.test(line) || [...line.matchAll(template)].some(([, content]) => isTemplate(content!));
  const lines = text.split('\n');
  const known = new Set(lines.filter(isInstruction).map((line) => line.trim()));
  if (known.size === 0) return text;
  const starts = new Set([...known].map((line) => line.slice(0, sharedStart)));
  const isRepeat = (line: string): boolean =>
    known.has(line) || (line.length >= sharedStart && starts.has(line.slice(0, sharedStart)));
  return lines.filter((line) => !isRepeat(line.trim())).join('\n');
}

/* ---- Marks and statements ---- */

const label = '(?:the |my )?(?:final |correct |updated )?(?:answer|result|ans)';
const marked =
  /^[\s>]{0,20}(?:#{4}(?!#)|[-*_#>\s]{0,20}(?:A(?=[*_]{0,4}\s?:)|(?:[Ff]inal |[Cc]orrect |[Uu]pdated )?(?:[Aa]nswer|ANSWER|[Aa]ns)(?=[*_]{0,4}\s?[:：]))[*_]{0,4}\s?[:：][*_]{0,4})/;
const heading = new RegExp(String.raw`^[\s*_#>-]{0,20}${label}[\s*_.:]{0,10}$`, 'i');
const optionB = /^[\s*(-]{0,10}B\s?[:.)]/;

/**
 * Returns the value in the last marked line: "#### 18", "A: 18", "**Answer:** 18", or "Final answer" above a line with
 * the value.
 */
function markedAnswer(text: string): Reading {
  const lines = text.split('\n');
  let start = text.length + 1;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    start -= line.length + 1;
    const mark = marked.exec(line)?.[0];
    if (mark === undefined && !heading.test(line)) continue;
    const next = lines.slice(at + 1, at + 5).find((one) => one.trim() !== '') ?? '';
    if (mark?.trim() === 'A:' && optionB.test(next)) continue; // This line is in a list of options.
    const rest = mark === undefined ? '' : line.slice(mark.length);
    const isBelow = rest.trim() === '';
    const value = statedValue(isBelow ? next : rest);
    if (value === null || value === unclear) {
      if (value === unclear) return unclear;
      continue;
    }
    const from = isBelow ? text.indexOf(next, start + line.length) : start + line.length - rest.length;
    return { answer: value, end: endOfValue(text, from, value) };
  }
  return null;
}

const says =
  /^answers?(?:\s\([^()\n]{0,40}\))?(?:\s(?:to|of|for)\s[^.:=\n]{0,120}?)?[*_"]{0,4}\s{0,3}(?:\b(?:is|was|are|would be|will be|must be|remains|comes to|equals)\b|=|(?<!\d(?=:\d)):)/i;
/** Matches a member of a JSON object, such as "answer": "18". */
const member = /^answers?"\s?:\s?(?:"([^"\n]{1,300})"|([^",}\n]{1,100}))/i;

/**
 * Returns the value in the last statement, such as "the final answer is therefore 18" or "the answer to this question
 * is 410 feet". Without a statement, returns the whole text if it is only a formula ("4, 6, 12"), or else the result at
 * the end of the last line ("9 * 2 = $18 per day.").
 */
function statedAnswer(text: string): Reading {
  const places = [...text.matchAll(/\banswers?\b|<answer>/gi)];
  for (let at = places.length - 1; at >= 0; at--) {
    const { index, 0: word } = places[at]!;
    if (/\byour\s+(?:\w+\s+)?$/i.test(text.slice(Math.max(0, index - 30), index))) continue;
    const statement = text.slice(index, index + 800);
    const quoted = text[index - 1] === '"' ? member.exec(statement.slice(0, 400)) : null;
    const tagged = /^answer>\s*([^<\n]{1,300})<\/answer>/i.exec(statement);
    const verb = says.exec(statement)?.[0];
    const said =
      tagged?.[1] ??
      (quoted !== null ? (quoted[1] ?? quoted[2] ?? '').replaceAll('\\\\', '\\') : undefined) ??
      (verb === undefined ? undefined : statement.slice(verb.length));
    const value = said === undefined ? null : statedValue(said);
    if (value === unclear) return unclear;
    if (value !== null) return { answer: value, end: endOfValue(text, index + word.length, value) };
  }
  const result = formulaAlone(text) ?? resultAtEnd(text);
  return result === null ? null : { answer: result, end: text.length };
}

/**
 * Returns the position at which a value ends in the text. Searches for the value without its sign, because the sign may
 * be written differently in the text.
 */
function endOfValue(text: string, from: number, value: string): number {
  const unsigned = value.replace(/^-/, '');
  const at = text.indexOf(unsigned, from);
  return at < 0 ? from : at + unsigned.length;
}

function resultAtEnd(text: string): string | null {
  const trimmed = text.trimEnd();
  const line = trimmed.slice(trimmed.lastIndexOf('\n') + 1);
  const at = line.lastIndexOf('=');
  if (at < 0 || line.length - at > 150 || openCalculation.test(line.slice(-200))) return null;
  const end = line.slice(at).replace(/[\s*_$.!)\\\]]+$/, '');
  const [only, ...others] = numbersIn(end);
  if (only === undefined || others.length > 0) return null;
  const isAlone =
    /^=[\s*_$€£\\(−–-]*$/.test(end.slice(0, only.start)) && /^[\s\p{L}%°/^².-]*$/u.test(end.slice(only.end));
  return isAlone ? only.text : null;
}

/**
 * Returns the value after "Answer:" or "the answer is": a formula as written, or the value in prose ("18 dollars a
 * day", "that each child got 5 books", "12 + 6 = 18"). Reads at most one sentence. Returns null for a verdict
 * ("correct") or a refusal.
 */
function statedValue(after: string): string | typeof unclear | null {
  const sentence = withoutMarks(firstSentence(after.replace(/^[\s:*_]+/, '')));
  if (sentence === '' || sentence.endsWith('?') || isTemplate(sentence) || /^not\b/i.test(sentence))
    return null;
  if (isRefusal(sentence) || isVerdict(sentence) || breaksOff(sentence)) return null;
  const box = boxesIn(sentence).filled.at(-1);
  if (box !== undefined) return box.answer;
  if (/^\$?\d[\d,.]*\s?[–—]\s?\$?\d[^=]*$/.test(sentence)) return unclear; // "3–5" is a range
  const formula = formulaIn(sentence);
  if (formula !== null) return formula;
  const choice = /^\(([A-Z])\)(?=\s|$)/.exec(sentence)?.[1];
  if (choice !== undefined) return choice;
  const numbers = numbersIn(sentence);
  const [first] = numbers;
  // Up to three words can be an answer: "east", "Evelyn", "hyperbola".
  if (first === undefined) return /^[\p{L}'-]+(?: [\p{L}'-]+){0,2}$/u.test(sentence) ? sentence : null;
  if (isSeveral(sentence, first)) return unclear;
  const leads = /^(?:at )?[\s$€£\\(*~≈-]*$/i.test(sentence.slice(0, first.start)) && !sentence.includes('=');
  return leads ? first.text : numbers.at(-1)!.text;
}

const amount = String.raw`\\?[-−$€£]{0,3}\s?\d[\d,.]*`;
const range = new RegExp(
  String.raw`\b(?:between|from|either)\s+${amount}[^.=\d]{0,30}\b(?:and|to|or)\s+${amount}|\d\s?(?:to|–|—)\s?${amount}`,
  'i',
);
const comparative =
  '(?:more|less|fewer|greater|higher|lower|over|under|above|below|older|younger|longer|shorter)';
const alternative = new RegExp(
  String.raw`\d(?:\s?[\p{L}%°.]{1,12}){0,2},?(?<!\bmore(?=\s+or\s+less\b))\s+or\s+(?:(?:\p{L}{1,12}\s+){0,2}(?:=\s?)?${amount}|${comparative}\b)`,
  'u',
);
const bound =
  /^(?:at least|at most|(?:less|fewer|greater|more|higher|lower) than|over|under|up to)\s+\\?[$€£]?$/i;
const compound =
  /^\d[\d.]*\s?(?:h|hrs?|hours?|min|minutes?|feet|foot|ft|pounds?|lbs?|dollars?|weeks?|days?|years?|months?|metres?|meters?|euros?),?\s+(?:and\s+)?\d[\d.]*\s?(?:min|minutes?|s|sec|seconds?|in|inch|inches|oz|ounces?|cents?|days?|hours?|months?|weeks?|cm|centimetres?|centimeters?)\b/i;

/**
 * Returns whether a sentence gives several values or a bound, as in "between 3 and 5", "42, or 43", "10 or more" and "5
 * hours 30 minutes".
 */
function isSeveral(sentence: string, first: NumberInText): boolean {
  return (
    namesRange(sentence) ||
    alternative.test(sentence) ||
    bound.test(sentence.slice(0, first.start)) ||
    compound.test(sentence.slice(first.start))
  );
}

/**
 * Matches the words that follow a range in a sentence, if these words end in a verb and a value. An example is "is 1/3"
 * in "The share of numbers between 0 and 100 is 1/3".
 */
const endsWithValue =
  /^[^,;]{0,200}\s(?<!\b(?:which|that|this|it)\s)(?:is|are|equals|=)\s+(?:\p{L}{1,20}\s+){0,2}\\?[-−$€£\\]{0,3}\d[^\s,;]{0,60}[\s.$*)]*$/iu;

/**
 * Returns whether the answer that a sentence gives is a range. "The share of numbers between 0 and 100 is 1/3" mentions
 * a range, but its answer is a single value.
 */
function namesRange(sentence: string): boolean {
  const found = range.exec(sentence);
  if (found === null) return false;
  const isPartOfSubject = /\p{L}+\s+\p{L}+\s*$/u.test(sentence.slice(0, found.index));
  return !isPartOfSubject || !endsWithValue.test(sentence.slice(found.index + found[0].length));
}

/**
 * Returns the first sentence of a text. Reads only the first line that is not blank. At the end of this line, "18!" is
 * read as 18, but "$18!$" is read as a factorial.
 */
function firstSentence(text: string): string {
  const line = text.slice(0, 600).trimStart().split('\n', 1)[0]!;
  const dotted = line.replace(/\b(?:[ap]\.m|approx|e\.g|i\.e|vs)\./gi, (word) => word.replaceAll('.', '_'));
  const end = /[.?](?=\s|$|[*"])|!(?=[\s*"]*$)|(?<=\p{L})!(?=\s)/u.exec(dotted);
  return end === null ? line : line.slice(0, end.index + (end[0] === '?' ? 1 : 0));
}

const adverb =
  '(?:still|also|indeed|already|definitely|clearly|actually|completely|absolutely|probably|partially|therefore|most likely|in fact) ';
const verdict = new RegExp(
  `^(?:${adverb})*(?:(?:in)?correct|right|wrong|(?:the )?same|(?:in)?accurate|(?:in)?valid|reasonable|consistent|clear|obvious|` +
    'simple|straightforward|confirmed|verified|missing|unchanged|as follows|(?:given |shown |as )?(?:above|below)|' +
    'in (?:the|this) (?:form|format|box)|based on|found)(?: (?:too|again|now|here|already|as well|by|as|in|and).{0,40})?$',
  'i',
);
const refusal =
  /^(?:(?:I )?(?:(?:do not|don['’]t|cannot|can['’]t|can not) (?:know|tell|say|answer|solve|determine)|(?:am |['’]m )?(?:not sure|unsure))|I['’]m (?:not sure|unsure)|(?:still |also |currently )?(?:unknown|unclear|uncertain|undetermined|indeterminable)|no idea|n\/a$|not (?:known|clear|determined|enough)|can ?not|can['’]t|could not|couldn['’]t|impossible to|unable to|it depends|insufficient)(?!\p{L})/iu;
const refused =
  /(?:\banswers?["*_]{0,3}(?:\s(?:is|was)|\s?[:=：])|^[\s>*_#-]{0,10}A\s?:)[\s*_"]{0,5}([^\n]{1,60})|\banswer\s((?:can ?not|can['’]t|could not|couldn['’]t)\s+be\s)/gimu;

/** Returns whether a sentence judges an answer instead of giving one, as in "correct", "the same" and "also wrong". */
const isVerdict = (sentence: string): boolean => verdict.test(sentence.replace(/\s+/g, ' '));
/** Returns whether a sentence refuses to answer, as in "I don't know", "unclear" and "cannot be determined". */
const isRefusal = (sentence: string): boolean => refusal.test(sentence);

/** Returns whether the last statement about the answer is a refusal. */
function declines(text: string): boolean {
  const [, said, cannot] = [...text.matchAll(refused)].at(-1) ?? [];
  return cannot !== undefined || (said !== undefined && isRefusal(said));
}

/* ---- Formulas in prose ---- */

const delimited = /(?<!\\)\$([^$\n]{1,300})(?<!\\)\$|\\\(([^\n]{1,300}?)\\\)|\\\[([^\n]{1,300}?)\\\]/g;
/** Matches the text between the dollar signs of two amounts, as in "$20 + $30", "20$ + 30$" and "$5 and $6". */
const betweenAmounts = /(?:[-+*/×÷<>=(]|\b(?:and|or))\s*$|^\s*[*/×÷]|^\s+[-+<>=](?!.*\s$)/;
/** Matches an operator that ends a text and therefore has no second operand. */
const openEnd = /(?:[=+×÷<(]|\s[-*/]|\\(?:cdot|times|div))\s*(?:\s\\?[$€£])?$/;

const breaksOff = (text: string): boolean => openEnd.test(text.slice(-200));

/**
 * Finds the formulas in a line, which are enclosed in dollar signs, \( \) or \[ \]. Dollar amounts ("$5 and $6") are
 * not formulas.
 */
function enclosedFormulas(line: string): { formula: string; start: number; end: number }[] {
  const found = [];
  const search = new RegExp(delimited);
  for (let match = search.exec(line); match !== null; match = search.exec(line)) {
    const formula = (match[1] ?? match[2] ?? match[3])!;
    if (match[1] !== undefined && betweenAmounts.test(formula)) search.lastIndex = match.index + 1;
    else if (isFormula(formula))
      found.push({ formula, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/**
 * Returns the formula if a text is a single formula, such as "4, 6, 12" or "$\frac{1}{2}$."; otherwise, returns null.
 */
function formulaAlone(text: string): string | null {
  const line = text.trim();
  if (line.length > 200 || line.includes('\n')) return null;
  const bare = withoutMarks(line);
  const enclosed = enclosedFormulas(bare)[0];
  if (enclosed?.start === 0 && enclosed.end === bare.length) return result(enclosed.formula);
  return isFormula(bare) ? formulaIn(bare) : null;
}

/** Returns the formula in a statement. A calculation is reduced to its result: "12 + 6 = 18" gives "18". */
function formulaIn(sentence: string): string | null {
  const [only, ...others] = enclosedFormulas(sentence);
  const isOnly = only !== undefined && others.length === 0;
  if (isOnly && (only.start === 0 || !/\d\s+\p{L}/u.test(only.formula))) return result(only.formula);
  return isFormula(sentence) ? result(sentence.replace(/(?<!\\)\$/g, '')) : null;
}

/**
 * Returns the part of a formula after its last "=", or the whole formula if it is an equation such as "2x + y = 3".
 * Returns null if the formula is cut off.
 */
function result(formula: string): string | null {
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

/**
 * Returns whether a text is only a formula, possibly with a unit. A formula contains no words except mathematical
 * names.
 */
function isFormula(text: string): boolean {
  if (text.length > 300 || text.includes('boxed') || !/[\d\\½⅓⅔¼¾]|^[-+]?[A-Z]$|[+=^]/i.test(text))
    return false;
  const words = text
    .replace(/\\(?:text|mathrm|mbox|textbf)\s*\{[^{}]*\}/g, '')
    .replace(/\\[A-Z]+/gi, ' ')
    .match(/[A-Z]{2,}/gi);
  return (words ?? []).every(
    (word) => knownNames.has(word) || word === 'and' || (/^[a-z]{2}$/.test(word) && !isUnitOrWord(word)),
  );
}

/**
 * Matches the symbols and words that introduce an answer, such as "**Therefore, about", but not the answer's minus
 * sign.
 */
const leadIn =
  /^(?:[\s*_"'“‘`:=>-]{0,20}\b(?:therefore|thus|hence|so|simply|just|approximately|about|equal to)\b[\s,:]{0,20}){0,5}[*_"'“‘`:=>\s]{0,40}/i;

/** Removes emphasis, quotation marks, introductory words and closing punctuation. */
function withoutMarks(text: string): string {
  return text
    .trim()
    .replace(leadIn, '')
    .replace(/[\s*_"'”’`.,;:]{1,200}$/, '')
    .trim();
}

/* ---- Numbers ---- */

interface NumberInText {
  /**
   * The number with its sign, fraction and magnitude ("1.5 million", "5 tenths"), but without currency or unit. A time
   * of day ("4:30 p.m.") is one number.
   */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const whole = String.raw`\d{1,3}(?:,\d{3})+(?!\d)|\d+`;
const fraction = String.raw`(?:(?<!\d)\d{1,9}\s?)?\\[dt]?frac\s?(?:\{-?\d{1,20}\}|\d)\s?(?:\{\d{1,20}\}|\d)`;
const dotted = String.raw`[AaPp]\.\s?[Mm]\b\.?`;
/**
 * Matches a time of day. Because "am" is also a verb, "am" or "pm" after a whole number must end a clause, or be
 * followed by "and", "in" or "on".
 */
const time = [
  String.raw`\d{1,2}(?::\d{2}){1,2}(?:\s?(?:[AaPp][Mm]\b|${dotted})|(?![\d:]))`,
  String.raw`\d{1,2}\s?(?:[AaPp][Mm]\b(?!\s+(?!(?:and|in|on)\b)[\p{L}\p{N}])|${dotted})`,
].join('|');
const number = new RegExp(
  String.raw`${fraction}|(?<![\p{L}\p{N}_])(?:${time}|\d+ (?:and )?\d+/\d+(?![\d/]|\.\d)|\d+\s?/\s?\d+(?![\d/]|\.\d)|(?:\d{1,9}\s?)?[½⅓⅔¼¾]|(?:${whole})(?:\.\d+)?|\.\d+)`,
  'gu',
);
/** Matches the words before a number that is only a label, as in "Agent 2" or "step 3". */
const name =
  /\b(?:agent|step|round|question|problem|example|case|solution|method|equation|figure|part)s?\s*(?:#\s*)?$/i;
const ordinal = /^(?:st|nd|rd|th)\b/;
/**
 * Matches a minus sign that has no term before it, as in "$-5", "-$5" and "= - 5". Also matches the words "negative"
 * and "minus".
 */
const negative = new RegExp(
  [
    String.raw`(?:(?:^|[^\p{L}\p{N}_)\]}%\s])\s*|\p{L}\s+)(?:[-−–]\\?[$€£]?|\\?[$€£][-−–])$`,
    String.raw`[=(]\s*[-−–]\s+\\?[$€£]?$`,
    String.raw`(?:\bnegative|(?:[=:]|\b(?:is|equals|get|gives))\s+minus)\s+\\?[$€£]?$`,
  ].join('|'),
  'iu',
);

/**
 * Returns the numbers in a line, in order. Skips ordinals, and numbers that are only labels, such as the 3 in "step 3".
 */
function numbersIn(line: string): NumberInText[] {
  const numbers: NumberInText[] = [];
  for (const match of line.matchAll(number)) {
    const end = match.index + match[0].length;
    const before = line.slice(Math.max(0, match.index - 20), match.index);
    const after = line.slice(end, end + 40);
    if (ordinal.test(after) || name.test(before)) continue;
    const gap = /^\s*\\?\s*/.exec(after)?.[0] ?? '';
    const words = countingWords.exec(after.slice(gap.length))?.[0].trim() ?? '';
    // "7 dozen" is read as 7, because it answers "How many dozen?"
    const scale = words === '' || /^dozen/i.test(words) ? '' : gap + words;
    const sign = negative.test(before) ? '-' : '';
    numbers.push({ text: sign + match[0] + scale, start: match.index, end: end + scale.length });
  }
  return numbers;
}

function lastNumber(texts: readonly string[]): string | null {
  for (const text of texts.flatMap(upToNextQuestion)) {
    const found = lastNumberIn(text);
    if (found !== null) return found === unclear ? null : found;
  }
  return null;
}

/** Matches the text before a number that is denied, as in "not 42". */
const isDenied = /(?:\bnot|n['’]t|\bnever)\s+(?:\p{L}+\s+){0,2}\\?[$€£]?$/iu;
/** Matches the text before the second of two values, as in "between 3 and 5" and "42 or 43". */
const isSecond =
  /(?:\b(?:between|from)\s+\\?[$€£-]{0,2}\d[^.]{0,30}\s(?:and|to)|\d[\d.]{0,9}(?:\s\p{L}+)?\s+or)\s+\\?[$€£-]{0,2}$/iu;

/**
 * Returns the last number in a text. Ignores numbers in questions ("If Aliya is 3, how old ...?") and item numbers in
 * lists. If the last number is in a formula, returns the result of the formula: for "$\frac{\sqrt{3}}{2}$", the whole
 * fraction and not 2.
 */
function lastNumberIn(text: string): string | typeof unclear | null {
  const lines = text.split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const unnumbered = lines[at]!.replace(/^\s*[(#]?\d{1,3}[.):]\s+(?=\S)/, '');
    for (const sentence of unnumbered.split(/(?<=[.!?])\s+/).reverse()) {
      if (/\?["')*\s]*$/.test(sentence.slice(-10))) continue;
      const before = ({ start }: NumberInText): string => sentence.slice(Math.max(0, start - 80), start);
      const last = numbersIn(sentence).findLast((one) => !isDenied.test(before(one)));
      if (last === undefined) continue;
      if (isSecond.test(before(last))) return unclear;
      const around = enclosedFormulas(sentence).find(
        ({ start, end }) => start <= last.start && last.end <= end,
      );
      return (around === undefined ? null : result(around.formula)) ?? last.text;
    }
  }
  return null;
}
