import type { Reading } from '../json';
import type { BallotSettings, RatingScale } from './ballot-settings';
import { InvalidBallotError } from './voting-errors';
import type { Ballot } from './voting-rule';

/** The lowest and highest rating: the paper's 5-point scale (RoundTable, Appendix C). */
export const ratingScale: RatingScale = { lowest: 1, highest: 5 };

/** How far points may be from their prescribed sum: room for rounding in floating point, and no more. */
const POINTS_TOLERANCE = 1e-6;

/**
 * Whether a ballot may be counted, and if not, why, in words that its voter can act on.
 *
 * - choice: one of the options.
 * - rating: a whole number on the scale (1 to 5 unless the rule says another) for every option.
 * - ranking: every option once, favourite first; with `truncated` the last ones may be left out, not all; with
 *   `weak` several options may share a tier.
 * - points: none below 0, fractions allowed, in all exactly `points`; an option left out gets none.
 * - approval: any of the options, each at most once, none included, unless the rule limits how many.
 */
export function checkBallot<B extends Ballot>(
  ballot: B,
  options: readonly string[],
  settings: BallotSettings = {},
): Reading<B> {
  const reason = fault(ballot, options, settings);
  return reason === null ? { ok: true, value: ballot } : { ok: false, reason };
}

/**
 * The same check for ballots that must be in order by now.
 * @throws InvalidBallotError with the reason
 */
export function requireBallot<B extends Ballot>(
  ballot: B,
  options: readonly string[],
  settings: BallotSettings = {},
): B {
  const reading = checkBallot(ballot, options, settings);
  if (!reading.ok) throw new InvalidBallotError(reading.reason);
  return reading.value;
}

function fault(ballot: Ballot, options: readonly string[], settings: BallotSettings): string | null {
  switch (ballot.kind) {
    case 'choice':
      return unknownOption([ballot.choice], options);
    case 'rating':
      return (
        unknownOption(Object.keys(ballot.ratings), options) ??
        missingOption(Object.keys(ballot.ratings), options, 'has no rating') ??
        first(Object.entries(ballot.ratings), ([option, rating]) =>
          ratingFault(option, rating, settings.scale),
        )
      );
    case 'ranking':
      return rankingFault(ballot.ranking, options, settings);
    case 'weak-ranking':
      return (
        (settings.weak !== true ? 'the ranking has tiers: rank the options one by one' : null) ??
        first(ballot.tiers, (tier) => (tier.length === 0 ? 'a tier of the ranking is empty' : null)) ??
        rankingFault(ballot.tiers.flat(), options, settings)
      );
    case 'approval':
      return (
        unknownOption(ballot.approved, options) ??
        repeatedOption(ballot.approved, 'approved') ??
        approvalFault(ballot.approved.length, options.length, settings.approvals)
      );
    case 'points':
      return (
        unknownOption(Object.keys(ballot.points), options) ??
        first(Object.entries(ballot.points), ([option, points]) => pointsFault(option, points)) ??
        sumFault(Object.values(ballot.points), settings.points ?? options.length)
      );
  }
}

function rankingFault(
  ranking: readonly string[],
  options: readonly string[],
  settings: BallotSettings,
): string | null {
  return (
    unknownOption(ranking, options) ??
    repeatedOption(ranking, 'ranked') ??
    (settings.truncated
      ? ranking.length === 0
        ? 'the ranking is empty: rank at least one option'
        : null
      : missingOption(ranking, options, 'is missing from the ranking'))
  );
}

function approvalFault(
  approved: number,
  options: number,
  limits: BallotSettings['approvals'] = {},
): string | null {
  const { least = 0, most = options } = limits;
  if (approved >= least && approved <= most) return null;
  const wanted = least === most ? `exactly ${least}` : `from ${least} to ${most}`;
  return `${approved} options are approved: it must be ${wanted}`;
}

function unknownOption(named: readonly string[], options: readonly string[]): string | null {
  const unknown = named.find((option) => !options.includes(option));
  return unknown === undefined
    ? null
    : `there is no option ${JSON.stringify(unknown)}: the options are ${options.map((option) => JSON.stringify(option)).join(', ')}`;
}

function missingOption(named: readonly string[], options: readonly string[], what: string): string | null {
  const missing = options.find((option) => !named.includes(option));
  return missing === undefined ? null : `option ${JSON.stringify(missing)} ${what}`;
}

function repeatedOption(named: readonly string[], how: string): string | null {
  const repeated = named.find((option, place) => named.indexOf(option) !== place);
  return repeated === undefined ? null : `option ${JSON.stringify(repeated)} is ${how} more than once`;
}

function ratingFault(
  option: string,
  rating: number,
  { lowest, highest }: RatingScale = ratingScale,
): string | null {
  if (Number.isInteger(rating) && rating >= lowest && rating <= highest) return null;
  return `the rating of option ${JSON.stringify(option)} is ${show(rating)}: it must be a whole number from ${lowest} to ${highest}`;
}

function pointsFault(option: string, points: number): string | null {
  if (Number.isFinite(points) && points >= 0) return null;
  return `the points of option ${JSON.stringify(option)} are ${show(points)}: they must be a number of at least 0`;
}

function sumFault(points: readonly number[], budget: number): string | null {
  const sum = points.reduce((total, some) => total + some, 0);
  if (Math.abs(sum - budget) <= POINTS_TOLERANCE) return null;
  return `the points add up to ${Number(sum.toFixed(6))}: they must add up to exactly ${budget}`;
}

function first<T>(items: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
