import type { Collaboration } from '../transcripts/collaboration';
import { addFailures, noFailures, type FailureCounts } from './failures';

/** What became of a stream of collaborations that was read once. */
export interface GatheredRows<Row> {
  readonly rows: readonly Row[];
  /** Over everything that was read, unfinished collaborations included. */
  readonly failures: FailureCounts;
  /** Collaborations that are still running. */
  readonly unfinished: number;
}

/**
 * Makes a row of each collaboration, as they come, keeping nothing else of them.
 * @param unfinished - whether collaborations that are still running get a row
 */
export async function gatherRows<Row>(
  collaborations: Iterable<Collaboration> | AsyncIterable<Collaboration>,
  unfinished: 'exclude' | (string & {}),
  rowOf: (collaboration: Collaboration) => Row,
): Promise<GatheredRows<Row>> {
  const rows: Row[] = [];
  let failures = noFailures;
  let running = 0;
  for await (const collaboration of collaborations) {
    failures = addFailures(failures, collaboration.events);
    if (collaboration.finished === null) {
      running++;
      if (unfinished === 'exclude') continue;
    }
    rows.push(rowOf(collaboration));
  }
  return { rows, failures, unfinished: running };
}
