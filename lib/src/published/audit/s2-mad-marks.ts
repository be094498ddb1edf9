import type { PublishedTable } from '../published-table';
import type { S2MadPaper } from '../s2-mad';
import type { UnderlinedCell } from '../s2-mad-marks';
import { show, type Finding } from './finding';
import { tokensShown } from './s2-mad-cells';

/** Underlines, held against what the captions say that they mean. Bold type is not held in full. */
export function s2MadMarks(paper: S2MadPaper): Finding[] {
  const { table1, table2, table3, table7 } = paper;
  const first = placed(paper, table1);
  const accuracies = first.filter(({ column }) => column.endsWith('accuracy'));
  const tokens = first.filter(({ column }) => column.endsWith('tokens'));
  return [
    marks('Table 1 underlines the highest accuracy of a model on a data set', table1, accuracies, 1, {
      note: 'It underlines the two highest. GPQA with GPT-4-0613 is a slip: S2-MAD, 60.8, is the second there, and S-MAD, 60.7, is underlined.',
    }),
    marks('reading: Table 1 underlines the two highest accuracies', table1, accuracies, 2, {}),
    marks('Table 1 underlines the lowest cost but for CoT', table1, tokens, 1, {
      note: 'CoT-SC(40) costs less than S2-MAD there, unless "CoT" excepts it too.',
    }),
    marks(
      'Tables 2 and 3 underline the best and the second best',
      table2,
      [...placed(paper, table2), ...placed(paper, table3)],
      2,
      { printed: 'captions of Tables 2 and 3' },
    ),
    marks('Table 7 underlines the highest accuracy and the lowest cost', table7, placed(paper, table7), 1, {
      note: 'It underlines the second best; bold is for the best. The caption is that of Table 1.',
    }),
  ];
}

interface Placed extends UnderlinedCell {
  readonly value: number;
  /** 1 for the best of its model and column; equal values share a place. */
  readonly place: number;
}

/** Every underlined cell of a table with its place; CoT is left out where costs are ranked. */
function placed({ underlined }: S2MadPaper, { item, rows }: PublishedTable): Placed[] {
  return underlined
    .filter((mark) => mark.item === item)
    .map((mark) => {
      const own = rows.find(({ label }) => label === mark.row);
      const costs = mark.column.endsWith('tokens');
      const among = rows.filter(
        ({ setting }) =>
          setting?.['printedAs'] === own?.setting?.['printedAs'] && !(costs && setting?.['method'] === 'CoT'),
      );
      const value = own?.cells[mark.column]?.value ?? Number.NaN;
      const better = among.flatMap(({ cells }) => {
        const other = cells[mark.column]?.value;
        return other !== undefined && (costs ? other < value : other > value) ? [other] : [];
      });
      return { ...mark, value, place: better.length + 1 };
    });
}

function marks(
  claim: string,
  { item }: PublishedTable,
  cells: readonly Placed[],
  lowest: number,
  { note = '', printed = `caption of ${item}` }: Partial<Pick<Finding, 'note' | 'printed'>>,
): Finding {
  const off = cells.filter(({ place }) => place > lowest);
  const told = off.map(
    ({ row, column, value, place }) =>
      `${row}, ${column} ${column.endsWith('tokens') ? tokensShown(value) : show(value, 1)} (place ${place})`,
  );
  return {
    claim,
    printed: claim.startsWith('reading') ? item : printed,
    recomputed: `true of ${cells.length - off.length} of ${cells.length} underlined cells${off.length > 0 ? `; not ${told.join('; ')}` : ''}`,
    agrees: off.length === 0,
    note,
  };
}
