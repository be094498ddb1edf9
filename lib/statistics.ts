/** Statistics for notebooks: least squares, paired contrasts and intervals. */
export { ordinaryLeastSquares } from './stopping/ols';
export { bootstrap, contrast, estimate, summarise } from './measure';
