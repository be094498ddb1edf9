export { AgoraError, hasCode } from './agora-error';
export { Random } from './random';
export type {
  ApprovalBallot,
  Ballot,
  BallotKind,
  BallotSettings,
  ChoiceBallot,
  CountHelp,
  CriterionName,
  PointsBallot,
  Profile,
  RankingBallot,
  RatingBallot,
  RatingScale,
  Result,
  RuleStep,
  VotingRule,
  WeakRankingBallot,
} from './voting-rule';
export { criterionNames } from './voting-rule';
export {
  antiPlurality,
  approval,
  baldwin,
  black,
  blindDictatorial,
  borda,
  bucklin,
  coombs,
  copeland,
  cumulative,
  informedDictatorial,
  instantRunoff,
  kemenyYoung,
  majority,
  majorityJudgement,
  minimax,
  misinformedDictatorial,
  nanson,
  plurality,
  randomOrder,
  range,
  dowdall,
  rankedPairs,
  rankingRules,
  ruleByName,
  rules,
  schulze,
  star,
  unanimous,
} from './rules/rules';
export { scoringRule, type ScoringSettings } from './rules/scoring';
export {
  preferentialRule,
  ratingRule,
  type PreferentialDefinition,
  type RatingDefinition,
} from './make-rule';
export { RankingProfile } from './ranking-profile';
export { RatingProfile } from './rating-profile';
export {
  asDeterministic,
  criteria,
  criteriaTable,
  describeCounterexample,
  describeOutcome,
  searchCounterexample,
  type Counterexample,
  type Criterion,
  type SearchLimits,
  type SearchOutcome,
} from './criteria';
export { oneBallotChanges, type BallotChange } from './one-ballot-changes';
export { breakTie, type BrokenTie, type TiePolicy } from './tie-policy';
export { writeBallot } from './write-ballot';
export { describeStep, readProfile, writeOrder, writeTally, type WrittenProfile } from './written-rankings';
