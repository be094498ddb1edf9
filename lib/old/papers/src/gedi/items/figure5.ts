import { elections as electionColumns } from 'agora-core/internal';
import { barFigure } from 'agora-report';
import { item } from '../../item';
import { counts } from '../../setting';
import { aboutRows, barsByK } from '../drawing';
import {
  countable,
  electionRules,
  elections,
  electionSettings,
  oneBenchmark,
  questionRows,
  tenPrompts,
  withDictator,
} from '../elections';

/** GEDI's Figure 5: how often the right option is among the first k of a rule's order. The same ballots as Table 2. */
export const figure5 = item({
  paper: 'GEDI',
  item: 'Figure 5',
  notebook: 'gedi-elections.ipynb',
  published: () => ({
    paper: 'GEDI',
    item: 'Figure 5',
    caption: 'Hit rate among the first k options of a rule.',
    rows: [],
  }),
  plusMinus: null,
  notes: [
    'A picture without numbers: there is nothing to compare cell by cell.',
    'Options that a rule leaves tied count as the chance of a fair draw.',
  ],
  departs:
    'Recorded: one older model under ten prompts, MMLU only. Simulated agents say nothing about models.',

  settings: {
    ...electionSettings,
    benchmark: oneBenchmark,
    rules: electionRules(withDictator),
    ks: counts({ default: [1, 2, 3], paper: [1, 2, 3], does: 'Among how many first options.' }),
  },

  recorded: tenPrompts,

  experiments: ({ benchmark, ...settings }) => elections({ ...settings, benchmarks: [benchmark] }),

  measure(condition, { rules, ks }) {
    const { hitRate } = electionColumns(countable(rules, condition), { invalid: 'left out', ks: ks });
    return questionRows(condition, { hitRate });
  },

  figure(rows) {
    const { categories, series } = barsByK(rows);
    return barFigure(series, {
      title: 'How often the right option is among the first',
      subtitle: `${aboutRows(rows)}; bars are standard errors over questions`,
      categories: categories,
      valueTitle: 'Hit rate (%)',
    });
  },
});
