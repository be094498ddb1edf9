import { jsonText } from './json';
import { z } from 'zod';
import type { Ballot, BallotSettings, RatingScale } from './voting-rule';

/** The lowest and highest rating: the paper's 5-point scale (RoundTable, Appendix C). */
export const ratingScale: RatingScale = Object.freeze({ lowest: 1, highest: 5 });

const aScaleIs = { error: 'a scale of two whole numbers, the lowest below the highest' };
/** A scale of ratings, as a setting. */
export const scaleSetting = z
  .strictObject({ lowest: z.int(aScaleIs), highest: z.int(aScaleIs) }, aScaleIs)
  .refine(({ lowest, highest }) => lowest < highest, aScaleIs);

/** The faults that a ballot can have. The names are stable, so that invalid ballots can be counted by fault. */
export const ballotFaultCodes = Object.freeze([
  /** Names something that is not an option. */
  'unknown-option',
  /** Names an option twice. */
  'repeated-option',
  /** Omits an option although all are required. */
  'missing-option',
  /** Ranks nothing. */
  'empty-ranking',
  /** A ranking in tiers has an empty tier. */
  'empty-tier',
  /** Puts several options into one tier although they must be ranked one by one. */
  'tiers-not-allowed',
  /** Names more options than it may. */
  'too-many',
  /** Names fewer options than it must. */
  'too-few',
  /** A rating outside the scale. */
  'out-of-scale',
  /** A rating that is not a whole number. */
  'not-whole',
  /** Points below 0. */
  'negative-points',
  /** A rating or points that are not a finite number. */
  'not-a-number',
  /** Points that do not add up to what must be spent. */
  'wrong-sum',
  /** Not a ballot of this kind at all. */
  'wrong-shape',
] as const);

export type BallotFaultCode = (typeof ballotFaultCodes)[number];

/** Why a ballot is invalid: a code for counting, and a reason that tells the voter what to change. */
export interface BallotFault {
  readonly code: BallotFaultCode;
  readonly reason: string;
}

/** The result of reading or checking a ballot: the ballot, or why it is invalid. */
export type BallotReading<B> =
  { readonly ok: true; readonly value: B } | ({ readonly ok: false } & BallotFault);

/**
 * Checks whether a ballot is valid. If not, the result says why: a reason for the voter, and a code for counting
 * (`ballotFaultCodes`).
 *
 * - choice: one of the options.
 * - rating: a whole number on the scale (1 to 5 unless the rule says another) for every option.
 * - ranking: every option once, favourite first; with `truncated` the last ones may be omitted, but not all, and
 *   `places` may limit how many are named; with `weak` several options may share a tier.
 * - points: at least 0 for each option, fractions allowed, exactly `points` in total; an omitted option gets 0.
 * - approval: any set of options, also the empty one, unless the rule limits how many.
 */
export function checkBallot<B extends Ballot>(
  ballot: B,
  options: readonly string[],
  settings: BallotSettings = {},
): BallotReading<B> {
  const fault = ballotFault(ballot, options, settings);
  return fault === null ? { ok: true, value: ballot } : { ok: false, ...fault };
}

/** The number of valid ballots, and of invalid ones by fault. */
export interface FaultCounts {
  readonly read: number;
  readonly valid: number;
  /** Readings of `null`. */
  readonly abstained: number;
  readonly invalid: number;
  /** Only the codes that occur, in the order of `ballotFaultCodes`. They add up to `invalid`. */
  readonly byCode: Readonly<Partial<Record<BallotFaultCode, number>>>;
}

/**
 * Counts what `checkBallot` or `readBallot` gave. A ballot with several faults counts once, under the first.
 */
export function countFaults(readings: Iterable<BallotReading<unknown>>): FaultCounts {
  const codes = new Map<BallotFaultCode, number>();
  let [read, valid, abstained] = [0, 0, 0];
  for (const reading of readings) {
    read++;
    if (!reading.ok) codes.set(reading.code, (codes.get(reading.code) ?? 0) + 1);
    else if (reading.value === null) abstained++;
    else valid++;
  }
  const byCode = Object.fromEntries(
    ballotFaultCodes.flatMap((code) => (codes.has(code) ? [[code, codes.get(code)]] : [])),
  ) as FaultCounts['byCode'];
  return { read, valid, abstained, invalid: read - valid - abstained, byCode };
}

/** How far points may be from their prescribed sum: only as far as rounding in floating point needs. */
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
  const text = jsonText(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
