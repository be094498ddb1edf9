import { acts } from 'agora-core/internal';
import { measure, type Row } from 'agora-core/metrics';
import { compare, tablePart } from 'agora-report';
import { item } from '../../item';
import { word } from '../../setting';
import { environments } from '../cells';
import {
  conversations,
  conversationSettings,
  labellerOf,
  labellerSetting,
  pooled,
  printedNames,
} from '../conversations';
import { tables } from '../tables';

/** RoundTable's Table 9: how often each dialogue act occurs in a round. */
export const table9 = item({
  paper: 'RoundTable',
  item: 'Table 9',
  notebook: 'roundtable-language.ipynb',
  published: () => tables.table9,
  plusMinus: null,
  notes: [
    'The paper does not say what the ratio is a share of. Its numbers fit the share of collaborations in whose round some message performs the act.',
  ],
  departs:
    'Simulated agents write each message from acts that the simulation chose, and another labeller reads them.',

  settings: {
    ...conversationSettings,
    labeller: labellerSetting,
    shareOf: word(['collaborations', 'messages'], {
      default: 'collaborations',
      paper: 'not stated',
      does: 'What the ratio is a share of: collaborations in whose round some message performs the act, or messages.',
    }),
  },

  experiments: conversations,

  async measure(condition, { labeller, shareOf }) {
    const columns = acts(labellerOf(labeller), { shareOf: shareOf });
    const rows = await measure(condition.run, columns, { each: true });
    return rows.map((row): Row => ({ ...row, ...condition.fields }));
  },

  compare(rows) {
    const averages = pooled(rows, ['environment', 'rule', 'act', 'round']);
    return environments.flatMap((environment) => {
      const own = averages.filter((row) => row['environment'] === environment);
      if (own.length === 0) return [];
      const name = printedNames[environment];
      const half = tablePart(tables.table9, {
        name: name.toLowerCase(),
        unit: 'share',
        rows: (label) => label.startsWith(name),
      });
      return [
        compare(
          half,
          own.map((row) => ({ ...row, label: labelOf(row) })),
          { show: 'ours' },
        ),
      ];
    });
  },
});

/** The label of the printed row that ours is compared with; a separate label for another rule. */
function labelOf({ environment, rule, act }: Row): string {
  const printed = tables.table9.rows.find(
    ({ setting }) =>
      setting?.['environment'] === environment && setting?.['rule'] === rule && setting?.['act'] === act,
  );
  const [name = ''] = environments.filter((one) => one === environment).map((one) => printedNames[one]);
  return printed?.label ?? `${name}, ${rule}, ${act}`;
}
