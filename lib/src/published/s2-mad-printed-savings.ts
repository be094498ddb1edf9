import { check, object } from '../check';
import type { PublishedTable } from './published-table';
import { s2mad, s2MadGiven, type S2MadPaper } from './s2-mad';
import { checkSaving, type SavingCheck } from './s2-mad-saving-check';
import { againstMad, textSavings } from './s2-mad-text-savings';

/**
 * Every saving that the paper prints, in percent, beside what its printed tokens give: the 19 of Tables 2 to 4, then
 * the 15 of the text.
 */
export function printedSavings(paper: S2MadPaper = s2mad): readonly SavingCheck[] {
  check('printedSavings', object('arguments', { paper: s2MadGiven }), { paper });
  return [...[paper.table2, paper.table3, paper.table4].flatMap(ofTable), ...textSavings(paper)];
}

function ofTable(table: PublishedTable): SavingCheck[] {
  return table.rows.flatMap((row) => {
    const printed = row.cells['cost saving']?.value;
    if (printed === undefined) return [];
    return [
      checkSaving(
        { where: table.item, what: `${row.label} against MAD`, printed },
        againstMad(table, (one) => one === row),
      ),
    ];
  });
}
