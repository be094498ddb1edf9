import { item } from '../../item';
import { besideTable, caseSettings, groupSettings, measured, onDischarge } from '../groups';
import { tables } from '../tables';

/** Table 3: nine ways to collaborate on discharge, beside one reader and a vote (the same runs as in Table 1). */
export const table3 = item({
  paper: 'Strategies',
  item: 'Table 3',
  notebook: 'collaboration-strategies.ipynb',
  published: () => tables.table3,
  plusMinus: null,
  notes: ['Accuracy in percent; tokens and rounds are means per case. The paper prints no spread.'],
  departs:
    "Made-up notes in the form of the paper's, which are MIMIC-III's. A vote has one round here, where the paper counts five.",

  settings: { ...caseSettings, ...groupSettings },

  experiments: onDischarge,
  measure: measured,
  compare: (rows) => besideTable(tables.table3, rows),
});
