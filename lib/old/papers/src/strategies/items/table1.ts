import { item } from '../../item';
import { words } from '../../setting';
import {
  alone,
  besideTable,
  caseSettings,
  dischargeReaders,
  type DischargeReader,
  measured,
} from '../groups';
import { tables } from '../tables';

const readers = Object.keys(dischargeReaders) as [DischargeReader, ...DischargeReader[]];

/** Table 1 of Collaboration Strategies: one agent alone on discharge, by what it reads, and the vote of all. */
export const table1 = item({
  paper: 'Strategies',
  item: 'Table 1',
  notebook: 'collaboration-strategies.ipynb',
  published: () => tables.table1,
  plusMinus: null,
  notes: [
    'Accuracy in percent; tokens are means per case; rounds are one by definition. MV is the majority vote of all agents.',
    'The output tokens of MV are those of six agents, its input tokens those of five: see papers.strategies.audit().',
  ],
  departs:
    "Made-up notes in the form of the paper's, which are MIMIC-III's. A vote has one round here, where the paper counts five.",

  settings: {
    ...caseSettings,
    readers: words(readers, {
      default: readers,
      paper: readers,
      does: 'Who is asked: agents that read one section, all of them, or the vote (MV).',
    }),
  },

  experiments: ({ readers: wanted, ...settings }) =>
    wanted.map((label) => alone('discharge', label, { ...settings, claims: 'made up' })),
  measure: measured,
  compare: (rows) => besideTable(tables.table1, rows, ['accuracy', 'tokens']),
});
