import { item } from '../../item';
import { tables } from '../tables';

/** Deliberation's Table 9: the prompt of the decision module with tools in the skepticism trap. It shows no result. */
export const table9 = item({
  paper: 'Deliberation',
  item: 'Table 9',
  shows: 'The prompt of the decision module with tools in the skepticism trap',
  notebook: 'deliberation.ipynb',
  published: () => tables.table9,
  plusMinus: null,
  notes: ['What each part of the prompt holds, in our words.'],
  departs: '',
});
