import { quotedNumber, show, type Check } from '../finding';
import type { PublishedTable } from 'agora-report/internal';
import { allConditions, cellIn, conditionsOf, tokensShown } from './conditions';
import type { S2MadTables, UnderlinedCell } from './tables';

/** How S2-MAD names, marks and explains its numbers. */
export const documentChecks = (paper: S2MadTables) => ({
  names: (): Check => {
    const { table1, table2, table4, table7 } = paper;
    const gpt35 = [table1, table2, table4, table7].flatMap(({ item, rows }) =>
      [...new Set(rows.map(({ setting }) => String(setting?.['printedAs'])))]
        .filter((name) => name.startsWith('GPT-3.5'))
        .map((name) => `${name} in ${item}`),
    );
    return {
      recomputed: gpt35.join(', '),
      agrees: gpt35.every((name) => name.startsWith('GPT-3.5-turbo-0301')),
    };
  },
  'dashes of Table 1': (): Check => {
    const cells = dashesOf(paper.table1);
    const models = new Set(cells.map((cell) => cell.split(',')[0]));
    return {
      recomputed: `${cells.length} dashes, all of ${[...models].join(' and ')} on Arithmetic; section 4.1: a single GPT-4 reached 100%, so "no further comparison was conducted"`,
      agrees: false,
    };
  },
  'dashes of Table 7': (): Check => {
    const { rows, columns } = paper.table7;
    const { length } = dashesOf(paper.table7);
    return {
      recomputed: `it has ${length} dashes in ${rows.length * columns.length} cells`,
      agrees: length > 0,
    };
  },
  // A run over n questions has a standard error of 50 / sqrt(n) points where half of them are answered right.
  spreads: (): Check => {
    const questions = quotedNumber(paper, 'questions', 'gpqa');
    const methods = ['CoT', 'CoT-SC(40)', 'MAD(5,4)', 'S-MAD(5,4)', 'GD(5,4)', 'S2-MAD(5,4)', 'MS2-MAD(5,4)'];
    const of = (dataset: string): number[] =>
      allConditions(paper)
        .filter((condition) => condition.dataset === dataset)
        .flatMap((condition) =>
          methods.flatMap((method) => cellIn(condition, method, 'accuracy')?.standardError ?? []),
        );
    const run = 50 / Math.sqrt(questions);
    const largest = Math.max(...of('gpqa'));
    const all = [...new Set(conditionsOf(paper.table1).map(({ dataset }) => dataset))].flatMap(of);
    return {
      recomputed: `0 to ${show(largest)} on GPQA, whose ${questions} questions give one run a standard error of up to ${show(run, 1)} points: ${show(largest)} points would take a mean of some ${Math.round((run / largest) ** 2).toLocaleString('en')} runs`,
      agrees: null,
      note: `The paper explains no ±. As fractions, the ${all.length} of Tables 1 and 7 go up to ${show(100 * Math.max(...all), 0)} points, and ${all.filter((one) => one === 0).length} are below half a point.`,
    };
  },
  // Underlines, compared with the meaning that the captions give them. Bold type is not recorded in full.
  'highest accuracy underlined': () => underlined(placed(paper, paper.table1, 'accuracy'), 1),
  'two highest underlined': () => underlined(placed(paper, paper.table1, 'accuracy'), 2),
  'lowest cost underlined': () => underlined(placed(paper, paper.table1, 'tokens'), 1),
  'underlines of Tables 2 and 3': () =>
    underlined([...placed(paper, paper.table2), ...placed(paper, paper.table3)], 2),
  'underlines of Table 7': () => underlined(placed(paper, paper.table7), 1),
});

const dashesOf = ({ rows, columns }: PublishedTable): string[] =>
  rows.flatMap(({ label, cells }) =>
    columns.filter((column) => !(column in cells)).map((column) => `${label}: ${column}`),
  );

interface Placed extends UnderlinedCell {
  readonly value: number;
  /** 1 for the best of its model and column; equal values share a place. */
  readonly place: number;
}

/** Every underlined cell of a table with its place; CoT is left out where costs are ranked. */
function placed({ underlined: all }: S2MadTables, { item, rows }: PublishedTable, ending = ''): Placed[] {
  return all
    .filter((mark) => mark.item === item && mark.column.endsWith(ending))
    .map((mark) => {
      const own = rows.find(({ label }) => label === mark.row);
      const costs = mark.column.endsWith('tokens');
      const among = rows.filter(
        ({ setting }) =>
          setting?.['printedAs'] === own?.setting?.['printedAs'] && !(costs && setting?.['method'] === 'CoT'),
      );
      const value = own?.cells[mark.column]?.value ?? Number.NaN;
      const better = among.filter(({ cells }) => {
        const other = cells[mark.column]?.value;
        return other !== undefined && (costs ? other < value : other > value);
      });
      return { ...mark, value, place: better.length + 1 };
    });
}

function underlined(cells: readonly Placed[], lowest: number): Check {
  const off = cells.filter(({ place }) => place > lowest);
  const told = off.map(
    ({ row, column, value, place }) =>
      `${row}, ${column} ${column.endsWith('tokens') ? tokensShown(value) : show(value, 1)} (place ${place})`,
  );
  return {
    recomputed: `true of ${cells.length - off.length} of ${cells.length} underlined cells${off.length > 0 ? `; not ${told.join('; ')}` : ''}`,
    agrees: off.length === 0,
  };
}
