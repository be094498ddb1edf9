import type { JsonSchema } from './json';
import { ratingScale } from './ballots';
import type { BallotKind, BallotSettings } from './voting-rule';

/** How a ballot is asked for. */
export interface BallotWording {
  /** What is voted on, in the singular. Default "proposal". */
  readonly thing?: string;
  /** Whether null may be given as an abstention. Default true. */
  readonly abstain?: boolean;
}

/** What the field `decision` of a vote must contain, as text for a prompt. */
export interface BallotDescription {
  /** Its form, with a placeholder for each value: an example would be copied. */
  readonly form: string;
  /** What the values mean and must satisfy, in sentences. */
  readonly meaning: string;
}

/** A ballot in words. `readBallot` reads exactly this. */
export function describeBallot(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings = {},
  wording: BallotWording = {},
): BallotDescription {
  const { thing = 'proposal', abstain = true } = wording;
  if (options.length === 0) return { form: 'null', meaning: 'There is nothing to vote on yet.' };
  const { form, meaning } = inWords(kind, options, settings, thing);
  return { form, meaning: abstain ? `${meaning} To abstain, give null as decision.` : meaning };
}

function inWords(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings,
  thing: string,
): BallotDescription {
  const ids = options.join(', ');
  const { scale = ratingScale } = settings;
  switch (kind) {
    case 'choice':
      return { form: '"<id>"', meaning: `The id is that of the one ${thing} you vote for: ${ids}.` };
    case 'rating':
      return {
        form: perOptionForm(options, 'rating'),
        meaning: `Every ${thing} gets a rating: a whole number from ${scale.lowest} (worst) to ${scale.highest} (best).`,
      };
    case 'ranking':
      return {
        form: settings.weak ? '["<id>", ["<id>", "<id>"], ...]' : '["<id>", "<id>", ...]',
        meaning: `The list holds ${settings.truncated ? `ids of ${thing}s` : `the ids of all ${thing}s`} (${ids}), each ${settings.truncated ? 'at most once' : 'once'}, your favourite first${limits(settings.places)}.${settings.weak ? ` ${capital(thing)}s that you like equally stand in a list of their own.` : ''}`,
      };
    case 'approval':
      return {
        form: '["<id>", ...]',
        meaning: `The list holds the ids of all the ${thing}s that you find good enough, out of ${ids}${limits(settings.approvals)}.`,
      };
    case 'points': {
      const budget = settings.points ?? options.length;
      return {
        form: perOptionForm(options, 'points'),
        meaning: `You have ${budget} points to give, in whole points. No ${thing} gets fewer than 0, and all points together are exactly ${budget}.`,
      };
    }
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function limits({ least = 0, most }: { readonly least?: number; readonly most?: number } = {}): string {
  if (least === most) return `, exactly ${least}`;
  const from = least > 0 ? `, at least ${least}` : '';
  return most === undefined ? from : `${from}, at most ${most}`;
}

function perOptionForm(options: readonly string[], value: string): string {
  return `{${options.map((option) => `${JSON.stringify(option)}: <${value}>`).join(', ')}}`;
}

/**
 * The JSON schema of the field `decision`: a ballot, or null to abstain where that is allowed. Lists and numbers are
 * bounded, so that a model that is constrained by the schema stops. A schema cannot say that points must add up:
 * `readBallot` checks the rest.
 */
export function ballotSchema(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings = {},
  wording: BallotWording = {},
): JsonSchema {
  if (options.length === 0) return { type: 'null' };
  const schema = schemaOf(kind, options, settings);
  return wording.abstain === false ? schema : { anyOf: [schema, { type: 'null' }] };
}

function schemaOf(kind: BallotKind, options: readonly string[], settings: BallotSettings): JsonSchema {
  const { lowest, highest } = settings.scale ?? ratingScale;
  switch (kind) {
    case 'choice':
      return { type: 'string', enum: [...options] };
    case 'rating':
      return perOption(options, () => ({ type: 'integer', minimum: lowest, maximum: highest }));
    case 'ranking':
      return rankingSchema(options, settings);
    case 'approval': {
      const { least = 0, most = options.length } = settings.approvals ?? {};
      return listOf(options, least, Math.min(most, options.length));
    }
    case 'points':
      return pointsSchema(options, settings.points ?? options.length);
  }
}

/** More ways to spread points than these are not written out: 5 points over 5 options go in 126 ways. */
const mostWays = 150;

/**
 * Points that add up, as long as there are few ways to spread them, each of which is then named: small models cannot add.
 * `readBallot` takes parts of points, too.
 */
function pointsSchema(options: readonly string[], budget: number): JsonSchema {
  const ways = waysToSpread(budget, options.length);
  if (ways === null) return perOption(options, () => ({ type: 'number', minimum: 0, maximum: budget }));
  return { anyOf: ways.map((points) => perOption(options, (place) => ({ const: points[place] ?? 0 }))) };
}

/** All ways to give a number of whole points to a number of options; null if there are too many. */
function waysToSpread(points: number, options: number): readonly (readonly number[])[] | null {
  if (!Number.isInteger(points) || points > mostWays || options > mostWays) return null;
  if (options === 1) return [[points]];
  const ways: (readonly number[])[] = [];
  for (let first = points; first >= 0; first--) {
    const rest = waysToSpread(points - first, options - 1);
    if (rest === null || ways.length + rest.length > mostWays) return null;
    for (const others of rest) ways.push([first, ...others]);
  }
  return ways;
}

function rankingSchema(
  options: readonly string[],
  { truncated = false, weak = false, places = {} }: BallotSettings,
): JsonSchema {
  const all = options.length;
  const least = truncated ? Math.min(places.least ?? 1, all) : all;
  const most = truncated ? Math.min(places.most ?? all, all) : all;
  if (!weak) return listOf(options, least, most);
  // One tier may contain all options, so the list may be short.
  const entry = { anyOf: [{ type: 'string', enum: [...options] }, listOf(options, 1, most)] };
  return { type: 'array', items: entry, minItems: 1, maxItems: most };
}

function listOf(options: readonly string[], least: number, most: number): JsonSchema {
  return {
    type: 'array',
    items: { type: 'string', enum: [...options] },
    minItems: least,
    maxItems: most,
    uniqueItems: true,
  };
}

function perOption(options: readonly string[], schema: (place: number) => JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(options.map((option, place) => [option, schema(place)])),
    required: [...options],
    additionalProperties: false,
  };
}
