import type { ChoiceQuestion, QuestionSet } from '../types';

export const question = (id: string, changes: Partial<ChoiceQuestion> = {}): ChoiceQuestion => ({
  id,
  dataset: 'tiny',
  subject: 'sums',
  text: `What is ${id}?`,
  options: ['one', 'two', 'three', 'four'],
  answer: 2,
  ...changes,
});

/** Three questions on two subjects, and two examples of one of them. */
export const tinySet: QuestionSet = {
  name: 'tiny set',
  questions: [question('q1'), question('q2'), question('q3', { subject: 'words', answer: 0 })],
  examples: { sums: [question('e1'), question('e2', { options: ['yes', 'no'], answer: 1 })] },
};
