import type { JsonSchema } from 'agora-voting/internal';
import type { QuestionInstance } from './types';

/**
 * A question as raters read it. Content from GEDI, section 5.1 (five worked examples before the question, and a line that
 * numbers the rater), in our own words; the paper does not print its prompts. What all raters of a group share is the same
 * text and comes first, in sections that begin with "#".
 */
export function raterTask(instance: QuestionInstance): string {
  const { subject, dataset, examples, text, options, letters } = instance;
  const about = subject === dataset ? '' : ` about ${subject.replaceAll('_', ' ')}`;
  const shown = examples.map((example, place) =>
    [
      `# Example ${place + 1}`,
      example.text,
      ...listed(example.options, lettersFor(example.options), '.'),
      `Answer: ${example.answer}`,
    ].join('\n'),
  );
  return [
    `# Task\nBelow is a multiple-choice question${about}. Exactly one of its options is right.`,
    ...shown,
    ['# Question', text, ...listed(options, letters, '.')].join('\n'),
  ].join('\n\n');
}

/**
 * A question as debaters read it. Content from S2-MAD, Tables 5 and 6, in our own words: no worked examples, options as
 * "A) ...", an explanation is asked for, and a form for the answer by data set.
 */
export function debaterTask({ text, options, letters }: QuestionInstance): string {
  return [
    '# Task\nAnswer this multiple-choice question and explain your answer. Exactly one of its options is right.',
    ['# Question', text, ...listed(options, letters, ')')].join('\n'),
  ].join('\n\n');
}

/**
 * What a reply in prose must end in: GPQA asks for a sentence, all others, as MMLU, for the letter in brackets. The letters
 * are all named: "(X)", in their place, was copied.
 */
export function choiceSentence({ dataset, letters }: QuestionInstance): string {
  const choices = letters.map((letter) => `(${letter})`).join(', ');
  const last = dataset === 'gpqa' ? '"The correct answer is"' : '"Final answer:"';
  return `Explain first. Then end your response with a line that says ${last} and the letter of your final choice in round brackets, one of ${choices}.`;
}

export function choiceFormat({ letters }: QuestionInstance): { text: string; schema: () => JsonSchema } {
  return {
    text: `{"answer": "<letter>"} - the letter of the one option that is right, one of ${letters.join(', ')}`,
    schema: () => ({
      type: 'object',
      properties: { answer: { type: 'string', enum: [...letters] } },
      required: ['answer'],
      additionalProperties: false,
    }),
  };
}

/** The letters "A", "B", ... of some options, at most 26. */
export function lettersFor(options: readonly string[]): string[] {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, options.length)];
}

function listed(options: readonly string[], letters: readonly string[], mark: string): string[] {
  return options.map((option, place) => `${letters[place]}${mark} ${option}`);
}
