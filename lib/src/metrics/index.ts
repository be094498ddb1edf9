export {
  measure,
  rootMeanSquareOver,
  totalOver,
  type Column,
  type Columns,
  type Measurable,
  type Measured,
  type MetricOf,
  type Row,
} from './measure';
export { type Estimate } from './estimate';
export * from './elections';
export * from './debates';
