import type { BallotFault, BallotFaultCode } from './ballot-fault-codes';
import type { BallotSettings, RatingScale } from './ballot-settings';
import { ratingScale } from './rating-scale';
import type { Ballot } from './voting-rule';

/** How far points may be from their prescribed sum: room for rounding in floating point, and no more. */
const POINTS_TOLERANCE = 1e-6;

/** The first thing that is wrong with a ballot, or null. What a ballot must satisfy: see `checkBallot`. */
export function ballotFault(
  ballot: Ballot,
  options: readonly string[],
  settings: BallotSettings = {},
): BallotFault | null {
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
        (settings.weak === true ? null : tiersNotAllowed()) ??
        first(ballot.tiers, (tier) =>
          tier.length === 0 ? fault('empty-tier', 'a tier of the ranking is empty') : null,
        ) ??
        rankingFault(ballot.tiers.flat(), options, settings)
      );
    case 'approval':
      return (
        unknownOption(ballot.approved, options) ??
        repeatedOption(ballot.approved, 'approved') ??
        numberFault(ballot.approved.length, options.length, 'approved', settings.approvals)
      );
    case 'points':
      return (
        unknownOption(Object.keys(ballot.points), options) ??
        first(Object.entries(ballot.points), ([option, points]) => pointsFault(option, points)) ??
        sumFault(Object.values(ballot.points), settings.points ?? options.length)
      );
  }
}

export function tiersNotAllowed(): BallotFault {
  return fault('tiers-not-allowed', 'the ranking has tiers: rank the options one by one');
}

function fault(code: BallotFaultCode, reason: string): BallotFault {
  return { code, reason };
}

function rankingFault(
  ranking: readonly string[],
  options: readonly string[],
  settings: BallotSettings,
): BallotFault | null {
  const named = unknownOption(ranking, options) ?? repeatedOption(ranking, 'ranked');
  if (named !== null) return named;
  if (settings.truncated !== true) return missingOption(ranking, options, 'is missing from the ranking');
  if (ranking.length === 0) return fault('empty-ranking', 'the ranking is empty: rank at least one option');
  return numberFault(ranking.length, options.length, 'ranked', settings.places);
}

function numberFault(
  named: number,
  options: number,
  how: 'approved' | 'ranked',
  { least = 0, most = options }: { readonly least?: number; readonly most?: number } = {},
): BallotFault | null {
  if (named >= least && named <= most) return null;
  const wanted = least === most ? `exactly ${least}` : `from ${least} to ${most}`;
  return fault(named < least ? 'too-few' : 'too-many', `${named} options are ${how}: it must be ${wanted}`);
}

function unknownOption(named: readonly string[], options: readonly string[]): BallotFault | null {
  const unknown = named.find((option) => !options.includes(option));
  if (unknown === undefined) return null;
  const known = options.map((option) => JSON.stringify(option)).join(', ');
  return fault('unknown-option', `there is no option ${quoted(unknown)}: the options are ${known}`);
}

function missingOption(
  named: readonly string[],
  options: readonly string[],
  what: string,
): BallotFault | null {
  const missing = options.find((option) => !named.includes(option));
  return missing === undefined ? null : fault('missing-option', `option ${JSON.stringify(missing)} ${what}`);
}

function repeatedOption(named: readonly string[], how: string): BallotFault | null {
  const repeated = named.find((option, place) => named.indexOf(option) !== place);
  return repeated === undefined
    ? null
    : fault('repeated-option', `option ${JSON.stringify(repeated)} is ${how} more than once`);
}

function ratingFault(
  option: string,
  rating: number,
  { lowest, highest }: RatingScale = ratingScale,
): BallotFault | null {
  if (Number.isInteger(rating) && rating >= lowest && rating <= highest) return null;
  const code = !isNumber(rating) ? 'not-a-number' : Number.isInteger(rating) ? 'out-of-scale' : 'not-whole';
  return fault(
    code,
    `the rating of option ${JSON.stringify(option)} is ${show(rating)}: it must be a whole number from ${lowest} to ${highest}`,
  );
}

function pointsFault(option: string, points: number): BallotFault | null {
  if (Number.isFinite(points) && points >= 0) return null;
  return fault(
    isNumber(points) ? 'negative-points' : 'not-a-number',
    `the points of option ${JSON.stringify(option)} are ${show(points)}: they must be a number of at least 0`,
  );
}

function sumFault(points: readonly number[], budget: number): BallotFault | null {
  const sum = points.reduce((total, some) => total + some, 0);
  if (Math.abs(sum - budget) <= POINTS_TOLERANCE) return null;
  return fault(
    'wrong-sum',
    `the points add up to ${Number(sum.toFixed(6))}: they must add up to exactly ${budget}`,
  );
}

/** Types say so, but ballots come from outside. */
function isNumber(value: unknown): boolean {
  return Number.isFinite(value);
}

function first<T>(items: readonly T[], find: (item: T) => BallotFault | null): BallotFault | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : quoted(value);
}

/** A value as a reason quotes it: in JSON, and no more than 200 characters of it. */
export function quoted(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? String(value);
    return text.length > 200 ? `${text.slice(0, 200)}…` : text;
  } catch {
    return Array.isArray(value) ? 'a list in too many lists' : 'an object in too many objects';
  }
}
