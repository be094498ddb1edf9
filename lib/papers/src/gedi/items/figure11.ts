import { exampleFigure, exampleNamed, exampleRows, exampleSettings } from '../examples';
import { item } from '../../item';

const example = exampleNamed(11);

/** GEDI's Figure 11: the greatest sum of utilities against the will of ten of twelve. */
export const figure11 = item({
  paper: 'GEDI',
  item: 'Figure 11',
  notebook: 'gedi-elections.ipynb',
  published: () => ({
    paper: 'GEDI',
    item: 'Figure 11',
    caption: 'A sum of utilities passes over the majority.',
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
