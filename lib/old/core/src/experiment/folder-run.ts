import type { RunRecord } from '../transcripts/run-record';
import type { Claim, Journal, WorkSource } from './seam';
import { inShard, type Shard } from './shard';

/**
 * The collaborations of a run folder that are not finished, those that were begun first. The folder is locked for this
 * process, so a claim needs no lease.
 */
export function folderWork(
  { state }: RunRecord,
  collaborations: number,
  shard: Shard | undefined,
): WorkSource {
  const isOurs = (index: number): boolean => index < collaborations && inShard(index, shard);
  const begun = [...state.unfinished.keys()].filter(isOurs);
  const isBegun = new Set(begun);
  let next = 0;
  return {
    claim() {
      const first = begun.shift();
      if (first !== undefined) return Promise.resolve(claimOf(first));
      while (next < collaborations) {
        const index = next++;
        if (isOurs(index) && !state.finished.has(index) && !isBegun.has(index))
          return Promise.resolve(claimOf(index));
      }
      return Promise.resolve(null);
    },
    endsAll: () => true,
  };
}

function claimOf(index: number): Claim {
  return {
    index,
    leaseMs: null,
    renew: () => Promise.resolve(true),
    finish: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  };
}

/** The journal in a run folder. It has one writer, so every answer is the first of its call. */
export function folderJournal(record: RunRecord): Journal {
  return {
    read: (collaboration) => Promise.resolve(record.state.unfinished.get(collaboration) ?? []),
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws must reject
    async put(event) {
      record.append(event);
      return event;
    },
    append: (event) => record.append(event),
    appendPrompt: (_, lines) => record.appendPrompt(lines),
    // The folder writes what is left when it is closed, at the latest.
    finish: () => Promise.resolve(),
  };
}
