import { check, flag, type Reading, settings as settingsOf } from 'agora-voting/internal';
import { mostRead, ownWords, textGiven } from '../own-words';
import { speaks, withoutOthersAnswers } from '../others-answers';
import { boxedAnswers } from './boxed-answers';
import { withoutInstructions } from './echoed-instructions';
import { breaksOff } from './formula-in-prose';
import { lastNumberIn } from './numbers-in-text';
import { declines } from './no-value';
import { markedAnswer, statedAnswer } from './stated-answer';

/** The final answer of a text, as written, and how it was found. */
export interface FoundAnswer {
  /** Without its surrounding form: "1,250", "\\frac{3}{4}", "x \\in [-2,7]". */
  readonly answer: string;
  /** In a box; after a mark ("#### 18", "Answer: 18"); in a statement ("the answer is 18", "= 18."); or merely last. */
  readonly found: 'boxed' | 'marked' | 'stated' | 'last number';
}

export interface MathAnswerReading {
  /** Whether the last number of a text that states no answer counts as its answer; default true. */
  readonly lastNumber?: boolean;
}

const given = settingsOf({ ...textGiven.shape, settings: settingsOf({ lastNumber: flag.optional() }) });

/** GSM8K's calculator's marks, "<<3*4=12>>12", with the result behind them; and one that never closes. */
const calculation = /<<([^<>\n]{0,199})>>(?=\s?([-$]{0,2}\.?\d)?)/g;
const openCalculation = /<<[^>]{0,199}$/;
const nextQuestion = /\n[\s*#]{0,10}(?:Q|Question|Problem)\s?\d{0,4}\s?:/;

/**
 * Reads the answer from a model's free text. Looks, in this order, for the last \boxed{...} or \fbox{...}; the last
 * marked line ("#### 18", "Answer: 18"); the last statement ("the answer is 18", a last line that ends in "= 18."); the
 * last number. Repeated instructions do not count, nor text after a further user's turn or after a further question:
 * models that only continue text write such turns. Reported answers of others or earlier ones ("Agent 1's answer is
 * 20") count only if the text has no answer of its own. If it declines to answer ("unclear"), no number counts. Most
 * harnesses take the last number of all. Here numbers of questions, lists and names ("Agent 2") do not count. Of a text
 * longer than `mostRead` only the end is read.
 * @param settings - with `lastNumber` false a text that states no answer is invalid
 * @returns the answer as written and how it was found, or a reason that tells a model what to change
 * @example
 * environments.readMathAnswer('6 + 12 = 18, so the answer is 18 dollars.').value; // => { answer: '18', found: 'stated' }
 */
export function readMathAnswer(text: string, settings: MathAnswerReading = {}): Reading<FoundAnswer> {
  check('readMathAnswer', given, { text, settings });
  if (text.trim() === '') return { ok: false, reason: 'the answer is empty' };
  const written = decoded(ownWords(text));
  const own = withoutOthersAnswers(written);
  const said = withoutInstructions(written);
  const saidOneself = withoutInstructions(own);
  const explicit = explicitAnswer(saidOneself, own);
  if (explicit !== null) return { ok: true, value: explicit };
  const reason = whyNone(written, said, saidOneself);
  if (reason !== null) return { ok: false, reason };
  const last =
    (settings.lastNumber ?? true)
      ? own === written || speaks(own)
        ? lastNumber([saidOneself, said])
        : (explicitAnswer(said, written)?.answer ?? lastNumber([said]))
      : null;
  if (last !== null) return { ok: true, value: { answer: last, found: 'last number' } };
  return { ok: false, reason: 'no answer was found: state the final answer in the form \\boxed{answer}' };
}

function lastNumber(texts: readonly string[]): string | null {
  return first(texts.flatMap(upToNextQuestion), lastNumberIn);
}

/**
 * The stated answer. The text before a next question is read first. A box counts anywhere, also in an instruction's line.
 */
function explicitAnswer(said: string, written: string): FoundAnswer | null {
  return first(upToNextQuestion(said), (part) => {
    const box = boxedAnswers(part).filled.at(-1) ?? boxedAnswers(written).filled.at(-1);
    if (box !== undefined) return { answer: box, found: 'boxed' };
    const marked = markedAnswer(part);
    if (marked !== null) return { answer: marked, found: 'marked' };
    const stated = statedAnswer(part);
    return stated === null ? null : { answer: stated, found: 'stated' };
  });
}

/** Why a text without a stated answer has none, even if it contains numbers. Null if it may have one. */
function whyNone(written: string, said: string, saidOneself: string): string | null {
  if (boxedAnswers(written).cutOff)
    return 'the text breaks off inside \\boxed{...}: the answer must be complete';
  if (said.trim() === '') return 'the text only repeats its instruction: give the answer itself';
  const tail = said.trimEnd().slice(-200);
  if (breaksOff(tail) || openCalculation.test(tail))
    return 'the text breaks off in a calculation: the answer must be complete';
  return declines(saidOneself) ? 'the text says that it has no answer: state the final answer' : null;
}

/** A text to where a next question begins, and the whole of it. */
function upToNextQuestion(text: string): string[] {
  const next = nextQuestion.exec(text)?.index;
  return next === undefined ? [text] : [text.slice(0, next), text];
}

function first<Found>(texts: readonly string[], find: (text: string) => Found | null): Found | null {
  for (const text of texts) {
    const found = find(text);
    if (found !== null) return found;
  }
  return null;
}

/** With commands whose backslash a JSON reader took for an escape, and without a calculator's marks. */
function decoded(text: string): string {
  return text
    .replaceAll('\boxed', '\\boxed')
    .replaceAll('\fbox', '\\fbox')
    .replaceAll('\frac', '\\frac')
    .replace(calculation, (_, inside: string, result?: string) =>
      result === undefined ? inside.slice(inside.lastIndexOf('=') + 1) : '',
    );
}

/** The contents of a text's boxes, in order, without boxes copied from the instruction. */
export function allMathAnswers(text: string): readonly string[] {
  return boxedAnswers(decoded(text.slice(-mostRead))).filled;
}
