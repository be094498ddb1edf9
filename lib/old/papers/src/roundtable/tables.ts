import {
  lazily,
  loadPaper,
  type PublishedPaper,
  type PublishedTable,
  type QuotedNumbers,
  type RecomputedTable,
  type StatedCentre,
  type StatedEdge,
  tableOf,
} from 'agora-report/internal';
import { figure3, languageAverages, ratingFigure, utilityFigure } from './figures';

/** RoundTable (Cho et al.): what the paper prints. Read from data/published/roundtable.json at first use. */
export interface RoundTableTables {
  /** The exchange economy under six voting rules. In percent; columns like `utility@3`, `auc@10`, `rationality`. */
  readonly table1: PublishedTable;
  /** Early stopping in the recommendation system: rows by method, columns by rule. In rating points (MAE). */
  readonly table2: PublishedTable;
  /** The exchange economy under majority voting, by model and by number of agents. Same columns. */
  readonly table6: PublishedTable;
  /** The recommendation system under six voting rules: `mae@1` to `mae@10`, `rmse@1` to `rmse@10`. */
  readonly table7: PublishedTable;
  /** Language by environment and rule: `length@1`.. (words), `grade@1`.. (school years), `distance@2`.. (cosine). */
  readonly table8: PublishedTable;
  /** Dialogue acts by environment, rule and act: `ratio@1` to `ratio@10`. 132 rows. */
  readonly table9: PublishedTable;
  /** Early stopping in both environments: rows by environment and method, columns by rule. */
  readonly table10: PublishedTable;
  /** Stopped rounds, effective ratios and thresholds by environment and method; columns by rule, and `average`. */
  readonly table11: PublishedTable;
  /**
   * Figure 3, as far as its numbers are printed: Table 1's utilities at three rounds, and the two drops in the text.
   */
  readonly figure3: PublishedTable;
  /** Figure 4 without its two horizontal lines: Table 7's MAE. */
  readonly figure4: PublishedTable;
  /** Figure 5, recomputed: Table 8's lengths and distances averaged over the six rules. */
  readonly figure5: RecomputedTable;
  /** Figure 21 without its two horizontal lines: Table 7's RMSE. */
  readonly figure21: PublishedTable;
  /** The edges of Figures 22 to 24 that the text names. Their weights are not printed. */
  readonly statedEdges: readonly StatedEdge[];
  /** The central acts of the graphs of Figure 22, according to the text. */
  readonly statedCentres: readonly StatedCentre[];
  /** Figure 20, as far as its numbers are printed: Table 6's utilities by model at three rounds. */
  readonly figure20: PublishedTable;
  /** Numbers from the text, and from Tables 10 and 11, that the audits compare with the tables. */
  readonly quoted: readonly QuotedNumbers[];
}

const file = lazily<{ paper: PublishedPaper }>({ paper: () => loadPaper('roundtable') });
const table = (item: string) => (): PublishedTable => tableOf(file.paper, item);

export const tables: RoundTableTables = lazily<RoundTableTables>({
  table1: table('Table 1'),
  table2: table('Table 2'),
  table6: table('Table 6'),
  table7: table('Table 7'),
  table8: table('Table 8'),
  table9: table('Table 9'),
  table10: table('Table 10'),
  table11: table('Table 11'),
  figure3: () => figure3(tables.table1, file.paper.quoted),
  figure4: () =>
    ratingFigure(tables.table7, 'Figure 4', 'Mean absolute error by round and voting rule', 'mae'),
  figure5: () => languageAverages(tables.table8),
  figure20: () => {
    const models = tables.table6.rows.filter(({ setting }) => setting?.['collaborations'] === 30);
    const labels = models.map(({ label }) => label);
    return utilityFigure(tables.table6, 'Figure 20', 'Group total utility by round and model', labels);
  },
  figure21: () =>
    ratingFigure(tables.table7, 'Figure 21', 'Root mean squared error by round and voting rule', 'rmse'),
  statedEdges: () => file.paper.edges,
  statedCentres: () => file.paper.centres,
  quoted: () => file.paper.quoted,
});
