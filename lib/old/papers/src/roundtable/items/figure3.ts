import type { Row } from 'agora-core/metrics';
import { compare, tablePart, trajectoryFigure } from 'agora-report';
import { item } from '../../item';
import { describeErrors, withErrorsTold } from '../../llm-deliberation/configurations';
import { otherSizes, sizesNote } from '../conversations';
import {
  describeEconomy,
  economyAgents,
  economyOf,
  economyRules,
  economySettings,
  gamesUnder,
  inPrintedColumns,
  measureEconomy,
  overCollaborations,
  ruleLabel,
} from '../economies';
import { unanimousDropRow } from '../figures';
import { tables } from '../tables';

const { undecided: _, ...settings } = economySettings; // fairness is not drawn

/** RoundTable's Figure 3: utility by round under six voting rules, and how many groups have not agreed yet. */
export const figure3 = item({
  paper: 'RoundTable',
  item: 'Figure 3',
  notebook: 'roundtable-exchange-economy.ipynb',
  published: () => tables.figure3,
  plusMinus: 'standard error over 100 collaborations',
  notes: [
    'The figure prints no numbers. Its lines have those of Table 1 at rounds 3, 5 and 10; the text states two drops.',
    'A drop says how far unanimity ends below the best rule after rounds 1 and 10, in percent of the best.',
  ],
  departs:
    'Recorded: negotiations of other models. Their votes are computed from utilities, not cast; their last whole round, the fourth, stands beside round 10. Simulated agents say nothing about models.',

  settings: { rules: economyRules, agents: economyAgents, ...settings },

  recorded: (settings) => gamesUnder(settings.rules, settings),

  experiments: (settings) => settings.rules.map((rule) => economyOf(rule, settings)),

  measure: (condition) => measureEconomy(condition, 'left out'),

  compare(rows) {
    const averaged = overCollaborations(rows).map(labelled);
    const utility = inPrintedColumns(rows)
      .filter(({ column }) => column === 'utility')
      .map(labelled);
    const part = (name: string) =>
      tablePart(tables.figure3, { name: name, columns: (column) => column.startsWith(name) });
    const drops = dropsOf(averaged);
    const table = withErrorsTold(part('utility'), rows, (row) => ruleLabel(row['rule']));
    return [
      compare(table, utility, { show: 'ours', intervals: true, note: sizesNote(rows) }),
      ...(drops.length === 0 ? [] : [compare(part('drop'), drops, { show: 'ours' })]),
    ];
  },

  figure(rows) {
    const averaged = overCollaborations(rows).map(labelled);
    const isRecorded = rows[0]?.evidence === 'recorded';
    const sizes = averaged.filter(({ column }) => column === 'utility').map(({ n }) => n);
    const printed = otherSizes(rows).length === 0 ? 'published' : 'published, of 3 agents';
    const points = isRecorded ? 'votes computed from utilities, not cast' : `diamonds: ${printed}`;
    return trajectoryFigure(averaged, {
      by: 'label',
      value: 'utility',
      ...(isRecorded ? {} : { published: tables.table1 }),
      title: 'Group total utility by round and voting rule',
      subtitle: `${describeEconomy(rows, sizes)}; ${points}; ${describeErrors(rows, (row) => ruleLabel(row['rule']))}`,
      valueTitle: 'Utility (% of the largest)',
      maximum: { value: 100, label: 'optimum' },
    });
  },
});

const labelled = (row: Row): Row => ({ ...row, label: ruleLabel(row['rule']) });

/** By how many percent unanimity is below the best rule, after the first round and after the last. */
function dropsOf(rows: readonly Row[]): Row[] {
  const utilities = rows.filter(({ column }) => column === 'utility');
  const last = Math.max(...utilities.map(({ round }) => Number(round)));
  return [
    { printed: 1, round: 1 },
    { printed: 10, round: last },
  ].flatMap(({ printed, round }) => {
    const after = utilities.filter((row) => row['round'] === round);
    const unanimity = after.find((row) => row['rule'] === 'unanimous');
    const best = Math.max(...after.map(({ value }) => value ?? 0));
    if (unanimity === undefined || best === 0) return [];
    const value = 100 * (1 - (unanimity.value ?? 0) / best);
    const none = { standardError: null, low: null, high: null };
    return [{ ...unanimity, ...none, label: unanimousDropRow, column: 'drop', round: printed, value: value }];
  });
}
