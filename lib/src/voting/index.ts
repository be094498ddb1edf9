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
export { roundTableRules, ruleByName, rules } from './rules';
export type { ApprovalRule, ChoiceRule, PointsRule, RankingRule, RatingRule } from './rule-types';
export { settleTie, type Settlement, type TiePolicy } from './tie-policy';
export { checkBallot, ratingScale, requireBallot } from './ballots';
export {
  ballotSettings,
  type BallotSettings,
  type RatingScale,
  type RuleWithBallotSettings,
} from './ballot-settings';
export { readBallot } from './read-ballot';
export { describeBallot } from './describe-ballot';
export { ballotSchema } from './ballot-schema';
export {
  EmptyAgendaError,
  InvalidBallotError,
  InvalidProfileError,
  MissingHelpError,
  TiePolicyError,
  UnknownRuleError,
} from './voting-errors';
