export { bootstrap, type BootstrapOptions } from './bootstrap';
export { calibration, type Calibration, type Forecast } from './calibration';
export {
  contrast,
  pairedTest,
  ratio,
  type ContrastSettings,
  type Effect,
  type PairedTest,
  type Where,
} from './contrast';
export type { BoundTest, ClusterSums } from './cluster-sums';
export { clusterT, type ClusterTOptions } from './cluster-t';
export { clusterSlope, wildBootstrap, type SlopeCase, type WildBootstrapOptions } from './cluster-slope';
export { cohensKappa, type Kappa } from './cohens-kappa';
export { correlation, type Correlation } from './correlation';
export type { Design, MultiHotDesign } from './design-matrix';
export { precisionRecall, type PrecisionRecall } from './precision-recall';
export { estimate, type ClusteredEstimate, type Clusters } from './estimate';
export { exchangeWithin, type ExchangeOptions } from './exchange-within';
export { powerLawFit } from './power-law-fit';
export {
  ordinaryLeastSquares,
  type Regression,
  type RegressionOptions,
  type RegressionTerm,
} from './ordinary-least-squares';
export { regroupings, welch, type RegroupingOptions } from './regroupings';
export { signFlips, type SignFlipOptions } from './sign-flips';
export { spreadTest, type SpreadTestOptions } from './spread-test';
export { benjaminiHochberg, equivalence, holm, mcnemar, minimumDetectableEffect, wilcoxon } from './tests';
