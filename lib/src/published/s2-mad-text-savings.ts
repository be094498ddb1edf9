import type { PublishedRow, PublishedTable } from './published-table';
import type { S2MadPaper } from './s2-mad';
import { conditionsOf, quotedIn, rowOf } from './s2-mad-conditions';
import { checkSaving, savingFrom, type SavingCheck, type SavingFrom } from './s2-mad-saving-check';

/** The savings that the text prints. It does not say of which model. */
export function textSavings(paper: S2MadPaper): SavingCheck[] {
  return [
    ...largest(paper),
    ...byDataset(paper, paper.table1, 'section 4.2'),
    ...byDataset(paper, paper.table7, 'Appendix D'),
    byEmbeddings(paper),
    ofAblations(paper),
  ];
}

function largest(paper: S2MadPaper): SavingCheck[] {
  return Object.entries(quotedIn(paper, 'largest token saving of S2-MAD')).map(([method, printed]) =>
    checkSaving(
      { where: 'abstract, sections 1 and 4.2', what: `S2-MAD against ${method}, at most`, printed },
      s2MadAgainst(paper.table1, method.includes('(') ? method : `${method}(5,4)`),
    ),
  );
}

function byDataset(paper: S2MadPaper, table: PublishedTable, where: string): SavingCheck[] {
  const stated = quotedIn(paper, `token saving of S2-MAD against MAD, ${table.item}`);
  return Object.entries(stated).map(([dataset, printed]) =>
    checkSaving(
      { where, what: `S2-MAD against MAD on ${dataset}`, printed },
      s2MadAgainst(table, 'MAD(5,4)', dataset),
    ),
  );
}

function byEmbeddings(paper: S2MadPaper): SavingCheck {
  const printed = quotedIn(paper, 'embedding cosine at threshold 0.40 against MAD')['token saving'];
  return checkSaving(
    {
      where: 'section 4.3',
      what: 'S2-MAD at threshold 0.40 against MAD on math',
      printed: printed ?? Number.NaN,
    },
    againstMad(paper.table2, ({ setting }) => setting?.['threshold'] === 0.4),
  );
}

function ofAblations(paper: S2MadPaper): SavingCheck {
  const printed = quotedIn(paper, 'Table 4 in words')['S2-MAD cost saving'];
  return checkSaving(
    { where: 'section 4.4', what: 'S2-MAD against MAD in the ablations', printed: printed ?? Number.NaN },
    againstMad(paper.table4, ({ label }) => label === 'S2-MAD'),
  );
}

/** Of S2-MAD against a method of Table 1 or 7: one saving by model, and by data set unless one is named. */
export function s2MadAgainst(table: PublishedTable, method: string, dataset?: string): SavingFrom[] {
  return conditionsOf(table)
    .filter((condition) => dataset === undefined || condition.dataset === dataset)
    .flatMap((condition) => {
      const [own, other] = [rowOf(condition, 'S2-MAD(5,4)'), rowOf(condition, method)];
      const name = `${condition.model}, ${condition.dataset}: `;
      return savingFrom(name, own, other, `${condition.dataset} tokens`);
    });
}

/** In Tables 2 to 4, whose first row is MAD. */
export function againstMad({ rows }: PublishedTable, of: (row: PublishedRow) => boolean): SavingFrom[] {
  return savingFrom('', rows.find(of), rows[0]);
}
