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

/** Input plus output tokens in each round. */
export const totalByRound: Column = {
  measure: (one) =>
    Array.from({ length: one.calls.length === 0 ? 0 : one.rounds }, (_, at) => {
      const own = one.calls.filter(({ round }) => round === at + 1);
      return { round: at + 1, value: own.reduce((sum, call) => sum + call.input + call.output, 0) };
    }),
};

function sumOf(value: (call: Call) => number): Column {
  const measure = ({ calls: made }: Collaboration): number | null =>
    made.length === 0 ? null : made.reduce((sum, call) => sum + value(call), 0);
  return { measure };
}
