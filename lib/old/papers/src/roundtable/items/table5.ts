import { item } from '../../item';
import { comparedExamples, compareExamples, exampleSettings, printedExamples } from '../example-rows';

const caption = 'Five ratings of the target movie by others, as the third agent gets them.';

/** RoundTable's Table 5: ratings that the target movie got, compared with MovieLens-100k cell by cell. */
export const table5 = item({
  paper: 'RoundTable',
  item: 'Table 5',
  notebook: 'roundtable-recommendation.ipynb',
  published: () => printedExamples('Table 5', caption),
  plusMinus: null,
  notes: [
    'An example of the data, not a result. Ours says for each printed cell whether MovieLens-100k says the same.',
    "Similarities depend on settings of the factorization that are not printed; ours are with Table 3's user at our default rank and seed.",
  ],
  departs:
    'Held against the official files; their rows may not be passed on, so a differing value is not shown.',

  settings: exampleSettings,

  computed: ({ data }) => comparedExamples('Table 5', data),

  compare: (rows) => compareExamples('Table 5', caption, rows),
});
