import { item } from '../../item';
import { tables } from '../tables';

/** GEDI's Table 4: how 52 published systems decide. It shows no result; Figure 1 counts it. */
export const table4 = item({
  paper: 'GEDI',
  item: 'Table 4',
  shows: 'The 52 surveyed systems and how each decides',
  notebook: 'gedi-elections.ipynb',
  published: () => tables.table4,
  plusMinus: null,
  notes: ["`section22` says whether the paper's text names the work under its way to decide, too."],
  departs: '',
});
