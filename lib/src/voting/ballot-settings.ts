import type { VotingRule } from './voting-rule';

/** The lowest and the highest rating, both whole numbers. */
export interface RatingScale {
  readonly lowest: number;
  readonly highest: number;
}

/** What a ballot must satisfy beyond its kind. */
export interface BallotSettings {
  /** Rankings only: may leave out the least preferred options. Default false. */
  readonly truncated?: boolean;
  /** Rankings only: may put several options in one tier. Default false. */
  readonly weak?: boolean;
  /** Truncated rankings only: how many options they name. Default any number from 1. */
  readonly places?: { readonly least?: number; readonly most?: number };
  /** Ratings only: the scale. Default 1 to 5. */
  readonly scale?: RatingScale;
  /** Approvals only: how many options may be approved. Default any number. */
  readonly approvals?: { readonly least?: number; readonly most?: number };
  /** Points only: how many points a ballot spreads, in all. Default as many as there are options. */
  readonly points?: number;
}

/** A rule whose ballots need settings of their own, which may depend on the options and the electorate. */
export interface RuleWithBallotSettings {
  ballotSettings(options: readonly string[], electorate: number): BallotSettings;
}

/** The settings under which ballots of this rule are asked for, read and checked. */
export function ballotSettings(
  rule: VotingRule,
  options: readonly string[],
  electorate: number,
): BallotSettings {
  return hasBallotSettings(rule) ? rule.ballotSettings(options, electorate) : {};
}

function hasBallotSettings(rule: object): rule is RuleWithBallotSettings {
  return 'ballotSettings' in rule && typeof rule.ballotSettings === 'function';
}
