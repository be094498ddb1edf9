import { averageOver, measure, type Row } from 'agora-core/metrics';
import { elections as electionColumns } from 'agora-core/internal';
import { lineFigure } from 'agora-report';
import { range, type VotingRule } from 'agora-voting';
import { item } from '../../item';
import { shortName, word } from '../../setting';
import { benchmarks } from '../cells';
import { countable, electionRules, elections, electionSettings, tenPrompts } from '../elections';
import { rules } from '../rules';

const voted: readonly VotingRule[] = [range, ...rules.filter(({ name }) => !/informed/.test(name))];

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
    benchmark: word(benchmarks, {
      default: 'MMLU',
      paper: 'ARC-Challenge and MMLU, two models each',
      does: 'Which benchmark is drawn.',
    }),
    rules: electionRules(voted),
  },

  recorded: tenPrompts,

  experiments: ({ benchmark, ...settings }) => elections({ ...settings, benchmarks: [benchmark] }),

  async measure(condition, { rules: wanted, raters }) {
    const counted = countable(wanted, condition);
    const quorums = Array.from({ length: raters }, (_, place) => place + 1);
    // Which raters a smaller group has is drawn three times.
    const { accuracy } = electionColumns(counted, {
      invalid: 'left out',
      quorumOf: 'random',
      quorums: quorums,
      draws: 3,
    });
    const rows = await measure(condition.run, { accuracy }, { each: true });
    return rows.map((row): Row => ({ ...row, ...condition.fields }));
  },

  figure(rows) {
    const points = averageOver(rows, 'collaboration');
    const drawn = [...new Set(points.map(({ rule }) => String(rule)))];
    const series = drawn.map((name) => ({
      name: shortName({ name } as VotingRule),
      points: points.filter(({ rule }) => rule === name).map((row) => ({ ...row, x: Number(row['quorum']) })),
    }));
    const { benchmark, model, evidence } = rows[0] as Row;
    const asked = Math.max(...points.map(({ n }) => n));
    const error = Math.max(...points.map(({ standardError }) => standardError ?? 0));
    return lineFigure(series, {
      title: `Accuracy by number of raters: ${String(benchmark)}, ${String(model)}`,
      subtitle: `${evidence}, ${asked} questions; standard errors over questions are ${error.toFixed(1)} points at most`,
      xTitle: 'Raters',
      valueTitle: 'Accuracy (%)',
      spread: 'none',
    });
  },
});
