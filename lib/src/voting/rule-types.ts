import type { RuleWithBallotSettings } from './ballot-settings';
import type { VotingRule } from './voting-rule';

export type ChoiceRule = VotingRule<'choice'>;
export type RatingRule = VotingRule<'rating'>;
export type RankingRule = VotingRule<'ranking'> & RuleWithBallotSettings;
export type PointsRule = VotingRule<'points'> & RuleWithBallotSettings;
export type ApprovalRule = VotingRule<'approval'> & RuleWithBallotSettings;
