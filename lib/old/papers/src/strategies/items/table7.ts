import { item } from '../../item';
import { besideRatios, costFigure, measuredCost, priceSettings, printedCost } from '../accuracy-for-tokens';
import { caseSettings, groupSettings, onDischarge } from '../groups';
import { tables } from '../tables';

/** Table 7: accuracy for its tokens on discharge. Recomputed of Table 3, or of the same runs as Table 3. */
export const table7 = item({
  paper: 'Strategies',
  item: 'Table 7',
  notebook: 'collaboration-strategies.ipynb',
  published: () => tables.table7,
  plusMinus: null,
  notes: [
    'Accuracy over input tokens and four times the output tokens, relative to the best group.',
    'The other columns are those of Table 3. Where the paper has N/A, one agent alone has a ratio, too, which may exceed 1.',
  ],
  departs: 'Recomputed: from Table 3, so no new measurement. Else made-up notes.',

  settings: { ...priceSettings, ...caseSettings, ...groupSettings },

  computed: (settings) => printedCost(tables.table3, settings.strategies, settings),
  experiments: onDischarge,
  measure: measuredCost,
  compare: (rows) => besideRatios(tables.table7, rows),
  figure: (rows) => costFigure(rows, 'discharge'),
});
