import { item } from '../../item';
import { outputFormats } from '../prompts';

/** S2-MAD's Table 6: the form of the final answer by data set, in our own words. It shows no result. */
export const table6 = item({
  paper: 'S2-MAD',
  item: 'Table 6',
  shows: 'The form of the final answer by data set, in our own words',
  notebook: 's2-mad-debates.ipynb',
  published: () => outputFormats,
  plusMinus: null,
  notes: [],
  departs: '',
});
