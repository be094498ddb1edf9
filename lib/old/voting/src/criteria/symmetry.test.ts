import { describe, expect, it } from 'vitest';
import { BallotSpace } from './ballot-space';
import { profiles } from './symmetry';

const count = (space: BallotSpace, voters: number, anonymous: boolean, neutral: boolean): number =>
  [...profiles(space, voters, { anonymous, neutral })].length;

describe('profiles', () => {
  const three = new BallotSpace({ kind: 'ranking' }, 3);

  it('known: 3 voters with 3 options have 6^3 profiles, (8 over 3) = 56 without order, 10 without names', () => {
    expect(count(three, 3, false, false)).toBe(216);
    expect(count(three, 3, true, false)).toBe(56);
    // Burnside over the 6 renamings: identity fixes 56, each of the 3 swaps fixes 0 (3 voters, 3 pairs: none is fixed
    // by an odd number), each of the 2 rotations fixes 2 (one whole orbit of three): (56 + 0 + 4) / 6 = 10.
    expect(count(three, 3, true, true)).toBe(10);
    // In order and up to names: renamings leave no ranking in place, so 216 / 6.
    expect(count(three, 3, false, true)).toBe(36);
  });

  it('known: 2 voters with 4 options have 17 profiles up to order and names', () => {
    // Burnside over 24 renamings: identity (24 + 1 over 2) = 300; each of the 9 of order two fixes 12; (300 + 108) / 24.
    expect(count(new BallotSpace({ kind: 'ranking' }, 4), 2, true, true)).toBe(17);
  });

  it('law: every multiset of ratings is a renaming of exactly one that is listed', () => {
    const space = new BallotSpace({ kind: 'rating', scale: { lowest: 0, highest: 2 } }, 3);
    const listed = [...profiles(space, 2, { anonymous: true, neutral: true })];
    const orbits = listed.map(
      (ballots) =>
        new Set(
          space.images.map((image) =>
            ballots
              .map((ballot) => image[ballot] as number)
              .sort((a, b) => a - b)
              .join(),
          ),
        ),
    );
    expect(new Set(orbits.flatMap((orbit) => [...orbit])).size).toBe(count(space, 2, true, false));
    expect(orbits.reduce((sum, orbit) => sum + orbit.size, 0)).toBe(count(space, 2, true, false));
  });
});
