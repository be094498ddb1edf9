import { AgoraError } from '../error';
import type { Random } from '../random';
import type { Ballot, BallotForm, BallotKind } from './ballots';

/** What is counted. */
export interface Election {
  readonly options: readonly string[];
  readonly ballots: readonly Ballot[];
  /** How many people could vote. Majority and unanimity refer to it. Default: the number of ballots. */
  readonly electorate?: number | undefined;
  /** For rules that draw lots. */
  readonly random?: Random | undefined;
}

/** What a count gives. Choosing among several winners is a separate step: see `breakTies`. */
export interface Result {
  /** All options that win, in the order of the options. Empty if none reaches what the rule asks for, or nobody voted. */
  readonly winners: readonly string[];
  /** All options in tiers, best first. Options in one tier are tied. */
  readonly order: readonly (readonly string[])[];
  /** The total of each option, in the unit of the rule. */
  readonly totals: Readonly<Record<string, number>>;
}

/**
 * A voting rule. A rule of your own is an object of this type; nothing has to be registered. `rankingRule` and
 * `scoringRule` build the usual ones.
 */
export interface Rule extends BallotForm {
  readonly name: string;
  readonly ballot: BallotKind;
  /** The rule in one or two sentences. Voters read it. */
  readonly explanation: string;
  count(election: Election): Result;
}

/**
 * A result from one score for each option, in the order of the options. The highest score comes first. Scores are
 * compared exactly, so make them whole numbers (bigint if they are large) where they are fractions.
 * @param totals - what is shown, if that is not the scores
 */
export function byScores(
  options: readonly string[],
  scores: readonly (number | bigint)[],
  totals: readonly number[] = scores.map(Number),
): Result {
  if (scores.length !== options.length || scores.some((score) => Number.isNaN(score)))
    throw new AgoraError(`A rule must give each of the ${options.length} options a score that is a number.`);
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

/** A result from the order itself: tiers of options by their places in `options`, best first. The first tier wins. */
export function byTiers(
  options: readonly string[],
  tiers: readonly (readonly number[])[],
  totals: readonly number[],
): Result {
  const name = (option: number): string => options[option] as string;
  const order = tiers.map((tier) => tier.map(name));
  return { winners: order[0] ?? [], order, totals: totalsOf(options, totals) };
}

/** The result when nobody voted: all options are tied at 0, and none wins. */
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
