import { compare } from 'agora-report';
import { item } from '../../item';
import { sizesNote } from '../conversations';
import { withErrorsTold } from '../../llm-deliberation/configurations';
import { storedLive } from '../../live/stored';
import {
  economyAgents,
  economyOf,
  economyRules,
  economySettings,
  gamesNote,
  gamesUnder,
  inPrintedColumns,
  measureEconomy,
  ruleLabel,
} from '../economies';
import { tables } from '../tables';

/** RoundTable's Table 1: utility, its area, rationality, fairness and rigidity under six voting rules. */
export const table1 = item({
  paper: 'RoundTable',
  item: 'Table 1',
  notebook: 'roundtable-exchange-economy.ipynb',
  published: () => tables.table1,
  plusMinus: 'standard error over 100 collaborations',
  notes: [
    'In percent. utility@3 is the group total utility after round 3, as a share of the largest possible.',
    "auc@3 is the mean of the utilities after rounds 1 to 3. The paper's formula says sum, but its numbers are means.",
    'Ours has standard errors over collaborations; of recorded games over their configurations, or over games where there is one.',
  ],
  departs:
    'Recorded: negotiations of other models. Their votes are computed from utilities, not cast; their last whole round, the fourth, stands beside round 10. Simulated agents say nothing about models.',

  settings: { rules: economyRules, agents: economyAgents, ...economySettings },

  recorded: (settings) => gamesUnder(settings.rules, settings),

  stored: ({ rules }) =>
    storedLive(
      rules.map(({ name }) => ({
        entry: 'economies',
        condition: name,
        fields: { rule: name, agents: 3 },
      })),
    ),

  experiments: (settings) => settings.rules.map((rule) => economyOf(rule, settings)),

  measure: (condition, { undecided }) => measureEconomy(condition, undecided),

  compare(rows) {
    const ours = inPrintedColumns(rows).map((row) => ({ ...row, label: ruleLabel(row['rule']) }));
    const table = withErrorsTold(tables.table1, rows, (row) => ruleLabel(row['rule']));
    const note = [gamesNote(rows), sizesNote(rows)].filter(Boolean).join(' ');
    return [compare(table, ours, { show: 'ours', intervals: true, note: note })];
  },
});
