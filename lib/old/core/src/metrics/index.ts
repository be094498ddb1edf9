export { measure } from './measure';
export { totalOver } from './over';
export {
  averageOver,
  type Column,
  type Columns,
  type Estimate,
  type Evidence,
  type Measurable,
  type Measured,
  type MetricOf,
  type Row,
} from '../row';
export { tagAgreement, type TagAgreement } from './tag-agreement';
export * from './debates';
export { probableBallots, type ProbableBallots } from './elections/probable-ballots';
