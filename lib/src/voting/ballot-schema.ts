import type { JsonSchema } from '../json';
import type { BallotSettings } from './ballot-settings';
import { ratingScale } from './ballots';
import type { BallotWording } from './describe-ballot';
import type { BallotKind } from './voting-rule';

/**
 * The JSON schema of the field `decision`: a ballot, or null to abstain where that is allowed. A schema cannot
 * say that points must add up or that a ranking is complete; `readBallot` checks the rest.
 */
export function ballotSchema(
  kind: BallotKind,
  options: readonly string[],
  settings: BallotSettings = {},
  { abstain = true }: Pick<BallotWording, 'abstain'> = {},
): JsonSchema {
  if (options.length === 0) return { type: 'null' };
  const schema = ballot(kind, options, settings);
  return abstain ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function ballot(kind: BallotKind, options: readonly string[], settings: BallotSettings): JsonSchema {
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
