import type { JsonSchema, Reading } from '../../json';
import { ballotSchema, readBallot, type Ballot } from '../../voting';
import type { BallotPaper } from './ballot-paper';

/** A ballot out of an answer, with the reason that came along, if one did. */
export interface BallotAnswer {
  readonly ballot: Ballot;
  readonly reason: string | null;
}

/** The JSON that is asked for: `{"decision": <ballot>}`. */
export function answerSchema({ kind, options, settings }: BallotPaper): JsonSchema {
  return {
    type: 'object',
    properties: { decision: ballotSchema(kind, options, settings, { abstain: false }) },
    required: ['decision'],
    additionalProperties: false,
  };
}

/**
 * Reads `{"decision": <ballot>}`; other fields are passed over. A rater cannot abstain: GEDI counts a profile without
 * somebody's ballot as invalid, so null is turned away like any other answer that is no ballot.
 */
export function readBallotAnswer(
  value: unknown,
  { kind, options, settings }: BallotPaper,
): Reading<BallotAnswer> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, reason: 'the answer must be a JSON object with the field "decision"' };
  if (!('decision' in value)) return { ok: false, reason: 'the field "decision" is missing' };
  const reading = readBallot(kind, value.decision, options, settings);
  if (!reading.ok) return reading;
  if (reading.value === null)
    return { ok: false, reason: '"decision" is empty, and nobody can abstain: give a ballot' };
  const reason = 'reason_for_decision' in value ? value.reason_for_decision : undefined;
  return { ok: true, value: { ballot: reading.value, reason: typeof reason === 'string' ? reason : null } };
}
