import { describe, expect, it } from 'vitest';
import { tennessee, writtenProfile } from '../testing/written-profile';
import type { ApprovalBallot, Profile } from '../voting-rule';
import {
  antiPlurality,
  approval,
  baldwin,
  black,
  coombs,
  copeland,
  kemenyYoung,
  nanson,
  schulze,
} from './rules';

const coombsToTheLast = coombs({ majorityStop: false });
const coombsUniverses = coombs({ ties: 'parallel universes' });
const llull = copeland({ tie: 1 });

describe('the capital of Tennessee', () => {
  // Borda: N 2x42 + 3x26 + 15 + 17 = 194, C 42 + 52 + 45 + 34 = 173, M 3x42 = 126, K 26 + 30 + 51 = 107.
  // Pairs: N beats C 68 to 32, N beats K 68, N beats M 58, C beats K 83, C beats M 58, K beats M 58.
  it('known: every Condorcet method elects Nashville', () => {
    for (const rule of [copeland, llull, schulze, kemenyYoung, black, coombs, baldwin, nanson])
      expect(rule.count(tennessee).winners, rule.name).toEqual(['N']);
  });

  it('known: Copeland, Schulze and Kemeny-Young agree on the whole order, each with its own tally', () => {
    const order = [['N'], ['C'], ['K'], ['M']];
    const tally = { N: 3, C: 2, K: 1, M: 0 };
    for (const rule of [copeland, schulze, kemenyYoung])
      expect(rule.count(tennessee)).toEqual({ tally, order, winners: ['N'] });
  });

  it("known: Kemeny-Young's best order agrees with 393 of 600 (Wikipedia, Kemeny-Young method)", () => {
    // 68 + 68 + 58 + 83 + 58 + 58 = 393
    expect(kemenyYoung.steps?.(tennessee)).toEqual([
      { kind: 'remark', text: 'optimal order, agreement 393: N > C > K > M' },
    ]);
  });

  it('known: Coombs drops Memphis with 58 last places, then Nashville has 42 + 26 = 68 first places', () => {
    expect(coombs.steps?.(tennessee)).toEqual([
      { kind: 'elimination', label: 'round 1', tally: { C: 0, K: 42, M: 58, N: 0 }, eliminated: ['M'] },
      { kind: 'remark', text: 'N has the first places of more than half of the voters' },
    ]);
    expect(coombs.count(tennessee).order).toEqual([['N'], ['C', 'K'], ['M']]);
  });

  it('known: Coombs to the last option goes on with Knoxville, last of 42 + 26 = 68', () => {
    expect(coombsToTheLast.count(tennessee)).toEqual({
      tally: { N: 3, C: 2, K: 1, M: 0 },
      order: [['N'], ['C'], ['K'], ['M']],
      winners: ['N'],
    });
  });

  it('known: Nanson drops those below 600 / 4 = 150, Memphis and Knoxville, then Chattanooga', () => {
    expect(nanson.steps?.(tennessee)).toEqual([
      {
        kind: 'elimination',
        label: 'round 1',
        tally: { C: 173, K: 107, M: 126, N: 194 },
        eliminated: ['K', 'M'],
      },
      { kind: 'elimination', label: 'round 2', tally: { C: 32, N: 68 }, eliminated: ['C'] },
      { kind: 'remark', text: 'N is left' },
    ]);
  });

  it('known: Baldwin drops one at a time, Knoxville, Memphis, Chattanooga', () => {
    // Without K: M 2x42 = 84, N 42 + 52 + 15 + 17 = 126, C 26 + 2x15 + 2x17 = 90.
    expect(baldwin.count(tennessee).order).toEqual([['N'], ['C'], ['M'], ['K']]);
  });

  it('known: nobody puts Nashville or Chattanooga last', () => {
    expect(antiPlurality.count(tennessee)).toEqual({
      tally: { C: 100, K: 58, M: 42, N: 100 },
      order: [['C', 'N'], ['K'], ['M']],
      winners: ['C', 'N'],
    });
  });
});

describe('Schulze on 45 voters (Schulze 2011; Wikipedia, Schulze method)', () => {
  const profile = writtenProfile('5 ACBED, 5 ADECB, 8 BEDAC, 3 CABED, 7 CAEBD, 2 CBADE, 7 DCEBA, 8 EBADC');

  it('known: the ranking is E > A > C > B > D', () => {
    const { order, winners } = schulze.count(profile);
    expect(order).toEqual([['E'], ['A'], ['C'], ['B'], ['D']]);
    expect(winners).toEqual(['E']);
  });

  it('known: the strongest paths are those printed there', () => {
    const texts = schulze.steps?.(profile).map((step) => (step.kind === 'remark' ? step.text : ''));
    expect(texts).toHaveLength(10);
    expect(texts).toContain(
      'strongest path from A to E: 24 (A > D > C > E); from E to A: 25 (E > D > C > B > A)',
    );
    expect(texts).toContain('strongest path from B to D: 33 (B > D); from D to B: 28 (D > C > B)');
  });
});

describe('where rules part', () => {
  it('known: in a cycle of three all orders along it are optimal, and all are level', () => {
    // a > b, b > c, c > a by 2 to 1: abc agrees with 2 + 2 + 1 = 5, and so do bca and cab.
    const cycle = writtenProfile('1 abc, 1 bca, 1 cab');
    expect(kemenyYoung.steps?.(cycle)).toHaveLength(3);
    for (const rule of [copeland, schulze, kemenyYoung, black, coombs, baldwin, nanson])
      expect(rule.count(cycle).order, rule.name).toEqual([['a', 'b', 'c']]);
  });

  it('known: Black takes a Condorcet winner with fewer Borda points, and Borda in a cycle', () => {
    // a beats b and c by 3 to 2, with 6 points; b has 3 + 4 = 7.
    const split = writtenProfile('3 abc, 2 bca');
    expect(black.count(split)).toEqual({
      tally: { a: 6, b: 7, c: 2 },
      order: [['a'], ['b'], ['c']],
      winners: ['a'],
    });
    // a > b 5 to 2, b > c 5 to 2, c > a 4 to 3: a 5 + 3 = 8, b 2 + 5 = 7, c 2 + 4 = 6.
    const cycle = writtenProfile('3 abc, 2 bca, 2 cab');
    expect(black.count(cycle).order).toEqual([['a'], ['b'], ['c']]);
    expect(black.steps?.(cycle)).toHaveLength(2);
    expect(black.steps?.(split)).toEqual([{ kind: 'remark', text: 'a is the Condorcet winner' }]);
  });

  it('known: a tie counts a half for Copeland, one for Llull, anything between for others', () => {
    // a and b tie 1 to 1; both beat c 2 to 0.
    const profile = writtenProfile('1 abc, 1 bac');
    expect(copeland.count(profile).tally).toEqual({ a: 1.5, b: 1.5, c: 0 });
    expect(llull.count(profile).tally).toEqual({ a: 2, b: 2, c: 0 });
    expect(copeland({ tie: 0 }).count(profile).tally).toEqual({ a: 1, b: 1, c: 0 });
    expect(copeland({ tie: 0.25 }).name).toBe('copeland (ties worth 0.25)');
  });

  it('known: without the majority stop Coombs drops an option that 4 of 7 put first', () => {
    // Last places: a 3, b 2, c 2.
    const profile = writtenProfile('2 abc, 2 acb, 3 bca');
    expect(coombs.count(profile).winners).toEqual(['a']);
    expect(coombsToTheLast.count(profile).winners).toEqual(['b']);
  });

  it('known: Coombs may elect the Condorcet loser when the others leave together, not in parallel universes', () => {
    // Last places: a 3, b 3, c 2; a and b have 4 of 8 first places each. Both a and b beat c by 5 to 3.
    const profile = writtenProfile('1 abc, 3 acb, 3 bca, 1 bac');
    expect(coombs.count(profile).winners).toEqual(['c']);
    expect(coombsUniverses.count(profile).winners).toEqual(['a', 'b']);
  });

  it('known: anti-plurality may elect an option that all like less than another', () => {
    expect(antiPlurality.count(writtenProfile('2 abc')).winners).toEqual(['a', 'b']);
  });

  it('known: a ranking cut short puts what it names before the rest', () => {
    const truncated = copeland({ truncated: true });
    const options = ['a', 'b', 'c'];
    const ballots = [{ kind: 'ranking' as const, ranking: ['c'] }];
    expect(truncated.count({ options, ballots, electorate: 1 }).tally).toEqual({ a: 0.5, b: 0.5, c: 2 });
  });
});

describe('approval', () => {
  const approving = (...approved: string[]): ApprovalBallot => ({ kind: 'approval', approved });
  const profile = (
    ballots: readonly ApprovalBallot[],
    counts?: readonly number[],
  ): Profile<ApprovalBallot> => ({
    options: ['M', 'N', 'C', 'K'],
    ballots,
    electorate: 100,
    ...(counts && { counts }),
  });
  const twoNearest = [approving('M', 'N'), approving('N', 'C'), approving('C', 'K'), approving('K', 'C')];

  it('known: Tennessee, each voter approving two cities: Nashville 42 + 26, Chattanooga 26 + 15 + 17', () => {
    const nearest = profile(twoNearest, [42, 26, 15, 17]);
    const expected = {
      tally: { M: 42, N: 68, C: 58, K: 32 },
      order: [['N'], ['C'], ['M'], ['K']],
      winners: ['N'],
    };
    expect(approval.count(nearest)).toEqual(expected);
    expect(approval({ least: 2, most: 2 }).count(nearest)).toEqual(expected);
  });

  it('known: approving nothing is a vote, staying away is none', () => {
    const order = [['M', 'N', 'C', 'K']];
    expect(approval.count(profile([approving()]))).toMatchObject({ order, winners: order[0] });
    expect(approval.count(profile([]))).toMatchObject({ order, winners: [] });
    expect(approval.count(profile([approving('M')], [0]))).toMatchObject({ order, winners: [] });
  });
});
