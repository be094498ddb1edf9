import { AgoraError } from '../agora-error';
import {
  loadGediWords,
  type CellMark,
  type CriteriaClaim,
  type GediWords,
  type ModelSource,
  type PublishedList,
  type SurveyedSystem,
} from './gedi-words';
import { surveyShares } from './gedi-survey';
import { loadPaper } from './load-paper';
import {
  type PublishedPaper,
  type PublishedTable,
  type QuotedNumbers,
  type RecomputedTable,
} from './published-table';

/** GEDI (Zhao, Wang and Peng): what the paper prints. Read from data/published/gedi.json and gedi-words.json at first use. */
export interface GediPaper {
  /** Which of five criteria six methods are said to meet. */
  readonly table1: PublishedList<CriteriaClaim>;
  /** Accuracy in percent: rows by benchmark and model, columns by rule (`random`, `range`, ..., `ranked pairs`). */
  readonly table2: PublishedTable;
  /** The numbers in brackets of Table 2, as printed: accuracy less that of blind dictatorial, in points. */
  readonly table2Differences: PublishedTable;
  /** The models and where they come from. */
  readonly table3: PublishedList<ModelSource>;
  /** The 52 surveyed systems. */
  readonly table4: PublishedList<SurveyedSystem>;
  /** Valid profiles: rows by benchmark and model, columns by ballot format. */
  readonly table5: PublishedTable;
  /** Figure 1, recomputed: systems of Table 4 by category, and their share in percent. */
  readonly figure1: RecomputedTable;
  /** Figure 6, as far as the text puts it in numbers: lowest and highest gain of plurality by subject. */
  readonly figure6: PublishedTable;
  /** Figure 7, as far as the text puts it in numbers: two rules' difference on one subject. */
  readonly figure7: PublishedTable;
  /** Asterisks of Tables 2 and 5. */
  readonly marks: readonly CellMark[];
  /** Numbers from the text that the audit holds against the tables. */
  readonly quoted: readonly QuotedNumbers[];
}

let loaded: (PublishedPaper & GediWords) | undefined;

export const gedi: GediPaper = Object.freeze({
  get table1() {
    return list('Table 1', 'Criteria that six methods are said to meet.', paper().criteria);
  },
  get table2() {
    return tableOf('Table 2');
  },
  get table2Differences() {
    return tableOf('Table 2, differences');
  },
  get table3() {
    return list('Table 3', 'The models and their sources.', paper().models);
  },
  get table4() {
    return list('Table 4', 'The surveyed systems and how they decide.', paper().survey);
  },
  get table5() {
    return tableOf('Table 5');
  },
  get figure1() {
    return surveyShares(gedi.table4);
  },
  get figure6() {
    return tableOf('Figure 6');
  },
  get figure7() {
    return tableOf('Figure 7');
  },
  get marks() {
    return paper().marks;
  },
  get quoted() {
    return paper().quoted;
  },
});

function paper(): PublishedPaper & GediWords {
  return (loaded ??= { ...loadPaper('gedi'), ...loadGediWords() });
}

function list<Row>(item: string, caption: string, rows: readonly Row[]): PublishedList<Row> {
  return Object.freeze({ paper: paper().paper, item, caption, rows });
}

function tableOf(item: string): PublishedTable {
  const found = paper().tables.find((table) => table.item === item);
  if (!found) throw new AgoraError('published-data', `data/published/gedi.json has no ${item}`);
  return found;
}
