import { boxedAnswers } from './boxed-answers';
import { isTemplate } from './echoed-instructions';
import { breaksOff, formulaAlone, formulaIn, withoutMarks } from './formula-in-prose';
import { isRefusal, isVerdict } from './no-value';
import { numbersIn } from './numbers-in-text';

const label = String.raw`(?:(?:the |my )?(?:final |correct |updated )?(?:answer|result|ans))`;
const marked = new RegExp(
  String.raw`^[\s>]{0,20}(?:#{4}(?!#)|(?:[-*_#>\s]{0,20})(?:A(?=[*_]{0,4}\s?:)|(?:[Ff]inal |[Cc]orrect |[Uu]pdated )?(?:[Aa]nswer|ANSWER|[Aa]ns)(?=[*_]{0,4}\s?[:：]))[*_]{0,4}\s?[:：][*_]{0,4})`,
);
const heading = new RegExp(String.raw`^[\s*_#>-]{0,20}${label}[\s*_.:]{0,10}$`, 'i');
const options = /^[\s*(-]{0,10}B\s?[:.)]/;

/**
 * The value of the last marked line: "#### 18", "A: 18", "**Answer:** 18", "Final answer" above a line of its own. Null
 * where no mark is followed by a value. "A:" above "B:" lists options, and marks nothing.
 */
export function markedAnswer(text: string): string | null {
  const lines = text.split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] as string;
    const mark = marked.exec(line)?.[0];
    if (mark === undefined && !heading.test(line)) continue;
    if (mark?.trim() === 'A:' && options.test(nextLine(lines, at))) continue;
    const rest = mark === undefined ? '' : line.slice(mark.length);
    const value = statedValue(rest.trim() === '' ? nextLine(lines, at) : rest);
    if (value !== null) return value;
  }
  return null;
}

function nextLine(lines: readonly string[], at: number): string {
  return lines.slice(at + 1, at + 5).find((line) => line.trim() !== '') ?? '';
}

const says =
  /^answers?(?:\s\([^()\n]{0,40}\))?(?:\s(?:to|of|for)\s[^.:=\n]{0,120}?)?[*_"]{0,4}\s{0,3}(?:\b(?:is|was|are|would be|will be|must be|remains|comes to|equals)\b|=|:)/i;
/** Of an object in JSON: "answer": "18". */
const member = /^answers?"\s?:\s?(?:"([^"\n]{1,300})"|([^",}\n]{1,100}))/i;

/**
 * The value of the last statement: "the final answer is therefore 18", "The answer to this question is 410 feet"; or a
 * text that is only a formula ("4, 6, 12"); or the result on which the last line ends ("9 * 2 = $18 per day.").
 * Null where nothing is stated.
 */
export function statedAnswer(text: string): string | null {
  const places = [...text.matchAll(/\banswers?\b/gi)];
  for (let at = places.length - 1; at >= 0; at--) {
    const { index } = places[at] as RegExpMatchArray & { index: number };
    if (/\byour\s+(?:\w+\s+)?$/i.test(text.slice(Math.max(0, index - 30), index))) continue;
    const quoted = text[index - 1] === '"' ? member.exec(text.slice(index, index + 400)) : null;
    if (quoted !== null) return statedValue((quoted[1] ?? quoted[2] ?? '').replaceAll('\\\\', '\\'));
    const statement = text.slice(index, index + 800);
    const verb = says.exec(statement)?.[0];
    const value = verb === undefined ? null : statedValue(statement.slice(verb.length));
    if (value !== null) return value;
  }
  return formulaAlone(text) ?? resultAtEnd(text);
}

function resultAtEnd(text: string): string | null {
  const trimmed = text.trimEnd();
  const line = trimmed.slice(trimmed.lastIndexOf('\n') + 1);
  const at = line.lastIndexOf('=');
  if (at < 0 || line.length - at > 150 || /<<[^>]{0,199}$/.test(line.slice(-200))) return null;
  const end = line.slice(at).replace(/[\s*_$.!)\\\]]+$/, '');
  const numbers = numbersIn(end);
  const only = numbers[0];
  if (numbers.length !== 1 || only === undefined) return null;
  const isAlone =
    /^=[\s*_$€£\\(−–-]*$/.test(end.slice(0, only.start)) && /^[\s\p{L}%°/^².-]*$/u.test(end.slice(only.end));
  return isAlone ? only.text : null;
}

const clock = /^(?:at )?(\d{1,2}(?::\d{2})?\s?[ap](?:m\b|\.\s?m\b\.?))/i;

/**
 * The value after "Answer:" or "the answer is", or null: a formula unchanged, the value inside prose ("18
 * dollars a day", "that each child got 5 books", "12 + 6 = 18"). A verdict ("correct"), a refusal and a calculation that breaks
 * off are none. One sentence at most is read.
 */
function statedValue(after: string): string | null {
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
