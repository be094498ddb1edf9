import type { Row } from 'agora-core/metrics';
import { compare, tablePart } from 'agora-report';
import { item } from '../../item';
import { withErrorsTold } from '../../llm-deliberation/configurations';
import {
  besideWhich,
  byRuleAndAverage,
  endSetting,
  stoppedConversations,
  stoppedGames,
  stoppedRows,
  stoppingSettings,
} from '../stopping';
import { tables } from '../tables';

/** Our column, the printed statistic, and how its part is called. */
const statistics = [
  { column: 'stopped round', statistic: 'stopped-round', printed: 'Early Stopped Round', unit: 'rounds' },
  {
    column: 'effective ratio',
    statistic: 'effective-ratio',
    printed: 'Effective Ratio',
    unit: 'share of collaborations',
  },
  { column: 'threshold', statistic: 'threshold', printed: 'Threshold', unit: 'cosine distance' },
] as const;

/** RoundTable's Table 11: after which round policies stop, how often they do, and at which distance. */
export const table11 = item({
  paper: 'RoundTable',
  item: 'Table 11',
  notebook: 'roundtable-early-stopping.ipynb',
  published: () => tables.table11,
  plusMinus: null,
  notes: [
    'Stopped round: the mean over collaborations in which a policy fired. Effective ratio: the share in which it fired before the last round. Threshold: the mean over folds.',
    "Validation Checkpoint's printed rounds lie one below the oracle's rounded mean: they appear to be counted from 0.",
    'Recorded games stand in the column `average`, beside the exchange economy.',
  ],
  departs:
    'Recorded: another task, negotiations of other models without votes, four to eight rounds. Information distance is by shared words unless embeddings are asked for, and acts are read by cues. Simulated agents say nothing about models.',

  settings: { ...stoppingSettings, end: endSetting },

  recorded: stoppedGames,

  experiments: stoppedConversations,

  measure: stoppedRows,

  compare(rows) {
    const table = withErrorsTold(tables.table11, rows, besideWhich);
    return statistics.flatMap(({ column, statistic, printed, unit }) => {
      const part = tablePart(table, {
        name: printed.toLowerCase(),
        unit: unit,
        rows: (label) => label.includes(printed),
      });
      const own = byRuleAndAverage(rows.filter((row) => row.column === column));
      // Table 11 leaves some methods out: @10 never stops, and the checkpoint always does.
      const labelled = own.flatMap((row): Row[] => {
        const label = labelOf(row, statistic);
        return label === undefined ? [] : [{ ...row, label: label }];
      });
      return labelled.length === 0 ? [] : [compare(part, labelled, { show: 'ours', intervals: true })];
    });
  },
});

function labelOf({ environment, method }: Row, statistic: string): string | undefined {
  return tables.table11.rows.find(
    ({ setting }) =>
      setting?.['environment'] === environment &&
      setting?.['method'] === method &&
      setting?.['statistic'] === statistic,
  )?.label;
}
