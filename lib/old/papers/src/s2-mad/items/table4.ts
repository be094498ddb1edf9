import type { Row } from 'agora-core/metrics';
import { mad, s2mad } from 'agora-core/protocols';
import { item } from '../../item';
import { words } from '../../setting';
import {
  debateSettings,
  debatesOn,
  ofEachDebate,
  oneDataset,
  optionsOf,
  seenSetting,
  sizeSettings,
} from '../debates';
import { ablations } from '../presets';
import { claudeOnGpqa, replayedRows } from '../recorded-debates';
import { type Parts, sameAnswer } from '../replay';
import { compareVariants } from '../row-tables';
import { tables } from '../tables';

const parts = ['sparse topology', 'no early stop', 'no jump', 'no filter'] as const;
type Part = (typeof parts)[number];

const labels: Readonly<Record<Part, string>> = {
  'sparse topology': 'w/ Sparse Commu.',
  'no early stop': 'w/o Early Stop',
  'no jump': 'w/o Jump',
  'no filter': 'w/o Filter',
};

/** S2-MAD's Table 4: the method without each of its parts, and on a sparse topology. */
export const table4 = item({
  paper: 'S2-MAD',
  item: 'Table 4',
  notebook: 's2-mad-debates.ipynb',
  published: () => tables.table4,
  plusMinus: 'not stated; after accuracies it must be a fraction of one (0.02 is two points)',
  notes: [
    'GSM8K under GPT-3.5-turbo. Accuracy and saving in percent, tokens in thousands; the saving is against MAD.',
    'The paper does not define its ablations. Sparse: a ring of all in one group. No early stop: all rounds. No jump: who has nothing new to read is asked again. No filter: everybody reads everything, nobody is silent, and nothing ends early.',
  ],
  departs:
    'Recorded: a replay of three agents over three rounds in one group, on GPQA with a newer model; a ring of three leaves nothing out, and without filter and groups nothing is saved, so these two are missing. Simulated agents say nothing about models.',

  settings: {
    ...debateSettings,
    ...sizeSettings,
    omitted: words(parts, {
      default: parts,
      paper: parts,
      does: 'Which parts are left out or changed, each apart. Recorded: "no early stop" and "no jump".',
    }),
    dataset: oneDataset('gsm8k', 'gsm8k'),
    seen: seenSetting,
  },

  recorded: ({ questions }) => [claudeOnGpqa(questions)],

  experiments({ omitted, dataset, ...settings }) {
    const asked = { ...settings, dataset: dataset };
    const whole = optionsOf('S2-MAD', { ...settings, groups: 2 });
    return [
      debatesOn(asked, mad(optionsOf('MAD', settings)), { label: 'MAD' }),
      debatesOn(asked, s2mad(whole), { label: 'S2-MAD' }),
      ...omitted.map((part) =>
        debatesOn(asked, s2mad({ ...whole, ...ablations[part] }), { label: labels[part] }),
      ),
    ];
  },

  async measure(condition, { omitted, seen }) {
    if (condition.run.name !== 'gpqa-debates') return ofEachDebate(condition);
    const whole: Parts = { filter: sameAnswer, jump: true, earlyStop: true, seen: seen };
    const ways: Record<string, Parts> = {
      MAD: { filter: null, jump: false, earlyStop: false, seen: seen },
      'S2-MAD': whole,
    };
    if (omitted.includes('no early stop')) ways[labels['no early stop']] = { ...whole, earlyStop: false };
    if (omitted.includes('no jump')) ways[labels['no jump']] = { ...whole, jump: false };
    const rows = await replayedRows(condition, ways);
    return rows.map(({ method, ...row }) => ({ ...row, label: method }) as unknown as Row);
  },

  compare: (rows) => compareVariants(tables.table4, rows),
});
