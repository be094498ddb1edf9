import type { Row } from 'agora-core/metrics';
import { compare } from 'agora-report';
import { item } from '../../item';
import { modelBeside } from '../../beside';
import { storedLive } from '../../live/stored';
import { averageShares } from '../../shares';
import { besideModel, labelBeside, printedModels, shownBeside, withMeans } from '../beside';
import {
  conditionSettings,
  decisionRows,
  jointDecisions,
  playedDecisions,
  someDomains,
  someTools,
  talkSettings,
} from '../joint-decisions';
import {
  deliberatingLabel,
  deliberatingMean,
  negotiationMean,
  negotiationRows,
  negotiations,
  negotiationSettings,
} from '../negotiations';
import { tables } from '../tables';

/** Deliberation's Table 2: normalised reward (NR) and share of valid decisions (VR), by condition and task setting. */
export const table2 = item({
  paper: 'Deliberation',
  item: 'Table 2',
  notebook: 'deliberation.ipynb',
  published: () => tables.table2,
  plusMinus: 'standard error over 60 cases; none is printed for valid ratios',
  notes: [
    'NR is the reward in percent of the largest possible one, and 0 for an invalid decision. VR is in percent of cases.',
    'Without tools or with a solver and a calculator, whose advice is computed from what the agent believes.',
  ],
  departs:
    'Recorded: negotiations of other models, each party with a score of its own. Simulated agents say nothing about models.',

  settings: {
    ...talkSettings,
    beside: besideModel('table2'),
    ...conditionSettings,
    ...negotiationSettings,
    domains: someDomains,
    tools: someTools,
  },

  recorded: negotiations,

  stored: () => storedLive(playedDecisions),

  experiments: jointDecisions,

  measure: (condition, settings) =>
    condition.fields['domain'] === 'negotiation'
      ? negotiationRows(condition, settings)
      : decisionRows(condition, { NR: 'NR', VR: 'VR' }),

  compare(rows) {
    const ofNegotiations = rows.filter((row) => row['domain'] === 'negotiation');
    const ofCases = rows.filter((row) => row['domain'] !== 'negotiation');
    const shown = { show: 'ours', intervals: true } as const;
    const parts = [];
    if (ofNegotiations.length > 0) {
      const model = modelBeside(printedModels(tables.table2), ofNegotiations[0] as Row);
      const ours = negotiationMean(ofNegotiations, deliberatingLabel(model));
      parts.push(compare(deliberatingMean(tables.table2, model), ours, shown));
    }
    if (ofCases.length > 0) {
      const means = averageShares(ofCases, () => true, 'collaboration').map((row): Row => ({
        ...row,
        column: `${String(row['domain'])} ${row.column}`,
        label: labelBeside(tables.table2, row),
      }));
      parts.push(compare(withMeans(tables.table2), means, shownBeside(tables.table2, ofCases)));
    }
    return parts;
  },
});
