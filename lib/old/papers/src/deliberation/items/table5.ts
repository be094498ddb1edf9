import type { Row } from 'agora-core/metrics';
import { compare } from 'agora-report';
import { item } from '../../item';
import { averageShares } from '../../shares';
import { besideModel, labelBeside, shownBeside, withMeans } from '../beside';
import {
  conditionSettings,
  decisionRows,
  jointDecisions,
  someDomains,
  someTools,
  talkSettings,
} from '../joint-decisions';
import { tables } from '../tables';

/** Deliberation's Table 5: Table 2 with credit for the feasible part of an invalid decision (NAR). The same runs. */
export const table5 = item({
  paper: 'Deliberation',
  item: 'Table 5',
  notebook: 'deliberation.ipynb',
  published: () => tables.table5,
  plusMinus: 'standard error over 60 cases; none is printed for valid ratios',
  notes: [
    "NAR is NR for a valid decision. For another it is NR of the feasible part times that part's share of the decision.",
    'One printed cell is larger than the formula allows: see papers.deliberation.audit().',
  ],
  departs: "Simulated agents say nothing about models. Cases are of our own, made by the paper's rules.",

  settings: {
    ...talkSettings,
    ...conditionSettings,
    domains: someDomains,
    tools: someTools,
    beside: besideModel('table5'),
  },

  experiments: jointDecisions,

  measure: (condition) => decisionRows(condition, { NAR: 'NAR', VR: 'VR' }),

  compare(rows) {
    const means = averageShares(rows, () => true, 'collaboration').map((row): Row => ({
      ...row,
      column: `${String(row['domain'])} ${row.column}`,
      label: labelBeside(tables.table5, row),
    }));
    return [compare(withMeans(tables.table5), means, shownBeside(tables.table5, rows))];
  },
});
