import type { Call, Collaboration } from '../../protocols/protocol';
import type { Column } from '../measure';

/*
 * Measures of a collaboration's cost, including repair questions. Missing if the source did not record calls. To
 * compute savings, use a contrast: `contrast(rows, { treatment, baseline, as: 'saving' })`.
 */

export const calls = sumOf(() => 1);
export const input = sumOf((call) => call.input);
export const output = sumOf((call) => call.output);
export const total = sumOf((call) => call.input + call.output);

function sumOf(value: (call: Call) => number): Column {
  const measure = ({ calls: made }: Collaboration): number | null =>
    made.length === 0 ? null : made.reduce((sum, call) => sum + value(call), 0);
  return { measure };
}
