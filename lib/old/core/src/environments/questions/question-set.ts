import { createHash } from 'node:crypto';
import { AgoraError } from 'agora-voting';
import { canonicalJson, type Json, listOf, named, object, text, whole } from 'agora-voting/internal';
import type { ChoiceQuestion, OpenQuestion } from './types';

const words = text(1_000_000);
const question = { id: text(), dataset: text(), subject: text(), text: words };
const choiceQuestion = object('a question', {
  ...question,
  options: listOf('options', words, 2).max(26, { error: 'a list of at most 26 options' }),
  answer: whole(0, 25),
});
const openQuestion = object('a question', { ...question, answer: words, level: whole().optional() });

export const choiceSet = object('a set of questions', {
  name: words,
  questions: listOf('questions', choiceQuestion, 1),
  examples: named('questions by subject', listOf('questions', choiceQuestion)),
});
export const openSet = object('a set of questions', {
  name: words,
  questions: listOf('questions', openQuestion, 1),
});

/**
 * Checks what the schema cannot: ids are unique, options differ, and the answer is one of them.
 * @throws AgoraError 'setting' naming the question
 */
export function needDifferent(questions: readonly (ChoiceQuestion | OpenQuestion)[]): void {
  const ids = new Set<string>();
  for (const one of questions) {
    const fault = ids.has(one.id) ? 'an id of its own' : one.text.trim() === '' ? 'a text' : faultOf(one);
    if (fault !== null) throw new AgoraError('setting', `questions needs ${fault} for question "${one.id}"`);
    ids.add(one.id);
  }
}

function faultOf(one: ChoiceQuestion | OpenQuestion): string | null {
  if (!('options' in one)) return one.answer.trim() === '' ? 'a right answer' : null;
  if (new Set(one.options).size < one.options.length) return 'options that differ';
  return one.answer < one.options.length ? null : `an answer from 0 to ${one.options.length - 1}`;
}

/** A digest that is recorded with a run, so that resuming it with other questions is detected. */
export function questionDigest(questions: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(questions as Json))
    .digest('hex')
    .slice(0, 16);
}

/** The question of a collaboration. @throws AgoraError 'setting' when there are too few */
export function questionAt<Question>(questions: readonly Question[], index: number): Question {
  const question = questions[index];
  if (question !== undefined) return question;
  throw new AgoraError(
    'setting',
    `questions has ${questions.length} questions, and none for collaboration ${index} (counted from 0): give more, or ask for fewer collaborations`,
  );
}

/** "Agent 1", "Agent 2", ...: who debates, and that each is told nothing of its own. */
export function debaters(agents: number): { readonly name: string; readonly background: string }[] {
  return Array.from({ length: agents }, (_, place) => ({ name: `Agent ${place + 1}`, background: '' }));
}
