export type {
  ApprovalBallot,
  Ballot,
  BallotKind,
  ChoiceBallot,
  CountHelp,
  PointsBallot,
  Profile,
  RankingBallot,
  RatingBallot,
  Result,
  VotingRule,
  WeakRankingBallot,
} from './voting-rule';
export { criterionNames, type CriterionName } from './criterion-name';
export type { RuleStep } from './rule-step';
export { RankingProfile } from './ranking-profile';
export { RatingProfile } from './rating-profile';
export { preferentialRule, type PreferentialDefinition } from './preferential-rule';
export { ratingRule, type RatingDefinition } from './rating-rule';
export { unanimous } from './unanimous';
export { majority } from './majority';
export { plurality } from './plurality';
export { rated } from './rated';
export { ranked, rankedVoting } from './ranked';
export { cumulative, cumulativeVoting, type CumulativeBudget } from './cumulative';
export { evenRules, rankingRules, roundTableRules, ruleByName, rules, unevenRules } from './rules';
export * from './ranking';
export * from './more';
export * from './rating';
export * from './criteria';
export { mostOptionsForChanges, oneBallotChanges, type BallotChange } from './one-ballot-changes';
export { randomBallot } from './random-ballot';
export { ballotOrder } from './ballot-order';
export type { ApprovalRule, ChoiceRule, PointsRule, RankingRule, RatingRule } from './rule-types';
export { settleTie, type Settlement, type TiePolicy } from './tie-policy';
export { checkBallot, ratingScale, requireBallot, type BallotReading } from './ballots';
export { ballotFault } from './ballot-fault';
export { ballotFaultCodes, type BallotFault, type BallotFaultCode } from './ballot-fault-codes';
export { countFaults, type FaultCounts } from './count-faults';
export {
  ballotSettings,
  type BallotSettings,
  type RatingScale,
  type RuleWithBallotSettings,
} from './ballot-settings';
export { readBallot } from './read-ballot';
export { readBallotText, type BallotTextSettings } from './ballot-text/read-ballot-text';
export type { Preference } from './ballot-text/settle';
export { writeBallot } from './ballot-text/write-ballot';
export { describeBallot } from './describe-ballot';
export { ballotSchema } from './ballot-schema';
export {
  fiveToOne,
  llmVotingFaults,
  llmVotingSummary,
  readLlmVoting,
  recount,
  recountAsPublished,
  rereadReplies,
  rulesFor,
  validProfile,
  type LlmVotingElection,
  type LlmVotingRow,
  type LlmVotingSource,
  type RereadRow,
} from './real-ballots';
