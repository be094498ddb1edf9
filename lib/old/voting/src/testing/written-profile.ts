import type { Profile, RankingBallot } from '../voting-rule';

/** "5 ACB, 2 BCA" is five voters with A > C > B and two with B > C > A; the options in alphabetical order. */
export function writtenProfile(
  text: string,
): Profile<RankingBallot> & { readonly counts: readonly number[] } {
  const rows = text.split(', ').map((row) => row.split(' ') as [string, string]);
  const counts = rows.map(([count]) => Number(count));
  return {
    options: [...new Set(rows.flatMap(([, letters]) => [...letters]))].sort(),
    ballots: rows.map(([, letters]) => ({ kind: 'ranking', ranking: [...letters] })),
    counts,
    electorate: counts.reduce((sum, count) => sum + count, 0),
  };
}

/** Where to put the capital of Tennessee (Wikipedia, "Coombs' method"): Memphis, Nashville, Chattanooga, Knoxville. */
export const tennessee = writtenProfile('42 MNCK, 26 NCKM, 15 CKNM, 17 KCNM');
