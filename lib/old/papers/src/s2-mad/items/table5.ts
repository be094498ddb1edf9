import { item } from '../../item';
import { promptsByStage } from '../prompts';

/** S2-MAD's Table 5: the prompts of each stage, in our own words. It shows no result. */
export const table5 = item({
  paper: 'S2-MAD',
  item: 'Table 5',
  shows: 'The prompts of each stage, in our own words',
  notebook: 's2-mad-debates.ipynb',
  published: () => promptsByStage,
  plusMinus: null,
  notes: [
    "The kit's debates ask for the same in words of their own: lib/core/src/protocols/debate/prompts.ts.",
  ],
  departs: '',
});
