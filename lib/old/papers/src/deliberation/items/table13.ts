import { item } from '../../item';
import { tables } from '../tables';

/** Deliberation's Table 13: the prompt of the conversation module. It shows no result. */
export const table13 = item({
  paper: 'Deliberation',
  item: 'Table 13',
  shows: 'The prompt of the conversation module',
  notebook: 'deliberation.ipynb',
  published: () => tables.table13,
  plusMinus: null,
  notes: ['What each part of the prompt holds, in our words.'],
  departs: '',
});
