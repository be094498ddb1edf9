import { averageOver, type Row } from 'agora-core/metrics';
import { compare } from 'agora-report';
import { item } from '../../item';
import { word, words } from '../../setting';
import { besideModel, labelBeside, shownBeside, withMeans } from '../beside';
import { decisionRows, jointDecisions, someDomains, someTools, talkSettings } from '../joint-decisions';
import { tables } from '../tables';

/** Deliberation's Table 6: the share of amounts that an agent believes to be larger than they are. */
export const table6 = item({
  paper: 'Deliberation',
  item: 'Table 6',
  notebook: 'deliberation.ipynb',
  published: () => tables.table6,
  plusMinus: 'standard deviation; of what the paper does not say',
  notes: [
    'Over conditions other than the oracle. Ours is the last belief that was stated in a case.',
    "The authors' code has two definitions under this name. Which one was printed is unknown.",
  ],
  departs: 'Simulated agents say nothing about models. Standard deviations are not compared.',

  settings: {
    ...talkSettings,
    beside: besideModel('table6'),
    domains: someDomains,
    tools: someTools,
    conditions: words(['deliberation', 'centralized'], {
      default: ['deliberation'],
      paper: ['deliberation', 'centralized'],
      does: 'Whose beliefs count: those of agents who see parts, those of one agent who is told all.',
    }),
    rate: word(['hallucination', 'invented'], {
      default: 'hallucination',
      paper: 'hallucination (equation 4)',
      does: "Hallucination: the share of amounts believed to be too large. Invented: the believed amount of what is not there at all, as a share of all that is, as in half of the authors' code.",
    }),
  },

  experiments: jointDecisions,

  measure: (condition, { rate }) => decisionRows(condition, { rate: rate }),

  compare(rows) {
    const means = averageOver(rows, 'collaboration', 'condition', 'tools').map((row): Row => ({
      ...row,
      column: String(row['domain']),
      label: labelBeside(tables.table6, row),
    }));
    return [compare(withMeans(tables.table6), means, shownBeside(tables.table6, rows))];
  },
});
