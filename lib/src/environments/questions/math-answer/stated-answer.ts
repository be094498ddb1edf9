import { formulaAlone } from './formula-in-prose';
import { numbersIn } from './numbers-in-text';
import { statedValue } from './stated-value';

const says =
  /^answers?(?:\s\([^()\n]{0,40}\))?(?:\s(?:to|of|for)\s[^.:=\n]{0,120}?)?[*_"]{0,4}\s{0,3}(?:\b(?:is|was|are|would be|will be|must be|remains|comes to|equals)\b|=|:)/i;
/** Of an object in JSON: "answer": "18". */
const member = /^answers?"\s?:\s?(?:"([^"\n]{1,300})"|([^",}\n]{1,100}))/i;

/**
 * The value of the last statement: "the final answer is therefore 18", "The answer to this question is 410 feet"; or a
 * text that is a formula and no more ("4, 6, 12"); or the result on which the last line ends ("9 * 2 = $18 per day.").
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
