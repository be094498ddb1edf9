import { AgoraError } from '../agora-error';
import { languageAverages } from './language-averages';
import { ratingFigure, utilityFigure } from './roundtable-figures';
import { loadPaper } from './load-paper';
import {
  type PublishedPaper,
  type PublishedTable,
  type QuotedNumbers,
  type RecomputedTable,
  type StatedCentre,
  type StatedEdge,
} from './published-table';

let loaded: PublishedPaper | undefined;

/** RoundTable (Cho et al.): what the paper prints. Read from data/published/roundtable.json at first use. */
export interface RoundTablePaper {
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
  /** Figure 3, as far as it is printed: Table 1's utilities at three rounds, and the two drops that the text states. */
  readonly figure3: PublishedTable;
  /** Figure 4, all its lines but the two horizontal ones: Table 7's MAE. */
  readonly figure4: PublishedTable;
  /** Figure 5, recomputed: Table 8's lengths and distances averaged over the six rules. */
  readonly figure5: RecomputedTable;
  /** Figure 21, all its lines but the two horizontal ones: Table 7's RMSE. */
  readonly figure21: PublishedTable;
  /** Figures 22 to 24 as far as the text goes: edges that it names. Their weights are printed nowhere. */
  readonly statedEdges: readonly StatedEdge[];
  /** The acts that it says the graphs of Figure 22 are centred on. */
  readonly statedCentres: readonly StatedCentre[];
  /** Figure 20, as far as it is printed: Table 6's utilities by model at three rounds. */
  readonly figure20: PublishedTable;
  /** Numbers from the text, and from Tables 10 and 11, that the audits hold against the tables. */
  readonly quoted: readonly QuotedNumbers[];
}

export const roundtable: RoundTablePaper = Object.freeze({
  get table1() {
    return tableOf('Table 1');
  },
  get table2() {
    return tableOf('Table 2');
  },
  get table6() {
    return tableOf('Table 6');
  },
  get table7() {
    return tableOf('Table 7');
  },
  get table8() {
    return tableOf('Table 8');
  },
  get table9() {
    return tableOf('Table 9');
  },
  get table10() {
    return tableOf('Table 10');
  },
  get table11() {
    return tableOf('Table 11');
  },
  get figure4() {
    return ratingFigure(
      tableOf('Table 7'),
      'Figure 4',
      'Mean absolute error by round and voting rule',
      'mae',
    );
  },
  get figure5() {
    return languageAverages(tableOf('Table 8'));
  },
  get figure21() {
    return ratingFigure(
      tableOf('Table 7'),
      'Figure 21',
      'Root mean squared error by round and voting rule',
      'rmse',
    );
  },
  get statedEdges() {
    return paper().edges;
  },
  get statedCentres() {
    return paper().centres;
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
  if (!found) throw new AgoraError('published-data', `data/published/roundtable.json has no ${item}`);
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
