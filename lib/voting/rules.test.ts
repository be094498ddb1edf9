import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../random';
import type { Ballot, PointsBallot } from './ballots';
import { rankingsIn } from './testing/read';
import * as voting from './index';
import { byScores, type Election, type Rule } from './rule';

const { rules, rankingRules } = voting;

/** Reads ratings of one-letter options: { '520': 3 } means three voters who rate the first option 5, and so on. */
function rated(options: string, rows: Readonly<Record<string, number>>): Election {
  const ballots = Object.entries(rows).map(([row, count]): Ballot => {
    return {
      kind: 'rating',
      ratings: Object.fromEntries([...options].map((option, at) => [option, Number(row[at])])),
      count,
    };
  });
  return { options: [...options], ballots };
}

const choices = (...cast: string[]): Ballot[] => cast.map((choice) => ({ kind: 'choice', choice }));
const rankings = (...orders: string[]): Ballot[] =>
  orders.map((order) => ({ kind: 'ranking', ranking: [...order] }));
const points = (...spread: Record<string, number>[]): PointsBallot[] =>
  spread.map((some) => ({ kind: 'points', points: some }));
const orderOf = (rule: Rule, text: string): string =>
  rule
    .count(rankingsIn(text))
    .order.map((tier) => tier.join(''))
    .join('>');

describe('RoundTable, appendix C', () => {
  const options = ['a', 'b'];
  it('known: all votes are unanimous, two of three votes are a majority, and an abstention blocks unanimity', () => {
    const count = (rule: Rule, ballots: Ballot[], electorate: number) =>
      rule.count({ options, ballots, electorate }).winners;
    expect(count(voting.unanimous, choices('a', 'a', 'a'), 3)).toEqual(['a']);
    expect(count(voting.unanimous, choices('a', 'a', 'b'), 3)).toEqual([]);
    expect(count(voting.unanimous, choices('a', 'a'), 3)).toEqual([]);
    expect(count(voting.majority, choices('a', 'a', 'b'), 3)).toEqual(['a']);
    expect(count(voting.majority, choices('a', 'a'), 4)).toEqual([]);
    expect(count(voting.majority, choices('a', 'a', 'a'), 4)).toEqual(['a']);
    expect(count(voting.majority, choices('a', 'a'), 5)).toEqual([]);
    expect(count(voting.plurality, choices('b', 'a', 'b', 'a'), 9)).toEqual(['a', 'b']);
    expect(count(voting.plurality, choices('b'), 9)).toEqual(['b']);
  });

  it('known: rated, 5 + 1 + 1 = 7 loses to 3 + 3 + 3 = 9', () => {
    expect(voting.rated.count(rated('ab', { 53: 1, 13: 2 }))).toMatchObject({
      totals: { a: 7, b: 9 },
      winners: ['b'],
    });
  });

  it('known: dowdall, 1/2 + 1/3 + 1/6 ties with 1, which floating point misses', () => {
    expect(1 / 2 + 1 / 3 + 1 / 6).not.toBe(1);
    // a is second, third and sixth. b, c and e are each first once.
    const election = { options: [...'abcdefgh'], ballots: rankings('ba', 'cda', 'efghda') };
    const { totals, winners } = voting.dowdall.count(election);
    expect(totals['a']).toBe(1);
    expect(winners).toEqual(['a', 'b', 'c', 'e']);
  });

  it('known: cumulative, 2 + 1 = 3 loses to 1 + 2 + 2 = 5; 0.1 + 0.2 ties with 0.3, and three times 10/3 ties with 10', () => {
    const cast = points({ a: 2 }, { a: 1, b: 1 }, { b: 2 }, { b: 2, a: 0 });
    expect(voting.cumulative.count({ options, ballots: cast })).toMatchObject({
      totals: { a: 3, b: 5 },
      winners: ['b'],
    });
    const three = ['a', 'b', 'c'];
    const tenths = points({ a: 0.1, b: 0.3, c: 2.6 }, { a: 0.2, c: 2.8 });
    expect(voting.cumulative.count({ options: three, ballots: tenths }).order).toEqual([['c'], ['a', 'b']]);
    const third = 10 / 3;
    const thirds = points(
      { a: third, b: third, c: third },
      { a: third, b: third, c: third },
      { a: third, b: third, c: third },
      { c: 10 },
      { b: 10 },
    );
    const { order } = voting.cumulativeOf(10).count({ options: three, ballots: thirds });
    expect(order).toEqual([['b', 'c'], ['a']]);
    const tie = points({ a: third, b: 20 / 3 }, { a: third, b: 20 / 3 }, { a: third, b: 20 / 3 }, { a: 10 });
    expect(voting.cumulativeOf(10).count({ options, ballots: tie }).order).toEqual([['a', 'b']]);
  });
});

describe('the capital of Tennessee (Wikipedia)', () => {
  const election = rankingsIn('42 MNCK, 26 NCKM, 15 CKNM, 17 KCNM');
  it.each<[Rule, string, Record<string, number>]>([
    [voting.firstPreferencePlurality, 'M>N>K>C', { M: 42, N: 26, C: 15, K: 17 }],
    // N: 3 x 26 + 2 x 42 + 15 + 17 = 194
    [voting.borda, 'N>C>M>K', { M: 126, N: 194, C: 173, K: 107 }],
    [voting.bucklin, 'N>C>M>K', { M: 42, N: 68, C: 58, K: 32 }],
    // C is removed with 15 votes (to K), then N with 26 votes (to K)
    [voting.instantRunoff, 'K>M>N>C', { M: 42, N: 26, C: 15, K: 58 }],
    // M is removed with 58 last-place votes. Then N has 42 + 26 first-place votes
    [voting.coombs, 'N>CK>M', { M: 0, N: 2, C: 1, K: 1 }],
    [voting.copeland, 'N>C>K>M', { M: 0, N: 3, C: 2, K: 1 }],
    [voting.minimax, 'N>M>C>K', { M: 16, N: -16, C: 36, K: 66 }],
    [voting.schulze, 'N>C>K>M', { M: 0, N: 3, C: 2, K: 1 }],
    [voting.rankedPairs, 'N>C>K>M', { M: 0, N: 3, C: 2, K: 1 }],
    [voting.kemenyYoung, 'N>C>K>M', { M: 0, N: 3, C: 2, K: 1 }],
    // M (126) and K (107) are below 150 and removed, then C
    [voting.nanson, 'N>C>KM', { M: 0, N: 2, C: 1, K: 0 }],
  ])('known: $name', (rule, order, totals) => {
    const result = rule.count(election);
    expect(result.order.map((tier) => tier.join('')).join('>')).toBe(order);
    expect(result.totals).toEqual(totals);
  });

  it('known: ratings elect Nashville: 2 x 42 + 5 x 26 + 3 x 15 + 2 x 17 = 293', () => {
    const stars = rated('MNCK', { 5210: 42, '0521': 26, '0354': 15, '0245': 17 });
    const totals = { M: 210, N: 293, C: 237, K: 171 };
    expect(voting.range.count(stars).totals).toEqual(totals);
    expect(voting.star.count(stars)).toEqual({ totals, order: [['N'], ['C'], ['M'], ['K']], winners: ['N'] });
    // Nashville and Chattanooga both have the median 3. After 16 removed medians, Chattanooga has 2 (electowiki).
    const grades = rated('MNCK', { 4321: 42, 1432: 26, 1243: 15, 1234: 17 });
    const judged = voting.majorityJudgement.count(grades);
    expect(judged).toEqual({
      totals: { M: 1, N: 3, C: 3, K: 2 },
      order: [['N'], ['C'], ['K'], ['M']],
      winners: ['N'],
    });
  });

  it('known: each voter approves the two nearest cities: Nashville 42 + 26, Chattanooga 26 + 15 + 17', () => {
    const approved = (count: number, ...named: string[]): Ballot => ({
      kind: 'approval',
      approved: named,
      count,
    });
    const ballots = [
      approved(42, 'M', 'N'),
      approved(26, 'N', 'C'),
      approved(15, 'C', 'K'),
      approved(17, 'K', 'C'),
    ];
    expect(voting.approval.count({ options: [...'MNCK'], ballots }).totals).toEqual({
      M: 42,
      N: 68,
      C: 58,
      K: 32,
    });
  });
});

describe('published and hand-made profiles', () => {
  it('known: Schulze ranks E > A > C > B > D (Schulze 2011, 45 voters)', () => {
    expect(
      orderOf(voting.schulze, '5 ACBED, 5 ADECB, 8 BEDAC, 3 CABED, 7 CAEBD, 2 CBADE, 7 DCEBA, 8 EBADC'),
    ).toBe('E>A>C>B>D');
  });

  it('known: Burlington 2009, with truncated ballots (electowiki)', () => {
    const election = voting.readProfile(`
      1332: Montroll > Kiss > Wright
      767: Montroll > Wright > Kiss
      455: Montroll
      2043: Kiss > Montroll > Wright
      371: Kiss > Wright > Montroll
      568: Kiss
      1513: Wright > Montroll > Kiss
      495: Wright > Kiss > Montroll
      1289: Wright`);
    const winner = (rule: Rule) => rule.count(election).winners.join();
    expect(winner(voting.firstPreferencePlurality)).toBe('Wright');
    expect(winner(voting.instantRunoff)).toBe('Kiss');
    for (const rule of [
      voting.minimax,
      voting.schulze,
      voting.rankedPairs,
      voting.copeland,
      voting.kemenyYoung,
    ])
      expect(winner(rule)).toBe('Montroll');
  });

  it('known: in a cycle of three options, all win', () => {
    for (const rule of [
      voting.copeland,
      voting.schulze,
      voting.kemenyYoung,
      voting.coombs,
      voting.nanson,
      voting.rankedPairs,
    ])
      expect(orderOf(rule, '1 abc, 1 bca, 1 cab')).toBe('abc');
  });

  it('known: tied and omitted options share the points of their places in Borda and scoring rules', () => {
    const election: Election = {
      options: [...'abcd'],
      ballots: [
        { kind: 'ranking', ranking: [['a', 'b'], 'c'] },
        { kind: 'ranking', ranking: ['d'] },
      ],
    };
    expect(voting.borda.count(election).totals).toEqual({ a: 2.5 + 1, b: 2.5 + 1, c: 1 + 1, d: 0 + 3 });
    const twoOne = voting.scoringRule({ points: [2, 1] });
    expect(twoOne.count(election).totals['a']).toBeCloseTo(1.5 + 1 / 3, 14);
    expect(voting.firstPreferencePlurality.count(election).totals).toEqual({ a: 0.5, b: 0.5, c: 0, d: 1 });
  });

  it('known: scoring (2, 1) on three voters', () => {
    const { totals, winners } = voting
      .scoringRule({ points: [2, 1] })
      .count({ options: [...'ABC'], ballots: rankings('ABC', 'BCA', 'BAC') });
    expect([totals, winners]).toEqual([{ A: 3, B: 5, C: 1 }, ['B']]);
  });

  it.each<[Readonly<Record<string, number>>, string, string]>([
    [{ 320: 3, '050': 2 }, 'a>b>c', 'three of five rate a above b, who has more points'],
    [{ 341: 1, 342: 1, 405: 1 }, 'ab>c', 'two are tied for second place, and either may face the first'],
    [{ 210: 2, '024': 1 }, 'ab>c', 'three are tied for first place'],
  ])('known: STAR on %j gives %s (%s)', (rows, order) => {
    const result = voting.star.count(rated('abc', rows));
    expect(result.order.map((tier) => tier.join('')).join('>')).toBe(order);
  });

  it('known: majority judgement takes the lower of two middle grades, and equal grades stay tied', () => {
    expect(voting.majorityJudgement.count(rated('ab', { 13: 1, 54: 1 })).totals).toEqual({ a: 1, b: 3 });
    expect(voting.majorityJudgement.count(rated('ab', { 15: 1, 51: 1, 33: 1 })).order).toEqual([['a', 'b']]);
  });

  it('law: majority judgement on counts equals removing medians one by one', () => {
    const medians = (grades: number[]): number[] => {
      const left = [...grades].sort((a, b) => a - b);
      return grades.map(() => left.splice(Math.ceil(left.length / 2) - 1, 1)[0]!);
    };
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })), {
          minLength: 1,
          maxLength: 9,
        }),
        (rows) => {
          const ballots = rows.map(([a, b]): Ballot => ({ kind: 'rating', ratings: { a, b } }));
          const [one, other] = [medians(rows.map(([a]) => a)), medians(rows.map(([, b]) => b))];
          const at = one.findIndex((grade, place) => grade !== other[place]);
          const expected = at < 0 ? [['a', 'b']] : one[at]! > other[at]! ? [['a'], ['b']] : [['b'], ['a']];
          expect(voting.majorityJudgement.count({ options: ['a', 'b'], ballots }).order).toEqual(expected);
        },
      ),
    );
  });

  it('known: a dictator casts the last ballot, a blind draw weights ballots by voters, and random orders are equally likely', () => {
    const election = rankingsIn('3 ABC, 1 BCA, 1 CAB');
    expect(voting.informedDictatorial.count(election).order).toEqual([['C'], ['A'], ['B']]);
    const random = Random.from(3);
    const drawn: Record<string, number> = {};
    const orders: Record<string, number> = {};
    for (let draw = 0; draw < 6000; draw++) {
      const [winner] = voting.blindDictatorial.count({ ...election, random }).winners;
      drawn[winner!] = (drawn[winner!] ?? 0) + 1;
      const order = voting.randomOrder.count({ ...election, random }).order.join('');
      orders[order] = (orders[order] ?? 0) + 1;
    }
    // Expected 3600 and 1200, with standard deviations 38 and 31; six orders of 1000 each, with standard deviation 29.
    expect(Math.abs(drawn['A']! - 3600)).toBeLessThan(150);
    expect(Math.abs(drawn['B']! - 1200)).toBeLessThan(125);
    expect(Object.keys(orders)).toHaveLength(6);
    for (const count of Object.values(orders)) expect(Math.abs(count - 1000)).toBeLessThan(115);
  });
});

describe('exactness', () => {
  it('known: one weak ballot among two billion decides plurality', () => {
    const ballots: Ballot[] = [
      { kind: 'ranking', ranking: ['A', 'B', 'C'], count: 1e9 },
      { kind: 'ranking', ranking: ['B', 'A', 'C'], count: 999999999 },
      { kind: 'ranking', ranking: [['B', 'C'], 'A'], count: 1 },
    ];
    expect(voting.firstPreferencePlurality.count({ options: ['A', 'B', 'C'], ballots }).winners).toEqual([
      'A',
    ]);
  });

  it('known: dowdall with 40 options distinguishes totals of a million that differ in the sixth decimal or later', () => {
    const others = Array.from({ length: 38 }, (_, at) => `option ${at}`);
    const withAt = (a: number, b: number, count = 1): Ballot => {
      const ranking = [...others];
      for (const [name, place] of a < b
        ? ([
            ['A', a],
            ['B', b],
          ] as const)
        : ([
            ['B', b],
            ['A', a],
          ] as const))
        ranking.splice(place - 1, 0, name);
      return { kind: 'ranking', ranking, count };
    };
    // 1/22 + 1/29 + 1/37 is larger than 1/25 + 1/28 + 1/32 by 4.54e-08.
    const close = [withAt(22, 25), withAt(29, 28), withAt(37, 32)];
    const ballots = [withAt(1, 2, 1e6), withAt(2, 1, 1e6), ...close];
    expect(voting.dowdall.count({ options: ['B', 'A', ...others], ballots }).winners).toEqual(['A']);
  });

  it('known: 60 options, where the common denominator is far beyond 2^53', () => {
    const options = Array.from({ length: 60 }, (_, place) => String(place));
    const ballots: Ballot[] = [options, [...options].reverse()].map((ranking) => ({
      kind: 'ranking',
      ranking,
    }));
    const { totals, winners } = voting.dowdall.count({ options, ballots });
    expect(winners).toEqual(['0', '59']);
    expect(totals['20']).toBeCloseTo(1 / 21 + 1 / 40, 15);
  });

  it('known: decimal points in a scoring rule are exact', () => {
    const rule = voting.scoringRule({ points: [0.3, 0.2, 0.1] });
    expect(rule.count({ options: [...'abc'], ballots: rankings('abc', 'cab', 'bca') }).order).toEqual([
      ['a', 'b', 'c'],
    ]);
  });
});

/** Returns a random valid ballot of the rule's kind. */
function randomBallot(
  { ballot, scale, points: total }: Rule,
  options: readonly string[],
  random: Random,
): Ballot {
  const { lowest, highest } = scale ?? { lowest: 1, highest: 5 };
  const byOption = (number: () => number) => Object.fromEntries(options.map((option) => [option, number()]));
  switch (ballot) {
    case 'choice':
      return { kind: ballot, choice: random.pick(options) };
    case 'approval':
      return { kind: ballot, approved: options.filter(() => random.chance(0.5)) };
    case 'ranking':
      return { kind: ballot, ranking: random.shuffle(options) };
    case 'rating':
      return { kind: ballot, ratings: byOption(() => lowest + random.below(highest - lowest + 1)) };
    case 'points':
      return { kind: ballot, points: { [random.pick(options)]: total ?? options.length } };
  }
}

const treatsAlike = (rule: Rule): boolean => !/dictatorial|random/.test(rule.name);

describe.each(rules.map((rule) => [rule.name, rule] as const))('every rule: %s', (name, rule) => {
  const profiles = Array.from({ length: 60 }, (_, at): Election => {
    const random = Random.from(11, name, at);
    const options = [...'abcdef'].slice(0, 1 + random.below(6));
    const ballots = Array.from({ length: 1 + random.below(9) }, () => randomBallot(rule, options, random));
    return { options, ballots, electorate: ballots.length, random };
  });

  it('law: the order has every option once, the winners are options, and totals are numbers', () => {
    for (const profile of profiles) {
      const { winners, order, totals } = rule.count(profile);
      expect([...order.flat()].sort()).toEqual(profile.options);
      expect(profile.options.filter((option) => winners.includes(option))).toEqual(winners);
      expect(Object.keys(totals)).toEqual(profile.options);
      for (const total of Object.values(totals)) expect(Number.isFinite(total)).toBe(true);
      if (winners.length > 0) expect(winners).toEqual([...order[0]!].filter((one) => winners.includes(one)));
    }
  });

  it('law: a count equals repeated ballots, and the input stays unchanged', () => {
    for (const profile of profiles) {
      const before = JSON.stringify(profile.ballots);
      const doubled = [...profile.ballots, ...profile.ballots];
      const counted = profile.ballots.map((ballot) => ({ ...ballot, count: 2 }));
      const electorate = doubled.length;
      if (treatsAlike(rule))
        expect(rule.count({ ...profile, ballots: counted, electorate })).toEqual(
          rule.count({ ...profile, ballots: doubled, electorate }),
        );
      expect(JSON.stringify(profile.ballots)).toBe(before);
    }
  });

  it.runIf(treatsAlike(rule))(
    'law: shuffling voters changes nothing, and renaming options renames the result',
    () => {
      for (const profile of profiles) {
        const random = profile.random!;
        const result = rule.count(profile);
        expect(rule.count({ ...profile, ballots: random.shuffle(profile.ballots) })).toEqual(result);
        const shuffled = rule.count({ ...profile, options: random.shuffle(profile.options) });
        expect([...shuffled.winners].sort()).toEqual(result.winners);
        expect(shuffled.totals).toEqual(result.totals);
        expect(shuffled.order.map((tier) => [...tier].sort())).toEqual(result.order);
      }
    },
  );

  it('behaviour: accepts no voters, one option, and options named like object properties', () => {
    const random = Random.from(1);
    expect(rule.count({ options: ['a', 'b'], ballots: [], electorate: 3, random })).toEqual({
      winners: [],
      order: [['a', 'b']],
      totals: { a: 0, b: 0 },
    });
    const one = rule.count({ options: ['a'], ballots: [randomBallot(rule, ['a'], random)], random });
    expect([one.winners, one.order]).toEqual([['a'], [['a']]]);
    const options = ['constructor', 'toString', '__proto__'];
    const cast = { ...randomBallot(rule, options, random) } as Record<string, unknown>;
    if (rule.ballot === 'rating')
      cast['ratings'] = JSON.parse('{"constructor": 3, "toString": 1, "__proto__": 2}');
    if (rule.ballot === 'points') cast['points'] = JSON.parse('{"__proto__": 3}');
    const { totals } = rule.count({ options, ballots: [cast as unknown as Ballot], random });
    expect(Object.keys(totals)).toEqual(options);
  });

  it('behaviour: refuses options that are not names, that occur twice, or that look the same', () => {
    const lists: unknown[] = [
      [null, 'A'],
      [1, '1'],
      ['A', 'A'],
      ['A', ''],
      ['A', 'A '],
      ['é', 'e\u0301'],
      [],
      new Set(['A']),
      'AB',
      undefined,
    ];
    for (const options of lists)
      expect(() => rule.count({ options: options as string[], ballots: [], random: Random.from(1) })).toThrow(
        name,
      );
  });

  it('behaviour: the error names a malformed ballot', () => {
    const kind = rule.ballot;
    const broken: unknown[] = [
      null,
      'A',
      {},
      { kind },
      { kind: 'other' },
      { kind, choice: 'Z', approved: ['Z'], ranking: ['Z', 'A'], ratings: { Z: 1 }, points: { Z: 2 } },
      { kind, choice: null, approved: 'AB', ranking: 'AB', ratings: null, points: null },
      {
        kind,
        choice: ['A'],
        approved: ['A', 'A'],
        ranking: ['A', 'A'],
        ratings: { A: 1.5, B: 1 },
        points: { A: NaN, B: 2 },
      },
      { kind, choice: 3, approved: [null], ranking: [null, 'A'], ratings: { A: 1 }, points: { A: 1 } },
      {
        kind,
        choice: 'C',
        approved: { A: 1 },
        ranking: [['A'], []],
        ratings: { A: 99, B: 1 },
        points: { A: 3, B: -1 },
      },
    ];
    const good = randomBallot(rule, ['A', 'B'], Random.from(1));
    for (const ballot of broken)
      expect(() =>
        rule.count({ options: ['A', 'B'], ballots: [good, ballot as Ballot], random: Random.from(1) }),
      ).toThrow(/ballot 2 /);
    for (const count of [-1, 0.5, NaN, '2'] as number[])
      expect(() =>
        rule.count({ options: ['A', 'B'], ballots: [{ ...good, count }], random: Random.from(1) }),
      ).toThrow(/ballot 1 /);
  });

  it('behaviour: refuses a misspelt option and an impossible electorate', () => {
    const election = {
      options: ['A', 'B'],
      ballots: [randomBallot(rule, ['A', 'B'], Random.from(1))],
      random: Random.from(1),
    };
    expect(() => rule.count({ ...election, elektorate: 3 } as Election)).toThrow('elektorate');
    for (const electorate of [0, 1.5, NaN])
      expect(() => rule.count({ ...election, electorate })).toThrow('electorate');
  });
});

describe('rules by name, and forms of rankings', () => {
  it('known: every rule is found by its name, and names differ', () => {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
    for (const rule of rules) expect(voting.ruleByName(rule.name)).toBe(rule);
    expect(() => voting.ruleByName('bordaa')).toThrow('borda');
    expect(rankingRules.every(({ ballot }) => ballot === 'ranking')).toBe(true);
  });

  it('behaviour: rules that need complete or strict rankings refuse other rankings', () => {
    const truncated: Election = { options: ['a', 'b', 'c'], ballots: [{ kind: 'ranking', ranking: ['a'] }] };
    const weak: Election = {
      options: ['a', 'b', 'c'],
      ballots: [{ kind: 'ranking', ranking: [['a', 'b'], 'c'] }],
    };
    for (const rule of [voting.coombs, voting.nanson])
      expect(() => rule.count(truncated)).toThrow('complete');
    for (const rule of [voting.coombs, voting.instantRunoff, voting.bucklin, voting.dowdall])
      expect(() => rule.count(weak)).toThrow('ties');
    expect(voting.instantRunoff.count(truncated).winners).toEqual(['a']);
    expect(voting.schulze.count(weak).winners).toEqual(['a', 'b']);
  });

  it('behaviour: rules that do not count rankings refuse a profile of rankings', () => {
    const profile = voting.RankingProfile.from({ options: ['a', 'b'], ballots: rankings('ab') });
    for (const rule of rules.filter(({ ballot }) => ballot !== 'ranking'))
      expect(() => rule.count(profile)).toThrow(`${rule.ballot} ballots`);
  });

  it('behaviour: points in a scoring rule must not increase, even to the 0 of later places', () => {
    expect(() => voting.scoringRule({ points: [1, 2] })).toThrow();
    expect(() => voting.scoringRule({ points: [] })).toThrow();
    expect(() => voting.scoringRule({ points: [NaN] })).toThrow();
    const rule = voting.scoringRule({ points: [1, -1] });
    expect(rule.count({ options: ['A', 'B'], ballots: rankings('AB') }).order).toEqual([['A'], ['B']]);
    expect(() => rule.count({ options: [...'ABCD'], ballots: rankings('ABCD') })).toThrow('every place');
  });

  it('behaviour: the tolerance for points is proportional to their total', () => {
    const options = [...'abcdefg'];
    const share = (total: number): Ballot => ({
      kind: 'points',
      points: Object.fromEntries(options.map((option) => [option, total / 7])),
    });
    expect(voting.cumulativeOf(1e12).count({ options, ballots: [share(1e12)] }).winners).toEqual(options);
    const none: Ballot = { kind: 'points', points: Object.fromEntries(options.map((option) => [option, 0])) };
    expect(() => voting.cumulativeOf(1e-7).count({ options, ballots: [none] })).toThrow(/ballot 1 /);
    expect(() => voting.cumulativeOf(0)).toThrow();
  });

  it('behaviour: refuses a custom rule that gives no numbers', () => {
    expect(() => byScores(['a', 'b'], [1, NaN])).toThrow();
    expect(() => byScores(['a', 'b'], [1])).toThrow();
  });

  it('behaviour: rules that draw at random need a random stream', () => {
    for (const rule of [voting.blindDictatorial, voting.randomOrder])
      expect(() => rule.count({ options: ['a', 'b'], ballots: rankings('ab') })).toThrow('random');
  });

  it('known: a custom rule from a plain function of the profile', () => {
    const firstOrSecond = voting.rankingRule({
      name: 'first or second',
      explanation: 'The proposal that is first or second on the most rankings is selected.',
      decide: ({ options, rows }) =>
        byScores(
          options,
          options.map((_, at) =>
            rows.reduce((sum, { tiers, weight }) => (tiers[at]! < 2 ? sum + weight : sum), 0),
          ),
        ),
    });
    expect(firstOrSecond.count(rankingsIn('1 ABC, 1 BCA, 1 BAC')).totals).toEqual({ A: 2, B: 3, C: 1 });
  });
});

describe('size', () => {
  it('behaviour: counts 200 options, and majority judgement on 2e8 voters, in reasonable time', () => {
    const options = Array.from({ length: 200 }, (_, at) => `option ${at}`);
    const random = Random.from(2);
    const ballots = Array.from({ length: 20 }, (): Ballot => ({
      kind: 'ranking',
      ranking: random.shuffle(options),
    }));
    for (const rule of rankingRules.filter(({ name }) => !/ranked pairs|kemeny/.test(name)))
      expect(rule.count({ options, ballots }).order.flat()).toHaveLength(200);
    expect(voting.majorityJudgement.count(rated('ab', { 12: 1e8, 21: 1e8 })).order).toEqual([['a', 'b']]);
    expect(voting.majorityJudgement.count(rated('ab', { 11: 499_999, 21: 1, 22: 500_000 })).totals).toEqual({
      a: 2,
      b: 1,
    });
  });

  it('behaviour: Kemeny-Young counts 12 options and refuses 19', () => {
    const options = [...'abcdefghijkl'];
    const random = Random.from(2);
    const ballots = Array.from({ length: 7 }, (): Ballot => ({
      kind: 'ranking',
      ranking: random.shuffle(options),
    }));
    expect(voting.kemenyYoung.count({ options, ballots }).order.flat()).toHaveLength(12);
    const many = Array.from({ length: 19 }, (_, at) => String(at));
    expect(() =>
      voting.kemenyYoung.count({ options: many, ballots: [{ kind: 'ranking', ranking: many }] }),
    ).toThrow('18');
  });

  it('behaviour: ranked pairs refuses a profile with too many contradictory ties, after bounded work', () => {
    for (const size of [12, 30, 60, 200]) {
      const options = Array.from({ length: size }, (_, at) => String(at));
      const random = Random.from(4, size);
      const ballots = Array.from({ length: 3 }, (): Ballot => ({
        kind: 'ranking',
        ranking: random.shuffle(options),
      }));
      try {
        expect(voting.rankedPairs.count({ options, ballots }).order.flat()).toHaveLength(size);
      } catch (error) {
        expect((error as Error).message).toContain('too many ways');
      }
    }
  });
});

describe('ties', () => {
  it('known: selects no winner, the first winner, or a random winner', () => {
    expect(voting.breakTies(['b', 'c'], 'none')).toBeNull();
    expect(voting.breakTies(['b', 'c'], 'first')).toBe('b');
    expect(['b', 'c']).toContain(voting.breakTies(['b', 'c'], 'random', Random.from(1)));
    for (const ties of ['none', 'first', 'random'] as const) {
      expect(voting.breakTies(['b'], ties)).toBe('b');
      expect(voting.breakTies([], ties)).toBeNull();
    }
    expect(() => voting.breakTies(['b', 'c'], 'random')).toThrow('random');
  });
});
