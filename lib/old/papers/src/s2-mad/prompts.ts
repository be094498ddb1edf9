import { deepFreeze } from 'agora-report/internal';
import type { PublishedList } from '../gedi/tables';

/* Tables 5 and 6 of S2-MAD, in our own words: what its prompts ask for. */

/** A row of Table 5. */
export interface StagePrompt {
  readonly stage: 'System' | 'Starting' | 'Intra-group debate' | 'Summary' | 'Inter-group debate';
  readonly task: string;
  readonly asks: string;
}

const explains = (what: string, form = '') =>
  `Gives the ${what} and asks for the answer with its reasoning${form}; then the output format.`;

/** Table 5: prompts by stage. */
export const promptsByStage: PublishedList<StagePrompt> = deepFreeze({
  paper: 'S2-MAD',
  item: 'Table 5',
  caption: 'What the prompt of each stage says, in our own words.',
  rows: [
    {
      stage: 'System',
      task: 'all',
      asks: 'Welcomes a seasoned debater with concise, persuasive words to a debate in groups, whose results all members share, and asks it to use them to find the right answer.',
    },
    {
      stage: 'Starting',
      task: 'arithmetic',
      asks: 'What is the result of a+b*c+d-e*f? Then the output format.',
    },
    { stage: 'Starting', task: 'gsm8k', asks: explains('mathematical problem') },
    { stage: 'Starting', task: 'mmlu', asks: explains('question and options A to D') },
    { stage: 'Starting', task: 'math', asks: explains('mathematical problem', ', as concise as possible') },
    { stage: 'Starting', task: 'gpqa', asks: explains('question and options A to D') },
    {
      stage: 'Intra-group debate',
      task: 'all',
      asks: 'Gives the recent unique answers of other members that differ from the own one, as advice, and asks for an updated answer after a step by step look at all of them; then the output format.',
    },
    {
      stage: 'Summary',
      task: 'all',
      asks: 'Gives the recent unique answers of all members, and asks for a careful and complete summary in at most 80 words, with the final answers in parentheses at its end.',
    },
    {
      stage: 'Inter-group debate',
      task: 'all',
      asks: 'Gives the recent unique summaries of all groups, as advice, and asks for an updated answer after a step by step look at all of them; then the output format.',
    },
  ],
});

/** A row of Table 6. */
export interface OutputFormat {
  readonly dataset: string;
  readonly form: string;
}

/** Table 6: the form of the final answer by data set. */
export const outputFormats: PublishedList<OutputFormat> = deepFreeze({
  paper: 'S2-MAD',
  item: 'Table 6',
  caption: 'Where and in which form an answer has to stand, in our own words.',
  rows: [
    { dataset: 'arithmetic', form: 'at the end of the response' },
    { dataset: 'gsm8k', form: 'one number in \\boxed{}, at the end of the response' },
    { dataset: 'mmlu', form: 'the letter in parentheses, at the end of the response' },
    { dataset: 'math', form: 'in \\boxed{}, at the end of the response' },
    { dataset: 'gpqa', form: 'after the words "The correct answer is"' },
  ],
});
