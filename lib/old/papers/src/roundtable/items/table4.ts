import { item } from '../../item';
import { comparedExamples, compareExamples, exampleSettings, printedExamples } from '../example-rows';

const caption = 'Five ratings of the target user, as the second agent gets them.';

/** RoundTable's Table 4: ratings that the target user gave, compared with MovieLens-100k cell by cell. */
export const table4 = item({
  paper: 'RoundTable',
  item: 'Table 4',
  notebook: 'roundtable-recommendation.ipynb',
  published: () => printedExamples('Table 4', caption),
  plusMinus: null,
  notes: [
    'An example of the data, not a result. Ours says for each printed cell whether MovieLens-100k says the same.',
    "These are the first five known ratings of another user than Table 3's: the tables are no single example.",
  ],
  departs:
    'Held against the official files; their rows may not be passed on, so a differing value is not shown.',

  settings: exampleSettings,

  computed: ({ data }) => comparedExamples('Table 4', data),

  compare: (rows) => compareExamples('Table 4', caption, rows),
});
