import { groupDebate, mad, s2mad, sparseMad } from 'agora-core/protocols';
import { item } from '../../item';
import { count } from '../../setting';
import {
  agentsIn,
  debateSettings,
  debatesOn,
  ofEachDebate,
  oneDataset,
  optionsOf,
  seenSetting,
  sizesOf,
  splitsSetting,
} from '../debates';
import { compareVariants } from '../row-tables';
import { tables } from '../tables';

/** S2-MAD's Table 3: how eight agents are split into groups. */
export const table3 = item({
  paper: 'S2-MAD',
  item: 'Table 3',
  notebook: 's2-mad-debates.ipynb',
  published: () => tables.table3,
  plusMinus: 'not stated; after accuracies it must be a fraction of one (0.02 is two points)',
  notes: [
    'GSM8K, eight agents over three rounds; the model is not named. Accuracy and saving in percent, tokens in thousands.',
    'The saving is against MAD(8,3).',
  ],
  departs: 'Simulated: shows what groups do to given behaviour; says nothing about models.',

  settings: {
    ...debateSettings,
    splits: splitsSetting(['2+6', '4+4', '2+3+3', '2+2+4', '2+2+2+2']),
    rounds: count({ default: 3, paper: 3, does: 'Rounds of a debate, the first answers included.' }),
    dataset: oneDataset('gsm8k', 'gsm8k'),
    seen: seenSetting,
  },

  experiments({ splits, dataset, ...settings }) {
    const agents = agentsIn(splits[0] ?? '');
    const size = `(${agents},${settings.rounds})`;
    const asked = { ...settings, dataset: dataset, agents: agents };
    const split = (groups: string) => ({ ...settings, groups: sizesOf(groups) });
    return [
      debatesOn(asked, mad(optionsOf('MAD', settings)), { label: `MAD${size}` }),
      debatesOn(asked, sparseMad(optionsOf('S-MAD', settings)), { label: `S-MAD${size}` }),
      ...splits.map((groups) =>
        debatesOn(asked, groupDebate(optionsOf('GD', split(groups))), { label: `GD, ${groups}` }),
      ),
      ...splits.map((groups) =>
        debatesOn(asked, s2mad(optionsOf('S2-MAD', split(groups))), { label: `S2-MAD, ${groups}` }),
      ),
    ];
  },

  measure: ofEachDebate,

  compare: (rows) => compareVariants(tables.table3, rows),
});
