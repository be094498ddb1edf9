import { describe, expect, it } from 'vitest';
import { Random } from '../random';
import { RankingProfile } from '../ranking-profile';
import { tennessee, writtenProfile } from '../testing/written-profile';
import type { VotingRule } from '../voting-rule';
import {
  blindDictatorial,
  borda,
  bucklin,
  informedDictatorial,
  instantRunoff,
  minimax,
  misinformedDictatorial,
  plurality,
  randomOrder,
  rankedPairs,
} from './rules';

const bucklinComplete = bucklin({ winners: 'by stage' });
const bucklinSimplified = bucklin({ winners: 'all that pass' });
const firstPreferencePlurality = plurality({ on: 'rankings' });
const instantRunoffOneByOne = instantRunoff({ ties: 'agenda' });
const instantRunoffUniverses = instantRunoff({ ties: 'parallel universes' });
const minimaxOpposition = minimax({ by: 'opposition' });
const minimaxWinningVotes = minimax({ by: 'winning votes' });
const rankedPairsTieBroken = rankedPairs({ ties: 'agenda' });

const winners = (rule: VotingRule<'ranking'>, text: string): string =>
  rule.count(writtenProfile(text)).winners.join('');
const order = (rule: VotingRule<'ranking'>, text: string): string =>
  rule
    .count(writtenProfile(text))
    .order.map((tier) => tier.join(''))
    .join('>');

describe('the capital of Tennessee', () => {
  // Memphis 42, Nashville 26, Chattanooga 15, Knoxville 17: the figures of Wikipedia's articles on these rules
  it.each<[string, VotingRule<'ranking'>, string, Record<string, number>]>([
    ['plurality', firstPreferencePlurality, 'M', { M: 42, N: 26, C: 15, K: 17 }],
    // N: 3 x 26 + 2 x (42 + 15 + 17) - 15 - 17 = 194: second for 42, third for 32
    ['Borda', borda, 'N', { M: 126, N: 194, C: 173, K: 107 }],
    // second places: N 26 + 42, C 15 + 26 + 17, K 17 + 15
    ['Bucklin', bucklin, 'N', { M: 42, N: 68, C: 58, K: 32 }],
    // C leaves with 15 (to K: 32), then N with 26 (to K: 58 against 42)
    ['instant-runoff', instantRunoff, 'K', { M: 42, N: 26, C: 15, K: 58 }],
    // the only one without a defeat is N; its worst is 42 of 100 against it
    ['minimax', minimax, 'N', { M: 16, N: -16, C: 36, K: 66 }],
    ['minimax by winning votes', minimaxWinningVotes, 'N', { M: 58, N: 0, C: 68, K: 83 }],
    ['minimax by opposition', minimaxOpposition, 'N', { M: 58, N: 42, C: 68, K: 83 }],
    ['ranked pairs', rankedPairs, 'N', { M: 0, N: 3, C: 2, K: 1 }],
  ])('known: %s', (_, rule, winner, tally) => {
    const result = rule.count(tennessee);
    expect(result.winners).toEqual([winner]);
    expect(result.tally).toEqual(tally);
  });

  it('known: whole orders, by reverse elimination and by locked pairs', () => {
    expect(instantRunoff.count(tennessee).order).toEqual([['K'], ['M'], ['N'], ['C']]);
    expect(rankedPairs.count(tennessee).order).toEqual([['N'], ['C'], ['K'], ['M']]);
  });

  it('known: both cities that pass half win simplified Bucklin', () => {
    expect(bucklinSimplified.count(tennessee)).toMatchObject({
      winners: ['C', 'N'],
      order: [['C', 'N'], ['M'], ['K']],
    });
    // M is third for nobody: it passes half at the last place, K at the third (17 + 15 + 26 = 58)
    expect(bucklinComplete.count(tennessee)).toMatchObject({
      order: [['N'], ['C'], ['K'], ['M']],
      tally: { N: 68, C: 58, K: 58, M: 100 },
    });
  });
});

describe('Burlington 2009', () => {
  // the last three and their ballots; the pairwise counts are the published ones (electowiki, "2009 Burlington
  // mayoral election"): Montroll 4067 - 3477 Kiss, Montroll 4597 - 3668 Wright, Kiss 4314 - 4064 Wright
  const burlington = writtenProfile(
    '1332 MKW, 767 MWK, 455 M, 2043 KMW, 371 KWM, 568 K, 1513 WMK, 495 WKM, 1289 W',
  );
  const truncated = true;

  it('known: the pairwise counts', () => {
    const profile = RankingProfile.from(burlington);
    const [k, m, w] = ['K', 'M', 'W'].map((name) => profile.options.indexOf(name)) as [
      number,
      number,
      number,
    ];
    const count = (a: number, b: number): number => profile.preferred(a, b);
    expect([count(m, k), count(k, m)]).toEqual([4067, 3477]);
    expect([count(m, w), count(w, m)]).toEqual([4597, 3668]);
    expect([count(k, w), count(w, k)]).toEqual([4314, 4064]);
  });

  it('known: Wright leads, Kiss wins the runoff, and Montroll beats both', () => {
    expect(plurality({ on: 'rankings', truncated }).count(burlington).winners).toEqual(['W']);
    expect(instantRunoff({ truncated }).count(burlington)).toMatchObject({
      order: [['K'], ['W'], ['M']],
      tally: { K: 4314, W: 4064, M: 2554 },
    });
    for (const rule of [
      minimax({ truncated }),
      minimax({ truncated, by: 'winning votes' }),
      rankedPairs({ truncated }),
    ])
      expect(rule.count(burlington).winners).toEqual(['M']);
  });
});

describe('what the paper leaves open', () => {
  it('known: options that tie in the runoff leave together, one by one, or in universes', () => {
    // B and C have one first place each; when C leaves first, B takes its vote and ties A at 2
    const text = '2 ABC, 1 BCA, 1 CBA';
    expect(order(instantRunoff, text)).toBe('A>BC');
    expect(order(instantRunoffOneByOne, text)).toBe('A>B>C');
    expect(order(instantRunoffUniverses, text)).toBe('ABC');
    expect(order(instantRunoff({ ties: ['C', 'B', 'A'] }), text)).toBe('C>A>B');
  });

  it('known: where all that are left are level they win together', () => {
    expect(order(instantRunoff, '1 ABC, 1 BCA, 1 CAB')).toBe('ABC');
  });

  it('known: ranked pairs with margins of 2 in a circle, in every order or in one', () => {
    const circle = '4 ABC, 3 BCA, 2 CAB'; // A > B 6-3, B > C 7-2, C > A 5-4: the weakest is skipped
    expect(order(rankedPairs, circle)).toBe('A>B>C');
    const even = '1 ABC, 1 BCA, 1 CAB'; // all margins 1: any one of the three may be skipped
    expect(order(rankedPairs, even)).toBe('ABC');
    expect(order(rankedPairsTieBroken, even)).toBe('A>B>C');
    expect(order(rankedPairs({ ties: 'first ballot' }), '1 CAB, 1 BCA, 1 ABC')).toBe('C>A>B');
  });

  it('known: on truncated ballots the measures of minimax part', () => {
    const worst = (text: string) =>
      (['margins', 'winning votes', 'opposition'] as const).map((by) =>
        minimax({ truncated: true, by }).count(writtenProfile(text)),
      );
    // B beats A 7-5, C beats B 5-2, A beats C 6-5: the narrowest loss is C's, the one with the fewest votes B's
    const circle = worst('1 B, 5 A, 1 BA, 5 CB');
    expect(circle.map(({ tally }) => tally)).toEqual([
      { A: 2, B: 3, C: 1 },
      { A: 7, B: 5, C: 6 },
      { A: 7, B: 5, C: 6 },
    ]);
    expect(circle.map((result) => result.winners.join())).toEqual(['C', 'B', 'B']);
    // A ties with B 8-8 and beats C 6-5, C beats B 11-5: A never loses, but 8 voters oppose it, and C only 6
    const tied = worst('6 AC, 2 CA, 5 B, 3 CB');
    expect(tied.map((result) => result.winners.join())).toEqual(['A', 'A', 'C']);
    expect(tied[2]?.tally).toEqual({ A: 8, B: 11, C: 6 });
  });

  it('known: options left out of a Borda ballot get nothing, or share the average', () => {
    const text = '1 ABC, 1 C';
    expect(borda({ leftOut: 'none' }).count(writtenProfile(text)).tally).toEqual({ A: 2, B: 1, C: 2 });
    // A and B share places 2 and 3, worth 1 and 0
    expect(borda({ leftOut: 'average' }).count(writtenProfile(text)).tally).toEqual({
      A: 2.5,
      B: 1.5,
      C: 2,
    });
  });

  it('known: options in one tier share the points of its places, or the vote', () => {
    const ballots = [{ kind: 'weak-ranking' as const, tiers: [['A', 'B'], ['C']] }];
    const profile = { options: ['A', 'B', 'C'], ballots, electorate: 1 };
    expect(borda({ weak: true }).count(profile).tally).toEqual({ A: 1.5, B: 1.5, C: 0 });
    expect(plurality({ on: 'rankings', weak: true }).count(profile).tally).toEqual({
      A: 0.5,
      B: 0.5,
      C: 0,
    });
    expect(minimax({ weak: true }).count(profile).winners).toEqual(['A', 'B']);
    expect(rankedPairs({ weak: true }).count(profile).order).toEqual([['A', 'B'], ['C']]);
  });

  it('known: without a majority on truncated ballots, Bucklin elects the largest count of all places', () => {
    const rule = bucklin({ truncated: true });
    expect(rule.count(writtenProfile('2 A, 1 BC, 1 CB, 1 D'))).toMatchObject({
      winners: ['A', 'B', 'C'],
      tally: { A: 2, B: 2, C: 2, D: 1 },
    });
  });
});

describe("the paper's figures, with numbers for its captions", () => {
  it('known: Figure 8, a newcomer makes Blue win plurality', () => {
    expect(winners(firstPreferencePlurality, '6 AB, 4 BA')).toBe('A');
    expect(winners(firstPreferencePlurality, '3 ACB, 3 CAB, 4 BAC')).toBe('B');
  });

  it('known: Figure 9, Blue wins plurality, and Amber every comparison', () => {
    const text = '4 BAC, 3 ACB, 3 CAB';
    expect(winners(firstPreferencePlurality, text)).toBe('B');
    for (const rule of [minimax, rankedPairs]) expect(winners(rule, text)).toBe('A');
  });

  it('known: Figure 10, two votes more harm Coral in instant-runoff', () => {
    // Blue (6) and Coral (6) against Amber (5): Amber leaves and helps Coral
    expect(winners(instantRunoff, '6 CBA, 5 ACB, 4 BAC, 2 BCA')).toBe('C');
    // two of the BCA voters put Coral first: now Blue (4) leaves and helps Amber, 9 against 8
    expect(winners(instantRunoff, '8 CBA, 5 ACB, 4 BAC')).toBe('A');
  });
});

describe('dictators and chance', () => {
  const profile = writtenProfile('3 ABC, 1 BCA, 1 CAB');

  it('known: the last ballot decides, or that of the dictator, whole', () => {
    expect(informedDictatorial.count(profile).order).toEqual([['C'], ['A'], ['B']]);
    expect(misinformedDictatorial.count(profile, { dictator: 1 })).toEqual({
      tally: { A: 0, B: 2, C: 1 },
      order: [['B'], ['C'], ['A']],
      winners: ['B'],
    });
  });

  it('known: the dictator is found among ballots that were put together', () => {
    const ballots = Array.from({ length: 300 }, (_, place) => ({
      kind: 'ranking' as const,
      ranking: place === 299 || place === 150 ? ['B', 'A'] : ['A', 'B'],
    }));
    const many = RankingProfile.from({ options: ['A', 'B'], ballots, electorate: 300 });
    expect(many.rows.length).toBe(2);
    expect(informedDictatorial.count(many).winners).toEqual(['B']);
    expect(informedDictatorial.count(many, { dictator: 150 }).winners).toEqual(['B']);
    expect(informedDictatorial.count(many, { dictator: 151 }).winners).toEqual(['A']);
  });

  it('known: ballots are drawn by their voters, orders evenly', () => {
    const random = Random.from(3);
    const drawn = { A: 0, B: 0, C: 0 };
    const orders = new Map<string, number>();
    for (let draw = 0; draw < 6000; draw++) {
      drawn[blindDictatorial.count(profile, { random }).winners[0] as 'A']++;
      const order = randomOrder.count(profile, { random }).order.flat().join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    // expected 3600, 1200, 1200, standard deviations 38 and 31; the seed is fixed
    expect(Math.abs(drawn.A - 3600)).toBeLessThan(150);
    expect(Math.abs(drawn.B - 1200)).toBeLessThan(125);
    expect(orders.size).toBe(6);
    for (const count of orders.values()) expect(Math.abs(count - 1000)).toBeLessThan(115);
  });
});

describe('the way to the result', () => {
  it('known: instant-runoff round by round', () => {
    expect(instantRunoff.steps?.(tennessee)).toEqual([
      { kind: 'elimination', label: 'round 1', tally: { C: 15, K: 17, M: 42, N: 26 }, eliminated: ['C'] },
      { kind: 'elimination', label: 'round 2', tally: { K: 32, M: 42, N: 26 }, eliminated: ['N'] },
      { kind: 'elimination', label: 'round 3', tally: { K: 58, M: 42 }, eliminated: ['M'] },
      { kind: 'remark', text: 'K is left' },
    ]);
  });

  it('known: Bucklin place by place', () => {
    expect(bucklin.steps?.(tennessee)).toEqual([
      { kind: 'count', label: 'first places', tally: { C: 15, K: 17, M: 42, N: 26 } },
      { kind: 'count', label: 'places 1 to 2', tally: { C: 58, K: 32, M: 42, N: 68 } },
      { kind: 'remark', text: 'C, N have more than half of 100 voters' },
    ]);
  });

  it('known: ranked pairs pair by pair, with ties and what they leave open', () => {
    const steps = rankedPairs.steps?.(writtenProfile('4 ABC, 3 BCA, 2 CAB'));
    expect(steps).toEqual([
      { kind: 'pair', over: 'B', under: 'C', margin: 5, outcome: 'locked' },
      { kind: 'pair', over: 'A', under: 'B', margin: 3, outcome: 'locked' },
      { kind: 'pair', over: 'C', under: 'A', margin: 1, outcome: 'skipped' },
    ]);
    expect(rankedPairs.steps?.(writtenProfile('1 ABC, 1 BCA, 1 CAB')).at(-1)).toMatchObject({
      kind: 'remark',
      text: expect.stringContaining('other orders lock others') as string,
    });
    expect(rankedPairs.steps?.(writtenProfile('1 AB, 1 BA'))).toEqual([
      { kind: 'remark', text: 'A and B are tied: in the universe shown here A comes before B' },
    ]);
  });
});
