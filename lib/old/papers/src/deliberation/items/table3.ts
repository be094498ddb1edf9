import type { Row } from 'agora-core/metrics';
import { estimate } from 'agora-core/statistics';
import { compare, tablePart } from 'agora-report';
import { item } from '../../item';
import { word } from '../../setting';
import { withShareLimits } from '../../shares';
import { besideModel, labelBeside, shownBeside, withMeans } from '../beside';
import { decisionRows, domains, jointDecisions, someTools, talkSettings } from '../joint-decisions';
import { tables } from '../tables';

const baselines = ['centralized', 'deliberation'] as const;

/** Deliberation's Table 3: the gain of agents who all see everything, over one such agent and over agents who see parts. */
export const table3 = item({
  paper: 'Deliberation',
  item: 'Table 3',
  notebook: 'deliberation.ipynb',
  published: () => tables.table3,
  plusMinus: 'standard error over 60 cases; none is printed for differences and valid ratios',
  notes: [
    'Task allocation, four of the models. Differences are the oracle minus the two conditions of Table 2.',
  ],
  departs:
    'Recomputed: the differences from the printed cells of Tables 2 and 3. Simulated agents say nothing about models.',

  settings: {
    ...talkSettings,
    beside: besideModel('table3'),
    domain: word(domains, {
      default: 'task allocation',
      paper: 'task allocation',
      does: 'Which task setting. The paper shows task allocation only; others stand beside it all the same.',
    }),
    tools: someTools,
  },

  experiments: ({ domain, ...settings }) =>
    jointDecisions({ ...settings, domains: [domain], conditions: ['oracle', ...baselines] }),

  computed: printedDifferences,

  measure: (condition) => decisionRows(condition, { NR: 'NR', VR: 'VR' }),

  compare(rows) {
    const isPrinted = rows.some(({ evidence }) => evidence === 'recomputed');
    if (isPrinted) {
      const differences = { name: 'differences', columns: (column: string) => column.includes(' less ') };
      return [compare(tablePart(tables.table3, differences), rows)];
    }
    const cells = ['NR', 'VR'].flatMap((column) => oracleCells(rows, column));
    return [compare(withMeans(tables.table3), cells, shownBeside(tables.table3, rows))];
  },
});

/** The differences, from the oracle's printed cells and those of Table 2. */
function printedDifferences(): Row[] {
  const cells: Row[] = [];
  for (const { label, setting = {}, cells: printed } of tables.table3.rows)
    for (const baseline of baselines)
      for (const column of ['NR', 'VR']) {
        const other = tables.table2.rows.find(
          ({ setting: own = {} }) =>
            own['model'] === setting['model'] &&
            own['tools'] === setting['tools'] &&
            own['condition'] === baseline,
        );
        const [oracle, less] = [printed[`oracle ${column}`], other?.cells[`task allocation ${column}`]];
        if (oracle === undefined || less === undefined) continue;
        cells.push({
          label: label,
          column: `oracle less ${baseline} ${column}`,
          value: oracle.value - less.value,
          standardError: null,
          low: null,
          high: null,
          n: 1,
          evidence: 'recomputed',
        });
      }
  return cells;
}

/** The oracle's mean, and the means of its differences, case by case. */
function oracleCells(rows: readonly Row[], column: string): Row[] {
  const own = rows.filter((row) => row.column === column);
  const uses = [...new Set(own.map((row) => String(row['tools'])))];
  return uses.flatMap((tools) => {
    const oracle = own.filter((row) => row['tools'] === tools && row['condition'] === 'oracle');
    const cell = (name: string, values: readonly number[]): Row => {
      const { value, standardError, low, high, n } = estimate(values);
      const { evidence } = oracle[0] as Row;
      const label = labelBeside(tables.table3, oracle[0] as Row);
      return { label, column: name, value, standardError, low, high, n, evidence };
    };
    const differences = baselines.map((baseline) => {
      const values = oracle.flatMap((row) => {
        const other = own.find(
          (one) =>
            one['tools'] === tools &&
            one['condition'] === baseline &&
            one['collaboration'] === row['collaboration'],
        );
        return other === undefined ? [] : [Number(row.value) - Number(other.value)];
      });
      return cell(`oracle less ${baseline} ${column}`, values);
    });
    const shares = oracle.map(({ value }) => Number(value));
    return [withShareLimits(cell(`oracle ${column}`, shares), shares), ...differences];
  });
}
