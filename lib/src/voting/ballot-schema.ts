import type { JsonSchema } from '../json';
import type { BallotSettings } from './ballot-settings';
import { ratingScale } from './ballots';
import type { BallotKind } from './voting-rule';

/**
 * The JSON schema of the field `decision`: a ballot, or null to abstain. A schema cannot say that points must
 * add up or that a ranking is complete; `readBallot` checks the rest.
 */
export function ballotSchema(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings = {},
): JsonSchema {
  if (options.length === 0) return { type: 'null' };
  return { anyOf: [ballot(kind, options, settings), { type: 'null' }] };
}

function ballot(kind: BallotKind, options: readonly string[], settings: BallotSettings): JsonSchema {
  const { lowest, highest } = settings.scale ?? ratingScale;
  switch (kind) {
    case 'choice':
      return { type: 'string', enum: [...options] };
    case 'rating':
      return perOption(options, { type: 'integer', minimum: lowest, maximum: highest });
    case 'ranking':
    case 'approval':
      return { type: 'array', items: { type: 'string', enum: [...options] } };
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
