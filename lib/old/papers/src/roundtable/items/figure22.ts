import type { Row } from 'agora-core/metrics';
import { compare } from 'agora-report';
import { item } from '../../item';
import { environments } from '../cells';
import {
  conversations,
  conversationSettings,
  labellerOf,
  labellerSetting,
  printedNames,
} from '../conversations';
import { tables } from '../tables';
import { mostProbable, together, transitionGraphs, transitionRows } from '../transitions';

/** The edges that the text names, each 1: what the figure has in the paper's own picture. */
const statedEdges = () => ({
  paper: 'RoundTable',
  item: 'Figure 22',
  caption: 'Edges between dialogue acts that the text names, all of the exchange economy.',
  unit: '1 where the edge is the most probable one',
  columns: ['drawn'],
  rows: tables.statedEdges.map(({ environment, from, to }) => ({
    label: `${from} -> ${to}`,
    setting: { environment, from, to },
    cells: { drawn: { value: 1, standardError: null } },
  })),
});

/** RoundTable's Figure 22: each dialogue act's most probable successor, in both tasks. */
export const figure22 = item({
  paper: 'RoundTable',
  item: 'Figure 22',
  notebook: 'roundtable-language.ipynb',
  published: statedEdges,
  plusMinus: null,
  notes: [
    'A picture without numbers. Its text names six of its edges, and that the recommendation system centres on Request.',
    'Equation (1) of Appendix D.6: the share of acts A in a round that another speaker follows with B in the next.',
  ],
  departs: 'Simulated agents chose their acts by the simulation, and another labeller reads them.',

  settings: { ...conversationSettings, labeller: labellerSetting },

  experiments: conversations,

  measure: (condition, { labeller }) => transitionRows(condition, labellerOf(labeller)),

  compare(rows) {
    const economy = rows.filter(({ environment }) => environment === 'exchange-economy');
    const drawn = mostProbable(together(economy));
    const found = statedEdges().rows.flatMap(({ label, setting }): Row[] => {
      const own = drawn.find(({ from }) => from === setting.from);
      const evidence = economy[0]?.evidence;
      return own === undefined || evidence === undefined
        ? []
        : [
            {
              label: label,
              column: 'drawn',
              value: own.to === setting.to ? 1 : 0,
              standardError: null,
              low: null,
              high: null,
              n: 1,
              evidence: evidence,
            },
          ];
    });
    return [compare(statedEdges(), found)];
  },

  figure(rows) {
    const groups = environments.flatMap((environment) => {
      const own = rows.filter((row) => row['environment'] === environment);
      return own.length === 0 ? [] : [{ title: printedNames[environment], rows: own }];
    });
    return transitionGraphs(groups, 'Transitions between dialogue acts');
  },
});
