import type { JsonSchema } from '../../../json';
import type { OpenInstance } from '../open-types';

/**
 * How the answer of an arithmetic question is asked for. stated: anywhere at the end, as the paper has it. boxed: as for
 * all other data sets.
 */
export type ArithmeticForm = 'stated' | 'boxed';

/*
 * The words of a question that is answered freely. Content from S2-MAD, Tables 5 and 6, in our own words. A data set that
 * the paper does not use is asked as GSM8K is, with a boxed answer of any kind.
 */

const wishes: Readonly<Record<string, string>> = {
  math: 'Solve this mathematical problem and explain your reasoning as briefly as possible.',
};
const usualWish = 'Solve this mathematical problem and explain your reasoning.';

/** The paper asks an arithmetic question without a word around it. */
export function openTask({ dataset, text }: OpenInstance): string {
  if (dataset === 'arithmetic') return `# Question\n${text}`;
  return `# Task\n${wishes[dataset] ?? usualWish}\n\n# Problem\n${text}`;
}

/** What a reply must end in. */
export function openSentence({ dataset }: OpenInstance, arithmeticForm: ArithmeticForm): string {
  if (isStated(dataset, arithmeticForm)) return 'State your answer at the end of your response.';
  return dataset === 'gsm8k'
    ? 'End your response with your final answer, a single number, in the form \\boxed{answer}.'
    : 'End your response with your final answer in the form \\boxed{answer}.';
}

/** Whether a question's answers stand in no particular form; several of them, in a summary, stand in round brackets. */
export function isStated(dataset: string, arithmeticForm: ArithmeticForm): boolean {
  return dataset === 'arithmetic' && arithmeticForm === 'stated';
}

export const openFormatText =
  '{"answer": "<answer>"} - the final answer alone: a number, or an expression in LaTeX';

export const openFormatSchema = (): JsonSchema => ({
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
});
