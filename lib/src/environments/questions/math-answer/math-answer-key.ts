import { check } from '../../../check';
import { textGiven } from '../own-words';
import { answerKey } from './answer-key';
import { plainNumberKey } from './plain-number';

const most = 20_000;
const longest = 500;
const known = new Map<string, string>();
const dressing = /^\s*(?:\\?\$|[€£])?\s*|\s*(?:\\?[$%])?[\s.]*$/g;

/**
 * A canonical key: two answers are equal exactly when their keys are equal. Keys are strings to compare, not to show.
 *
 * Numbers by value ("1,250.00", "$1250", "1250 dollars"; "0.5", "1/2", "\frac12"), formulas without variables by value,
 * those with variables by their values at fixed points, tuples and intervals in order and with their brackets, sets and
 * comma lists without order, matrices by entries, choice letters and words ("\text{East}") without regard to fonts and
 * case, numbers to a base ("52_8") as they are. Where nothing can be read, the tidied text is the key.
 * By the convention of the MATH data set's grader, units, currency, percent and degree signs, and names before "=" do not
 * count: 50\% is 50, x = 5 is 5, "5 cm" is "5 inches", "5 apples" is 5. Words that are no unit and no plural do: "5 tenths"
 * is 1/2, "5 dozen" 60, "4 July" and "2/4/2020" are texts, "7 am" is a time. An approximation is no equal: 0.33 is not 1/3.
 * Conventions that others may not share: \sqrt[3]{-8} is -2, but (-8)^{1/3} the complex principal root; \emptyset is a text
 * of its own and not the empty list \{\}; "2 and 1/2" is two and a half, "2 \text{ and } \frac{1}{2}" a list.
 * Never throws; long and enormous answers take milliseconds. mathjs is loaded only for answers that are no plain numbers.
 */
export function mathAnswerKey(answer: string): string {
  check('mathAnswerKey', textGiven, { text: answer });
  const cached = known.get(answer);
  if (cached !== undefined) return cached;
  const key =
    plainNumberKey(answer.length > 100 ? answer : answer.replace(dressing, '')) ?? answerKey(answer);
  if (known.size >= most) known.clear();
  if (answer.length <= longest) known.set(answer, key);
  return key;
}

/** Whether two answers are the same by their keys. */
export function sameMathAnswer(a: string, b: string): boolean {
  return mathAnswerKey(a) === mathAnswerKey(b);
}
