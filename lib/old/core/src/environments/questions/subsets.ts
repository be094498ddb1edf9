import { AgoraError } from 'agora-voting';
import { check, settings, whole } from 'agora-voting/internal';
import { bySubject } from './question-file';
import { choiceSet, openSet } from './question-set';
import type { ChoiceQuestion, OpenQuestion, OpenQuestionSet, QuestionSet } from './types';

/**
 * The first `count` questions of each subject, in the set's order: the balanced subset of GEDI, Appendix C. With 100 it
 * has 5,700 questions of MMLU and 1,400 of MMLU-Pro.
 * @throws AgoraError 'setting' naming the first subject with fewer: the subset would not be balanced
 * @example
 * const set = environments.sampleQuestions('mmlu');
 * environments.firstOfEachSubject(set, 1).questions.length; // => 57
 */
export function firstOfEachSubject(set: QuestionSet, count: number): QuestionSet {
  check('firstOfEachSubject', settings({ set: choiceSet, count: whole(1) }), { set, count });
  const subjects = enoughOfEach('firstOfEachSubject', set, count);
  const kept = new Set(subjects.flatMap((questions) => questions.slice(0, count)));
  return {
    name: `${set.name}, first ${count} of each subject`,
    questions: set.questions.filter((question) => kept.has(question)),
    examples: set.examples,
  };
}

/**
 * Reserves the last `count` questions of each subject as its worked examples, in place of existing ones. They are
 * removed from the questions. For sets without a development split. The first questions of a subject stay the first.
 * @throws AgoraError 'setting' naming the first subject that would have no question left
 * @example
 * const set = environments.withExamples(environments.sampleQuestions('mmlu'), 1);
 * [set.questions.length, set.examples.anatomy.length]; // => [57, 1]
 */
export function withExamples(set: QuestionSet, count: number): QuestionSet {
  check('withExamples', settings({ set: choiceSet, count: whole(1) }), { set, count });
  const subjects = enoughOfEach('withExamples', set, count + 1);
  const shown = new Set(subjects.flatMap((questions) => questions.slice(-count)));
  const [examples, questions] = [true, false].map((isShown) =>
    set.questions.filter((question) => shown.has(question) === isShown),
  ) as [ChoiceQuestion[], ChoiceQuestion[]];
  return { name: set.name, questions, examples: bySubject(examples) };
}

function enoughOfEach(who: string, set: QuestionSet, least: number): ChoiceQuestion[][] {
  const subjects = Object.entries(bySubject(set.questions));
  for (const [subject, { length }] of subjects)
    if (length < least)
      throw new AgoraError(
        'setting',
        `${who} needs at least ${least} questions of each subject; "${subject}" has ${length}`,
      );
  return subjects.map(([, questions]) => questions);
}

/**
 * `count` questions balanced over subjects and levels. Subjects (in alphabetical order) and levels (from 1) are gone
 * through side by side, each from its beginning again when it ends; every step takes the first question of its subject
 * and level that is not taken yet, and none where no such question is left. With 7 subjects and 5 levels, 35 steps take one
 * of each kind. The questions keep the order of the set.
 * @throws AgoraError 'setting' when there are fewer, or one has no level
 */
export function balancedQuestions(set: OpenQuestionSet, count: number): OpenQuestionSet {
  check('balancedQuestions', settings({ set: openSet }), { set });
  check('balancedQuestions', settings({ count: whole(1, set.questions.length) }), { count });
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
