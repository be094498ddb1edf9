import { item } from '../../item';
import { tables } from '../tables';

/** Deliberation's Table 11: the prompt of the planning module. It shows no result. */
export const table11 = item({
  paper: 'Deliberation',
  item: 'Table 11',
  shows: 'The prompt of the planning module',
  notebook: 'deliberation.ipynb',
  published: () => tables.table11,
  plusMinus: null,
  notes: ['What each part of the prompt holds, in our words.'],
  departs: '',
});
