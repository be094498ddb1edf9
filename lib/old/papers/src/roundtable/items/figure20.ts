import type { Row } from 'agora-core/metrics';
import { compare, trajectoryFigure } from 'agora-report';
import { item } from '../../item';
import { describeErrors, withErrorsTold } from '../../llm-deliberation/configurations';
import { otherSizes, sizesNote } from '../conversations';
import {
  besideModel,
  describeEconomy,
  economyAgents,
  economyNote,
  economyOf,
  economyRule,
  economySettings,
  economyStanding,
  gamesOfModels,
  inPrintedColumns,
  meanOfModels,
  measureEconomy,
  overCollaborations,
  modelLabel,
  withMeanOfModels,
  withOwnMean,
} from '../economies';
import { tables } from '../tables';

const { undecided: _, ...settings } = economySettings; // fairness is not drawn

/** RoundTable's Figure 20: utility by round and model, and how many groups have not agreed yet. */
export const figure20 = item({
  paper: 'RoundTable',
  item: 'Figure 20',
  notebook: 'roundtable-exchange-economy.ipynb',
  published: () => tables.figure20,
  plusMinus: 'standard error over 30 collaborations',
  notes: ['The figure prints no numbers. Its lines have those of Table 6 at rounds 3, 5 and 10.'],
  departs:
    'Recorded: other models, in negotiations of six parties; nobody voted, and what stands is the latest deal. Their last whole round, the fourth, stands alone. Simulated agents say nothing about models.',

  settings: {
    agents: economyAgents,
    rule: economyRule,
    stands: economyStanding,
    ...settings,
    beside: besideModel,
  },

  recorded: (settings) => gamesOfModels(settings.rule, settings.stands, settings),

  experiments: (settings) => [economyOf(settings.rule, settings)],

  measure: (condition) => measureEconomy(condition, 'left out'),

  compare(rows) {
    const ours = inPrintedColumns(rows)
      .filter(({ column }) => column === 'utility')
      .map(labelled);
    const table = withErrorsTold(withMeanOfModels(tables.figure20), rows, modelLabel);
    const shown = {
      show: 'ours',
      intervals: true,
      note: [economyNote(rows), sizesNote(rows)].filter(Boolean).join(' '),
    } as const;
    return [compare(table, withOwnMean(ours), shown)];
  },

  figure(rows) {
    const averaged = overCollaborations(rows);
    const utilities = averaged.filter(({ column }) => column === 'utility');
    const waiting = averaged.filter(({ column, value }) => column === 'withoutAgreement' && value !== 0);
    const lowest = Math.min(...utilities.map(({ value }) => value ?? 0));
    const { evidence, rule, model } = rows[0] as Row;
    const sizes = utilities.map(({ n }) => n);
    const stands = rule === 'none' ? 'the latest deal stands' : `${String(rule)} voting`;
    const isRecorded = evidence === 'recorded';
    const beside = withMeanOfModels(tables.figure20).rows.find(
      ({ label }) => label === modelLabel(rows[0] as Row),
    );
    const printed =
      beside?.label === meanOfModels
        ? "the mean of the paper's models"
        : `published, ${String(beside?.label)}`;
    const published = {
      ...tables.figure20,
      rows: beside === undefined ? [] : [{ ...beside, label: String(model) }],
    };
    // If every group has a current decision, the bars are left out, and high lines get a separate axis.
    return trajectoryFigure(waiting.length === 0 ? utilities : averaged, {
      by: 'model',
      value: 'utility',
      published: published,
      title: isRecorded
        ? 'Group total utility by round and model'
        : `Group total utility by round, ${String(model)}`,
      subtitle: `${describeEconomy(rows, sizes)}, ${stands}; ${isRecorded ? '' : `diamonds: ${printed}${otherSizes(rows).length === 0 ? '' : ', of 3 agents'}; `}${describeErrors(rows, modelLabel)}`,
      valueTitle: 'Utility (% of the largest)',
      ...(lowest < 50 || waiting.length > 0
        ? {}
        : { valueRange: [10 * Math.floor(lowest / 10 - 0.5), 102] as const }),
      maximum: { value: 100, label: 'optimum' },
    });
  },
});

const labelled = (row: Row): Row => ({ ...row, label: modelLabel(row) });
