import type { QuestionInstance } from './types';

/*
 * The words of a multiple-choice question in a debate. Content from S2-MAD, Tables 5 and 6, in our own words: no worked
 * examples, options as "A) ...", an explanation is asked for, and a form for the answer by data set.
 */

export function choiceTask({ text, options, letters }: QuestionInstance): string {
  return [
    '# Task\nAnswer this multiple-choice question and explain your answer. Exactly one of its options is right.',
    ['# Question', text, ...options.map((option, place) => `${letters[place]}) ${option}`)].join('\n'),
  ].join('\n\n');
}

/** What a reply must end in: GPQA asks for a sentence, all others, as MMLU, for the letter in brackets. */
export function choiceSentence({ dataset }: QuestionInstance): string {
  return dataset === 'gpqa'
    ? 'End your response with this sentence, X being the letter of your final choice: The correct answer is (X)'
    : 'End your response with your final choice, its letter in round brackets: (X)';
}
