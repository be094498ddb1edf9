import { item } from '../../item';
import { comparedExamples, compareExamples, exampleSettings, printedExamples } from '../example-rows';

const caption = 'The target user and movie, as the first agent gets them.';

/** RoundTable's Table 3: the target user and movie, compared with MovieLens-100k cell by cell. */
export const table3 = item({
  paper: 'RoundTable',
  item: 'Table 3',
  notebook: 'roundtable-recommendation.ipynb',
  published: () => printedExamples('Table 3', caption),
  plusMinus: null,
  notes: [
    'An example of the data, not a result. Ours says for each printed cell whether MovieLens-100k says the same.',
    "The user is not MovieLens's user 7, nor any other.",
  ],
  departs:
    'Held against the official files; their rows may not be passed on, so a differing value is not shown.',

  settings: exampleSettings,

  computed: ({ data }) => comparedExamples('Table 3', data),

  compare: (rows) => compareExamples('Table 3', caption, rows),
});
