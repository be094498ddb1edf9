export type {
  Ballot,
  BallotKind,
  ChoiceBallot,
  PointsBallot,
  Profile,
  RankingBallot,
  RatingBallot,
  Result,
  VotingRule,
} from './voting-rule';
export { unanimous } from './unanimous';
export { majority } from './majority';
export { plurality } from './plurality';
export { rated } from './rated';
export { ranked, rankedVoting } from './ranked';
export { cumulative, cumulativeVoting, type CumulativeBudget } from './cumulative';
export { roundTableRules, ruleByName, rules } from './rules';
export type { ChoiceRule, PointsRule, RankingRule, RatingRule } from './rule-types';
export { settleTie, type Settlement, type TiePolicy } from './tie-policy';
export { checkBallot, ratingScale, requireBallot } from './ballots';
export { ballotSettings, type BallotSettings, type RuleWithBallotSettings } from './ballot-settings';
export { readBallot } from './read-ballot';
export { describeBallot } from './describe-ballot';
export { ballotSchema } from './ballot-schema';
export {
  EmptyAgendaError,
  InvalidBallotError,
  InvalidProfileError,
  TiePolicyError,
  UnknownRuleError,
} from './voting-errors';
