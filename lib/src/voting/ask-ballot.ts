import type { JsonSchema } from '../json';
import { ratingScale } from './ballots';
import type { BallotKind, BallotSettings } from './voting-rule';

/** How a ballot is asked for. */
export interface BallotWording {
  /** What is voted on, in the singular. Default "proposal". */
  readonly thing?: string;
  /** Whether null may be given as an abstention. Default true. */
  readonly abstain?: boolean;
}

/**
 * What the field `decision` of a vote must hold, for a prompt. `readBallot` reads exactly this.
 */
export function describeBallot(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings = {},
  wording: BallotWording = {},
): string {
  const { thing = 'proposal', abstain = true } = wording;
  if (options.length === 0) return 'null: there is nothing to vote on yet';
  return inWords(kind, options, settings, thing) + (abstain ? ', or null to abstain' : '');
}

function inWords(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings,
  thing: string,
): string {
  const ids = options.join(', ');
  const { scale = ratingScale } = settings;
  switch (kind) {
    case 'choice':
      return `the id of the one ${thing} you vote for (${ids})`;
    case 'rating':
      return `an object that gives every ${thing} id (${ids}) a whole number from ${scale.lowest} (worst) to ${scale.highest} (best), like ${example(options, () => Math.floor((scale.lowest + scale.highest) / 2))}`;
    case 'ranking':
      return `a list of ${settings.truncated ? `${thing} ids` : `all ${thing} ids`} (${ids}), your favourite first, each at most once${limits(settings.places)}${settings.weak ? ', those that you like equally in a list of their own' : ''}, like ${rankingExample(options, settings)}`;
    case 'approval':
      return `a list of the ids (${ids}) of all the ${thing}s that you find good enough${limits(settings.approvals)}, like ${JSON.stringify(options.slice(0, 2))}`;
    case 'points': {
      const budget = settings.points ?? options.length;
      return `an object from ${thing} id (${ids}) to the points you give it, none below 0 and exactly ${budget} in all, like ${example(options, (place) => (place === 0 ? budget : 0))}`;
    }
  }
}

function limits({ least = 0, most }: { readonly least?: number; readonly most?: number } = {}): string {
  if (least === most) return `, exactly ${least}`;
  const from = least > 0 ? `, at least ${least}` : '';
  return most === undefined ? from : `${from}, at most ${most}`;
}

function rankingExample(
  options: readonly string[],
  { truncated, weak, places = {} }: BallotSettings,
): string {
  const ranking = [...options].reverse().slice(0, truncated ? places.most : undefined);
  if (!weak || ranking.length < 2) return JSON.stringify(ranking);
  return JSON.stringify([ranking.slice(0, 2), ...ranking.slice(2)]);
}

function example(options: readonly string[], number: (place: number) => number): string {
  return JSON.stringify(Object.fromEntries(options.map((option, place) => [option, number(place)])));
}

/**
 * The JSON schema of the field `decision`: a ballot, or null to abstain where that is allowed. A schema cannot
 * say that points must add up or that a ranking is complete; `readBallot` checks the rest.
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
      return perOption(options, { type: 'integer', minimum: lowest, maximum: highest });
    case 'ranking':
    case 'approval': {
      const option = { type: 'string', enum: [...options] };
      const tier = { type: 'array', items: option };
      return kind === 'ranking' && settings.weak === true
        ? { type: 'array', items: { anyOf: [option, tier] } }
        : tier;
    }
    case 'points':
      return perOption(options, { type: 'number', minimum: 0 });
  }
}

function perOption(options: readonly string[], schema: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(options.map((option) => [option, schema])),
    required: [...options],
    additionalProperties: false,
  };
}
