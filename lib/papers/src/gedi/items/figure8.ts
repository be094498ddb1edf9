import { exampleFigure, exampleNamed, exampleRows, exampleSettings } from '../examples';
import { item } from '../../item';

const example = exampleNamed(8);

/** GEDI's Figure 8: plurality depends on an option that cannot win. */
export const figure8 = item({
  paper: 'GEDI',
  item: 'Figure 8',
  notebook: 'gedi-elections.ipynb',
  published: () => ({
    paper: 'GEDI',
    item: 'Figure 8',
    caption: 'Plurality depends on an irrelevant alternative.',
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
