import { createHash } from 'node:crypto';
import { AgoraError } from '../../agora-error';
import { canonicalJson, type Json } from '../../json';
import type { Random } from '../../random';
import { checkQuestions } from './check-questions';
import { questionInstance } from './question-instance';
import type { ChoiceQuestion, QuestionInstance, QuestionSet } from './types';

/**
 * Where an environment's questions come from: collaboration i is about question i of the set.
 * @param name - the environment's, for errors
 * @throws AgoraError 'setting' when a question cannot be asked
 */
export function questionSource(
  name: string,
  { set, shots, shuffleOptions }: { set: QuestionSet; shots: number; shuffleOptions: boolean },
): { readonly digest: string; readonly instance: (index: number, random: Random) => QuestionInstance } {
  checkQuestions(set);
  return {
    digest: questionDigest([set.questions, set.examples]),
    instance: (index, random) => {
      const question: ChoiceQuestion = questionAt(name, set.questions, index);
      const places = question.options.map((_, place) => place);
      const examples = Object.hasOwn(set.examples, question.subject) ? set.examples[question.subject] : [];
      return questionInstance(
        question,
        shuffleOptions ? random.shuffle(places) : places,
        examples?.slice(0, shots) ?? [],
      );
    },
  };
}

/** What is recorded with a run, so that one that is resumed on other questions is noticed. */
export function questionDigest(questions: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(questions as Json))
    .digest('hex')
    .slice(0, 16);
}

/** @throws AgoraError 'setting' when there are too few questions */
export function questionAt<Question>(name: string, questions: readonly Question[], index: number): Question {
  const question = questions[index];
  if (question === undefined)
    throw new AgoraError(
      'setting',
      `${name} has ${questions.length} questions, and none for collaboration ${index} (counted from 0); give more or ask for fewer collaborations`,
    );
  return question;
}
