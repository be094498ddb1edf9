import type { Row } from 'agora-core/metrics';
import { compare } from 'agora-report';
import { item } from '../../item';
import { averageShares } from '../../shares';
import { words } from '../../setting';
import { besideModel, labelBeside, shownBeside, withMeans } from '../beside';
import { decisionRows, domains, jointDecisions, talkSettings } from '../joint-decisions';
import { tables } from '../tables';

/** Deliberation's Table 4: what the tool's last solution would have earned, what was decided, and how often both agree. */
export const table4 = item({
  paper: 'Deliberation',
  item: 'Table 4',
  notebook: 'deliberation.ipynb',
  published: () => tables.table4,
  plusMinus: null,
  notes: [
    'Over how many cases the paper does not say: its numbers fit 58 and 59 menus. See papers.deliberation.audit().',
    'Whose solution is the last the paper does not say. Ours is that of the last agent who was told one.',
  ],
  departs:
    'Simulated agents say nothing about models: how often they follow a tool is a parameter of theirs.',

  settings: {
    ...talkSettings,
    beside: besideModel('table4'),
    domains: words(domains, {
      default: ['menu-numeric', 'task allocation'],
      paper: ['menu-numeric', 'task allocation'],
      does: 'Which task settings are run.',
    }),
  },

  experiments: (settings) => jointDecisions({ ...settings, conditions: ['deliberation'], tools: ['with'] }),

  measure: (condition) =>
    decisionRows(condition, { 'tool NR': 'toolNR', 'actual NR': 'actualNR', compliance: 'compliance' }),

  compare(rows) {
    const means = averageShares(rows, () => true, 'collaboration').map((row): Row => ({
      ...row,
      column: `${String(row['domain'])} ${row.column}`,
      label: labelBeside(tables.table4, row),
    }));
    return [compare(withMeans(tables.table4), means, shownBeside(tables.table4, rows))];
  },
});
