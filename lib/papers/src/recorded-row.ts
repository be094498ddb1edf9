import type { Row } from 'agora-core/metrics';
import type { Collaboration } from 'agora-core/transcripts';
import type { Fields } from './item';

/** One number of one recorded collaboration, as a row. */
export function recordedRow({ index }: Collaboration, column: string, value: number, fields: Fields): Row {
  return {
    ...fields,
    collaboration: index,
    column: column,
    value: value,
    standardError: null,
    low: null,
    high: null,
    n: 1,
    evidence: 'recorded',
  };
}
