import { exampleFigure, exampleNamed, exampleRows, exampleSettings } from '../examples';
import { item } from '../../item';

const example = exampleNamed(9);

/** GEDI's Figure 9: plurality passes over the option that beats every other in pairs. */
export const figure9 = item({
  paper: 'GEDI',
  item: 'Figure 9',
  notebook: 'gedi-elections.ipynb',
  published: () => ({
    paper: 'GEDI',
    item: 'Figure 9',
    caption: 'Plurality passes over the Condorcet winner.',
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
