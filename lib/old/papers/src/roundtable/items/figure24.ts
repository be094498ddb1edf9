import { item } from '../../item';
import { conversations, labellerOf, labellerSetting } from '../conversations';
import { graphsByRule, oneTaskSettings, transitionRows } from '../transitions';

const { agents: _, ...withoutAgents } = oneTaskSettings;

/** RoundTable's Figure 24: each dialogue act's most probable successor by voting rule, recommendation system. */
export const figure24 = item({
  paper: 'RoundTable',
  item: 'Figure 24',
  notebook: 'roundtable-language.ipynb',
  published: () => ({
    paper: 'RoundTable',
    item: 'Figure 24',
    caption: 'Transitions between dialogue acts by voting rule, recommendation system.',
    rows: [],
  }),
  plusMinus: null,
  notes: ['A picture without numbers: there is nothing to compare cell by cell.'],
  departs: 'Simulated agents chose their acts by the simulation, and another labeller reads them.',

  settings: { ...withoutAgents, labeller: labellerSetting },

  experiments: (settings) => conversations({ ...settings, agents: 3, environments: ['recommendation'] }),

  measure: (condition, { labeller }) => transitionRows(condition, labellerOf(labeller)),

  figure: (rows) => graphsByRule(rows, 'Transitions by voting rule: recommendation system'),
});
