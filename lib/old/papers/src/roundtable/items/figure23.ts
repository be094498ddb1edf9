import { item } from '../../item';
import { conversations, labellerOf, labellerSetting } from '../conversations';
import { graphsByRule, oneTaskSettings, transitionRows } from '../transitions';

/** RoundTable's Figure 23: each dialogue act's most probable successor by voting rule, exchange economy. */
export const figure23 = item({
  paper: 'RoundTable',
  item: 'Figure 23',
  notebook: 'roundtable-language.ipynb',
  published: () => ({
    paper: 'RoundTable',
    item: 'Figure 23',
    caption: 'Transitions between dialogue acts by voting rule, exchange economy.',
    rows: [],
  }),
  plusMinus: null,
  notes: ['A picture without numbers: there is nothing to compare cell by cell.'],
  departs: 'Simulated agents chose their acts by the simulation, and another labeller reads them.',

  settings: { ...oneTaskSettings, labeller: labellerSetting },

  experiments: (settings) => conversations({ ...settings, environments: ['exchange-economy'] }),

  measure: (condition, { labeller }) => transitionRows(condition, labellerOf(labeller)),

  figure: (rows) => graphsByRule(rows, 'Transitions by voting rule: exchange economy'),
});
