import { readBallotText, type Ballot, type BallotTextSettings } from '../../../voting';
import { countFaults, type BallotFaultCode, type BallotReading } from '../../../voting/ballots';
import type { Election } from '../read-elections';

/** What `readBallotText` makes of GPT-4's own words, beside what the data set's authors recorded. */
export interface RereadRow {
  readonly name: string;
  readonly replies: number;
  /** Read, and in order. */
  readonly valid: number;
  readonly byCode: Readonly<Partial<Record<BallotFaultCode, number>>>;
  /** Read as recorded. */
  readonly same: number;
  /** Read as something else than was recorded. */
  readonly other: number;
}

/**
 * Reads the replies of an election again. GPT-4 was asked for ids and then explains itself, so the first list counts
 * unless `prefer` says otherwise. Null for humans, who wrote none.
 */
export function rereadReplies(
  election: Election,
  settings: Pick<BallotTextSettings, 'prefer'> = {},
): RereadRow | null {
  const { prefer = 'first' } = settings;
  const { name, replies, kind, options, names, ballots } = election;
  if (replies === null) return null;
  const readings = replies.map((reply): BallotReading<Ballot | null> => {
    const reading = readBallotText(kind, reply, options, { ...election.settings, names, prefer });
    return reading.ok && reading.value !== null && election.reversedIds === true
      ? { ok: true, value: turned(reading.value, options) }
      : reading;
  });
  const { valid, byCode } = countFaults(readings);
  const same = readings.filter(
    (reading, place) =>
      reading.ok && reading.value !== null && isSame(reading.value, ballots[place] as Ballot),
  ).length;
  return { name, replies: replies.length, valid, byCode, same, other: valid - same };
}

/** Ids as shown become the true ids: 24 is 1. */
function turned(ballot: Ballot, options: readonly string[]): Ballot {
  if (ballot.kind !== 'approval') return ballot;
  const approved = ballot.approved.map(
    (option) => options[options.length - 1 - options.indexOf(option)] as string,
  );
  return { kind: 'approval', approved };
}

/** An approval has no order, and points of 0 are no points. */
function isSame(some: Ballot, other: Ballot): boolean {
  return plain(some) === plain(other);
}

function plain(ballot: Ballot): string {
  if (ballot.kind === 'approval') return JSON.stringify([...ballot.approved].sort());
  if (ballot.kind === 'points')
    return JSON.stringify(
      Object.entries(ballot.points)
        .filter(([, points]) => points !== 0)
        .sort(),
    );
  return JSON.stringify(ballot);
}
