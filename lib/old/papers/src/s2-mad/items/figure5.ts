import { item } from '../../item';
import { measureScaled, scaledDebates, scaledOnRecord, scalingFigure, scalingSettings } from '../scaling';

/** S2-MAD's Figure 5: tokens by number of agents, or of rounds. The same debates as Figure 4. */
export const figure5 = item({
  paper: 'S2-MAD',
  item: 'Figure 5',
  notebook: 's2-mad-debates.ipynb',
  published: () => ({
    paper: 'S2-MAD',
    item: 'Figure 5',
    caption: 'Token cost by number of agents and by number of rounds.',
    rows: [],
  }),
  plusMinus: null,
  notes: ['A picture without numbers. The paper names neither its data set nor its model.'],
  departs:
    'Recorded: one newer model on GPQA, three agents, rounds only; S2-MAD is a replay. Simulated: lengths of texts are those of the simulated agents.',
  settings: scalingSettings,
  recorded: scaledOnRecord,
  experiments: scaledDebates,
  measure: measureScaled,
  figure: (rows) => scalingFigure(rows, 'tokens'),
});
