import {
  audited,
  cellValue,
  labelled,
  less,
  mean,
  quotedNumber,
  same,
  show,
  sum,
  type Check,
  type Finding,
} from '../finding';
import type { PublishedRow, PublishedTable } from 'agora-report/internal';
import { chose, dimensions, groupsOf } from './figure3';
import { tables } from './tables';
import { tokenAccuracy } from './token-accuracy';

/**
 * Every statement of the paper that its own printed numbers can check.
 * @example
 * papers.strategies.audit().filter(({ agrees }) => agrees === false).length > 5; // => true
 */
export function audit(): readonly Finding[] {
  return audited('strategies', 'audit', checks);
}

const accuracies = (rows: readonly PublishedRow[]): number[] => rows.map((row) => cellValue(row, 'accuracy'));
const outputs = (rows: readonly PublishedRow[]): number[] =>
  rows.map((row) => cellValue(row, 'output tokens'));
/** As the token-accuracy ratio has them. */
const prices = (rows: readonly PublishedRow[]): number[] =>
  rows.map((row) => cellValue(row, 'input tokens') + 4 * cellValue(row, 'output tokens'));
const interactions = ['I1', 'I2', 'I3', 'I4'];
const quoted = (name: string, key: string): number => quotedNumber(tables, name, key);
const range = (values: readonly number[]): number => less(Math.max(...values), Math.min(...values));
const meansBy = (
  table: PublishedTable,
  choices: readonly string[],
  of: typeof accuracies,
  digits = 1,
): string => choices.map((one) => `${one} ${show(mean(of(chose(table, one))), digits)}`).join(', ');

/** Whether a printed percentage can be a share of this many cases. */
const isShare = (percent: number, cases: number): boolean =>
  same(Number(((100 * Math.round((percent * cases) / 100)) / cases).toFixed(3)), percent, 0.05);

const checks: Readonly<Record<string, () => Check | readonly Check[]>> = {
  'normalized TAR': () => {
    const wrong = [tables.table7, tables.table8].flatMap((table) =>
      tokenAccuracy(table).rows.flatMap(({ label, cells }) => {
        const printed = table.rows.find((row) => row.label === label)?.cells['normalized TAR']?.value;
        const own = cells['normalized TAR']?.value ?? NaN;
        return printed === undefined || same(own, printed, 0.005)
          ? []
          : [`${label}: ${show(own, 3)} for ${printed}`];
      }),
    );
    return {
      recomputed: wrong.length === 0 ? 'all 18 cells come out as printed' : wrong.join('; '),
      agrees: wrong.length === 0,
    };
  },
  'single agents for tokens': () => {
    const ratios = [tables.table3, tables.table4].map((table) => {
      const [single] = tokenAccuracy(table).rows;
      return { label: single?.label, ratio: single?.cells['normalized TAR']?.value ?? NaN };
    });
    return {
      recomputed: ratios
        .map(({ label, ratio }) => `${label} has ${show(ratio, 1)} times the best group's`)
        .join('; '),
      agrees: ratios.every(({ ratio }) => ratio < 1),
    };
  },
  'best pair': () => {
    const [discharge, facts] = [tables.table7, tables.table8].map((table) =>
      Object.fromEntries(groupsOf(table).map((row) => [row.label, cellValue(row, 'normalized TAR')])),
    );
    const both = ['G2-P3-I1-C3', 'G2-P3-I2-C3'].map((name) => ({
      name,
      at: [discharge, facts].map((one) => one?.[name] ?? NaN),
    }));
    return {
      recomputed: both.map(({ name, at }) => `${name} ${at.join(' and ')}`).join('; '),
      agrees: both.every(({ at }) => at.every((value) => value >= 0.5)),
    };
  },
  'tokens of the vote': () => {
    const agents = tables.table1.rows.filter(
      ({ setting }) => !['all', 'vote'].includes(String(setting?.['reads'])),
    );
    const printed = (label: string): number => labelled(tables.table1, label, 'output tokens');
    const [input, output] = [sum(agents.map((row) => cellValue(row, 'input tokens'))), sum(outputs(agents))];
    return {
      recomputed: `input ${input}; output ${output}, and with Agent all's ${output + printed('Agent all')}`,
      agrees: output === printed('MV'),
    };
  },
  'vote on facts': () => {
    const cells = tables.table2.rows.find(({ label }) => label === 'MV')?.cells ?? {};
    return {
      recomputed: `${Object.keys(cells).length} of the vote's cells in Table 2 hold a number`,
      agrees: cells['accuracy'] !== undefined,
    };
  },
  'upper bound': () => {
    const [consistent, all] = [
      labelled(tables.table2, 'Agent consistent', 'accuracy'),
      labelled(tables.table2, 'Agent all', 'accuracy'),
    ];
    return {
      recomputed: `one agent who reads everything is at ${all}, above ${consistent}`,
      agrees: all <= consistent,
    };
  },
  'random guess': () => {
    const own = labelled(tables.table2, 'Agent inconsistent', 'accuracy');
    return {
      recomputed: `${own} where one of three labels drawn evenly is right in 33.3`,
      agrees: own <= 100 / 3,
    };
  },
  'misled by the other parts': () => {
    const [all, course] = ['Agent all', 'Agent BHC'].map((label) =>
      labelled(tables.table1, label, 'accuracy'),
    );
    return { recomputed: `${all} for ${course}`, agrees: (all ?? NaN) < (course ?? NaN) };
  },
  'groups beat one reader': () => {
    const groups = groupsOf(tables.table3);
    const above = (label: string): number =>
      groups.filter((row) => cellValue(row, 'accuracy') > labelled(tables.table1, label, 'accuracy')).length;
    return {
      recomputed: `${above('Agent all')} of ${groups.length} above the one who reads everything; ${above('Agent BHC')} above the one who reads the hospital course alone`,
      agrees: above('Agent all') === quoted('groups above one reader', 'groups'),
    };
  },
  'cases on discharge': () => shareOf([tables.table1, tables.table3], 199),
  'cases on facts': () => shareOf([tables.table2, tables.table4], 199),
  'accuracy gap': () => {
    const values = accuracies(groupsOf(tables.table4));
    return {
      recomputed: `${show(range(values), 1)} points, from ${Math.min(...values)} to ${Math.max(...values)}`,
      agrees: same(range(values), quoted('accuracy gap', 'gap')),
    };
  },
  'output tokens of point to point': () => {
    const of = (label: string): number => labelled(tables.table4, label, 'output tokens');
    const times = of('G1-P2-I4-C2') / of('G2-P3-I1-C3');
    return {
      recomputed: `${show(times, 1)} times as many, which is ${show(times - 1, 1)} times more`,
      agrees: same(times - 1, quoted('output tokens, G1-P2-I4-C2 against G2-P3-I1-C3', 'more'), 0.05),
    };
  },
  'largest saving': () => {
    const most = (table: PublishedTable, column: string): number =>
      Math.max(
        ...chose(table, 'G2').flatMap((own) =>
          chose(table, 'G1').map((other) => 100 * (1 - cellValue(own, column) / cellValue(other, column))),
        ),
      );
    const savings = [tables.table3, tables.table4].map((table) => [
      most(table, 'input tokens'),
      most(table, 'output tokens'),
    ]);
    const told = savings.map((one) => one.map((percent) => show(percent, 1)).join(' of input and '));
    return {
      recomputed: `at most ${told[0]} of output on discharge, ${told[1]} on fact checking`,
      agrees: same(Math.max(...savings.flat()), quoted('token saving with an instructor', 'saving'), 0.05),
    };
  },
  'which governance costs': () => {
    const [own, other] = ['G1', 'G2'].map((one) => mean(outputs(chose(tables.table3, one)))) as [
      number,
      number,
    ];
    return {
      recomputed: `G1 ${show(own, 0)} output tokens, G2 ${show(other, 0)}: those without an instructor cost more`,
      agrees: other > own,
    };
  },
  'highest on facts': () => {
    const [g1, g2] = ['G1', 'G2'].map((one) => Math.max(...accuracies(chose(tables.table4, one)))) as [
      number,
      number,
    ];
    return { recomputed: `G1 ${g1}, G2 ${g2}`, agrees: Math.abs(g1 - g2) < 5 };
  },
  'instructors for tokens': () => {
    const tasks = [tables.table7, tables.table8].map((table) => {
      const of = (one: string) => chose(table, one).map((row) => cellValue(row, 'normalized TAR'));
      const least = Math.min(...of('G2'));
      const others = of('G1');
      return { least, above: others.filter((value) => value > least).length, all: others.length };
    });
    return {
      recomputed: tasks
        .map(({ least, above, all }) => `${above} of ${all} without one above ${least}`)
        .join('; '),
      agrees: tasks.every(({ above }) => above === 0),
    };
  },
  "instructor's summary saves": () => {
    const tasks = [tables.table3, tables.table4];
    const choices = ['C1', 'C3'];
    const told = tasks.map(
      (table) => `${meansBy(table, choices, prices, 0)} (output ${meansBy(table, choices, outputs, 0)})`,
    );
    return {
      recomputed: told.join('; '),
      agrees: tasks.every((table) => mean(prices(chose(table, 'C3'))) < mean(prices(chose(table, 'C1')))),
    };
  },
  'P3 costs least': () => {
    const tasks = [tables.table3, tables.table4];
    const participation = ['P1', 'P2', 'P3'];
    const writesLeast = (table: PublishedTable): boolean => {
      const [p1 = NaN, p2 = NaN, p3 = NaN] = participation.map((one) => mean(outputs(chose(table, one))));
      return p3 < p1 && p3 < p2;
    };
    return {
      recomputed: tasks.map((table) => meansBy(table, participation, outputs, 0)).join('; '),
      agrees: tasks.every(writesLeast),
    };
  },
  'ceiling of full participation': () => {
    const most = (one: string): number => Math.max(...accuracies(chose(tables.table3, one)));
    return {
      recomputed: `${show(most('P1') - most('P2'), 1)} and ${show(most('P3') - most('P2'), 1)} points`,
      agrees: same(
        most('P1') - most('P2'),
        quoted('accuracy ceiling, full above selective participation', 'gap'),
        0.05,
      ),
    };
  },
  'selective participation costs': () => {
    const tasks = [tables.table3, tables.table4];
    const of = (table: PublishedTable, one: string): number => mean(outputs(chose(table, one)));
    return {
      recomputed: tasks.map((table) => meansBy(table, ['P1', 'P2'], outputs, 0)).join('; '),
      agrees: tasks.every((table) => of(table, 'P2') > of(table, 'P1')),
    };
  },
  'less fluctuation': () => {
    const told = ['P1', 'P2', 'P3'].map((one) => {
      const rows = chose(tables.table4, one);
      return `${one} ${show(range(accuracies(rows)), 1)} points over ${rows.length}`;
    });
    return { recomputed: `${told.join(', ')} strategies`, agrees: null };
  },
  'order of speaking': () => ({
    recomputed: meansBy(tables.table3, interactions, accuracies),
    agrees: interactions.every(
      (one) =>
        one === 'I2' ||
        mean(accuracies(chose(tables.table3, 'I2'))) > mean(accuracies(chose(tables.table3, one))),
    ),
  }),
  'interaction on facts': () => {
    const means = interactions.map((one) => mean(accuracies(chose(tables.table4, one))));
    return {
      recomputed: `${meansBy(tables.table4, interactions, accuracies)}: ${show(range(means), 1)} points apart`,
      agrees: range(means) < 5,
    };
  },
  'one by one writes less': () => ({
    recomputed: meansBy(tables.table4, interactions, outputs, 0),
    agrees: ['I2', 'I3'].every((one) =>
      ['I1', 'I4'].every(
        (other) => mean(outputs(chose(tables.table4, one))) < mean(outputs(chose(tables.table4, other))),
      ),
    ),
  }),
  'summaries on facts': () => {
    const [c1, c2, c3] = ['C1', 'C2', 'C3'].map((one) => accuracies(chose(tables.table4, one)));
    const over = [c2, c3].map((own) => less(mean(own ?? []), mean(c1 ?? [])));
    return {
      recomputed: `means ${over.map((one) => show(one, 1)).join(' and ')} points higher; highest ${show(Math.max(...(c2 ?? [])) - Math.max(...(c1 ?? [])), 1)} and ${show(Math.max(...(c3 ?? [])) - Math.max(...(c1 ?? [])), 1)}`,
      agrees: over.every((one) => one > quoted('summaries above the full log', 'gain')),
    };
  },
  'one dimension at a time': () => {
    const names = groupsOf(tables.table3).map(({ label }) => label);
    const apart = (a: string, b: string): number =>
      a.split('-').filter((part, place) => part !== b.split('-')[place]).length;
    const pairs = names.flatMap((a, place) => names.slice(place + 1).map((b) => [a, b] as const));
    const clean = pairs.filter(([a, b]) => apart(a, b) === 1);
    const by = dimensions.map(
      (dimension, place) =>
        `${dimension} ${clean.filter(([a, b]) => a.split('-')[place] !== b.split('-')[place]).length}`,
    );
    return {
      recomputed: `${clean.length} of ${pairs.length} pairs differ in one choice alone: ${by.join(', ')}`,
      agrees: dimensions.every((_, place) =>
        clean.some(([a, b]) => a.split('-')[place] !== b.split('-')[place]),
      ),
    };
  },
};

/** Whether all accuracies of some tables can be shares of this many cases. */
function shareOf(printed: readonly PublishedTable[], cases: number): Check {
  const all = printed.flatMap(({ rows }) =>
    rows.flatMap(({ label, cells }) =>
      cells['accuracy'] ? [{ label, value: cells['accuracy'].value }] : [],
    ),
  );
  const odd = all.filter(({ value }) => !isShare(value, cases));
  const error = 100 * Math.sqrt(0.25 / cases);
  return {
    recomputed: `of ${all.length} accuracies ${all.length - odd.length} are, rounded to 0.1; not ${odd.map(({ label, value }) => `${value} (${label})`).join(', ') || 'any'}. One of ${cases} cases has a standard error of up to ${show(error, 1)} points`,
    agrees: null,
  };
}
