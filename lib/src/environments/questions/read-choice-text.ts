import type { Reading } from '../../json';
import { bracketedLetters, type BracketedLetter } from './bracketed-letters';
import { ownWords } from './own-words';
import { noAnswer, readChoice } from './read-choice';

/** "(A) is wrong, ..." at the very beginning, which else reads as a letter with its option. */
const wrongFirst = /^\s*[(*]*[A-Z][)*]*(\s+(?:is|are|was|would be)\s+(?:also\s+)?(?:wrong|incorrect)\b)/;

/**
 * The letter that a debater's prose comes to: reasoning first, then "... so it is Cassiopeia (C)."
 *
 * What `readChoice` reads goes first, and so do its reasons: a text that names two options, or one that does not exist,
 * has no answer. Where it finds nothing, brackets decide: the last bracketed letter of the last paragraph ("(C)",
 * "(option C)", "C) Cassiopeia"), or the only option that is bracketed anywhere. Passed over are lists of options, as
 * prompts and their echoes have them ("A) ..., B) ..."), options that are called wrong or "the others", the
 * unfilled form "(X)", and what is not the model's own: turns of the chat that it wrote out after its answer.
 * @param letters - the options' letters, capitals
 * @returns the letter, or why none could be read, in words that a model can act on
 */
export function readChoiceText(text: string, letters: readonly string[]): Reading<string> {
  const own = ownWords(text);
  if (own === '' && text.trim() !== '')
    return { ok: false, reason: 'the text ends where an answer should begin' };
  const filled = (letters.includes('X') ? own : own.replaceAll(/\(X\)/g, ' ')).replace(wrongFirst, '$1');
  const unlisted = withoutLists(filled, letters);
  const said = unlisted.trim() === '' ? null : readChoice(unlisted, letters);
  if (said !== null && (said.ok || said.reason !== noAnswer(letters))) return said;
  const found = bracketedLetters(filled, letters);
  const [before, after] = found.slice(-2);
  if (before?.kind === 'shared' && after?.kind === 'shared' && before.letter !== after.letter)
    return { ok: false, reason: `the answer names both ${before.letter} and ${after.letter}: choose one` };
  const claimed = found.filter((one) => !one.listed && !isSetAside(filled, one));
  const last = claimed.filter(({ start }) => start >= lastParagraph(filled)).at(-1);
  const letter = last?.letter ?? onlyOne(claimed.map(({ letter }) => letter));
  return letter === undefined
    ? { ok: false, reason: own === '' ? 'the answer is empty' : noAnswer(letters) }
    : { ok: true, value: letter };
}

/**
 * All options that a summary states, in order and without repeats: letters in brackets, "(A)", "(option A)", "(A, C)";
 * where there are none, those before a bracket, "A) Centaurus", unless they list the options. An unfilled "(X)" is none.
 */
export function statedChoices(text: string, letters: readonly string[]): string[] {
  const found = bracketedLetters(text, letters);
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

/** Whether it is called wrong, or one of the others. */
function isSetAside(text: string, { start, end }: BracketedLetter): boolean {
  const before = text.slice(0, start);
  return (
    /\bother\s+(?:\w+\s+)?(?:options?|choices|answers?)\b[^.\n]*$/i.test(before) ||
    /\b(?:not|never|cannot be|n't be|than|unlike|rule out|eliminate|reject)\s+(?:the\s+)?(?:option\s+|answer\s+|choice\s+)?$/i.test(
      before,
    ) ||
    /^[^.\n]{0,80}\b(?:is|are|was|would be)\s+(?:also\s+)?(?:wrong|incorrect)\b/i.test(text.slice(end))
  );
}
