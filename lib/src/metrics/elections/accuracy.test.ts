import { describe, expect, it } from 'vitest';
import { informedDictatorial, range, ranked } from '../../voting';
import {
  accuracyByQuorum,
  accuracyByRule,
  accuracyBySubject,
  accuracyByUnreliable,
  hitRateAtK,
  subjectDifferences,
} from '.';
import { beaten, drawn, firsts, madeElection, manyElections, poll, ranking } from './testing/made-elections';

const rated = range({ scale: { lowest: 1, highest: 5 } });

const clear = madeElection(0, ['ABCD', 'ABCD', 'BACD']);
/** Firsts: A, B and C one each. A beats B and C, and D. */
const tied = madeElection(1, ['ABCD', 'BACD', 'CABD']);
const lost = madeElection(2, ['BACD', 'BACD', 'ABCD']);
const broken = madeElection(3, ['ABCD', '', 'ABCD']);

const means = (rows: readonly { readonly accuracy: { readonly mean: number | null } }[]) =>
  rows.map(({ accuracy }) => accuracy.mean);

describe('accuracyByRule', () => {
  it('known: won, tied three ways, lost; the standard error over questions', () => {
    const [row] = accuracyByRule([clear, tied, lost], [firsts]);
    // 100, 100/3, 0: mean 400/9; squares about it 3086.4 + 123.5 + 1975.3, over 2, root, over root 3: 29.4.
    expect(row).toMatchObject({ rule: 'firsts', questions: 3, invalid: 0, accuracy: { n: 3 } });
    expect(row?.accuracy.mean).toBeCloseTo(400 / 9, 10);
    expect(row?.accuracy.standardError).toBeCloseTo(Math.sqrt(5185.185 / 2 / 3), 3);
    // Condorcet winners: A, A, B.
    expect(means(accuracyByRule([clear, tied, lost], [beaten, ranked]))).toEqual([200 / 3, 200 / 3]);
  });

  it('known: ties by policy; random ones come to the expected', () => {
    const by = (ties: 'none' | 'fixed-order' | 'random', seed = 1) =>
      means(accuracyByRule([tied], [firsts], { ties, seed }))[0];
    expect(by('none')).toBe(0);
    expect(by('fixed-order')).toBe(100);
    expect(by('random')).toBe(by('random'));
    const [many] = means(accuracyByRule([tied], [firsts], { ties: 'random', draws: 3000 }));
    expect(Math.abs((many ?? 0) - 100 / 3)).toBeLessThan(3.5); // 4 deviations of 0.86
  });

  it('known: an invalid profile counts as wrong, is left out, or is counted without the missing ballot', () => {
    const [wrong] = accuracyByRule([clear, broken], [firsts]);
    expect(wrong).toMatchObject({ accuracy: { mean: 50, n: 2 }, questions: 2, invalid: 1 });
    const [out] = accuracyByRule([clear, broken], [firsts], { invalid: 'left out' });
    expect(out).toMatchObject({ accuracy: { mean: 100, n: 1 }, questions: 2, invalid: 1 });
    const [partial] = accuracyByRule([clear, broken], [firsts], { validity: 'valid ballots' });
    expect(partial).toMatchObject({ accuracy: { mean: 100, n: 2 }, invalid: 0 });
    const nobody = madeElection(4, ['', '']);
    expect(accuracyByRule([nobody], [firsts], { validity: 'valid ballots' })[0]?.invalid).toBe(1);
  });

  it('law: a rule that draws gives the same under one seed, and 1 in 4 over many questions', () => {
    const elections = manyElections(2000, 3, 1);
    const [accuracy] = means(accuracyByRule(elections, [drawn]));
    expect(means(accuracyByRule(elections, [drawn]))).toEqual([accuracy]);
    expect(means(accuracyByRule(elections, [drawn], { seed: 8 }))).not.toEqual([accuracy]);
    expect(Math.abs((accuracy ?? 0) - 25)).toBeLessThan(4); // 4 deviations of 0.97
  });

  it('known: a dictator counts by its own ballot, also where the others’ are missing', () => {
    const dictators = [{ kind: 'informed', asked: true, ballot: ranking('ABCD'), failure: null }] as const;
    const silent = [{ kind: 'informed', asked: false, ballot: null, failure: null }] as const;
    const two = [
      madeElection(0, ['', 'BACD'], { dictators }),
      madeElection(1, ['ABCD', 'ABCD'], { dictators: silent }),
    ];
    const [alone, all] = accuracyByRule(two, ['informed dictatorial', firsts]);
    const [byRule] = accuracyByRule(two, [informedDictatorial]);
    expect(byRule).toEqual(alone);
    expect(alone).toMatchObject({ rule: 'informed dictatorial', accuracy: { mean: 50 }, invalid: 1 });
    expect(all).toMatchObject({ accuracy: { mean: 50 }, invalid: 1 });
    expect(() => accuracyByRule(two, ['mis-informed dictatorial'])).toThrow(
      /collaboration 0 consulted no mis-informed/,
    );
  });

  it('contract: frozen elections survive; wrong settings and missing parts are named', () => {
    const frozen = [Object.freeze(clear), Object.freeze(tied)];
    const before = JSON.stringify(frozen);
    accuracyByUnreliable(frozen, [firsts]);
    expect(JSON.stringify(frozen)).toBe(before);
    expect(accuracyByRule([], [firsts])[0]).toMatchObject({ accuracy: { mean: null, n: 0 }, questions: 0 });
    const refused = (settings: object, message: RegExp) => {
      expect(() => accuracyByRule([clear], [firsts], settings)).toThrow(
        expect.objectContaining({ code: 'setting' }),
      );
      expect(() => accuracyByRule([clear], [firsts], settings)).toThrow(message);
    };
    refused({ quorum: 4 }, /a whole number from 1 to 3 as quorum, got 4/);
    refused({ unreliable: 4 }, /from 0 to 3 as unreliable, got 4/);
    refused({ quorum: 2, unreliable: 3 }, /from 0 to 2 as unreliable, got 3/);
    refused({ draws: 0 }, /^accuracyByRule needs a whole number from 1 .* as draws, got 0$/);
    refused({ ties: 'coin' }, /"expected" or "none" or "fixed-order" or "random" as ties, got "coin"/);
    expect(() => accuracyByRule([clear], [])).toThrow(/at least 1 voting rules as rules, got an empty list/);
    expect(() => accuracyByRule([clear], [rated])).toThrow(
      /"rated" takes rating ballots, and .* has ranking/,
    );
    const unknown = madeElection(7, ['ABCD'], { right: null });
    expect(() => accuracyByRule([unknown], [firsts])).toThrow(
      expect.objectContaining({ code: 'missing-score' }),
    );
    expect(() => accuracyByRule([unknown], [firsts])).toThrow(/right option of collaboration 7/);
  });
});

describe('accuracyByQuorum', () => {
  it('known: the first raters of the roster, on the same questions at every quorum', () => {
    const rows = accuracyByQuorum([lost, broken], [firsts], { invalid: 'left out' });
    expect(rows.map(({ quorum, invalid }) => [quorum, invalid])).toEqual([1, 2, 3].map((q) => [q, 1]));
    expect(means(rows)).toEqual([0, 0, 0]); // B, B, B
    const own = accuracyByQuorum([lost, broken], [firsts], { validity: 'quorum' });
    expect(own.map(({ invalid }) => invalid)).toEqual([0, 1, 1]);
    expect(means(own)).toEqual([50, 0, 0]);
  });

  it('law: random quorums of 1 average the raters; the full quorum is the whole electorate', () => {
    const rows = accuracyByQuorum([lost], [firsts], { quorumOf: 'random', draws: 3000, quorums: [1, 3] });
    expect(Math.abs((rows[0]?.accuracy.mean ?? 0) - 100 / 3)).toBeLessThan(3.5);
    expect(rows[1]?.accuracy.mean).toBeCloseTo(0, 10);
  });

  it('law: good raters get better together', () => {
    const [one, , five] = means(
      accuracyByQuorum(manyElections(500, 5, 0.5), [firsts], { quorums: [1, 3, 5] }),
    );
    expect(one).toBeGreaterThan(55); // 0.5 + 0.5 / 4
    expect(five).toBeGreaterThan((one ?? 0) + 10);
  });

  it('contract: a dictator who saw all ballots has no smaller quorum', () => {
    const dictators = [{ kind: 'informed', asked: true, ballot: ranking('ABCD'), failure: null }] as const;
    const one = madeElection(0, ['ABCD', 'ABCD'], { dictators });
    expect(() => accuracyByQuorum([one], ['informed dictatorial'])).toThrow(/quorum of 1/);
    expect(means(accuracyByQuorum([one], ['informed dictatorial'], { quorums: [2] }))).toEqual([100]);
  });
});

describe('accuracyByUnreliable', () => {
  const dictators = [{ kind: 'informed', asked: true, ballot: ranking('ABCD'), failure: null }] as const;
  const elections = manyElections(1500, 5, 1).map((one) => ({ ...one, dictators }));

  it('law: from all right to guessing, and plurality of 5 bears 2 unreliable raters', () => {
    const accuracies = means(accuracyByUnreliable(elections, [firsts]));
    expect(accuracies.slice(0, 3)).toEqual([100, 100, 100]);
    expect(accuracies[3]).toBeLessThan(100);
    expect(Math.abs((accuracies[5] ?? 0) - 25)).toBeLessThan(4); // 3.6 deviations of 1.1
    for (let k = 1; k <= 5; k++) expect(accuracies[k]).toBeLessThanOrEqual(accuracies[k - 1] ?? 0);
  });

  it('law: the dictator fails with chance k / n, at once, or never', () => {
    const at = (unreliableDictator: 'share' | 'first' | 'never') =>
      means(
        accuracyByUnreliable(elections, ['informed dictatorial'], { unreliableDictator, counts: [0, 1, 4] }),
      );
    const [none, one, four] = at('share');
    expect(none).toBe(100);
    expect(Math.abs((one ?? 0) - 85)).toBeLessThan(4); // 80% + 20% / 4
    expect(Math.abs((four ?? 0) - 40)).toBeLessThan(5); // 20% + 80% / 4
    expect(Math.abs((at('first')[1] ?? 0) - 25)).toBeLessThan(4);
    expect(at('never')).toEqual([100, 100, 100]);
  });
});

describe('hitRateAtK', () => {
  it('known: ties in the order count as the chance of a fair draw', () => {
    // Firsts of `tied`: A, B, C on 1, D on 0: 1/3, 2/3, 1, 1. With D right: only the fourth place.
    expect(means(hitRateAtK([tied], [firsts])).map((one) => Number(one?.toFixed(6)))).toEqual([
      33.333333, 66.666667, 100, 100,
    ]);
    const last = { ...tied, right: 'D' };
    expect(means(hitRateAtK([last], [firsts]))).toEqual([0, 0, 0, 100]);
    expect(means(hitRateAtK([clear, lost], [beaten], { ks: [1, 2] }))).toEqual([50, 100]);
    expect(() => hitRateAtK([clear], [firsts], { ks: [0] })).toThrow(/at least 1 as ks.0, got 0/);
  });

  it('law: rises to 100 with k, and is the accuracy at k = 1', () => {
    const elections = manyElections(200, 4, 0.3);
    const rows = hitRateAtK(elections, [firsts, beaten, ranked]);
    for (const rule of ['firsts', 'beaten', 'ranked']) {
      const own = means(rows.filter((row) => row.rule === rule));
      expect(own).toEqual([...own].sort((a, b) => (a ?? 0) - (b ?? 0)));
      expect(own[3]).toBeCloseTo(100, 9);
    }
    const atOne = rows.filter(({ k }) => k === 1);
    means(accuracyByRule(elections, [firsts, beaten, ranked])).forEach((mean, place) =>
      expect(atOne[place]?.accuracy.mean).toBeCloseTo(mean ?? NaN, 9),
    );
  });
});

describe('subjects', () => {
  const [law, art] = [{ subject: 'law' }, { subject: 'art' }];
  const elections = [
    { ...clear, ...law },
    { ...tied, ...law },
    { ...lost, ...art },
    { ...broken, ...art },
  ];

  it('known: accuracy by subject, in the order of the questions', () => {
    const rows = accuracyBySubject(elections, [firsts, beaten]);
    expect(rows.map(({ subject, rule }) => `${subject} ${rule}`)).toEqual([
      ...['law firsts', 'law beaten'],
      ...['art firsts', 'art beaten'],
    ]);
    expect(means(rows).map((one) => Number(one?.toFixed(3)))).toEqual([66.667, 100, 0, 0]);
    expect(accuracyBySubject([clear], [firsts])[0]?.subject).toBe('no subject');
  });

  it('known: differences are paired, with the standard error of the difference', () => {
    // law: 0 and 100 - 33.3; mean 33.3, sd 47.1, over root 2: 33.3.
    const [first, second] = subjectDifferences(elections, beaten, firsts);
    expect(first?.subject).toBe('law');
    expect(first?.difference.mean).toBeCloseTo(100 / 3, 10);
    expect(first?.difference.standardError).toBeCloseTo(100 / 3, 10);
    expect(second).toEqual({ subject: 'art', difference: { mean: 0, standardError: 0, n: 2 } });
    const [, left] = subjectDifferences(elections, beaten, firsts, { invalid: 'left out' });
    expect(left?.difference.n).toBe(1);
  });
});

it('law: ratings are counted by rules on ratings, beside the rankings', () => {
  const raters = ['Rater 1', 'Rater 2'];
  const ratings = [5, 1].map((best) => ({ kind: 'rating', ratings: { A: best, B: 3, C: 1, D: 1 } }) as const);
  const both = madeElection(0, ['BACD', 'BACD']);
  const election = { ...both, polls: [...both.polls, poll('rating', raters, ratings)] };
  expect(means(accuracyByRule([election], [rated, firsts]))).toEqual([50, 0]); // A 6, B 6
});
