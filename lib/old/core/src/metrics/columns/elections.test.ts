import { describe, expect, it } from 'vitest';
import { informedDictatorial, misinformedDictatorial, range, dowdall, type VotingRule } from 'agora-voting';
import type { Collaboration } from '../../transcripts';
import { elections, type ElectionColumnSettings } from './elections';
import { beaten, drawn, firsts, madeElection, manyElections, ranking } from '../testing/made-elections';
import { rowOf, rowsOf } from '../testing/measured';

const rated = range({ scale: { lowest: 1, highest: 5 } });

const clear = madeElection(0, ['ABCD', 'ABCD', 'BACD']);
/** Firsts: A, B and C one each. A beats B and C, and D. */
const tied = madeElection(1, ['ABCD', 'BACD', 'CABD']);
const lost = madeElection(2, ['BACD', 'BACD', 'ABCD']);
const broken = madeElection(3, ['ABCD', '', 'ABCD']);

const column =
  (name: 'accuracy' | 'hitRate' | 'gain') =>
  (all: readonly Collaboration[], rules: readonly VotingRule[], settings: ElectionColumnSettings = {}) =>
    rowsOf(all, { [name]: elections(rules, settings)[name]! });
const [accuracy, hitRate, gain] = [column('accuracy'), column('hitRate'), column('gain')];
const means = async (rows: ReturnType<typeof accuracy>) => (await rows).map(({ value }) => value);

describe('accuracy', () => {
  it('known: won, tied three ways, lost; the standard error over questions', async () => {
    const row = rowOf(await accuracy([clear, tied, lost], [firsts]), 'accuracy');
    // 100, 100/3, 0: mean 400/9; squares about it 3086.4 + 123.5 + 1975.3, over 2, root, over root 3: 29.4.
    expect(row).toMatchObject({ rule: 'firsts', n: 3, evidence: 'simulated' });
    expect(row.value).toBeCloseTo(400 / 9, 10);
    expect(row.standardError).toBeCloseTo(Math.sqrt(5185.185 / 2 / 3), 3);
    // Condorcet winners: A, A, B.
    expect(await means(accuracy([clear, tied, lost], [beaten, dowdall]))).toEqual([200 / 3, 200 / 3]);
  });

  it('known: ties by policy; random ones come to the expected', async () => {
    const by = async (ties: 'none' | 'fixed-order' | 'random', seed = 1) =>
      (await means(accuracy([tied], [firsts], { ties, seed })))[0];
    expect(await by('none')).toBe(0);
    expect(await by('fixed-order')).toBe(100);
    expect(await by('random')).toBe(await by('random'));
    const [many] = await means(accuracy([tied], [firsts], { ties: 'random', draws: 3000 }));
    expect(Math.abs((many ?? 0) - 100 / 3)).toBeLessThan(3.5); // 4 deviations of 0.86
  });

  it('known: an invalid profile counts as wrong, is left out, or is counted without the missing ballot', async () => {
    const of = async (settings: ElectionColumnSettings) =>
      rowOf(await accuracy([clear, broken], [firsts], settings), 'accuracy');
    expect(await of({})).toMatchObject({ value: 50, n: 2 });
    expect(await of({ invalid: 'left out' })).toMatchObject({ value: 100, n: 1 });
    expect(await of({ validity: 'valid ballots' })).toMatchObject({ value: 100, n: 2 });
    const nobody = madeElection(4, ['', '']);
    const left = { validity: 'valid ballots', invalid: 'left out' } as const;
    expect(await means(accuracy([nobody], [firsts], left))).toEqual([null]);
  });

  it('law: a rule that draws gives the same under one seed, and 1 in 4 over many questions', async () => {
    const many = manyElections(2000, 3, 1);
    const [value] = await means(accuracy(many, [drawn]));
    expect(await means(accuracy(many, [drawn]))).toEqual([value]);
    expect(await means(accuracy(many, [drawn], { seed: 8 }))).not.toEqual([value]);
    expect(Math.abs((value ?? 0) - 25)).toBeLessThan(4); // 4 deviations of 0.97
  });

  it('known: a dictator counts by its own ballot, also where the others’ are missing', async () => {
    const two = [
      madeElection(0, ['', 'BACD'], { dictators: { informed: ranking('ABCD') } }),
      madeElection(1, ['ABCD', 'ABCD'], { dictators: { informed: null } }),
    ];
    expect(await accuracy(two, [informedDictatorial, firsts])).toMatchObject([
      { rule: 'informed dictatorial', value: 50 },
      { rule: 'firsts', value: 50 },
    ]);
    const { valid } = elections([firsts]);
    expect(await rowsOf(two, { valid })).toMatchObject([
      { ballot: 'ranking', value: 50, n: 2 },
      { ballot: 'informed dictatorial', value: 50, n: 2 },
    ]);
    await expect(accuracy(two, [misinformedDictatorial])).rejects.toThrow(
      /collaboration 0 consulted no mis-informed/,
    );
  });

  it('law: ratings are counted by rules on ratings, beside the rankings', async () => {
    const ratings = [5, 1].map(
      (best) => ({ kind: 'rating', ratings: { A: best, B: 3, C: 1, D: 1 } }) as const,
    );
    const both = madeElection(0, ['BACD', 'BACD'], { polls: { rating: ratings } });
    expect(await means(accuracy([both], [rated, firsts]))).toEqual([50, 0]); // A 6, B 6
  });

  it('contract: frozen records survive; wrong settings and missing parts are named', async () => {
    const frozen = [clear, tied].map((one) => Object.freeze({ ...one, events: Object.freeze(one.events) }));
    const before = JSON.stringify(frozen);
    await accuracy(frozen, [firsts], { unreliable: [0, 1, 2, 3] });
    expect(JSON.stringify(frozen)).toBe(before);
    expect(await accuracy([], [firsts])).toEqual([]);
    const refused = async (settings: object, message: RegExp) => {
      const tried = async () => accuracy([clear], [firsts], settings);
      await expect(tried()).rejects.toThrow(expect.objectContaining({ code: 'setting' }));
      await expect(tried()).rejects.toThrow(message);
    };
    await refused({ quorums: [4] }, /quorums from 1 to the 3 raters of collaboration 0, got 4/);
    await refused({ unreliable: [4] }, /from 0 to the 3 raters counted as unreliable, got 4/);
    await refused({ quorums: [2], unreliable: [3] }, /from 0 to the 2 raters counted as unreliable, got 3/);
    await refused({ draws: 0 }, /^columns.elections needs a whole number from 1 .* as draws, got 0$/);
    await refused({ ties: 'coin' }, /"expected" or "none" or "fixed-order" or "random" as ties, got "coin"/);
    expect(() => elections([])).toThrow(/at least 1 voting rules as rules, got an empty list/);
    await expect(accuracy([clear], [rated])).rejects.toThrow(
      /"rated" takes rating ballots, and .* has ranking/,
    );
    const unknown = madeElection(7, ['ABCD'], { right: null });
    await expect(accuracy([unknown], [firsts])).rejects.toThrow(
      expect.objectContaining({ code: 'missing-score' }),
    );
  });
});

describe('by quorum', () => {
  it('known: the first raters of the roster, on the same questions at every quorum', async () => {
    const quorums = [1, 2, 3];
    const rows = await accuracy([lost, broken], [firsts], { quorums, invalid: 'left out' });
    expect(rows.map(({ quorum, n, value }) => [quorum, n, value])).toEqual(quorums.map((q) => [q, 1, 0])); // B
    const own = accuracy([lost, broken], [firsts], { quorums, validity: 'quorum' });
    expect(await means(own)).toEqual([50, 0, 0]);
  });

  it('law: random quorums of 1 average the raters; the full quorum is the whole electorate', async () => {
    const settings = { quorumOf: 'random', draws: 3000, quorums: [1, 3] } as const;
    const [one, all] = await means(accuracy([lost], [firsts], settings));
    expect(Math.abs((one ?? 0) - 100 / 3)).toBeLessThan(3.5);
    expect(all).toBeCloseTo(0, 10);
  });

  it('law: good raters get better together', async () => {
    const many = accuracy(manyElections(500, 5, 0.5), [firsts], { quorums: [1, 3, 5] });
    const [one, , five] = await means(many);
    expect(one).toBeGreaterThan(55); // 0.5 + 0.5 / 4
    expect(five).toBeGreaterThan((one ?? 0) + 10);
  });

  it('contract: a dictator who saw all ballots has no smaller quorum', async () => {
    const one = madeElection(0, ['ABCD', 'ABCD'], { dictators: { informed: ranking('ABCD') } });
    const at = (quorum: number) => accuracy([one], [informedDictatorial], { quorums: [quorum] });
    await expect(at(1)).rejects.toThrow(/quorum of 1/);
    expect(await means(at(2))).toEqual([100]);
  });
});

describe('by unreliable raters', () => {
  const many = manyElections(1500, 5, 1, { informed: ranking('ABCD')! });

  it('law: from all right to guessing, and plurality of 5 bears 2 unreliable raters', async () => {
    const accuracies = await means(accuracy(many, [firsts], { unreliable: [0, 1, 2, 3, 4, 5] }));
    expect(accuracies.slice(0, 3)).toEqual([100, 100, 100]);
    expect(accuracies[3]).toBeLessThan(100);
    expect(Math.abs((accuracies[5] ?? 0) - 25)).toBeLessThan(4); // 3.6 deviations of 1.1
    for (let k = 1; k <= 5; k++) expect(accuracies[k]).toBeLessThanOrEqual(accuracies[k - 1] ?? 0);
  });

  it('law: the dictator fails with chance k / n, at once, or never', async () => {
    const at = (unreliableDictator: 'share' | 'first' | 'never') =>
      means(accuracy(many, [informedDictatorial], { unreliableDictator, unreliable: [0, 1, 4] }));
    const [none, one, four] = await at('share');
    expect(none).toBe(100);
    expect(Math.abs((one ?? 0) - 85)).toBeLessThan(4); // 80% + 20% / 4
    expect(Math.abs((four ?? 0) - 40)).toBeLessThan(5); // 20% + 80% / 4
    expect(Math.abs(((await at('first'))[1] ?? 0) - 25)).toBeLessThan(4);
    expect(await at('never')).toEqual([100, 100, 100]);
  });
});

describe('hitRate', () => {
  it('known: ties in the order count as the chance of a fair draw', async () => {
    // Firsts of `tied`: A, B, C on 1, D on 0: 1/3, 2/3, 1, 1. With D right: only the fourth place.
    expect((await means(hitRate([tied], [firsts]))).map((one) => Number(one?.toFixed(6)))).toEqual([
      33.333333, 66.666667, 100, 100,
    ]);
    const last = madeElection(1, ['ABCD', 'BACD', 'CABD'], { right: 'D' });
    expect(await means(hitRate([last], [firsts]))).toEqual([0, 0, 0, 100]);
    expect(await means(hitRate([clear, lost], [beaten], { ks: [1, 2] }))).toEqual([50, 100]);
    expect(() => elections([firsts], { ks: [0] })).toThrow(/at least 1 as ks.0, got 0/);
  });

  it('law: rises to 100 with k, and is the accuracy at k = 1', async () => {
    const [many, rules] = [manyElections(200, 4, 0.3), [firsts, beaten, dowdall]];
    const rows = await hitRate(many, rules);
    for (const { name } of rules) {
      const own = rows.filter(({ rule }) => rule === name).map(({ value }) => value ?? NaN);
      expect(own).toEqual([...own].sort((a, b) => a - b));
      expect(own[3]).toBeCloseTo(100, 9);
    }
    const atOne = rows.filter(({ k }) => k === 1);
    (await means(accuracy(many, rules))).forEach((mean, place) =>
      expect(atOne[place]?.value).toBeCloseTo(mean ?? NaN, 9),
    );
  });
});

describe('by subject', () => {
  const all = [
    madeElection(0, ['ABCD', 'ABCD', 'BACD'], { subject: 'law' }),
    madeElection(1, ['ABCD', 'BACD', 'CABD'], { subject: 'law' }),
    madeElection(2, ['BACD', 'BACD', 'ABCD'], { subject: 'art' }),
    madeElection(3, ['ABCD', '', 'ABCD'], { subject: 'art' }),
  ];

  it('known: accuracy by subject, in the order of the questions', async () => {
    const rows = await accuracy(all, [firsts, beaten], { bySubject: true });
    expect(rows.map(({ subject, rule }) => `${subject} ${rule}`)).toEqual([
      'law firsts',
      'law beaten',
      'art firsts',
      'art beaten',
    ]);
    expect(rows.map(({ value }) => Number(value?.toFixed(3)))).toEqual([66.667, 100, 0, 0]);
    expect(await accuracy([clear], [firsts], { bySubject: true })).toMatchObject([{ subject: 'no subject' }]);
  });

  it('known: gains are paired, with the standard error of the difference', async () => {
    // law: 0 and 100 - 33.3; mean 33.3, sd 47.1, over root 2: 33.3.
    const settings = { bySubject: true, than: firsts };
    const [first, second] = await gain(all, [beaten], settings);
    expect(first?.['subject']).toBe('law');
    expect(first?.value).toBeCloseTo(100 / 3, 10);
    expect(first?.standardError).toBeCloseTo(100 / 3, 10);
    expect(second).toMatchObject({ subject: 'art', value: 0, standardError: 0, n: 2 });
    const [, left] = await gain(all, [beaten], { ...settings, invalid: 'left out' });
    expect(left?.n).toBe(1);
  });
});
