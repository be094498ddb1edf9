import { AgoraError } from '../error';
import type { Random } from '../random';
import type { Ballot, BallotForm, BallotKind } from './ballots';

/** An election to count. */
export interface Election {
  readonly options: readonly string[];
  readonly ballots: readonly Ballot[];
  /**
   * The number of eligible voters. Majority and unanimous voting depend on this number. Default: the number of ballots.
   */
  readonly electorate?: number | undefined;
  /** The random stream. Required by rules that draw at random. */
  readonly random?: Random | undefined;
}

/** The result of a count. Choosing among several winners is a separate step: see `breakTies`. */
export interface Result {
  /** All winning options, in option order. Empty if no option meets the rule's requirement, or if nobody voted. */
  readonly winners: readonly string[];
  /** All options, best first. Each inner list contains tied options. */
  readonly order: readonly (readonly string[])[];
  /** Each option's total, such as votes or points. The unit depends on the rule. */
  readonly totals: Readonly<Record<string, number>>;
}

/**
 * A voting rule. You can use any object of this type as a rule, without registering it. To build common kinds of rules,
 * use `rankingRule` or `scoringRule`.
 */
export interface Rule extends BallotForm {
  readonly name: string;
  readonly ballot: BallotKind;
  /** A short explanation of the rule for voters. */
  readonly explanation: string;
  count(election: Election): Result;
}

/**
 * Builds a result that ranks options from the highest score to the lowest. Takes one score per option, in option order.
 * Scores are compared exactly, so convert fractions to whole numbers (use bigint for large numbers).
 * @param totals - the totals to report, if they differ from the scores
 */
export function byScores(
  options: readonly string[],
  scores: readonly (number | bigint)[],
  totals: readonly number[] = scores.map(Number),
): Result {
  if (scores.length !== options.length || scores.some((score) => Number.isNaN(score)))
    throw new AgoraError(
      `A rule must give every option a numeric score. Return ${options.length} scores, one per option.`,
    );
  const places = options.map((_, option) => option);
  const score = (option: number): number | bigint => scores[option] as number | bigint;
  places.sort((a, b) => (score(a) < score(b) ? 1 : score(a) > score(b) ? -1 : a - b));
  const tiers: number[][] = [];
  let last: number | bigint | undefined;
  for (const option of places) {
    if (tiers.length > 0 && score(option) === last) tiers[tiers.length - 1]!.push(option);
    else tiers.push([option]);
    last = score(option);
  }
  return byTiers(options, tiers, totals);
}

/**
 * Builds a result from tiers, best first. Each tier contains the indexes of tied options. The options in the first tier
 * win.
 */
export function byTiers(
  options: readonly string[],
  tiers: readonly (readonly number[])[],
  totals: readonly number[],
): Result {
  const name = (option: number): string => options[option] as string;
  const order = tiers.map((tier) => tier.map(name));
  return { winners: order[0] ?? [], order, totals: totalsOf(options, totals) };
}

/** Returns the result of an election in which nobody voted: all options tie at 0, and no option wins. */
export function nobodyVoted(options: readonly string[]): Result {
  return {
    winners: [],
    order: [options],
    totals: totalsOf(
      options,
      options.map(() => 0),
    ),
  };
}

function totalsOf(options: readonly string[], totals: readonly number[]): Record<string, number> {
  const named: [string, number][] = options.map((option, place) => [option, (totals[place] as number) + 0]); // no -0
  return Object.fromEntries(named);
}
