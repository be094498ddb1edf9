export { type Design, type MultiHotDesign } from './design-matrix';
export { leaveGroupOut } from './leave-group-out';
export {
  ordinaryLeastSquares,
  type Regression,
  type RegressionOptions,
  type RegressionTerm,
} from './ordinary-least-squares';
export { twoSidedP } from './two-sided-p';
