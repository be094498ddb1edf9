import { lazily, loadPaper, tableOf } from '../load-paper';
import type { PublishedPaper, PublishedTable, QuotedNumbers, RecomputedTable } from '../published-table';
import {
  loadGediWords,
  type CellMark,
  type CriteriaClaim,
  type GediWords,
  type ModelSource,
  type PublishedList,
  type SurveyedSystem,
} from './words';

/** GEDI (Zhao, Wang and Peng): what the paper prints. Read from data/published/gedi.json and gedi-words.json at first use. */
export interface GediTables {
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

const file = lazily<{ paper: PublishedPaper; words: GediWords }>({
  paper: () => loadPaper('gedi'),
  words: () => loadGediWords(),
});
const table = (item: string) => (): PublishedTable => tableOf(file.paper, item);
const list = <Row>(item: string, caption: string, rows: readonly Row[]): PublishedList<Row> =>
  Object.freeze({ paper: file.paper.paper, item, caption, rows });

export const tables: GediTables = lazily<GediTables>({
  table1: () => list('Table 1', 'Criteria that six methods are said to meet.', file.words.criteria),
  ...{ table2: table('Table 2'), table2Differences: table('Table 2, differences'), table5: table('Table 5') },
  table3: () => list('Table 3', 'The models and their sources.', file.words.models),
  table4: () => list('Table 4', 'The surveyed systems and how they decide.', file.words.survey),
  figure1: () => surveyShares(tables.table4),
  ...{ figure6: table('Figure 6'), figure7: table('Figure 7') },
  ...{ marks: () => file.words.marks, quoted: () => file.paper.quoted },
});

/**
 * Figure 1 from Table 4: how many of the surveyed systems decide in which way, and their share. The figure's own
 * percentages are part of a picture and not held here.
 */
function surveyShares(table4: PublishedList<SurveyedSystem>): RecomputedTable {
  const categories = [...new Set(table4.rows.map(({ category }) => category))];
  const plain = (value: number) => ({ value, standardError: null });
  const rows = categories.map((label) => {
    const systems = table4.rows.filter(({ category }) => category === label).length;
    const cells = { systems: plain(systems), share: plain((100 * systems) / table4.rows.length) };
    return { label, setting: { category: label }, cells };
  });
  return {
    paper: table4.paper,
    item: 'Figure 1',
    caption: 'Surveyed systems by the way they decide, counted in Table 4.',
    unit: 'systems; share in percent',
    columns: ['systems', 'share'],
    rows,
    evidence: 'recomputed',
  };
}
