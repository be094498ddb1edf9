/*
 * For the packages of this kit only: it may change with any version.
 */
export { ballotSchema, describeBallot } from './ask-ballot';
export { ballotOrder } from './ballot-order';
export { type BallotFaultCode, checkBallot, countFaults, type FaultCounts, ratingScale } from './ballots';
export {
  callable,
  check,
  closest,
  either,
  flag,
  having,
  listOf,
  named,
  number,
  object,
  oneOf,
  over,
  positive,
  settings,
  shown,
  text,
  valueAt,
  whole,
} from './check';
export { distance as editDistance } from 'fastest-levenshtein';
export { cast, criterionFrom, type Opinions } from './criteria';
export { codeFolder } from './code-folder';
export { type ConsultedDictator, dictatorKindOf } from './dictator-kind';
export {
  canonicalJson,
  isDeeperThan,
  type Json,
  type JsonObject,
  type JsonSchema,
  jsonText,
  type Reading,
} from './json';
export { randomBallot } from './random-ballot';
export { readBallot } from './read-ballot';
export { resultByScore } from './result';
export { countVotes } from './count-votes';
export { ballotSettings, votingRule } from './rule-setting';
export { orderFreeSum } from './rules/cumulative';
export { tiePolicy } from './tie-policy';
