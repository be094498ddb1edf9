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
