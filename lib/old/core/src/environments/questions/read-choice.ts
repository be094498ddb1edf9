import type { Reading } from 'agora-voting/internal';
import { mostRead } from './own-words';

/**
 * Marks that models put around a letter: brackets, quotes, emphasis, LaTeX. Here and below nothing repeats without bound, so
 * that time grows with the text's length and not with its square.
 */
const open = String.raw`[\s"'“‘\x60*_($[{:=]{0,80}(?:\\(?:boxed|text|textbf|mathrm|mathbf)\s{0,9}\{\s{0,9}){0,9}\\?\(?`;
const close = String.raw`(?![\p{L}\p{N}’]|'\w)`;
/** Words and marks between "answer" and its letter. */
const words =
  'is|was|be|are|would|should|must|will|option|choice|letter|the|definitely|clearly|therefore|thus|to|this|' +
  'question|best|correct|right|most|likely|probably|final|answer|one';
const filler = String.raw`(?:\s{0,20}(?:${words})\b|\s{0,20}[:=–—"'*_-]){0,40}`;
const verbs =
  'answer|choose|pick|select|go with|vote for|(?:choice|decision|prediction)(?=["\'*_]{0,9}\\s{0,9}(?:is\\b|:|=))';
const said = new RegExp(String.raw`\b(?:${verbs})${filler}${open}([A-Z])${close}`, 'giu');
const boxed = new RegExp(
  String.raw`\\boxed\s{0,9}\{\s{0,9}(?:\\\w{1,20}\s{0,9}\{\s{0,9}){0,9}\(?([A-Z])\)?\s{0,9}\}`,
  'gu',
);
/**
 * Nothing but a letter, perhaps with marks around it, perhaps with its option after it: "**B**", "(B) Paris", "B. Paris".
 * The option begins where the marks end, and nowhere among them.
 */
const alone = new RegExp(
  String.raw`^${open}([A-Za-z])(?:[)\].:*_"'”’\x60}$\s]*$|[)\].:][)*_\s]+[^)*_\s].*$)`,
  'u',
);
const another = /^[)\]*_"'.\s]*(?:\s(?:or|and)\s|[/&,])\s*(?:option\s+)?["'([*]*([A-Z])(?![\p{L}\p{N}])/u;

const saidByOneself =
  /^\s+(?:\w+ly\s+)?(?:think|believe|guess|feel|suppose|would|will|am|was|have|had|can|cannot|could|do|did|don|must|need|choose|chose|pick|select|say|know|see|agree|apologi[sz]e)\b/i;

/**
 * Reads the letter of the answer in a model's free text.
 *
 * It looks, in this order, for: a text that is only a letter ("B", "(B) Paris"); statements ("Answer: (B)", "the
 * correct answer is option **B**", `{"answer": "B"}`, \boxed{B}), of which the last counts, since models think aloud
 * and then conclude; a last or first line that is only a letter. "A or B" is not a choice, and neither is a letter that
 * merely occurs. Of a text longer than `mostRead` only the end is read.
 * @param letters - the options' letters, capitals
 * @returns the letter, or a reason that tells a model what to change
 */
export function readChoice(text: string, letters: readonly string[]): Reading<string> {
  const plain = text.trim().slice(-mostRead);
  if (plain === '') return { ok: false, reason: 'the answer is empty' };
  const whole = plain.includes('\n') ? null : letterAlone(plain);
  if (whole !== null) return among(whole, letters);
  const statements = [...plain.matchAll(said), ...plain.matchAll(boxed)]
    .filter((match) => isLetter(match, plain) && !isDenied(plain, match.index))
    .sort((a, b) => endOf(a) - endOf(b));
  const last = statements.at(-1);
  if (last !== undefined) {
    const second = another.exec(plain.slice(endOf(last)))?.[1];
    if (second !== undefined && second !== last[1] && letters.includes(second))
      return { ok: false, reason: `the answer names both ${last[1]} and ${second}: choose one` };
    return among(last[1] as string, letters);
  }
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  const found = [lines.at(-1), lines[0]]
    .map((line) => letterAlone(line?.trim() ?? ''))
    .find((one) => one !== null);
  if (found !== undefined && found !== null) return among(found, letters);
  return { ok: false, reason: noAnswer(letters) };
}

/** The reason for a text in which no answer was found at all. */
export function noAnswer(letters: readonly string[]): string {
  return `no answer was found: write "Answer: " and one of ${letters.join(', ')}`;
}

function letterAlone(line: string): string | null {
  const letter = alone.exec(line)?.[1];
  return letter === undefined ? null : letter.toUpperCase();
}

function among(letter: string, letters: readonly string[]): Reading<string> {
  return letters.includes(letter)
    ? { ok: true, value: letter }
    : { ok: false, reason: `"${letter}" is none of the options ${letters.join(', ')}` };
}

/** The pattern ignores case for its words; but "the answer is a bit of both" and "answer: I think" name no option. */
function isLetter(match: RegExpMatchArray, text: string): boolean {
  const letter = match[1] as string;
  if (letter !== letter.toUpperCase()) return false;
  return !(letter === 'I' && saidByOneself.test(text.slice(endOf(match))));
}

function isDenied(text: string, at: number): boolean {
  return /\b(?:not|never|cannot|can't|don't|wouldn't|rule out|eliminate|reject)\s+(?:the\s+)?(?:\w+\s+)?$/i.test(
    text.slice(Math.max(0, at - 200), at),
  );
}

function endOf(match: RegExpMatchArray): number {
  return (match.index ?? 0) + match[0].length;
}
