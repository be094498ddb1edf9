import { rowsOf } from '../../../../core/src/metrics/testing/measured';
import type { Collaboration } from 'agora-core/transcripts';
import type { Algorithm2Settings } from '../algorithm2';
import { algorithm2 } from '../algorithm2-columns';
import { debateLengths, debateTables } from '../debate-lengths';

export const lengthsOf = (debate: Collaboration) => debateLengths(debateTables(debate));

/** Measured tokens, those of the formula and the overhead of a debate, by part. */
export async function partsIn(debate: Collaboration, settings: Algorithm2Settings = {}) {
  const rows = await rowsOf([debate], algorithm2(settings));
  const parts: Record<string, Record<string, number>> = {};
  for (const { part, column, value } of rows)
    if (typeof part === 'string') parts[part] = { ...parts[part], [column]: value ?? NaN };
  return parts;
}
