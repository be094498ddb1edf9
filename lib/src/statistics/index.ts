export { clusteredMean, type ClusteredMean } from './clustered-mean';
export type { Design, MultiHotDesign } from './design-matrix';
export {
  ordinaryLeastSquares,
  type Regression,
  type RegressionOptions,
  type RegressionTerm,
} from './ordinary-least-squares';
