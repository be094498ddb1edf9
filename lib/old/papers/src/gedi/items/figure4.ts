import { elections as electionColumns } from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import { lineFigure } from 'agora-report';
import { item } from '../../item';
import { count, counts, word } from '../../setting';
import { aboutRows, errorsAtMost, linesByRule, randomLevel } from '../drawing';
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

const noneToTen = Array.from({ length: 11 }, (_, unreliable) => unreliable);

/** GEDI's Figure 4: accuracy when some of the raters vote at random. Uses the ballots of Table 2, some of them replaced. */
export const figure4 = item({
  paper: 'GEDI',
  item: 'Figure 4',
  notebook: 'gedi-elections.ipynb',
  published: () => ({
    paper: 'GEDI',
    item: 'Figure 4',
    caption: 'Accuracy by number of unreliable raters.',
    rows: [],
  }),
  plusMinus: null,
  notes: ['A picture without numbers: there is nothing to compare cell by cell.'],
  departs:
    'Recorded: one older model under ten prompts, MMLU only. The paper does not say when the dictator itself is unreliable.',

  settings: {
    ...electionSettings,
    questions: { ...electionSettings.questions, whenRecorded: 600 },
    benchmark: oneBenchmark,
    rules: electionRules(withDictator),
    unreliable: counts(
      {
        default: noneToTen,
        paper: noneToTen,
        does: 'How many raters, chosen at random, get random ballots. Numbers above that of the raters are left out.',
      },
      0,
    ),
    draws: count({
      default: 3,
      paper: 'not stated',
      does: 'How often the unreliable raters and their ballots are drawn; each question counts as the mean of its draws.',
    }),
    unreliableDictator: word(['share', 'first', 'never'], {
      default: 'share',
      paper: 'not stated',
      does: 'When the informed dictator is unreliable itself: as often as any rater, from the first unreliable rater on, or never.',
    }),
  },

  recorded: tenPrompts,

  experiments: ({ benchmark, ...settings }) => elections({ ...settings, benchmarks: [benchmark] }),

  measure(condition, { rules, raters, unreliable, unreliableDictator, draws }) {
    const { accuracy } = electionColumns(countable(rules, condition), {
      invalid: 'left out',
      unreliable: unreliable.filter((replaced) => replaced <= raters),
      unreliableDictator: unreliableDictator,
      draws: draws,
    });
    return questionRows(condition, { accuracy });
  },

  figure(rows) {
    const lines = linesByRule(rows, 'unreliable');
    return lineFigure(lines, {
      title: 'Accuracy by number of unreliable raters',
      subtitle: `${aboutRows(rows)}; ${errorsAtMost(lines)}`,
      xTitle: 'Raters who vote at random',
      valueTitle: 'Accuracy (%)',
      spread: 'none',
      references: [{ value: randomLevel((rows[0] as Row)['benchmark']), label: 'random choice' }],
    });
  },
});
