import type { Reading } from '../../../json';
import { ownWords } from '../own-words';
import { boxedAnswers } from './boxed-answers';
import { withoutInstructions } from './echoed-instructions';
import type { FoundAnswer, MathAnswerReading } from './found-answer';
import { markedAnswer } from './marked-answer';
import { lastNumberIn } from './last-number';
import { statedAnswer } from './stated-answer';

/** An operator at the end, or a calculator's note that never closes (GSM8K's "<<3*4=12>>"). */
const breaksOff = /(?:[=+×÷<(]|\s[-*/])$|<<[^>]{0,199}$/;
const nextQuestion = /\n[\s*#]{0,10}(?:Q|Question|Problem)\s?\d{0,4}\s?:/;

/**
 * The answer that a model's free text comes to, looked for in this order: the last \boxed{...} or \fbox{...}; the last
 * marked line ("#### 18", "Answer: 18"); the last statement ("the answer is 18", a last line that ends in "= 18."); the
 * last number. What the text only repeats of its instruction is none, nor what follows a next user's turn, or a next
 * question once the first is answered: models that only continue text write on.
 * Departs from the rule of most harnesses, the last number of all, in what counts as a number: not the numbers of
 * questions, of lists and of names ("Agent 2").
 * Time grows with the text's length, whatever stands in it.
 * @param settings - `lastNumber` false turns texts away that state no answer
 * @returns the answer as it was written and where it stood, or why none could be read, in words that a model can act on
 */
export function readMathAnswer(text: string, settings: MathAnswerReading = {}): Reading<FoundAnswer> {
  if (text.trim() === '') return { ok: false, reason: 'the answer is empty' };
  const own = ownWords(decoded(text));
  const said = withoutInstructions(own);
  const next = nextQuestion.exec(said)?.index;
  const parts = next === undefined ? [said] : [said.slice(0, next), said];
  for (const part of parts) {
    const stated = explicitAnswer(part, own);
    if (stated !== null) return { ok: true, value: stated };
  }
  if (boxedAnswers(own).cutOff)
    return { ok: false, reason: 'the text breaks off inside \\boxed{...}: the answer must be complete' };
  if (said.trim() === '')
    return { ok: false, reason: 'the text only repeats its instruction: give the answer itself' };
  if (breaksOff.test(said.trimEnd().slice(-200)))
    return { ok: false, reason: 'the text breaks off in a calculation: the answer must be complete' };
  const last =
    (settings.lastNumber ?? true) ? (lastNumberIn(parts[0] as string) ?? lastNumberIn(said)) : null;
  if (last !== null) return { ok: true, value: { answer: last, found: 'last number' } };
  return { ok: false, reason: 'no answer was found: state the final answer in the form \\boxed{answer}' };
}

/** A box counts wherever it stands, even in a line that begins by repeating the instruction. */
function explicitAnswer(part: string, own: string): FoundAnswer | null {
  const answer = boxedAnswers(part).filled.at(-1) ?? boxedAnswers(own).filled.at(-1);
  if (answer !== undefined) return { answer, found: 'boxed' };
  const marked = markedAnswer(part);
  if (marked !== null) return { answer: marked, found: 'marked' };
  const stated = statedAnswer(part);
  return stated === null ? null : { answer: stated, found: 'stated' };
}

/** Commands whose backslash a JSON reader took for an escape. */
function decoded(text: string): string {
  return text.replaceAll('\boxed', '\\boxed').replaceAll('\fbox', '\\fbox').replaceAll('\frac', '\\frac');
}

/** What stands in a text's boxes, in order; boxes left as the instruction has them are left out. */
export function allMathAnswers(text: string): readonly string[] {
  return boxedAnswers(decoded(text)).filled;
}
