import { type Reading, shown } from 'agora-voting/internal';
import { answerIn } from './choice-questions';
import { allMathAnswers, mathAnswerKey, readMathAnswer } from './math-answer';
import { isTemplate } from './math-answer/echoed-instructions';
import { mostRead } from './own-words';
import type { OpenAnswer } from './types';

/** No final answer is longer. */
const longest = 2_000;
const wanted = '{"answer": "<answer>"}';

/**
 * Reads `{"answer": "18"}`, or what a model makes of it: a number, the bare answer, an answer in its box. Other fields are
 * passed over.
 */
export function readOpenAnswer(value: unknown): Reading<OpenAnswer> {
  const named = answerIn(value);
  if (named === undefined) return { ok: false, reason: `the field "answer" is missing: write ${wanted}` };
  if (typeof named === 'number' && Number.isFinite(named))
    return { ok: true, value: { answer: String(named) } };
  if (typeof named !== 'string')
    return {
      ok: false,
      reason: `the answer must be a text or a number, not ${shown(named)}: write ${wanted}`,
    };
  if (/\\f?boxed/.test(named)) return readOpenText(named);
  const answer = named.trim();
  if (answer === '') return { ok: false, reason: `the answer is empty: write ${wanted}` };
  if (isTemplate(answer))
    return { ok: false, reason: `the answer is left as the form has it: write ${wanted}` };
  return answer.length > longest
    ? { ok: false, reason: `the answer is longer than ${longest} characters: write ${wanted}` }
    : { ok: true, value: { answer } };
}

/** The answer that a text in prose gives. */
export function readOpenText(text: string): Reading<OpenAnswer> {
  const reading = readMathAnswer(text);
  return reading.ok ? { ok: true, value: { answer: reading.value.answer } } : reading;
}

const bracketed = /(?<![\p{L}\p{N}_\\^)])\(\s*(-?\$?\s?\d[\d,]*(?:\.\d+)?)\s*\)(?!\s*[*/×^·(\d])/gu;

/**
 * All answers that a text states in boxes. If no form was asked for, also the numbers that are alone in round
 * brackets, "(18)". In order of kind and place, without repeats. A factor, "(18) * 2", does not count.
 */
export function statedOpenAnswers(text: string, loose: boolean): OpenAnswer[] {
  const numbers = loose
    ? [...text.slice(-mostRead).matchAll(bracketed)].map(([, number = '']) => number)
    : [];
  const seen = new Set<string>();
  return [...allMathAnswers(text), ...numbers].flatMap((answer) => {
    const key = mathAnswerKey(answer);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ answer }];
  });
}
