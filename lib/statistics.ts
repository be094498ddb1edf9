/** Statistics that notebooks use: least squares, paired contrasts, intervals. */
export { ordinaryLeastSquares } from './stopping/ols';
export { bootstrap, contrast, estimate, signTest, summarise } from './measure';
