import type { Row } from 'agora-core/metrics';
import type { Collaboration } from 'agora-core/transcripts';
import type { Fields } from './item';

/** The models of some rows in one text, which `compare` shows; null if rows name none. */
export function modelsIn(rows: readonly Row[]): string | null {
  const models = [...new Set(rows.flatMap(({ model }) => model ?? []))];
  return models.length === 0 ? null : models.join(', ');
}

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
