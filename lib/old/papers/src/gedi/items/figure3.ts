import { elections as electionColumns } from 'agora-core/internal';
import { lineFigure } from 'agora-report';
import { item } from '../../item';
import { count, counts } from '../../setting';
import { aboutRows, errorsAtMost, linesByRule } from '../drawing';
import {
  countable,
  electionRules,
  elections,
  electionSettings,
  oneBenchmark,
  questionRows,
  tenPrompts,
  votingRules,
} from '../elections';

const oneToTen = Array.from({ length: 10 }, (_, place) => place + 1);

/** GEDI's Figure 3: accuracy by number of raters. The same ballots as Table 2, counted with fewer raters. */
export const figure3 = item({
  paper: 'GEDI',
  item: 'Figure 3',
  notebook: 'gedi-elections.ipynb',
  published: () => ({ paper: 'GEDI', item: 'Figure 3', caption: 'Accuracy by number of raters.', rows: [] }),
  plusMinus: null,
  notes: ['A picture without numbers: there is nothing to compare cell by cell.'],
  departs:
    'Recorded: one older model under ten prompts, MMLU only. Simulated agents say nothing about models.',

  settings: {
    ...electionSettings,
    questions: { ...electionSettings.questions, whenRecorded: 600 },
    benchmark: oneBenchmark,
    rules: electionRules(votingRules),
    quorums: counts({
      default: oneToTen,
      paper: oneToTen,
      does: 'How many raters are counted, chosen at random. Numbers above that of the raters are left out.',
    }),
    draws: count({
      default: 3,
      paper: 'not stated',
      does: 'How often a smaller group of raters is drawn; each question counts as the mean of its draws.',
    }),
  },

  recorded: tenPrompts,

  experiments: ({ benchmark, ...settings }) => elections({ ...settings, benchmarks: [benchmark] }),

  measure(condition, { rules, raters, quorums, draws }) {
    const { accuracy } = electionColumns(countable(rules, condition), {
      invalid: 'left out',
      quorumOf: 'random',
      quorums: quorums.filter((quorum) => quorum <= raters),
      draws: draws,
    });
    return questionRows(condition, { accuracy });
  },

  figure(rows) {
    const lines = linesByRule(rows, 'quorum');
    const drawn = lineFigure(lines, {
      title: 'Accuracy by number of raters',
      subtitle: `${aboutRows(rows)}; ${errorsAtMost(lines)}`,
      xTitle: 'Raters',
      valueTitle: 'Accuracy (%)',
      spread: 'none',
    });
    // Lower than other figures, so that its picture stays under 150 kB.
    return { ...drawn, layout: { ...drawn.layout, height: 440 } };
  },
});
