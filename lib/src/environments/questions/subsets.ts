import { AgoraError } from '../../agora-error';
import type { ChoiceQuestion, QuestionSet } from './types';

/**
 * The first `count` questions of each subject, in the set's order: the balanced subset of GEDI, Appendix C, which with
 * 100 holds 5,700 questions of MMLU and 1,400 of MMLU-Pro.
 * @throws AgoraError 'setting' naming the first subject with fewer: the subset would not be balanced
 */
export function firstOfEachSubject(set: QuestionSet, count: number): QuestionSet {
  requireCount('firstOfEachSubject', count);
  const subjects = bySubject(set.questions);
  for (const [subject, questions] of subjects) requireEnough('firstOfEachSubject', subject, questions, count);
  const kept = new Set([...subjects.values()].flatMap((questions) => questions.slice(0, count)));
  return {
    name: `${set.name}, first ${count} of each subject`,
    questions: set.questions.filter((question) => kept.has(question)),
    examples: set.examples,
  };
}

/**
 * Sets the last `count` questions of each subject apart as its worked examples, in place of any that it had; they are no
 * longer asked. For sets without a development split, and the first questions of a subject stay the first.
 * @throws AgoraError 'setting' naming the first subject that would be left without a question
 */
export function withExamples(set: QuestionSet, count: number): QuestionSet {
  requireCount('withExamples', count);
  const subjects = bySubject(set.questions);
  for (const [subject, questions] of subjects) requireEnough('withExamples', subject, questions, count + 1);
  const examples = Object.fromEntries(
    [...subjects].map(([subject, questions]) => [subject, questions.slice(-count)]),
  );
  const shown = new Set(Object.values(examples).flat());
  return { name: set.name, questions: set.questions.filter((question) => !shown.has(question)), examples };
}

function bySubject(questions: readonly ChoiceQuestion[]): Map<string, ChoiceQuestion[]> {
  const subjects = new Map<string, ChoiceQuestion[]>();
  for (const question of questions) {
    const known = subjects.get(question.subject);
    if (known === undefined) subjects.set(question.subject, [question]);
    else known.push(question);
  }
  return subjects;
}

function requireCount(what: string, count: number): void {
  if (!Number.isSafeInteger(count) || count < 1)
    throw new AgoraError('setting', `${what} needs a whole number of at least 1, got ${count}`);
}

function requireEnough(what: string, subject: string, questions: readonly unknown[], least: number): void {
  if (questions.length < least)
    throw new AgoraError(
      'setting',
      `${what} needs at least ${least} questions of each subject; "${subject}" has ${questions.length}`,
    );
}
