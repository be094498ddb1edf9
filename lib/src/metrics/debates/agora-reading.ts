import { AgoraError } from '../../agora-error';
import type { Json } from '../../json';
import type { AnswerOf } from './standing-answers';

/*
 * How LLM-Agora's own scores read answers (gauss5930/LLM-Agora: GSM8K/gsm_evaluation.py, MMLU/mmlu_evaluation.py), so
 * that the published numbers can be had again and looked into. Not for use in its own right. What it gets wrong:
 *
 * - the last digits anywhere are the answer: 50 of "12.50", 250 of "1,250", 12 of "-12", 2 of "see step 2";
 * - the key goes by another pattern: 600 for "5,600"; a key of 0 ("1,450,000" reads as 0) is never right;
 * - an answer of 0 is taken for none, and looked for again as a decimal number;
 * - a letter before any closing bracket is a choice: S of "(the axons)", X where a prompt that asks for "(X)" comes
 *   back; so is a number where there is no such letter;
 * - a whole question counts as wrong when nothing was read of the last model's answer.
 */

/** GSM8K: digits as numbers. */
export function agoraNumber(text: string): number | null {
  const digits = lastMatch(text, /[0-9]+/g);
  // Zero is looked for again, as their code does.
  return digits !== null && Number(digits) !== 0 ? Number(digits) : lastDecimal(text);
}

/** The key of a GSM8K question; null where their code finds none, or 0. */
export function agoraGold(answer: string): number | null {
  const gold = lastDecimal(answer);
  return gold === 0 ? null : gold;
}

/** MMLU: the last letter before a closing bracket, else the last decimal number as it is written. */
export function agoraChoice(text: string): string | null {
  return lastMatch(text, /[A-Za-z](?=\))/g)?.toUpperCase() ?? lastMatch(text, decimal);
}

/**
 * Their reading, for `accuracyByRound` and `replayFilter`. @throws AgoraError 'debate-record' when it is no such debate
 * @example
 * metrics.agoraAnswerOf('so 12 apples', { file: 'gsm_1.json', answer: '#### 12' }); // => { key: '12', correct: true }
 */
export const agoraAnswerOf: AnswerOf = (text, instance) => {
  const { data, answer } = agoraInstance(instance);
  if (data === 'mmlu') {
    const choice = agoraChoice(text);
    return choice === null ? null : { key: choice, correct: choice === answer };
  }
  const number = agoraNumber(text);
  return number === null ? null : { key: String(number), correct: number === agoraGold(answer) };
};

/**
 * Which of the two data sets an imported debate is of, and its key. @throws AgoraError 'debate-record'
 * @example
 * metrics.agoraInstance({ file: 'mmlu_1.json', answer: 'B' }).data; // => 'mmlu'
 */
export function agoraInstance(instance: Json): {
  readonly data: 'gsm8k' | 'mmlu';
  readonly answer: string;
} {
  const { file, answer } = (instance ?? {}) as { readonly file?: unknown; readonly answer?: unknown };
  const data =
    typeof file !== 'string' ? null : /^gsm/.test(file) ? 'gsm8k' : /^mmlu/.test(file) ? 'mmlu' : null;
  if (data !== null && typeof answer === 'string') return { data, answer };
  throw new AgoraError(
    'debate-record',
    `LLM-Agora's reading needs an instance with an answer and a file named gsm... or mmlu..., got file ${JSON.stringify(file)}`,
  );
}

const decimal = /\d+\.?\d*/g;

function lastDecimal(text: string): number | null {
  const number = lastMatch(text, decimal);
  return number === null ? null : Number(number);
}

function lastMatch(text: string, pattern: RegExp): string | null {
  return text.match(pattern)?.at(-1) ?? null;
}
