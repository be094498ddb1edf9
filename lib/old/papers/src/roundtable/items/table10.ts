import type { Row } from 'agora-core/metrics';
import { compare, tablePart } from 'agora-report';
import { item } from '../../item';
import { withErrorsTold } from '../../llm-deliberation/configurations';
import { environments } from '../cells';
import { printedNames } from '../conversations';
import {
  besideWhich,
  byRuleAndAverage,
  endSetting,
  labelOf,
  ourGaps,
  printedGaps,
  stoppedConversations,
  stoppedGames,
  stoppedRows,
  stoppingSettings,
  withAverage,
} from '../stopping';
import { tables } from '../tables';

const units = {
  'exchange-economy': 'group total utility as a share of the maximum',
  recommendation: 'mean absolute error, in rating points',
};

/** RoundTable's Table 10: the value of groups at the round where each of five policies stops them. */
export const table10 = item({
  paper: 'RoundTable',
  item: 'Table 10',
  notebook: 'roundtable-early-stopping.ipynb',
  published: () => tables.table10,
  plusMinus: null,
  notes: [
    'A policy that never fires plays on to the last round. The oracle ends each collaboration at its best round, which only hindsight knows.',
    'The column `average` is ours, the mean of the six rules. Recorded games stand in it, beside the exchange economy.',
  ],
  departs:
    'Recorded: another task, negotiations of other models without votes, four to eight rounds. Information distance is by shared words unless embeddings are asked for, and acts are read by cues. Simulated agents say nothing about models.',

  settings: { ...stoppingSettings, end: endSetting },

  recorded: stoppedGames,

  experiments: stoppedConversations,

  measure: stoppedRows,

  compare(rows) {
    const table = withErrorsTold(withAverage(tables.table10), rows, besideWhich);
    const worth = byRuleAndAverage(rows.filter(({ column }) => column === 'performance'));
    const halves = environments.flatMap((environment) => {
      const own = worth.filter((row) => row['environment'] === environment);
      if (own.length === 0) return [];
      const name = printedNames[environment];
      const half = tablePart(table, {
        name: name.toLowerCase(),
        unit: units[environment],
        rows: (label) => label.startsWith(name),
      });
      const labelled = own.map((row): Row => ({ ...row, label: labelOf(table, row) }));
      return [compare(half, labelled, { show: 'ours', intervals: true })];
    });
    const gaps = withErrorsTold(printedGaps(), rows, besideWhich);
    const ours = ourGaps(rows).map((row): Row => ({ ...row, label: labelOf(gaps, row) }));
    const played = new Set(rows.map(besideWhich));
    const printed = {
      ...gaps,
      rows: gaps.rows.filter(({ setting }) => played.has(setting?.['environment'] as never)),
    };
    return [...halves, compare(printed, ours, { show: 'ours', intervals: true })];
  },
});
