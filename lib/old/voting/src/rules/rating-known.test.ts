import { describe, expect, it } from 'vitest';
import { ballotSettings } from '../rule-setting';
import type { BallotOf, Profile } from '../voting-rule';
import { majorityJudgement, range, star } from './rules';

/** Rows of digits: how many voters rate the options so. */
function rated(options: string, rows: Readonly<Record<string, number>>): Profile<BallotOf['rating']> {
  const counts = Object.values(rows);
  return {
    options: [...options],
    ballots: Object.keys(rows).map((row) => ({
      kind: 'rating',
      ratings: Object.fromEntries([...options].map((option, place) => [option, Number(row[place])])),
    })),
    counts,
    electorate: counts.reduce((sum, count) => sum + count, 0),
  };
}

/** The capital of Tennessee: Memphis, Nashville, Chattanooga, Knoxville. */
const stars = rated('MNCK', { 5210: 42, '0521': 26, '0354': 15, '0245': 17 });

describe('range and score', () => {
  it('known: Nashville 2x42 + 5x26 + 3x15 + 2x17 = 293, Chattanooga 237, Memphis 210, Knoxville 171', () => {
    const result = {
      tally: { M: 210, N: 293, C: 237, K: 171 },
      order: [['N'], ['C'], ['M'], ['K']],
      winners: ['N'],
    };
    for (const rule of [
      range,
      range({ scale: { lowest: 0, highest: 5 } }),
      range({ scale: { lowest: -1, highest: 6 } }),
    ])
      expect(rule.count(stars)).toEqual(result);
  });

  it('known: names say the scale, the default is 0 to 9', () => {
    expect(
      [range, range({ scale: { lowest: 1, highest: 5 } }), range({ scale: { lowest: 0, highest: 3 } })].map(
        ({ name }) => name,
      ),
    ).toEqual(['range', 'rated', 'range (0 to 3)']);
    expect(ballotSettings(range, [], 0)).toEqual({ scale: { lowest: 0, highest: 9 } });
  });
});

describe('STAR', () => {
  it('known: Nashville and Chattanooga meet, and Nashville is ahead on 42 + 26 ballots', () => {
    expect(star.count(stars).order).toEqual([['N'], ['C'], ['M'], ['K']]);
    expect(star.steps?.(stars)[1]).toEqual({
      kind: 'count',
      label: 'runoff between N and C',
      tally: { N: 68, C: 32 },
    });
  });

  it('known: the runoff may turn the sums around', () => {
    // a 3x3 + 2x0 = 9 + 0, b 3x2 + 2x5 = 16, c 0: three of five rate a above b.
    const profile = rated('abc', { 320: 3, '050': 2 });
    expect(star.count(profile)).toEqual({
      tally: { a: 9, b: 16, c: 0 },
      order: [['a'], ['b'], ['c']],
      winners: ['a'],
    });
  });

  it('known: of two options tied for the second place both may meet the first', () => {
    // a 10, b 8, c 8: b beats a on 2 of 3 ballots, c loses on 2 of 3.
    const profile = rated('abc', { 341: 1, 342: 1, '405': 1 });
    expect(star.count(profile).tally).toEqual({ a: 10, b: 8, c: 8 });
    expect(star.count(profile).order).toEqual([['a', 'b'], ['c']]);
  });

  it('known: of three options tied for the first place those win that win some runoff', () => {
    // All have 4. a beats b and c on 2 of 3 ballots; b beats c on 2 of 3.
    const profile = rated('abc', { 210: 2, '024': 1 });
    expect(star.count(profile).order).toEqual([['a', 'b'], ['c']]);
    expect(star.steps?.(profile)).toHaveLength(4);
  });

  it('known: one option wins, and a level runoff has two winners', () => {
    expect(star.count(rated('a', { 0: 1 })).winners).toEqual(['a']);
    expect(star.count(rated('ab', { 50: 1, '05': 1 })).winners).toEqual(['a', 'b']);
  });
});

describe('majority judgement', () => {
  it('known: Tennessee in four grades (electowiki, Majority Judgment)', () => {
    // Nashville 32 x 2, 42 x 3, 26 x 4 and Chattanooga 42 x 2, 43 x 3, 15 x 4 both have the median 3. Medians go by
    // turns from the 50th and the 51st grade outwards; Chattanooga's 42nd grade is 2, after 2 x 8 = 16 medians.
    const profile = rated('MNCK', { 4321: 42, 1432: 26, 1243: 15, 1234: 17 });
    expect(majorityJudgement.count(profile)).toEqual({
      tally: { M: 1, N: 3, C: 3, K: 2 },
      order: [['N'], ['C'], ['K'], ['M']],
      winners: ['N'],
    });
    expect(majorityJudgement.steps?.(profile)).toEqual([
      { kind: 'count', label: 'median grades', tally: { M: 1, N: 3, C: 3, K: 2 } },
      {
        kind: 'remark',
        text: 'N and C have the median 3; with 16 medians taken from each, N has 3 and C 2',
      },
    ]);
  });

  it('known: of two middle grades the lower one counts', () => {
    expect(majorityJudgement.count(rated('ab', { 13: 1, 54: 1 })).tally).toEqual({ a: 1, b: 3 });
  });

  it('known: the same grades from other voters stay tied', () => {
    expect(majorityJudgement.count(rated('ab', { 15: 1, 51: 1, 33: 1 })).order).toEqual([['a', 'b']]);
  });

  it('known: a million ballots cost no more than their distinct ones', () => {
    // Sorted grades of a: 499,999 x 1, 500,001 x 2; of b: 500,000 x 1, 500,000 x 2: the lower middle is 2 and 1.
    const profile = rated('ab', { 11: 499_999, 21: 1, 22: 500_000 });
    expect(majorityJudgement.count(profile).tally).toEqual({ a: 2, b: 1 });
  });
});
