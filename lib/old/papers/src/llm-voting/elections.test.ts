import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readElections } from './read-elections';
import { summary } from './summary';

const shared = process.env['AGORA_SHARED_DATA'] ?? resolve(__dirname, '../../../../../shared/data');
const folder = join(shared, 'llm-voting');
const isThere = existsSync(folder);
const why = isThere ? '' : ' (SKIPPED: no llm-voting in AGORA_SHARED_DATA)';
if (!isThere)
  console.warn('skipped: there is no folder llm-voting where AGORA_SHARED_DATA says, or in ../shared/data');

describe.skipIf(!isThere)(`the real ballots of llm-voting${why}`, () => {
  // Read once, inside a test: where the folder is absent, nothing is read.
  let read: ReturnType<typeof summary> | undefined;
  const rows = (): ReturnType<typeof summary> => (read ??= summary(folder));

  it('reference: every published tally is met exactly, two of them only with the authors’ departure', () => {
    expect(
      rows().map(({ name, ballots, differing, differingAsPublished }) => [
        name,
        ballots,
        differing,
        differingAsPublished,
      ]),
    ).toEqual([
      ['GPT-4 approval', 180, 0, 0],
      ['GPT-4 5-approval', 180, 0, 0],
      ['GPT-4 cumulative', 180, 0, 0],
      ['GPT-4 cumulative, corrected', 180, 0, 0],
      ['GPT-4 ranked', 180, 0, 0],
      ['GPT-4 5-approval, table reversed', 180, 0, 0],
      ['GPT-4 5-approval, ids reversed', 180, 24, 0],
      ['humans approval', 180, 0, 0],
      ['humans 5-approval', 180, 0, 0],
      ['humans cumulative', 180, 0, 0],
      ['humans ranked', 180, 23, 0],
    ]);
    for (const { differing, departure } of rows()) expect(differing > 0).toBe(departure !== null);
    // The rule of the room and the recount are two programs; where no ballot is invalid they agree.
    for (const row of rows()) if (row.invalid === 0) expect(row.differingValidOnly).toBe(row.differing);
  });

  it('reference: the invalid ballots by kind; 17 of 180 do not spend 10 points', () => {
    const invalid = rows().flatMap(({ name, byCode }) =>
      Object.entries(byCode).map((each) => [name, ...each]),
    );
    expect(invalid).toEqual([
      ['GPT-4 5-approval', 'too-many', 1],
      ['GPT-4 cumulative', 'wrong-sum', 17],
      ['GPT-4 cumulative, corrected', 'wrong-sum', 2],
      ['humans ranked', 'too-few', 1],
    ]);
  });

  it('reference: 5 in voteE is the favourite: whoever gives more there gives more of the ten points', () => {
    const elections = readElections(folder);
    const ofHumans = (what: string) => elections.find(({ name }) => name === `humans ${what}`)?.ballots ?? [];
    const given = ofHumans('cumulative');
    const mean = (place: number): number => {
      const points = ofHumans('ranked').flatMap((ballot, voter) => {
        const spread = given[voter];
        if (ballot.kind !== 'ranking' || spread?.kind !== 'points' || ballot.ranking.length < 5) return [];
        return spread.points[ballot.ranking[place] as string] ?? 0;
      });
      return points.reduce((sum, each) => sum + each, 0) / points.length;
    };
    const means = [0, 1, 2, 3, 4].map(mean);
    expect(means).toEqual([...means].sort((a, b) => b - a));
    expect(means[0]).toBeGreaterThan(3 * (means[4] as number));
  });
});
