import { max, mean, min } from 'simple-statistics';
import { AgoraError } from 'agora-voting';
import { averageOver, type Row } from 'agora-core/metrics';
import { barFigure, type PlotlyFigure } from 'agora-report';
import type { StrategyName } from 'agora-core/protocols';
import { item } from '../../item';
import { word, words } from '../../setting';
import {
  askedOf,
  caseSettings,
  claimSettings,
  group,
  groupSettings,
  measured,
  type Task,
  tasks,
} from '../groups';
import { tables } from '../tables';

/** The choices in a word or two, for the axis. */
const inWords: Readonly<Record<string, string>> = {
  G1: 'no leader',
  G2: 'an instructor',
  P1: 'all speak',
  P2: 'each decides',
  P3: 'speakers named',
  I1: 'all at once',
  I2: 'fixed order',
  I3: 'random order',
  I4: 'to some',
  C1: 'last round',
  C2: 'own summary',
  C3: 'shared summary',
};

/** The tasks of Tables 3 and 4. */
const printedTasks: readonly Task[] = ['discharge', 'fact-check'];

const measures = ['accuracy', 'output tokens'] as const;

/**
 * Figure 3: accuracy or output tokens by each choice of strategy. A bar is the mean over the strategies with that choice,
 * its line goes from the lowest to the highest.
 */
export const figure3 = item({
  paper: 'Strategies',
  item: 'Figure 3',
  notebook: 'collaboration-strategies.ipynb',
  published: () => tables.figure3,
  plusMinus: 'the least and the most over strategies with the same choice',
  notes: [
    'The figure prints no numbers. These are recomputed of Tables 3 and 4, whose means it draws by its caption.',
    'G2, P3 and C3 are the same two strategies. P2 and I4 are one strategy.',
  ],
  departs: 'Recomputed: from Tables 3 and 4. Else made-up notes and claims.',

  settings: {
    ...caseSettings,
    ...claimSettings,
    ...groupSettings,
    tasks: words(tasks, {
      default: ['discharge', 'fact-check'],
      paper: ['discharge', 'fact-check'],
      does: "What groups work on. MMLU is another paper's: five agents who all read the same question.",
    }),
    measure: word(measures, {
      default: 'accuracy',
      paper: 'both',
      does: 'What the bars show.',
    }),
  },

  computed({ tasks: wanted, strategies, measure: column }) {
    const others = wanted.filter((task) => !printedTasks.includes(task));
    if (others.length > 0)
      throw new AgoraError(
        'setting',
        `strategies.figure3 with evidence "recomputed" has ${printedTasks.join(' and ')} as tasks, got ${others.join(', ')}: take evidence "simulated", or a model`,
      );
    return [tables.table3, tables.table4].flatMap(({ rows }) =>
      rows
        .filter(({ label }) => strategies.includes(label as StrategyName))
        .filter(({ setting }) => wanted.includes(setting?.['task'] as Task))
        .map(({ label, setting, cells }): Row => ({
          task: String(setting?.['task']),
          label: label,
          column: column,
          value: cells[column]?.value ?? null,
          standardError: null,
          low: null,
          high: null,
          n: 1,
          evidence: 'recomputed',
        })),
    );
  },

  experiments: ({ tasks: wanted, strategies, ...settings }) =>
    wanted.flatMap((task) => strategies.map((strategy) => group(task, strategy, settings))),

  async measure(condition, { measure: column }) {
    const rows = await measured(condition);
    return rows.filter((row) => row.column === column);
  },

  figure(rows) {
    const means = averageOver(rows, 'collaboration');
    const choices = [...new Set(means.flatMap(({ label }) => String(label).split('-')))].sort(byDimension);
    const drawn = [...new Set(means.map(({ task }) => String(task)))];
    const { column, evidence } = means[0] as Row;
    const scale = column === 'accuracy' ? 1 : 1000;
    const barsOf = (task: string) =>
      choices.map((choice) => {
        const own = means.filter((row) => row['task'] === task && String(row['label']).includes(choice));
        const values = own.flatMap(({ value }) => (value === null ? [] : [value / scale]));
        return values.length === 0 ? null : { mean: mean(values), least: min(values), most: max(values) };
      });
    const printedOf = (task: string) =>
      choices.map((choice) => {
        const row = tables.figure3.rows.find(({ label }) => label === `${task}, ${choice}`);
        const cell = row?.cells[`${String(column)}, mean`];
        return cell === undefined ? null : cell.value / scale;
      });
    const bars = drawn.map(barsOf);
    const figure = barFigure(
      drawn.map((task, at) => ({
        name: task,
        values: (bars[at] ?? []).map((bar) => bar?.mean ?? null),
        ...(evidence === 'recomputed' ? {} : { published: printedOf(task) }),
      })),
      {
        title: `Figure 3: ${column === 'accuracy' ? 'accuracy' : 'output tokens'} by each choice of strategy`,
        subtitle: `${askedOf(rows)}; bars are means over strategies, lines go from the least to the most`,
        categories: choices.map((choice) => `${choice} ${inWords[choice] ?? ''}`),
        valueTitle: column === 'accuracy' ? 'Accuracy (%)' : 'Output tokens of a case (thousands)',
      },
    );
    return withRanges(figure, bars);
  },
});

/** G1, G2, P1, … as the name of a strategy has them. */
function byDimension(one: string, other: string): number {
  const place = (choice: string) => 'GPIC'.indexOf(choice.charAt(0)) * 10 + Number(choice.slice(1));
  return place(one) - place(other);
}

interface Range {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

/** Lines from the least to the most on the bars, which come first in the figure. */
function withRanges(figure: PlotlyFigure, bars: readonly (readonly (Range | null)[])[]): PlotlyFigure {
  const data = figure.data.map((trace, at) => {
    const own = bars[at];
    if (own === undefined) return trace;
    const above = own.map((bar) => (bar === null ? 0 : bar.most - bar.mean));
    const below = own.map((bar) => (bar === null ? 0 : bar.mean - bar.least));
    const lines = { type: 'data', symmetric: false, array: above, arrayminus: below };
    return { ...trace, error_y: { ...lines, thickness: 1.2, width: 3, color: '#222' } };
  });
  return { ...figure, data: data };
}
