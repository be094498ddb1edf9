import { describe, expect, it } from 'vitest';
import type { Run } from '../experiment/run';
import type { Collaboration, Event } from '../protocols/protocol';
import type { Random } from '../random';
import { informedDictatorial } from '../voting/dictators';
import { byScores, type Rule } from '../voting/rule';
import * as elections from './columns/elections';
import { measure } from './measure';
import { recount } from './recount';
import { summarise } from './summarise';
import { made } from './testing/made';

/** The tiers of a ballot. */
const tiersOf = (ballot: unknown): string[][] =>
  (ballot as { ranking: (string | string[])[] }).ranking.map((tier) => [tier].flat());

const firsts: Rule = {
  name: 'firsts',
  ballot: 'ranking',
  explanation: 'First preferences.',
  count: ({ options, ballots }) =>
    byScores(
      options,
      options.map((id) => ballots.filter((ballot) => tiersOf(ballot)[0]?.includes(id)).length),
    ),
};
/** A rule that gives one point for each option that more than half of the voters rank lower. */
const beaten: Rule = {
  name: 'beaten',
  ballot: 'ranking',
  explanation: 'Duels won.',
  count({ options, ballots }) {
    const place = (ballot: unknown, id: string): number =>
      tiersOf(ballot).findIndex((tier) => tier.includes(id));
    const wins = (a: string, b: string): boolean =>
      2 * ballots.filter((ballot) => place(ballot, a) < place(ballot, b)).length > ballots.length;
    return byScores(
      options,
      options.map((a) => options.filter((b) => wins(a, b)).length),
    );
  },
};
const drawn: Rule = {
  ...firsts,
  name: 'drawn',
  count: ({ options, random }) => {
    const order = (random as Random).shuffle(options);
    return byScores(
      options,
      options.map((id) => -order.indexOf(id)),
    );
  },
};

/** An election with options A to D. A is right unless another option is given; '' is a missing ballot. */
function elect(index: number, rankings: readonly string[], answer: string | null = 'A'): Collaboration {
  const agents = rankings.map((_, at) => ({ name: `Rater ${at + 1}`, background: '' }));
  const votes = rankings.map((letters, at): Event =>
    letters === ''
      ? {
          type: 'unusable',
          round: 1,
          phase: 'ranking',
          agent: `Rater ${at + 1}`,
          kind: 'invalid',
          reason: '',
          text: '',
        }
      : { type: 'vote', round: 1, agent: `Rater ${at + 1}`, ballot: [...letters] },
  );
  const candidates = [...'ABCD'].map((id) => ({ id, by: [] }));
  const end = {
    round: 1,
    by: 'none',
    candidates,
    totals: {},
    winners: [],
    selected: null,
    standing: null,
    score: {},
  };
  return made({
    index,
    agents,
    events: [...votes, { type: 'decision', ...end }],
    ...(answer !== null && { labels: { answer } }),
  });
}
const runOf = (all: readonly Collaboration[]): Run => ({
  about: {
    name: '',
    evidence: 'recorded',
    model: 'm',
    seed: 7,
    environment: { name: 'quiz', settings: {} },
    protocol: { name: 'election', settings: {} },
  },
  size: all.length,
  [Symbol.iterator]: () => all[Symbol.iterator](),
});

const clear = elect(0, ['ABCD', 'ABCD', 'BACD']);
/** A, B and C get one first place each. A beats all other options. */
const tied = elect(1, ['ABCD', 'BACD', 'CABD']);
const lost = elect(2, ['BACD', 'BACD', 'ABCD']);
const broken = elect(3, ['ABCD', '', 'ABCD']);

type Options = Parameters<typeof recount>[1];
const accuracy = async (all: readonly Collaboration[], options: Options) =>
  summarise(await measure(recount(runOf(all), options), { accuracy: elections.accuracy }), { by: 'rule' })[0];

describe('recount', () => {
  it('known: a win, a three-way tie, and a loss', async () => {
    const row = await accuracy([clear, tied, lost], { rule: firsts });
    expect(row).toMatchObject({ rule: 'firsts', n: 3, evidence: 'recorded', model: 'm' });
    expect(row?.value).toBeCloseTo(400 / 9, 10); // 100, 100/3, 0
    expect((await accuracy([clear, tied, lost], { rule: beaten }))?.value).toBeCloseTo(200 / 3, 10);
  });

  it('known: a profile with a missing ballot is excluded, or its valid ballots are counted', async () => {
    expect(await accuracy([clear, broken], { rule: firsts })).toMatchObject({ value: 100, n: 1, missing: 1 });
    expect(await accuracy([clear, broken], { rule: firsts, profiles: 'partial' })).toMatchObject({
      value: 100,
      n: 2,
    });
    expect(await accuracy([elect(4, ['', ''])], { rule: firsts, profiles: 'partial' })).toMatchObject({
      n: 0,
    });
  });

  it('known: validProfile and partialProfile tell profiles apart', async () => {
    const { validProfile, partialProfile } = elections;
    const rows = summarise(
      await measure(runOf([clear, broken, elect(5, ['', ''])]), { validProfile, partialProfile }),
    );
    expect(rows.map(({ value }) => Math.round(value as number))).toEqual([33, 33]);
  });

  it('known: in the hit rate, tied options share their places', async () => {
    const at = async (one: Collaboration, rule: Rule) =>
      (await measure(recount(runOf([one]), { rule }), { hit: elections.hitRate() })).map(
        ({ value }) => value,
      );
    expect((await at(tied, firsts)).map((value) => Number(value?.toFixed(6)))).toEqual([
      33.333333, 66.666667, 100, 100,
    ]);
    expect(await at(elect(1, ['ABCD', 'BACD', 'CABD'], 'D'), firsts)).toEqual([0, 0, 0, 100]);
  });

  it('known: a decision scored right reveals the right option; an unknown right option is missing', async () => {
    const scored = recount(runOf([clear]), { rule: beaten });
    const unlabelled = [...scored].map(({ labels: _, ...one }) => one as Collaboration);
    expect((await accuracy(unlabelled, { rule: firsts }))?.value).toBe(100);
    expect((await accuracy([elect(7, ['ABCD'], null)], { rule: firsts }))?.n).toBe(0);
  });

  it('law: counting one rater of three averages the raters; counting all gives the whole electorate', async () => {
    const runs = Array.from({ length: 900 }, (_, seed) =>
      recount(runOf([lost]), { rule: firsts, raters: 1, seed }),
    );
    const rows = await measure(runs, { accuracy: elections.accuracy });
    expect(Math.abs((summarise(rows)[0]?.value ?? 0) - 100 / 3)).toBeLessThan(6.3); // 4 standard deviations of 1.57
    expect((await accuracy([lost], { rule: firsts, raters: 3 }))?.value).toBe(0);
  });

  it('law: plurality with five raters tolerates two unreliable raters, and five reduce it to guessing', async () => {
    const many = Array.from({ length: 600 }, (_, index) =>
      elect(
        index,
        Array.from({ length: 5 }, () => 'ABCD'),
      ),
    );
    const found = [];
    for (const unreliable of [0, 1, 2, 3, 5])
      found.push((await accuracy(many, { rule: firsts, unreliable }))?.value);
    expect(found.slice(0, 3)).toEqual([100, 100, 100]);
    expect(found[3]).toBeLessThan(100);
    expect(Math.abs((found[4] ?? 0) - 25)).toBeLessThan(7); // 4 standard deviations of 1.8
  });

  it('law: a random rule gives the same result with the same seed', async () => {
    const many = Array.from({ length: 400 }, (_, index) => elect(index, ['ABCD']));
    const first = await accuracy(many, { rule: drawn });
    expect(await accuracy(many, { rule: drawn })).toEqual(first);
    expect((await accuracy(many, { rule: drawn, seed: 8 }))?.value).not.toBe(first?.value);
  });

  it("known: a consulted dictator's own ballot counts, even if other ballots are missing", async () => {
    const asked = (one: Collaboration, letters: string): Collaboration => ({
      ...one,
      events: [
        { type: 'vote', round: 1, agent: 'informed dictatorial', ballot: [...letters] },
        ...one.events,
      ],
    });
    const all = [asked(elect(0, ['', 'BACD']), 'ABCD'), asked(elect(1, ['ABCD', 'ABCD']), 'BACD')];
    expect(await accuracy(all, { rule: informedDictatorial })).toMatchObject({ value: 50, n: 2 });
    expect(await accuracy([clear], { rule: informedDictatorial })).toMatchObject({ n: 0, missing: 1 });
    await expect(accuracy(all, { rule: informedDictatorial, raters: 1 })).rejects.toThrow(/raters/);
    const many = Array.from({ length: 600 }, (_, index) => asked(elect(index, ['ABCD', 'ABCD']), 'ABCD'));
    const failing = (await accuracy(many, { rule: informedDictatorial, unreliable: 1 }))?.value ?? 0;
    expect(Math.abs(failing - 62.5)).toBeLessThan(8); // half of the dictators guess among four
  });

  it('behaviour: a list of approved options does not count as a ranking', async () => {
    const cast = (phase: string, ballot: readonly string[]): Event => {
      return { type: 'vote', round: 1, phase, agent: 'Rater 1', ballot };
    };
    const { events, ...one } = elect(0, ['']);
    const both = { ...one, events: [cast('ranking', [...'ABCD']), cast('approval', ['B']), ...events] };
    const approvals = { ...one, events: [cast('approval', ['B']), ...events] };
    expect((await accuracy([both], { rule: firsts }))?.value).toBe(100);
    await expect(accuracy([approvals], { rule: firsts })).rejects.toThrow(/ranking/);
  });

  it('behaviour: records stay unchanged; wrong sizes and kinds of ballots are rejected', async () => {
    const before = JSON.stringify(clear);
    await accuracy([clear], { rule: firsts, unreliable: 2 });
    expect(JSON.stringify(clear)).toBe(before);
    await expect(accuracy([clear], { rule: firsts, raters: 4 })).rejects.toThrow(/raters/);
    await expect(accuracy([clear], { rule: firsts, raters: 2, unreliable: 3 })).rejects.toThrow(/unreliable/);
    await expect(accuracy([clear], { rule: { ...firsts, ballot: 'rating' } })).rejects.toThrow(/rating/);
    await expect(accuracy([made()], { rule: firsts })).rejects.toThrow(/not an election/);
  });
});
