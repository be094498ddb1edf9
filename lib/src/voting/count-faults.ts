import { ballotFaultCodes, type BallotFaultCode } from './ballot-fault-codes';
import type { BallotReading } from './ballots';

/** How many ballots may be counted, and how many may not, by what is wrong with them. */
export interface FaultCounts {
  readonly read: number;
  readonly valid: number;
  /** Readings of `null`. */
  readonly abstained: number;
  readonly invalid: number;
  /** Only the codes that occur, in the order of `ballotFaultCodes`. They add up to `invalid`. */
  readonly byCode: Readonly<Partial<Record<BallotFaultCode, number>>>;
}

/**
 * Counts what `checkBallot`, `readBallot` or `readBallotText` gave. A ballot with several faults counts once, under
 * the first.
 */
export function countFaults(readings: Iterable<BallotReading<unknown>>): FaultCounts {
  const codes = new Map<BallotFaultCode, number>();
  let [read, valid, abstained] = [0, 0, 0];
  for (const reading of readings) {
    read++;
    if (!reading.ok) codes.set(reading.code, (codes.get(reading.code) ?? 0) + 1);
    else if (reading.value === null) abstained++;
    else valid++;
  }
  const byCode = Object.fromEntries(
    ballotFaultCodes.flatMap((code) => (codes.has(code) ? [[code, codes.get(code)]] : [])),
  ) as FaultCounts['byCode'];
  return { read, valid, abstained, invalid: read - valid - abstained, byCode };
}
