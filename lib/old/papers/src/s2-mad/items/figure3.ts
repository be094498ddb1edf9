import { type LineSeries, lineFigure } from 'agora-report';
import type { Row } from 'agora-core/metrics';
import { item } from '../../item';
import { count, word, words } from '../../setting';
import { datasets, ofEachDebate, overQuestions, thresholdsSetting } from '../debates';
import { gptOnMath } from '../recorded-debates';
import { replayedBySimilarity, selectiveDebates, similaritySettings } from '../similarities';

/** S2-MAD's Figure 3: accuracy and tokens by the threshold of the cosine. */
export const figure3 = item({
  paper: 'S2-MAD',
  item: 'Figure 3',
  notebook: 's2-mad-debates.ipynb',
  published: () => ({
    paper: 'S2-MAD',
    item: 'Figure 3',
    caption: 'Accuracy and token cost by threshold of the cosine, on GSM8K and MATH.',
    rows: [],
  }),
  plusMinus: null,
  notes: ['A picture without numbers: there is nothing to compare cell by cell.'],
  departs:
    'Another embedding model than bert-base-uncased, so thresholds do not carry over. Recorded: replays of debates of gpt-3.5-turbo on MATH, chosen for disagreeing at first. Simulated agents say nothing about models.',

  settings: {
    ...similaritySettings,
    questions: count({ ...similaritySettings.questions, default: 4 }),
    datasets: words(datasets, {
      default: ['gsm8k', 'math'],
      paper: ['gsm8k', 'math'],
      does: 'Which questions are debated. Recorded: math only.',
    }),
    thresholds: {
      ...thresholdsSetting([0.4, 0.7, 0.8, 0.9, 1], 'not stated; up to 1'),
      whenRecorded: [0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.96, 1],
    },
    shows: word(['tokens', 'accuracy'], {
      default: 'tokens',
      paper: 'both, a panel each',
      does: 'What is drawn.',
    }),
  },

  recorded: ({ questions }) => [gptOnMath(questions)],

  experiments: ({ datasets: wanted, thresholds, shows: _, ...settings }) =>
    wanted.flatMap((dataset) =>
      thresholds.map((threshold) => selectiveDebates(settings, dataset, threshold, { threshold: threshold })),
    ),

  async measure(condition, settings) {
    const ways = Object.fromEntries(settings.thresholds.map((threshold) => [String(threshold), threshold]));
    const rows =
      condition.run.name === 'dylan'
        ? (await replayedBySimilarity(condition, settings, ways))
            .filter(({ method }) => method !== 'MAD')
            .map(({ method, ...row }) => ({ ...row, threshold: Number(method) }))
        : await ofEachDebate(condition);
    return rows.filter(({ column }) => column === settings.shows);
  },

  figure(rows) {
    const points = overQuestions(rows);
    const { column, model, evidence } = rows[0] as Row;
    const series = [...new Set(points.map(({ dataset }) => String(dataset)))].map((dataset): LineSeries => ({
      name: dataset,
      points: points
        .filter((row) => row['dataset'] === dataset)
        .map((row) => ({ x: Number(row['threshold']), value: row.value, standardError: row.standardError })),
    }));
    const [only, ...others] = series.map(({ name }) => name);
    const on = others.length === 0 ? `${only}, ` : '';
    const cases = `${Math.max(...points.map(({ n }) => n))} ${evidence === 'recorded' ? 'replayed debates' : 'questions'}`;
    return lineFigure(series, {
      title: `S2-MAD's ${column} by threshold of the cosine: ${on}${String(model)}`,
      subtitle: `${evidence}, ${cases} a point; bars are standard errors over questions`,
      xTitle: 'Texts count as one view from this cosine on',
      valueTitle: column === 'accuracy' ? 'Accuracy (%)' : 'Tokens a question (thousands)',
      spread: 'bars',
    });
  },
});
