export { clusteredMean, clusteredRatio, type ClusteredMean } from './clustered-mean';
export { contrast, type ContrastSettings, type Where } from './contrast';
export type { Design, MultiHotDesign } from './design-matrix';
export {
  ordinaryLeastSquares,
  type Regression,
  type RegressionOptions,
  type RegressionTerm,
} from './ordinary-least-squares';
