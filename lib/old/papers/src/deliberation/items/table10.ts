import { item } from '../../item';
import { tables } from '../tables';

/** Deliberation's Table 10: the prompt of the observation module. It shows no result. */
export const table10 = item({
  paper: 'Deliberation',
  item: 'Table 10',
  shows: 'The prompt of the observation module',
  notebook: 'deliberation.ipynb',
  published: () => tables.table10,
  plusMinus: null,
  notes: ['What each part of the prompt holds, in our words.'],
  departs: '',
});
