import type { Reading } from 'agora-voting/internal';
import { bracketedLetters, joinedTo, withoutPairs, type BracketedLetter } from './bracketed-letters';
import { isOthers, withoutOthersAnswers } from './others-answers';
import { mostRead, ownWords } from './own-words';
import { noAnswer, readChoice } from './read-choice';

/** "(A) is wrong, ..." at the very beginning, which else reads as a letter with its option. */
const wrongFirst = /^\s*[(*]*[A-Z][)*]*(\s+(?:is|are|was|would be)\s+(?:also\s+)?(?:wrong|incorrect)\b)/;

/**
 * Reads the letter of a debater's answer in prose: reasoning first, then "... so it is Cassiopeia (C)."
 *
 * It first tries `readChoice`: a text that names two options, or an unknown one, has no answer. If that finds nothing,
 * the last statement decides ("I think it is C."), then brackets: the last bracketed letter of the last paragraph
 * ("(C)", "(option C)", "C) Cassiopeia"), or the only bracketed option of the text. If it is joined to another, "(A) or
 * (B)", "(A)(B)", there is no answer. Ignored are lists of options, as in prompts ("A) ..., B) ..."), options that are
 * called wrong or "the others", reported answers of others ("Agent 3's (A)") or earlier ones, the unfilled form "(X)",
 * and chat turns that the model wrote after its answer.
 * @param letters - the options' letters, capitals
 * @returns the letter, or a reason that tells a model what to change
 */
export function readChoiceText(text: string, letters: readonly string[]): Reading<string> {
  const own = ownWords(text);
  if (own === '' && text.trim() !== '')
    return { ok: false, reason: 'the text ends where an answer should begin' };
  const all = (letters.includes('X') ? own : own.replaceAll(/\(X\)/g, ' ')).replace(wrongFirst, '$1');
  const filled = withoutOthersAnswers(all);
  const unlisted = withoutPairs(withoutLists(filled, letters), letters);
  const said = unlisted.trim() === '' ? null : readChoice(unlisted, letters);
  if (said !== null && (said.ok || said.reason !== noAnswer(letters))) return said;
  const stated = lastStatedLetter(unlisted, letters);
  if (stated !== null) return { ok: true, value: stated };
  const found = bracketedLetters(filled, letters);
  const isClaimed = (one: BracketedLetter) => !one.listed && !isSetAside(filled, one);
  const paragraph = lastParagraph(filled);
  const at = found.findLastIndex((one) => one.start >= paragraph && isClaimed(one));
  const last = found[at];
  const other = last === undefined ? null : joinedTo(filled, found.slice(0, at).findLast(isClaimed), last);
  if (last !== undefined && other !== null)
    return { ok: false, reason: `the answer names both ${other} and ${last.letter}: choose one` };
  const letter = last?.letter ?? onlyOne(found.filter(isClaimed).map(({ letter }) => letter));
  return letter === undefined
    ? { ok: false, reason: own === '' ? 'the answer is empty' : noAnswer(letters) }
    : { ok: true, value: letter };
}

/**
 * All options that a summary states, in order and without repeats: letters in brackets, "(A)", "(option A)", "(A, C)";
 * where there are none, those before a bracket, "A) Centaurus", unless they list the options. An unfilled "(X)" does not count.
 */
export function statedChoices(text: string, letters: readonly string[]): string[] {
  const found = bracketedLetters(text.slice(-mostRead), letters);
  const whole = found.filter(({ kind }) => kind !== 'half');
  const counted = whole.length > 0 ? whole : found.filter(({ listed }) => !listed);
  return [...new Set(counted.map(({ letter }) => letter))];
}

/** Without the lines that list the options: the first of them is no answer. */
function withoutLists(text: string, letters: readonly string[]): string {
  const starts = new Set(
    bracketedLetters(text, letters)
      .filter(({ listed, kind }) => listed && kind === 'half')
      .map(({ start }) => start),
  );
  let at = 0;
  return text
    .split('\n')
    .filter((line) => {
      const start = at + line.search(/\S|$/);
      at += line.length + 1;
      return !starts.has(start);
    })
    .join('\n');
}

/** Where the last paragraph begins. */
function lastParagraph(text: string): number {
  return [...text.matchAll(/\n\s*\n/g)].at(-1)?.index ?? 0;
}

function onlyOne(letters: readonly string[]): string | undefined {
  return new Set(letters).size === 1 ? letters[0] : undefined;
}

/** "... is wrong", of this option, perhaps with others joined to it; what follows "since" is said of others. */
const calledWrong =
  /^(?:\s*(?:,|and|or|&)\s*\([A-Z]\)){0,8}(?:(?!\b(?:since|because|as|for|while|whereas)\b)(?:[^.\n(]|\((?![A-Z]\)))){0,80}\b(?:is|are|was|were|would be)\s+(?:also\s+)?(?:wrong|incorrect)\b/i;

/** Whether it is called wrong, or one of the others, or another's. */
function isSetAside(text: string, { start, end }: BracketedLetter): boolean {
  const before = text.slice(Math.max(0, start - 300), start);
  return (
    isOthers(text, start, end) ||
    /\bother\s+(?:\w+\s+)?(?:options?|choices|answers?)\b[^.\n]*$/i.test(before) ||
    /\b(?:not|never|cannot be|n't be|than|unlike|rule out|eliminate|reject)\s+(?:the\s+)?(?:option\s+|answer\s+|choice\s+)?$/i.test(
      before,
    ) ||
    calledWrong.test(text.slice(end, end + 160))
  );
}

const subject = String.raw`(?:[Ii]t|[Tt]his|[Tt]hat)(?:\s(?:is|was|must be|has to be|should be|would be|can only be)|['’]s)`;
const choosing = String.raw`I\s(?:\w{1,20}\s)?(?:take|took|say|favou?r|prefer|settle on|opt for|stay with|stick with)`;
const filler = String.raw`(?:\s(?:is|therefore|thus|clearly|definitely|probably|likely|most likely|still|option|answer|choice)){0,2}`;
const end = String.raw`["'*_]{0,4}(?=[.,;:!)]|\s(?:because|since|as|for|by|but)\b|\s*\n|\s*$)`;
const statement = new RegExp(
  String.raw`\b(?:${subject}|${choosing}|[Ss]o|[Hh]ence|[Tt]hus|[Tt]herefore),?${filler}[\s"'*_]{1,6}(?:\(([A-Z])\)|\[([A-Z])\]|([A-Z]))${end}`,
  'g',
);
/** Before a statement in its sentence: it is not meant, or no longer. */
const tentative =
  /\b(?:first|initially|originally|earlier|might|maybe|perhaps|if|not|n['’]t|never|whether|wrongly|at one point)\b[^.\n]*$/i;
const another = /^\s*(?:,?\s*(?:or|and)\b|[,/&])\s*(?:option\s+)?["'([*]{0,3}[A-Z](?![\p{L}])/u;

/**
 * What the last sentence of the kind "I think it is C.", "so (C)", "I take [C]" says: its letter, with nothing behind that
 * would make it a word or add a second one. Null where there is none.
 */
function lastStatedLetter(text: string, letters: readonly string[]): string | null {
  let last: string | null = null;
  for (const { index, 0: words, 1: round, 2: square, 3: bare } of text.matchAll(statement)) {
    const letter = round ?? square ?? bare ?? '';
    const after = text.slice(index + words.length, index + words.length + 40);
    if (!letters.includes(letter) || another.test(after) || (bare === 'I' && !/^[.\n]/.test(after))) continue;
    if (!tentative.test(text.slice(Math.max(0, index - 80), index))) last = letter;
  }
  return last;
}
