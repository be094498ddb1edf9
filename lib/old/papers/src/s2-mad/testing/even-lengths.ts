import type { DebateLengths } from '../algorithm2';

export const table = (rows: number, columns: number, value: number) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => value));
/** Groups of the sizes given, all answers of one length, all summaries of another. */
export const evenLengths = (
  sizes: readonly number[],
  { T = 4, R = 2, Q = 100, O = 10, Sum = 20, P = 1 } = {},
): DebateLengths => {
  const M = sizes.reduce((sum, size) => sum + size, 0);
  let next = 0;
  const groups = sizes.map((size) => Array.from({ length: size }, () => next++));
  return {
    question: Q,
    groups,
    rounds: T,
    intraRounds: R,
    outputs: table(T, M, O),
    summaries: table(Math.ceil(T / R) - 1, sizes.length, Sum),
    participates: table(T, M, P),
    heard: [],
    summarised: [],
  };
};
