import { lettersFor } from './letters';
import type { ChoiceQuestion, QuestionInstance } from './types';

/**
 * A question as a group sees it: its options in a given order, with letters, and its worked examples.
 * @param order - places in `question.options`, in the order shown
 */
export function questionInstance(
  question: ChoiceQuestion,
  order: readonly number[],
  examples: readonly ChoiceQuestion[],
): QuestionInstance {
  const { id, dataset, subject, text, options, answer } = question;
  const letters = lettersFor(options.length);
  return {
    id,
    dataset,
    subject,
    text,
    options: order.map((place) => options[place] as string),
    letters,
    answer: letters[order.indexOf(answer)] as string,
    examples: examples.map((example) => ({
      text: example.text,
      options: example.options,
      answer: lettersFor(example.options.length)[example.answer] as string,
    })),
  };
}
