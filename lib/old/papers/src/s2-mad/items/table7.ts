import { item } from '../../item';
import { words } from '../../setting';
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

const methods = ['MAD', 'S-MAD', 'GD', 'S2-MAD', 'MS2-MAD'] as const;

/** S2-MAD's Table 7: the debates of Table 1 with two further models, and MS2-MAD, whose agents have different prompts. */
export const table7 = item({
  paper: 'S2-MAD',
  item: 'Table 7',
  notebook: 's2-mad-debates.ipynb',
  published: () => tables.table7,
  plusMinus: 'not stated; after accuracies it must be a fraction of one (0.02 is two points)',
  notes: [
    'Accuracy in percent, tokens in thousands a question.',
    "MS2-MAD's prompts are not printed: its five ways of thinking are ours.",
    'The rows of CoT are ours alone: single chains of the same two models on record.',
  ],
  departs:
    'Recorded: single chains on GSM8K, and three agents over three rounds on GPQA with a newer model, where S2-MAD is a replay. Simulated: generated questions in place of GPQA; the agents say nothing about models.',

  settings: {
    ...methodTableSettings,
    beside: besideModel('table7'),
    datasets: someDatasets(['gsm8k', 'math', 'mmlu', 'gpqa']),
    methods: words(['CoT', ...methods], {
      default: methods,
      whenRecorded: ['CoT', ...methods],
      paper: methods,
      does: 'Which methods answer the same questions. Recorded: chains of thought, MAD, and S2-MAD replayed.',
    }),
  },

  recorded: (settings) => recordedMethods(['GPT-4o-mini', 'GPT-4o-0806'], settings),

  experiments: methodDebates,

  measure: measureMethods,

  compare: (rows) => compareMethods(tables.table7, rows),
});
