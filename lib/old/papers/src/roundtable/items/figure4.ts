import { compare } from 'agora-report';
import { item } from '../../item';
import {
  errorsOver,
  measureRatings,
  ratingsFigure,
  recommendations,
  recommendationSettings,
} from '../recommendations';
import { tables } from '../tables';

/** RoundTable's Figure 4: mean absolute error of the predicted rating by round under six voting rules. */
export const figure4 = item({
  paper: 'RoundTable',
  item: 'Figure 4',
  notebook: 'roundtable-recommendation.ipynb',
  published: () => tables.figure4,
  plusMinus: null,
  notes: [
    'The figure prints no numbers; its lines have those of Table 7, in stars.',
    'Its two horizontal lines are always guessing 4, and a trained recommender whose error is not printed. Ours are on our own examples.',
  ],
  departs:
    'Generated ratings by default. The collaborative filter is ours, not the one that the paper cites. Simulated agents say nothing about models.',

  settings: recommendationSettings,

  experiments: recommendations,

  measure: measureRatings,

  compare: (rows) => [compare(tables.figure4, errorsOver(rows, 'mae'), { show: 'ours', intervals: true })],

  figure: (rows) => ratingsFigure(rows, 'mae'),
});
