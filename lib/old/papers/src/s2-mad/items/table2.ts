import type { Row } from 'agora-core/metrics';
import { mad } from 'agora-core/protocols';
import { item } from '../../item';
import { debatesOn, ofEachDebate, oneDataset, optionsOf, thresholdsSetting } from '../debates';
import { gptOnMath } from '../recorded-debates';
import { compareVariants } from '../row-tables';
import { replayedBySimilarity, selectiveDebates, similaritySettings } from '../similarities';
import { tables } from '../tables';

const byAnswerLabel = 'S2-MAD, RE-Matching';
const labelOf = (threshold: number): string => `S2-MAD, VecCS, threshold ${threshold.toFixed(2)}`;

/** S2-MAD's Table 2: views compared by the extracted answer, or by the cosine of their texts. */
export const table2 = item({
  paper: 'S2-MAD',
  item: 'Table 2',
  notebook: 's2-mad-debates.ipynb',
  published: () => tables.table2,
  plusMinus: 'not stated; after accuracies it must be a fraction of one (0.02 is two points)',
  notes: [
    'MATH under GPT-4o-mini, five agents over four rounds. Accuracy and saving in percent, tokens in thousands.',
    'RE-Matching compares extracted answers, VecCS embeddings; the saving is against MAD(5,4).',
  ],
  departs:
    'Another embedding model than bert-base-uncased, so thresholds do not carry over. Recorded: replays of debates of gpt-3.5-turbo chosen for disagreeing at first, so only savings are compared, and these are small. Simulated agents say nothing about models.',

  settings: {
    ...similaritySettings,
    dataset: oneDataset('math', 'math'),
    thresholds: thresholdsSetting([0.96, 0.4], [0.96, 0.4]),
  },

  recorded: ({ questions }) => [gptOnMath(questions)],

  experiments: ({ thresholds, dataset, ...settings }) => [
    debatesOn({ ...settings, dataset: dataset }, mad(optionsOf('MAD', settings)), { label: 'MAD(5,4)' }),
    selectiveDebates(settings, dataset, null, { label: byAnswerLabel }),
    ...thresholds.map((threshold) =>
      selectiveDebates(settings, dataset, threshold, { label: labelOf(threshold) }),
    ),
  ],

  async measure(condition, settings) {
    if (condition.run.name !== 'dylan') return ofEachDebate(condition);
    const ways = Object.fromEntries(settings.thresholds.map((threshold) => [labelOf(threshold), threshold]));
    const rows = await replayedBySimilarity(condition, settings, { [byAnswerLabel]: null, ...ways });
    return rows.map(
      ({ method, ...row }) =>
        ({ ...row, label: method === 'MAD' ? 'MAD(5,4)' : method, set: 'chosen' }) as unknown as Row,
    );
  },

  compare: (rows) =>
    rows.some(({ set }) => set === 'chosen')
      ? compareVariants(tables.table2, rows, ['cost saving'])
      : compareVariants(tables.table2, rows),
});
