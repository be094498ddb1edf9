import { compare } from 'agora-report';
import type { Row } from 'agora-core/metrics';
import { item, type Condition } from '../../item';
import { withErrorsTold } from '../../llm-deliberation/configurations';
import { counts } from '../../setting';
import {
  besideModel,
  economyNote,
  economyOf,
  economyRule,
  economySettings,
  economyStanding,
  gamesNote,
  gamesOfModels,
  inPrintedColumns,
  measureEconomy,
  modelLabel,
  withMeanOfModels,
  withOwnMean,
} from '../economies';
import { tables } from '../tables';

/** Parties of the recorded games that several models played, and the model that played games of several sizes. */
const commonParties = 6;
const modelOfSizes = 'mixtral';

/** RoundTable's Table 6: the exchange economy by model, and by number of agents. */
export const table6 = item({
  paper: 'RoundTable',
  item: 'Table 6',
  notebook: 'roundtable-exchange-economy.ipynb',
  published: () => tables.table6,
  plusMinus: 'standard error over collaborations (30 for each model, 100 for each number of agents)',
  notes: [
    'In percent, as in Table 1, under majority voting. K is the number of agents, all of gpt-4o-mini.',
    'Ours with three agents stands beside its own model, or beside the mean of the five models; and beside K = 3.',
    'Ours has standard errors over collaborations; of recorded games over their configurations, or over games where there is one.',
  ],
  departs:
    'Recorded: other models, one negotiation of six parties for all and games of 3, 4 and 5 parties of mixtral; nobody voted, and what stands is the latest deal. Simulated agents say nothing about models.',

  settings: {
    agents: counts(
      {
        default: [3, 4, 5],
        paper: [3, 4, 5],
        does: 'The numbers of agents, with as many goods. Of recorded games, the numbers of parties of mixtral: 3 to 6.',
      },
      2,
    ),
    rule: economyRule,
    stands: economyStanding,
    ...economySettings,
    beside: besideModel,
  },

  recorded({ agents, rule, stands, collaborations, rounds, ties }) {
    const of = (parties: number): Condition[] =>
      gamesOfModels(rule, stands, { collaborations, rounds, ties, agents: parties });
    const bySize = agents.flatMap((parties) =>
      of(parties).filter(({ fields }) => fields['model'] === modelOfSizes),
    );
    return [...of(commonParties), ...bySize.filter(({ fields }) => fields['agents'] !== commonParties)];
  },

  experiments: ({ agents, rule, collaborations, rounds, preferences, ties, seed }) =>
    agents.map((number) =>
      economyOf(rule, { agents: number, collaborations, rounds, preferences, ties, seed }),
    ),

  measure: (condition, { undecided }) => measureEconomy(condition, undecided),

  compare(rows) {
    const averaged = inPrintedColumns(rows);
    const byModel = averaged.filter(isOfModel).map((row) => ({ ...row, label: modelLabel(row) }));
    const bySize = averaged.filter(isOfSize).map((row) => ({ ...row, label: sizeLabel(row) }));
    const told = withErrorsTold(tables.table6, rows, (row) =>
      isOfModel(row) ? modelLabel(row) : sizeLabel(row),
    );
    const table = withMeanOfModels(told);
    const shown = {
      show: 'ours',
      intervals: true,
      note: [economyNote(rows), gamesNote(rows)].filter(Boolean).join(' '),
    } as const;
    return [compare(table, [...withOwnMean(byModel), ...bySize], shown)];
  },
});

const sizeLabel = ({ agents }: Row): string => `K = ${String(agents)}`;

/** Rows that represent a model: three agents, or the recorded game that all models played. */
const isOfModel = ({ agents, evidence }: Row): boolean =>
  agents === (evidence === 'recorded' ? commonParties : 3);

const isOfSize = ({ agents, evidence }: Row): boolean => evidence !== 'recorded' || agents !== commonParties;
