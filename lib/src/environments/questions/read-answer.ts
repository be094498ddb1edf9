import { shown } from '../../check';
import type { Reading } from '../../json';
import { readChoice } from './read-choice';
import type { ChosenAnswer, QuestionInstance } from './types';

/**
 * Reads `{"answer": "B"}`, or what a model makes of it: the bare letter, a small one, a letter with its option, or the
 * option's own words. Other fields are passed over.
 */
export function readAnswer(instance: QuestionInstance, value: unknown): Reading<ChosenAnswer> {
  const named =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.hasOwn(value, 'answer')
        ? (value as { answer: unknown }).answer
        : undefined
      : value;
  const wanted = `{"answer": "<one of ${instance.letters.join(', ')}>"}`;
  if (named === undefined) return { ok: false, reason: `the field "answer" is missing: write ${wanted}` };
  if (typeof named !== 'string')
    return {
      ok: false,
      reason: `the answer must be a letter, not ${shown(named)}: write ${wanted}`,
    };
  if (instance.letters.includes(named)) return { ok: true, value: { answer: named } };
  const place = instance.options.findIndex((option) => option.trim() === named.trim());
  const letter = instance.letters[place];
  if (letter !== undefined) return { ok: true, value: { answer: letter } };
  const reading = readChoice(named, instance.letters);
  return reading.ok ? { ok: true, value: { answer: reading.value } } : reading;
}
