import type { JsonSchema } from '../../json';
import { lettersFor } from './letters';
import type { QuestionInstance } from './types';

/**
 * The words of a question. Content from GEDI, section 5.1 (five worked examples before the question, and a line that
 * numbers the rater), in our own words; the paper does not print its prompts. What all raters of a group share is the
 * same text and comes first, in sections that begin with "#".
 */
export function taskText(instance: QuestionInstance): string {
  const { subject, dataset, examples, text, options, letters } = instance;
  const about = subject === dataset ? '' : ` about ${subject.replaceAll('_', ' ')}`;
  const shown = examples.map((example, place) =>
    [
      `# Example ${place + 1}`,
      questionText(example.text, example.options, lettersFor(example.options.length)),
      `Answer: ${example.answer}`,
    ].join('\n'),
  );
  return [
    `# Task\nBelow is a multiple-choice question${about}. Exactly one of its options is right.`,
    ...shown,
    `# Question\n${questionText(text, options, letters)}`,
  ].join('\n\n');
}

/**
 * One rater's own line. The paper writes "You are the {random number}-th rater", without saying where the number comes
 * from; here raters are numbered from 1.
 */
export function backgroundText(rater: number): string {
  return `You are rater number ${rater}.`;
}

export function formatText({ letters }: QuestionInstance): string {
  return `{"answer": "<letter>"} - the letter of the one option that is right, one of ${letters.join(', ')}`;
}

export function formatSchema({ letters }: QuestionInstance): JsonSchema {
  return {
    type: 'object',
    properties: { answer: { type: 'string', enum: [...letters] } },
    required: ['answer'],
    additionalProperties: false,
  };
}

function questionText(text: string, options: readonly string[], letters: readonly string[]): string {
  return [text, ...options.map((option, place) => `${letters[place]}. ${option}`)].join('\n');
}
