export { searchCounterexample, type SearchOutcome } from './search-counterexample';
export type { SearchLimits } from './search-limits';
export { describeCounterexample, type Counterexample } from './counterexample';
export { criteriaTable, describeOutcome } from './criteria-table';
export { asDeterministic } from './as-deterministic';
export { cast, type Opinions } from './cast';
export { criteria, criterionFrom } from './criteria';
export type { Criterion } from './criterion';
