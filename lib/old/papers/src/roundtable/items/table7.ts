import { compare } from 'agora-report';
import { item } from '../../item';
import { errorsOver, measureRatings, recommendations, recommendationSettings } from '../recommendations';
import { tables } from '../tables';

/** RoundTable's Table 7: errors of the predicted rating by round under six voting rules. */
export const table7 = item({
  paper: 'RoundTable',
  item: 'Table 7',
  notebook: 'roundtable-recommendation.ipynb',
  published: () => tables.table7,
  plusMinus: null,
  notes: [
    'In stars. mae@3 is the mean absolute error of what stands after round 3, rmse@3 the root of the mean squared error.',
    'The paper does not say which 100 held-out ratings it drew, nor how a group without a decision counts.',
  ],
  departs: 'Generated ratings by default. Simulated agents say nothing about models.',

  settings: recommendationSettings,

  experiments: recommendations,

  measure: measureRatings,

  compare(rows) {
    const ours = [...errorsOver(rows, 'mae'), ...errorsOver(rows, 'rmse')];
    return [compare(tables.table7, ours, { show: 'ours', intervals: true })];
  },
});
