import { item } from '../../item';
import { besideRatios, costFigure, measuredCost, priceSettings, printedCost } from '../accuracy-for-tokens';
import { caseSettings, claimSettings, groupSettings, onFactChecking } from '../groups';
import { tables } from '../tables';

/** Table 8: accuracy for its tokens on fact checking. Recomputed of Table 4, or of the same runs as Table 4. */
export const table8 = item({
  paper: 'Strategies',
  item: 'Table 8',
  notebook: 'collaboration-strategies.ipynb',
  published: () => tables.table8,
  plusMinus: null,
  notes: [
    'Accuracy over input tokens and four times the output tokens, relative to the best group.',
    'The other columns are those of Table 4. Where the paper has N/A, one agent alone has a ratio, too, which may exceed 1.',
  ],
  departs:
    'Recomputed: from Table 4, so no new measurement. Else made-up claims, or claims of CLIMATE-FEVER or WiCE.',

  settings: { ...priceSettings, ...caseSettings, ...claimSettings, ...groupSettings },

  computed: (settings) => printedCost(tables.table4, settings.strategies, settings),
  experiments: onFactChecking,
  measure: measuredCost,
  compare: (rows) => besideRatios(tables.table8, rows),
  figure: (rows) => costFigure(rows, 'fact checking'),
});
