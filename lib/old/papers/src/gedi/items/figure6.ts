import { elections as electionColumns } from 'agora-core/internal';
import type { Row } from 'agora-core/metrics';
import { boxFigure, compare } from 'agora-report';
import type { PublishedTable } from 'agora-report/internal';
import { mean } from '../../finding';
import { besideNote, besideSetting, modelBeside, type PrintedModels } from '../../beside';
import { item } from '../../item';
import { aboutRows, ruleIn } from '../drawing';
import {
  countable,
  electionRules,
  elections,
  electionSettings,
  oneBenchmark,
  oneRater,
  questionRows,
  tenPrompts,
  votingRules,
} from '../elections';
import { bySubject, dealt, subjectsAs } from '../subjects';
import { tables } from '../tables';

/** The two models that the text puts in numbers. */
const twoModels: PrintedModels = {
  'gpt-3.5-turbo': ['gpt-3.5', 'gpt-3.5-turbo-1106'],
  'gpt-4': ['gpt-4-0125-preview'],
};

const gaining = votingRules.filter(({ name }) => name !== 'blind dictatorial');

/** GEDI's Figure 6: the gain of each rule over one rater, subject by subject, with one box for each rule. */
export const figure6 = item({
  paper: 'GEDI',
  item: 'Figure 6',
  notebook: 'gedi-elections.ipynb',
  published: () => tables.figure6,
  plusMinus: null,
  notes: [
    'A picture; the text gives the lowest and the highest gain of plurality for two models over 57 subjects.',
    'Extremes are picked, and spread further the fewer questions a subject has: set subjects to "dealt at random" to see what chance gives.',
  ],
  departs:
    'Recorded: one older model under ten prompts and 16 of 57 subjects. Samples have two questions a subject.',

  settings: {
    ...electionSettings,
    questions: { ...electionSettings.questions, default: 114 },
    benchmark: { ...oneBenchmark, paper: 'MMLU' },
    rules: electionRules(gaining),
    subjects: subjectsAs,
    beside: besideSetting(() => twoModels),
  },

  recorded: tenPrompts,

  experiments: ({ benchmark, ...settings }) => elections({ ...settings, benchmarks: [benchmark] }),

  async measure(condition, { rules, subjects, seed }) {
    // The one rater is the mean of ten draws.
    const { gain } = electionColumns(countable(rules, condition), {
      invalid: 'left out',
      bySubject: true,
      than: oneRater(condition),
      draws: 10,
    }) as Required<ReturnType<typeof electionColumns>>;
    const rows = await questionRows(condition, { gain });
    return subjects === 'dealt at random' ? dealt(rows, seed) : rows;
  },

  compare(rows) {
    const ours = rulesIn(rows).flatMap((rule): Row[] => {
      const own = bySubject(rows.filter((row) => ruleIn(row) === rule));
      const values = own.flatMap(({ value }) => value ?? []);
      const extreme = (column: string, value: number): Row => ({
        ...(own[0] as Row),
        label: labelBeside(own[0] as Row, rule),
        column: column,
        value: value,
        standardError: null,
      });
      return [extreme('lowest', Math.min(...values)), extreme('highest', Math.max(...values))];
    });
    return [compare(withMean(tables.figure6), ours, { show: 'ours', note: besideNote(twoModels, rows) })];
  },

  figure(rows) {
    const means = bySubject(rows);
    const values = rulesIn(rows).map((rule) =>
      means.filter((row) => ruleIn(row) === rule).flatMap(({ value }) => value ?? []),
    );
    const subjects = new Set(means.map(({ subject }) => subject)).size;
    return boxFigure([{ name: 'subjects', values: values }], {
      title: 'Gain over one rater by subject',
      subtitle: `${aboutRows(rows)}; boxes are quartiles of ${subjects} subjects, whiskers reach 1.5 boxes`,
      categories: rulesIn(rows),
      valueTitle: 'Gain (points)',
      references: [{ value: 0, label: 'one rater' }],
    });
  },
});

const meanLabel = 'plurality, mean of 2 models';

const rulesIn = (rows: readonly Row[]): string[] => [...new Set(rows.map(ruleIn))];

/** The printed row of our model and rule, or of the mean: see `modelBeside`. Other rules than plurality have none. */
function labelBeside(row: Row, rule: string): string {
  const model = modelBeside(twoModels, row);
  const own = tables.figure6.rows.find(
    ({ setting }) => setting?.['model'] === model && setting?.['rule'] === rule,
  );
  return own?.label ?? (rule === 'plurality' ? meanLabel : rule);
}

function withMean(table: PublishedTable): PublishedTable {
  const cells = table.columns.map((column) => {
    const value = mean(table.rows.flatMap((row) => row.cells[column]?.value ?? []));
    return [column, { value: value, standardError: null }] as const;
  });
  const row = { label: meanLabel, cells: Object.fromEntries(cells) };
  return { ...table, rows: [...table.rows, row] };
}
