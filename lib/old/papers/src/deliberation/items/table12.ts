import { item } from '../../item';
import { tables } from '../tables';

/** Deliberation's Table 12: the prompt of the decision module. It shows no result. */
export const table12 = item({
  paper: 'Deliberation',
  item: 'Table 12',
  shows: 'The prompt of the decision module',
  notebook: 'deliberation.ipynb',
  published: () => tables.table12,
  plusMinus: null,
  notes: ['What each part of the prompt holds, in our words.'],
  departs: '',
});
