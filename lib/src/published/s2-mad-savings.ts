import type { PublishedCell, PublishedRow, PublishedTable, RecomputedTable } from './published-table';
import { datasetsOf, rowOf } from './s2-mad-conditions';
import { s2mad, type S2MadPaper } from './s2-mad';
import { printedTokens, tokenSaving } from './s2-mad-token-saving';

/**
 * Tables 1 and 7: what each method saves of the tokens of MAD with the same model on the same data set, in percent,
 * negative where it costs more. Columns `gsm8k`, and `gsm8k lowest` and `gsm8k highest`: what the rounding of the
 * printed tokens allows. MAD itself is left out.
 */
export function costSavings(paper: S2MadPaper = s2mad): RecomputedTable {
  const tables = [paper.table1, paper.table7];
  return {
    paper: paper.table1.paper,
    item: 'Tables 1 and 7, savings',
    caption: 'Tokens saved against MAD with the same model on the same data set.',
    unit: 'percent',
    columns: datasetsOf(paper.table1).flatMap((dataset) => [
      dataset,
      `${dataset} lowest`,
      `${dataset} highest`,
    ]),
    rows: tables.flatMap((table) =>
      table.rows
        .filter(({ setting }) => setting?.['method'] !== 'MAD(5,4)')
        .map((row) => ({ ...row, cells: savingsOf(row, table) })),
    ),
    evidence: 'recomputed',
  };
}

function savingsOf(row: PublishedRow, table: PublishedTable): Record<string, PublishedCell> {
  const mad = rowOf({ table, model: String(row.setting?.['printedAs']) }, 'MAD(5,4)');
  const plain = (value: number): PublishedCell => ({ value, standardError: null });
  return Object.fromEntries(
    datasetsOf(table).flatMap((dataset) => {
      const [cost, base] = [row, mad].map((one) => printedTokens(one, `${dataset} tokens`));
      if (!cost || !base) return [];
      const { percent, lowest, highest } = tokenSaving(cost, base);
      return [
        [dataset, plain(percent)],
        [`${dataset} lowest`, plain(lowest)],
        [`${dataset} highest`, plain(highest)],
      ];
    }),
  );
}
