import { boxedAnswers } from './boxed-answers';
import { isTemplate } from './echoed-instructions';
import { breaksOff, formulaIn, withoutMarks } from './formula-in-prose';
import { isRefusal, isVerdict } from './no-value';
import { numbersIn } from './numbers-in-text';

const clock = /^(?:at )?(\d{1,2}(?::\d{2})?\s?[ap](?:m\b|\.\s?m\b\.?))/i;

/**
 * The value that stands after "Answer:" or "the answer is", or null: a formula as it stands, of prose its value ("18
 * dollars a day", "that each child got 5 books", "12 + 6 = 18"). A verdict ("correct"), a refusal and a calculation that breaks
 * off are none. One sentence at most is read.
 */
export function statedValue(after: string): string | null {
  const sentence = withoutMarks(firstSentence(after.replace(/^[\s:*_]+/, '')));
  if (sentence === '' || sentence.endsWith('?') || isTemplate(sentence) || /^not\b/i.test(sentence))
    return null;
  if (isRefusal(sentence) || isVerdict(sentence) || breaksOff(sentence)) return null;
  const box = boxedAnswers(sentence).filled.at(-1);
  if (box !== undefined) return box;
  const formula = formulaIn(sentence);
  if (formula !== null) return formula;
  const time = clock.exec(sentence)?.[1];
  if (time !== undefined) return time;
  const choice = /^\(([A-Z])\)(?=\s|$)/.exec(sentence)?.[1];
  if (choice !== undefined) return choice;
  const numbers = numbersIn(sentence);
  if (numbers.length === 0) return wordsAlone(sentence);
  const first = numbers[0];
  if (
    first !== undefined &&
    /^[\s$€£\\(*~≈-]*$/.test(sentence.slice(0, first.start)) &&
    !sentence.includes('=')
  )
    return first.text;
  return numbers.at(-1)?.text ?? null;
}

/** Up to three words are an answer: "east", "Evelyn", "hyperbola". */
function wordsAlone(sentence: string): string | null {
  return /^[\p{L}'-]+(?: [\p{L}'-]+){0,2}$/u.test(sentence) ? sentence : null;
}

/** The first line that says anything, to the end of its first sentence; "18!" at the end is 18, "$18!$" a factorial. */
function firstSentence(text: string): string {
  const line = text.slice(0, 600).trimStart().split('\n', 1)[0] as string;
  const end = /[.?](?=\s|$|\*|")|!(?=[\s*"]*$)|(?<=\p{L})!(?=\s)/u.exec(
    line.replace(/\b(?:[ap]\.m|approx|e\.g|i\.e|vs)\./gi, (word) => word.replaceAll('.', '_')),
  );
  return end === null ? line : line.slice(0, end.index + (end[0] === '?' ? 1 : 0));
}
