import { utilityFigure } from './roundtable-figures';
import { loadPaper } from './load-paper';
import {
  PublishedDataError,
  type PublishedPaper,
  type PublishedTable,
  type QuotedNumbers,
} from './published-table';

let loaded: PublishedPaper | undefined;

/** RoundTable (Cho et al.): what the paper prints. Read from data/published/roundtable.json at first use. */
export interface RoundTablePaper {
  /** The exchange economy under six voting rules. In percent; columns like `utility@3`, `auc@10`, `rationality`. */
  readonly table1: PublishedTable;
  /** The exchange economy under majority voting, by model and by number of agents. Same columns. */
  readonly table6: PublishedTable;
  /** Figure 3, as far as it is printed: Table 1's utilities at three rounds, and the two drops that the text states. */
  readonly figure3: PublishedTable;
  /** Figure 20, as far as it is printed: Table 6's utilities by model at three rounds. */
  readonly figure20: PublishedTable;
  /** Numbers from the text and from Tables 10 and 11 that the audit holds against Tables 1 and 6. */
  readonly quoted: readonly QuotedNumbers[];
}

export const roundtable: RoundTablePaper = Object.freeze({
  get table1() {
    return tableOf('Table 1');
  },
  get table6() {
    return tableOf('Table 6');
  },
  get figure3() {
    return figure3();
  },
  get figure20() {
    const models = tableOf('Table 6').rows.filter(({ setting }) => setting?.['collaborations'] === 30);
    const labels = models.map(({ label }) => label);
    return utilityFigure(tableOf('Table 6'), 'Figure 20', 'Group total utility by round and model', labels);
  },
  get quoted() {
    return paper().quoted;
  },
});

function paper(): PublishedPaper {
  return (loaded ??= loadPaper('roundtable'));
}

function tableOf(item: string): PublishedTable {
  const found = paper().tables.find((table) => table.item === item);
  if (!found) throw new PublishedDataError(`data/published/roundtable.json has no ${item}`);
  return found;
}

/** The row of Figure 3's table that holds what the text says of unanimity against the best rule. */
export const unanimousDropRow = 'Unanimous below the best';

function figure3(): PublishedTable {
  const table = tableOf('Table 1');
  const labels = table.rows.map(({ label }) => label);
  const points = utilityFigure(table, 'Figure 3', 'Group total utility by round and voting rule', labels);
  const quoted = (name: string) => ({
    value: paper().quoted.find((numbers) => numbers.name === name)?.values['drop'] ?? Number.NaN,
    standardError: null,
  });
  const drops = {
    'drop@1': quoted('initial utility, unanimous below the best'),
    'drop@10': quoted('final utility, unanimous below the best'),
  };
  return {
    ...points,
    columns: [...points.columns, ...Object.keys(drops)],
    rows: [...points.rows, { label: unanimousDropRow, cells: drops }],
  };
}
