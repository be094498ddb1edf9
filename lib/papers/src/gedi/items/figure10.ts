import { exampleFigure, exampleNamed, exampleRows, exampleSettings } from '../examples';
import { item } from '../../item';

const example = exampleNamed(10);

/** GEDI's Figure 10: instant runoff punishes an option for more support. */
export const figure10 = item({
  paper: 'GEDI',
  item: 'Figure 10',
  notebook: 'gedi-elections.ipynb',
  published: () => ({
    paper: 'GEDI',
    item: 'Figure 10',
    caption: 'Instant runoff punishes an option for more support.',
    rows: [],
  }),
  plusMinus: null,
  notes: [
    'A picture: its votes are not in the text. `papers.gedi.figures` has votes of ours that fit the caption.',
  ],
  departs: 'The votes are ours: the paper has them in a picture only.',

  settings: exampleSettings(example),

  computed: (settings) => exampleRows(example, settings),

  figure: (rows) => exampleFigure(example, rows),
});
