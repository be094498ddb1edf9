import { item } from '../../item';
import { tables } from '../tables';

/** Deliberation's Table 8: the prompt of the centralized baseline in a failed case. It shows no result. */
export const table8 = item({
  paper: 'Deliberation',
  item: 'Table 8',
  shows: 'The prompt of the centralized baseline in a failed case',
  notebook: 'deliberation.ipynb',
  published: () => tables.table8,
  plusMinus: null,
  notes: ['What each part of the prompt holds, in our words.'],
  departs: '',
});
