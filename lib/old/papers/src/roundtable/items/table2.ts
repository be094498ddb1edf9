import type { Row } from 'agora-core/metrics';
import { compare } from 'agora-report';
import { item } from '../../item';
import {
  byRuleAndAverage,
  stoppedConversations,
  stoppedRows,
  stoppingSettings,
  withAverage,
} from '../stopping';
import { rowWhere } from '../../finding';
import { tables } from '../tables';

const { environments: _environments, agents: _agents, ...settings } = stoppingSettings;

/** RoundTable's Table 2: errors of the recommendation system at the round where each of five policies stops it; the second half of Table 10. */
export const table2 = item({
  paper: 'RoundTable',
  item: 'Table 2',
  notebook: 'roundtable-early-stopping.ipynb',
  published: () => tables.table2,
  plusMinus: null,
  notes: ['Mean absolute errors. The column `average` is ours, the mean of the six rules.'],
  departs:
    'Generated ratings unless MovieLens is asked for; information distance is by shared words unless embeddings are asked for. Simulated agents say nothing about models.',

  settings,

  experiments: (given) => stoppedConversations({ ...given, agents: 3, environments: ['recommendation'] }),

  measure: (condition, given) =>
    stoppedRows(condition, { ...given, agents: 3, environments: ['recommendation'] }),

  compare(rows) {
    const table = withAverage(tables.table2);
    const worth = byRuleAndAverage(rows.filter(({ column }) => column === 'performance'));
    const labelled = worth.map((row): Row => ({
      ...row,
      label: rowWhere(table, { method: String(row['method']) }).label,
    }));
    return [compare(table, labelled, { show: 'ours', intervals: true })];
  },
});
