import { measure, type Row } from 'agora-core/metrics';
import { elections as electionColumns } from 'agora-core/internal';
import { compare } from 'agora-report';
import type { VotingRule } from 'agora-voting';
import { item } from '../../item';
import { storedLive } from '../../live/stored';
import { count, shortName } from '../../setting';
import { averageShares } from '../../shares';
import { besideNote } from '../../beside';
import { besideModel, labelBeside, printedModels, withMeans } from '../beside';
import {
  countable,
  electionRules,
  elections,
  electionSettings,
  oneRater,
  someBenchmarks,
  tableTwoRules,
  tenPrompts,
} from '../elections';
import { tables } from '../tables';

/** GEDI's Table 2: the percentage of questions on which a rule selects the right option, and the gain over one rater. */
export const table2 = item({
  paper: 'GEDI',
  item: 'Table 2',
  notebook: 'gedi-elections.ipynb',
  published: () => ({ ...tables.table2, differences: tables.table2Differences }),
  plusMinus: null,
  notes: [
    'Means of five runs, in percent. Questions without a valid profile do not count.',
    'The number in brackets, `differences`, is the accuracy minus that of blind dictatorial. Some cannot be right: see papers.gedi.audit().',
  ],
  departs:
    'Recorded: one older model under ten prompts, MMLU only. Simulated agents say nothing about models.',

  settings: {
    ...electionSettings,
    benchmarks: someBenchmarks,
    rules: electionRules(tableTwoRules),
    beside: besideModel,
    runs: count({
      default: 1,
      paper: 5,
      does: 'How often everything is asked, each time under another seed.',
    }),
  },

  recorded: tenPrompts,

  stored: () => storedLive([{ entry: 'elections', condition: 'answers', fields: { benchmark: 'MMLU' } }]),

  experiments: ({ runs, ...settings }) =>
    Array.from({ length: runs }, (_, run) => elections({ ...settings, seed: settings.seed + run })).flat(),

  async measure(condition, { rules }) {
    const counted = countable(rules, condition);
    // What is drawn (a random order, the one rater who decides) is the mean of ten draws.
    const columns = electionColumns(counted, { invalid: 'left out', draws: 10, than: oneRater(condition) });
    const { accuracy, gain } = columns as Required<typeof columns>;
    const rows = await measure(condition.run, { accuracy, gain }, { each: true });
    return rows.map((row): Row => ({ ...row, ...condition.fields }));
  },

  compare(rows) {
    const overQuestions = averageShares(rows, ({ column }) => column === 'accuracy', 'collaboration');
    const part = (measured: string) =>
      overQuestions
        .filter(({ column }) => column === measured)
        .map((row) => ({
          ...row,
          column: shortName({ name: String(row['rule']) } as VotingRule),
          label: labelBeside(tables.table2, row),
        }));
    const gains = part('gain').filter(({ column }) => column !== 'blind dictatorial');
    const note = besideNote(printedModels(), rows);
    const shown = { show: 'ours', intervals: true, note: note } as const;
    return [
      compare(withMeans(tables.table2), part('accuracy'), shown),
      compare(withMeans(tables.table2Differences), gains, shown),
    ];
  },
});
