/** Statistics for notebooks: least squares, paired contrasts and intervals. */
export { ordinaryLeastSquares } from './stopping/ols';
export { bootstrap, contrast, estimate, signTest, summarise } from './measure';
