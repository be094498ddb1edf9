import { elections as electionColumns } from 'agora-core/internal';
import { lineFigure } from 'agora-report';
import { item } from '../../item';
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
    questions: { ...electionSettings.questions, whenRecorded: 1000 },
    benchmark: oneBenchmark,
    rules: electionRules(votingRules),
  },

  recorded: tenPrompts,

  experiments: ({ benchmark, ...settings }) => elections({ ...settings, benchmarks: [benchmark] }),

  measure(condition, { rules, raters }) {
    const quorums = Array.from({ length: raters }, (_, place) => place + 1);
    // Which raters a smaller group has is drawn three times.
    const { accuracy } = electionColumns(countable(rules, condition), {
      invalid: 'left out',
      quorumOf: 'random',
      quorums: quorums,
      draws: 3,
    });
    return questionRows(condition, { accuracy });
  },

  figure(rows) {
    const lines = linesByRule(rows, 'quorum');
    return lineFigure(lines, {
      title: 'Accuracy by number of raters',
      subtitle: `${aboutRows(rows)}; ${errorsAtMost(lines)}`,
      xTitle: 'Raters',
      valueTitle: 'Accuracy (%)',
      spread: 'none',
    });
  },
});
