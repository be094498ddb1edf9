import { item } from '../../item';
import { storedLive, type StoredCondition } from '../../live/stored';
import { count, words } from '../../setting';
import { datasets } from '../debates';
import {
  besideModel,
  compareMethods,
  measureMethods,
  methodDebates,
  methodTableSettings,
  recordedMethods,
  someDatasets,
} from '../method-tables';
import { tables } from '../tables';

const methods = ['CoT', 'CoT-SC', 'MAD', 'S-MAD', 'GD', 'S2-MAD'] as const;

/** The methods that the plan of live runs has. Its single chains are too few for a vote of forty. */
export function playedDebates(wanted: readonly string[]): StoredCondition[] {
  return ['MAD', 'GD', 'S2-MAD']
    .filter((method) => wanted.includes(method))
    .map((method) => ({
      entry: 'debates',
      condition: method,
      fields: { dataset: 'gsm8k', method: method, agents: 3, rounds: 2 },
    }));
}

/** S2-MAD's Table 1: accuracy and tokens of six methods on five data sets. */
export const table1 = item({
  paper: 'S2-MAD',
  item: 'Table 1',
  notebook: 's2-mad-debates.ipynb',
  published: () => tables.table1,
  plusMinus: 'not stated; after accuracies it must be a fraction of one (0.02 is two points)',
  notes: [
    'Accuracy in percent, tokens in thousands a question. (5,4) is five agents and four rounds.',
    'No Arithmetic with GPT-4-0613: every method was right.',
    'A third part has what S2-MAD saves, from the printed tokens.',
  ],
  departs:
    'Recorded: single chains on GSM8K, and three agents over three rounds on GPQA with a newer model, where S2-MAD is a replay. Live runs that are committed: three agents over two rounds, on GSM8K. Simulated: generated questions in place of GPQA; the agents say nothing about models.',

  settings: {
    ...methodTableSettings,
    beside: besideModel('table1'),
    datasets: someDatasets(datasets),
    methods: words(methods, {
      default: methods,
      paper: methods,
      does: 'Which methods answer the same questions. Recorded: chains of thought, MAD, and S2-MAD replayed.',
    }),
    paths: count({ default: 40, paper: 40, does: 'How many chains of thought self-consistency votes over.' }),
  },

  recorded: (settings) => recordedMethods(['GPT-3.5-turbo-0125', 'Llama-3.1-8B-Instruct'], settings),

  stored: ({ methods: wanted }) => storedLive(playedDebates(wanted)),

  experiments: methodDebates,

  measure: measureMethods,

  compare: (rows) => compareMethods(tables.table1, rows),
});
