import { AgoraError } from '../../../agora-error';
import type { OpenQuestion, OpenQuestionSet } from '../open-types';

/**
 * The first `count` questions of a set.
 * @throws AgoraError 'setting' when there are fewer
 */
export function firstQuestions(set: OpenQuestionSet, count: number): OpenQuestionSet {
  requireEnough('firstQuestions', set, count);
  return { name: `${set.name}, first ${count}`, questions: set.questions.slice(0, count) };
}

/**
 * `count` questions balanced over subjects and levels. Subjects (in alphabetical order) and levels (from 1) are gone
 * through side by side, each from its beginning again when it ends; every step takes the first question of its subject
 * and level that is not taken yet, and none where no such question is left. With 7 subjects and 5 levels, 35 steps take one
 * of each kind. The questions keep the order of the set.
 * @throws AgoraError 'setting' when there are fewer, or one has no level
 */
export function balancedQuestions(set: OpenQuestionSet, count: number): OpenQuestionSet {
  requireEnough('balancedQuestions', set, count);
  const waiting = new Map<string, OpenQuestion[]>();
  for (const question of set.questions) {
    if (question.level === undefined)
      throw new AgoraError('setting', `balancedQuestions needs levels; "${question.id}" has none`);
    const kind = `${question.subject}/${question.level}`;
    waiting.set(kind, [...(waiting.get(kind) ?? []), question]);
  }
  const subjects = [...new Set(set.questions.map(({ subject }) => subject))].sort();
  const levels = [...new Set(set.questions.map(({ level }) => level as number))].sort((a, b) => a - b);
  const kinds = steps(subjects, levels);
  const taken = new Set<OpenQuestion>();
  for (let step = 0; taken.size < count; step++) {
    const question = waiting.get(kinds[step % kinds.length] as string)?.shift();
    if (question !== undefined) taken.add(question);
  }
  return {
    name: `${set.name}, ${count} balanced`,
    questions: set.questions.filter((question) => taken.has(question)),
  };
}

/** Every pair of a subject and a level once, both moving on at each step; by one step more where they meet again. */
function steps(subjects: readonly string[], levels: readonly number[]): string[] {
  const pairs = new Set<string>();
  const all = subjects.length * levels.length;
  for (let step = 0, shift = 0; pairs.size < all; step++) {
    const pair = (): string =>
      `${subjects[step % subjects.length] as string}/${levels[(step + shift) % levels.length] as number}`;
    if (pairs.has(pair())) shift++;
    pairs.add(pair());
  }
  return [...pairs];
}

function requireEnough(what: string, { name, questions }: OpenQuestionSet, count: number): void {
  if (!Number.isSafeInteger(count) || count < 1 || count > questions.length)
    throw new AgoraError(
      'setting',
      `${what} needs a whole number from 1 to ${questions.length}, as many as ${name} has, got ${count}`,
    );
}
