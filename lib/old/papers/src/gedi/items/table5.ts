import { elections as electionColumns } from 'agora-core/internal';
import { compare } from 'agora-report';
import type { PublishedTable } from 'agora-report/internal';
import { borda } from 'agora-voting';
import { item } from '../../item';
import { word } from '../../setting';
import { averageShares } from '../../shares';
import { besideNote } from '../../beside';
import { besideModel, labelBeside, printedModels, withMeans } from '../beside';
import type { Benchmark } from '../cells';
import { elections, electionSettings, questionRows, someBenchmarks } from '../elections';
import { tables } from '../tables';

/** How many questions the paper asked of each benchmark (Appendix C). */
const asked: Readonly<Record<Benchmark, number>> = { MMLU: 5700, 'MMLU-Pro': 1400, 'ARC-Challenge': 1172 };

/** What the paper's columns are called in our rows. */
const columnOf: Readonly<Record<string, string>> = {
  rating: 'range',
  ranking: 'ordinal ranking',
  'informed dictatorial': 'informed',
  'mis-informed dictatorial': 'mis-informed',
};

/** GEDI's Table 5: how many profiles are valid, that is, in how many questions every ballot can be used. */
export const table5 = item({
  paper: 'GEDI',
  item: 'Table 5',
  notebook: 'gedi-elections.ipynb',
  published: () => tables.table5,
  plusMinus: null,
  notes: [
    'Profiles of 5,700, 1,400 and 1,172 questions; compared in percent of the questions.',
    'A profile is valid if all raters gave a complete ranking (or ratings of all options) in the form asked for.',
    "The intervals are Wilson's, which have a width where all profiles are valid, too.",
    '"range, partial profiles" counts questions with at least one valid ballot, where whole profiles were too few.',
  ],
  departs:
    'A ballot that cannot be read is asked for once more, which the paper does not mention. Simulated agents damage every kind of ballot alike.',

  settings: {
    ...electionSettings,
    benchmarks: someBenchmarks,
    beside: besideModel,
    dictatorNeeds: word(['any ballot', 'valid profile'], {
      default: 'any ballot',
      paper: 'said to be a valid profile, which its own counts contradict',
      does: 'When a dictator is asked: as soon as there is any ballot, or where all ballots are valid.',
    }),
  },

  experiments: elections,

  measure: (condition) => questionRows(condition, { valid: electionColumns([borda]).valid }),

  compare(rows) {
    const ours = averageShares(rows, () => true, 'collaboration').map((row) => ({
      ...row,
      column: columnOf[String(row['ballot'])] ?? String(row['ballot']),
      label: labelBeside(tables.table5, row),
    }));
    const note = besideNote(printedModels(), rows);
    const shown = { show: 'ours', intervals: true, note: note } as const;
    return [compare(withMeans(inPercent(tables.table5)), ours, shown)];
  },
});

/** Counts of profiles as shares of the questions asked. */
function inPercent(table: PublishedTable): PublishedTable {
  const rows = table.rows.map((row) => {
    const all = asked[row.setting?.['benchmark'] as Benchmark];
    const cells = Object.values(columnOf).flatMap((column) => {
      const cell = row.cells[column];
      return cell === undefined ? [] : [[column, { ...cell, value: (100 * cell.value) / all }] as const];
    });
    return { ...row, cells: Object.fromEntries(cells) };
  });
  return { ...table, unit: '% of the questions', columns: Object.values(columnOf), rows: rows };
}
