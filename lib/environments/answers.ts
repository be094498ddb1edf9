import { isReported, mostRead, ownWords, retractedAt, withoutReports } from './own-words';

/**
 * Matches the start of a text that begins by rejecting an option, as in "(A) is wrong, ...". Without this pattern, the
 * letter would be read as the text's choice.
 */
const wrongFirst =
  /^\s*[(*]{0,3}[A-Z][)*]{0,3}(\s+(?:is|are|was|would be)\s+(?:also\s+)?(?:wrong|incorrect)\b)/;

/**
 * Returns the letter of the option that a text chooses, or null if the text chooses none or more than one.
 *
 * Looks for these forms, in this order:
 * - the whole text, if it is only a letter or a letter followed by its option ("B", "(B) Paris");
 * - the last statement about the answer ("The answer is B", "Option B is correct", `<answer>B</answer>`, \boxed{B});
 * - the last or first line, if it is only a letter;
 * - a statement such as "I think it is B.";
 * - the last bracketed letter in the last paragraph ("so Cassiopeia (C)");
 * - the only bracketed letter in the text.
 *
 * Two joined options ("A or B", "(A)(B)") do not count as a choice. Letters that are merely mentioned, lists of
 * options, rejected options, other agents' answers, and the unfilled placeholder "(X)" do not count either.
 * @param letters - the option letters, in capitals
 */
export function readLetter(text: string, letters: readonly string[]): string | null {
  const own = ownWords(text);
  const filled = (letters.includes('X') ? own : own.replaceAll('(X)', ' ')).replace(wrongFirst, '$1');
  const said = withoutReports(filled);
  const unlisted = withoutPairs(withoutLists(said, letters), letters);
  if (unlisted.trim() !== '') {
    const stated = statedLetter(unlisted.trim(), letters) ?? concludedLetter(unlisted, letters);
    if (stated !== undefined) return stated === unclear ? null : stated;
  }
  const found = bracketedLetters(said, letters);
  const claimed = found.filter((one) => !one.listed && !isSetAside(said, one));
  const paragraph = [...said.matchAll(/\n\s{0,99}\n/g)].at(-1)?.index ?? 0;
  const last = claimed.findLast((one) => one.start >= paragraph);
  if (last !== undefined)
    return joinedTo(said, claimed[claimed.indexOf(last) - 1], last) === null ? last.letter : null;
  const different = new Set(claimed.map(({ letter }) => letter));
  return different.size === 1 ? claimed[0]!.letter : null;
}

/**
 * Returns the distinct options that a summary states, in order. Reads letters in brackets, such as "(A)", "(option A)"
 * and "(A, C)". If there are none, reads letters before a closing bracket, such as "A) Centaurus", but ignores letters
 * that form a list of the options.
 */
export function readLetters(text: string, letters: readonly string[]): string[] {
  const found = bracketedLetters(text.slice(-mostRead), letters);
  const whole = found.filter(({ kind }) => kind !== 'half');
  const counted = whole.length > 0 ? whole : found.filter(({ listed }) => !listed);
  return [...new Set(counted.map(({ letter }) => letter))];
}

/* ---- Statements: "The answer is B" ---- */

/** Signals that the text states an answer, but does not choose a single option. */
const unclear = Symbol('unclear');
type Stated = string | typeof unclear | undefined;

/** Matches the symbols that may precede a letter: brackets, quotation marks, emphasis and LaTeX commands. */
const open = String.raw`[\s"'“”‘«\x60*_($[{:：=>]{0,80}(?:\\(?:boxed|text|textbf|mathrm|mathbf)\s{0,9}\{\s{0,9}){0,9}\\?[([]{0,2}`;
const close = String.raw`(?![\p{L}\p{N}]|['’]\w)`;
/** Matches the words and symbols between "answer" and the letter. */
const filler = String.raw`(?:\s{0,20}(?:${
  'is|was|be|are|would|should|must|will|option|choice|letter|the|definitely|clearly|therefore|thus|to|this|' +
  'question|best|correct|right|most|likely|probably|final|answer|one'
})\b|\s{0,20}[:：=–—"'*_-]){0,40}`;
const named = String.raw`(?:choice|option|letter|decision|prediction)(?=["'*_]{0,9}(?:\s{0,9}(?:is\b|[:：=])|>))`;
const statement = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:answer|ans(?=\s?[.:：])|choose|pick|select|go with|vote for|${named})${filler}${open}([A-Z])${close}`,
  'giu',
);
const boxed = /\\f?box(?:ed)?\s{0,9}\{\s{0,9}(?:\\\w{1,20}\s{0,9}\{\s{0,9}){0,9}\(?([A-Z])(?=[)}.:\s])/gu;
/** Matches statements such as "(B) is the correct answer" or "option B must be right". */
const judged =
  /(?<![\p{L}\p{N}_\\])[("*]{0,4}([A-Z])[)"*]{0,4}\s(?:is|must be|has to be)\s(?:therefore\s|thus\s|clearly\s)?(?:the\s)?(?:only\s|most\s)?(?:correct|right|best)(?!\p{L})/gu;
const alone = new RegExp(
  String.raw`^${open}([A-Za-z])(?:[)\]}.:*_"'”’»\x60$\s]{0,80}$|[)\].:][)*_\s]{1,80}[^)*_\s].*$)`,
  'u',
);
const second =
  /^[)\]}*_"'”’.\s]{0,9}(?:\s(?:or|and)\s|[/&,])\s{0,9}(?:option\s+)?["'([*]{0,9}([A-Z])(?![\p{L}\p{N}])/u;
const saidByOneself =
  /^\s+(?:\w+ly\s+)?(?:think|believe|guess|feel|suppose|would|will|am|was|have|had|can|cannot|could|do|did|don|must|need|choose|chose|pick|select|say|know|see|agree|apologi[sz]e)\b/i;
const denied =
  /\b(?:not|never|cannot|n['’]t|rule out|eliminate|reject|other|wrong|incorrect)\s+(?:the\s+)?(?:\w+\s+)?$/i;
/**
 * Matches a word that precedes a statement in the same sentence and makes it tentative, negative or outdated. Examples
 * are "might", "not" and "initially".
 */
const tentative =
  /\b(?:first|initially|originally|earlier|might|maybe|perhaps|if|not|n['’]t|never|whether|wrongly|at one point|says?|said)\b[^.\n]*$/i;

function statedLetter(text: string, letters: readonly string[]): Stated {
  const whole = text.includes('\n') ? undefined : letterAlone(text);
  if (whole !== undefined) return among(whole, letters);
  const before = (at: number): string => text.slice(Math.max(0, at - 200), at);
  const found = [
    ...[...text.matchAll(statement), ...text.matchAll(boxed)].filter(
      ({ index }) => !denied.test(before(index)),
    ),
    ...[...text.matchAll(judged)].filter(({ index }) => !tentative.test(before(index))),
  ].filter((match) => isLetter(match, text));
  const last = found.sort((a, b) => endOf(a) - endOf(b)).at(-1);
  if (last !== undefined) {
    const rest = text.slice(endOf(last));
    const other = second.exec(rest)?.[1];
    if (other !== undefined && other !== last[1] && letters.includes(other)) return unclear;
    if (isRetracted(rest, last[1]!, letters)) return unclear;
    return among(last[1]!, letters);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const line = letterAlone(lines.at(-1)?.trim() ?? '') ?? letterAlone(lines[0]?.trim() ?? '');
  return line === undefined ? undefined : among(line, letters);
}

const letterAlone = (line: string): string | undefined => alone.exec(line)?.[1]?.toUpperCase();
const among = (letter: string, letters: readonly string[]): Stated =>
  letters.includes(letter) ? letter : unclear;
const endOf = (match: RegExpMatchArray): number => (match.index ?? 0) + match[0].length;

/**
 * Returns whether the letter in a match is an option letter. It may instead be a word, such as the "a" in "the answer
 * is a bit of both" (the patterns ignore case) or the "I" in "Answer: I think".
 */
function isLetter(match: RegExpMatchArray, text: string): boolean {
  const letter = match[1]!;
  if (letter !== letter.toUpperCase()) return false;
  return !(letter === 'I' && saidByOneself.test(text.slice(endOf(match))));
}

/** Returns whether the rest of the text retracts the answer, as in "Wait, that is wrong" or "Actually, C". */
function isRetracted(rest: string, letter: string, letters: readonly string[]): boolean {
  const at = retractedAt(rest);
  if (at < 0) return false;
  const after = rest.slice(at, at + 400);
  if (/\b(?:wrong|incorrect|mistaken?|not right|not correct)\b/i.test(after)) return true;
  const others = after.match(/(?<![\p{L}\p{N}'’])[A-Z](?![\p{L}\p{N}'’]|\s+\p{Ll})/gu) ?? [];
  return others.length > 0 && others.at(-1) !== letter && letters.includes(others.at(-1)!);
}

const it = String.raw`(?:[Ii]t|[Tt]his|[Tt]hat)(?:\s(?:is|was|must be|has to be|should be|would be|can only be)|['’]s)`;
const choosing = String.raw`I\s(?:\w{1,20}\s)?(?:take|took|say|favou?r|prefer|settle on|opt for|stay with|stick with)`;
const adverbs = String.raw`(?:\s(?:is|therefore|thus|clearly|definitely|probably|likely|most likely|still|option|answer|choice)){0,2}`;
const ending = String.raw`["'*_]{0,4}(?=[.,;:!)]|\s(?:because|since|as|for|by|but)\b|\s*\n|\s*$)`;
const conclusion = new RegExp(
  String.raw`\b(?:${it}|${choosing}|[Ss]o|[Hh]ence|[Tt]hus|[Tt]herefore),?${adverbs}[\s"'*_]{1,6}(?:\(([A-Z])\)|\[([A-Z])\]|([A-Z]))${ending}`,
  'g',
);
const joined = /^\s{0,9}(?:(?:,\s{0,9})?(?:or|and)\b|[,/&])\s{0,9}(?:option\s+)?["'([*]{0,3}[A-Z](?!\p{L})/u;

/** Returns the letter in the last conclusion, such as "I think it is C.", "so (C)" or "I take [C]". */
function concludedLetter(text: string, letters: readonly string[]): string | undefined {
  let last: string | undefined;
  for (const { index, 0: words, 1: round, 2: square, 3: bare } of text.matchAll(conclusion)) {
    const letter = round ?? square ?? bare ?? '';
    const after = text.slice(index + words.length, index + words.length + 40);
    if (!letters.includes(letter) || joined.test(after) || (bare === 'I' && !/^[.\n]/.test(after))) continue;
    if (!tentative.test(text.slice(Math.max(0, index - 80), index))) last = letter;
  }
  return last;
}

/* ---- Brackets: "... so it is Cassiopeia (C)" ---- */

interface BracketedLetter {
  readonly letter: string;
  /**
   * How the letter is bracketed.
   * - 'whole': in its own brackets, as in "(C)" or "(option C)".
   * - 'half': followed by a closing bracket only, as in "C) Cassiopeia".
   * - 'shared': together with other letters, as in "(A, C)".
   */
  readonly kind: 'whole' | 'half' | 'shared';
  /**
   * Whether the letter belongs to a list of options. A list of options consists of at least three consecutive letters
   * that are bracketed in the same way. Two letters are enough if each is followed by a closing bracket only ("A) ...,
   * B) ...").
   */
  listed: boolean;
  readonly start: number;
  readonly end: number;
}

const bracket =
  /(?<![\p{L}\p{N}_]|(?<!\([A-Z])\))(?:\(\s*(?:(?:the\s+)?(?:option|answer|choice)s?:?\s+)?([A-Z](?:\s*(?:[,/&]|and|or)+\s*[A-Z])*)\s*\)|\[([A-Z])\]|([A-Z])\))/gu;

/**
 * Finds every letter in round or square brackets, or before a closing bracket. Ignores function arguments, such as the
 * A in "P(A)". Also ignores the last letter of a longer text in brackets, such as the C in "(as is vitamin C)".
 */
function bracketedLetters(text: string, letters: readonly string[]): BracketedLetter[] {
  const found: BracketedLetter[] = [];
  for (const match of text.matchAll(bracket)) {
    const [whole, inside, square, half] = match;
    if (half !== undefined && isInBracket(text, match.index)) continue;
    const several = inside === undefined ? [square ?? half ?? ''] : (inside.match(/\b[A-Z]\b/g) ?? []);
    const kind = half !== undefined ? 'half' : several.length > 1 ? 'shared' : 'whole';
    const [start, end] = [match.index, match.index + whole.length];
    for (const letter of several)
      if (letters.includes(letter)) found.push({ letter, kind, listed: false, start, end });
  }
  for (let first = 0, next = 1; first < found.length; first = next++) {
    const { kind, letter } = found[first]!;
    const place = letters.indexOf(letter);
    while (found[next]?.kind === kind && found[next]?.letter === letters[place + next - first]) next++;
    const least = Math.min(kind === 'half' ? 2 : 3, letters.length);
    if (next - first >= least) for (const one of found.slice(first, next)) one.listed = true;
  }
  return found;
}

/** Returns whether a position is inside round brackets that open earlier on the same line. */
function isInBracket(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 500), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.lastIndexOf('(') > line.lastIndexOf(')');
}

const joint = /^\s*(?:(?:(?:,\s*)?(?:or|and)\b|[/&])\s*)?(?:(?:the\s+)?(?:options?|answers?|choices?)\s+)?$/i;

/**
 * Returns the letter of `before` if the options `before` and `one` are joined; otherwise, returns null. Two options are
 * joined if they are in the same brackets, are adjacent, or are separated only by "or", "and", "/" or "&". A comma
 * joins them only if the second option ends the sentence or the line.
 */
function joinedTo(text: string, before: BracketedLetter | undefined, one: BracketedLetter): string | null {
  if (before === undefined || before.letter === one.letter) return null;
  if (before.start === one.start) return before.letter;
  const between = text.slice(before.end, before.end + 60).slice(0, one.start - before.end);
  const isJoined =
    joint.test(between) || (/^\s*,\s*$/.test(between) && /^\s*(?:[.!?\n]|$)/.test(text.slice(one.end)));
  return isJoined ? before.letter : null;
}

/** Removes each pair of different options that are joined, such as "(A) or (B)". */
function withoutPairs(text: string, letters: readonly string[]): string {
  const found = bracketedLetters(text, letters).filter(({ kind }) => kind === 'whole');
  let kept = '';
  let from = 0;
  for (const [at, one] of found.entries()) {
    const next = found[at + 1];
    if (next === undefined || joinedTo(text, one, next) === null) continue;
    kept += text.slice(from, Math.max(from, one.start));
    from = next.end;
  }
  return kept + text.slice(from);
}

/** Removes the lines that list the options. */
function withoutLists(text: string, letters: readonly string[]): string {
  const listed = bracketedLetters(text, letters).filter((one) => one.listed && one.kind === 'half');
  const starts = new Set(listed.map(({ start }) => start));
  let at = 0;
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    if (!starts.has(at + line.search(/\S|$/))) kept.push(line);
    at += line.length + 1;
  }
  return kept.join('\n');
}

/**
 * Matches the text that follows an option if it says that the option is wrong, whether it names that option alone
 * ("... is wrong") or several options ("... and (B) are wrong"). Does not match a "wrong" that follows "since" or
 * "because", since there it describes other options instead of this one.
 */
const calledWrong =
  /^(?:\s*(?:,|and|or|&)\s*\([A-Z]\)){0,8}(?:(?!\b(?:since|because|as|for|while|whereas)\b)(?:[^.\n(]|\((?![A-Z]\)))){0,80}\b(?:is|are|was|were|would be)\s+(?:also\s+)?(?:wrong|incorrect)\b/i;

/**
 * Returns true if the text rejects an option, counts it among "the other options", or reports it as another agent's
 * answer or as an earlier answer.
 */
function isSetAside(text: string, { start, end }: BracketedLetter): boolean {
  const before = text.slice(Math.max(0, start - 300), start);
  return (
    isReported(text, start, end) ||
    /\bother\s+(?:\w+\s+)?(?:options?|choices|answers?)\b[^.\n]*$/i.test(before) ||
    /\b(?:not|never|cannot be|n't be|than|unlike|rule out|eliminate|reject)\s+(?:the\s+)?(?:option\s+|answer\s+|choice\s+)?$/i.test(
      before,
    ) ||
    calledWrong.test(text.slice(end, end + 160))
  );
}
