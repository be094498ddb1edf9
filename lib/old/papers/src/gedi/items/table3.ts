import { item } from '../../item';
import { tables } from '../tables';

/** GEDI's Table 3: the eight models and where they come from. It shows no result. */
export const table3 = item({
  paper: 'GEDI',
  item: 'Table 3',
  shows: 'The eight models and their sources',
  notebook: 'gedi-elections.ipynb',
  published: () => tables.table3,
  plusMinus: null,
  notes: ['`label` is as printed here, `model` the one name that all tables share in this kit.'],
  departs: '',
});
