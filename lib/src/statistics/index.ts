export { bootstrap, type BootstrapOptions } from './bootstrap';
export { clusteredMean, clusteredRatio, type ClusteredMean } from './clustered-mean';
export { contrast, type ContrastSettings, type Where } from './contrast';
export type { Design, MultiHotDesign } from './design-matrix';
export { estimate, type ClusteredEstimate, type Clusters } from './estimate';
export {
  ordinaryLeastSquares,
  type Regression,
  type RegressionOptions,
  type RegressionTerm,
} from './ordinary-least-squares';
export { benjaminiHochberg, equivalence, holm, mcnemar, smallestEffect, wilcoxon } from './tests';
