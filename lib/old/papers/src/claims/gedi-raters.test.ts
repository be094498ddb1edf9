import { describe, expect, it } from 'vitest';
import type { Collaboration } from 'agora-core/transcripts';
import { rateByAll, rateQuestion } from './gedi-raters';

/** A question with the key A, and one vote a rater. */
function question(ballots: readonly object[]): Collaboration {
  const events = ballots.map((ballot, place) => ({
    type: 'vote',
    round: 1,
    phase: 'ballot/ranking',
    by: `Prompt ${place + 1}`,
    ballot: ballot,
    collaboration: 0,
  }));
  const instance = { id: 'anatomy/1', subject: 'anatomy', answer: 'A' };
  const agents = ballots.map((_, place) => `Prompt ${place + 1}`);
  return {
    index: 0,
    instance: instance,
    agents: agents,
    events: events,
    finished: null,
  } as unknown as Collaboration;
}
const ranking = (letters: string) => ({ kind: 'ranking', ranking: [...letters] });
const settings = { draws: 20, seed: 1 };

describe('rateQuestion', () => {
  it('known: six for A first and four for B first elect A by plurality; a single rater is right in 60 percent', () => {
    const ballots = [...'aaaaaabbbb'].map((who) => ranking(who === 'a' ? 'ABCD' : 'BACD'));
    const { single, hits, fewer, disagree } = rateQuestion(question(ballots), settings);
    expect(single).toEqual([60, 100, 100]);
    expect(hits[0]).toEqual([100, 100, 100, 100, 100, 100]);
    expect(disagree).toBe(true);
    // Of 45 pairs 15 are both for A and 24 are split, which a fair draw gets right half of the time.
    expect(fewer[2]![0]).toBeCloseTo((100 * (15 + 12)) / 45, 10);
  });

  it('known: equal options stand in either order: a rater with A and B level is right half of the time', () => {
    const level = { kind: 'weak-ranking', tiers: [['A', 'B'], ['C'], ['D']] };
    const { single, hits } = rateQuestion(question(Array.from({ length: 6 }, () => level)), settings);
    expect(single).toEqual([50, 100, 100]);
    // Of 64 orders A has 3 of six first places in 20, a tie; the rest is even.
    expect(hits[0]![0]).toBeCloseTo(50, 10);
  });

  it('known: with more random ballots accuracy falls towards chance; the draws are seeded', () => {
    const one = question(Array.from({ length: 10 }, () => ranking('ABCD')));
    const { unreliable } = rateQuestion(one, { draws: 200, seed: 1 });
    expect(unreliable[2]![0]).toBe(100); // eight of ten for A
    expect(unreliable[6]![2]).toBeLessThan(100);
    expect(rateQuestion(one, { draws: 200, seed: 1 }).unreliable).toEqual(unreliable);
  });

  it('known: the option of the highest sum of probabilities, which need not have the most first places', () => {
    const one = question([...'aaabbb'].map((who) => ranking(who === 'a' ? 'ABCD' : 'BACD')));
    const rows = { 'Prompt 1': [0.4, 0.35, 0.15, 0.1], 'Prompt 2': [0.2, 0.5, 0.2, 0.1] }; // A 0.6, B 0.85
    const note = { type: 'note', kind: 'probabilities', data: rows, collaboration: 0 };
    const noted = { ...one, events: [...one.events, note] } as unknown as Collaboration;
    expect(rateByAll(noted).summed).toBe(0);
    expect(rateByAll(one).summed).toBe(null);
    const level = { ...note, data: { ...rows, 'Prompt 3': [0.45, 0.2, 0.2, 0.15] } }; // both 1.05
    expect(rateByAll({ ...one, events: [...one.events, level] } as unknown as Collaboration).summed).toBe(50);
  });

  it('contract: what is no ranking of four options is refused by the question', () => {
    expect(() => rateQuestion(question([ranking('ABC')]), settings)).toThrow('needs a ranking of A to D');
    expect(() => rateQuestion(question([]), settings)).toThrow('anatomy/1: needs a key from A to D');
  });

  it('known: where ballots are fewer than a way asks for, all of them are counted or replaced', () => {
    const { hits, fewer, unreliable } = rateQuestion(question([ranking('ABCD'), ranking('BACD')]), {
      draws: 2000,
      seed: 1,
    });
    expect(fewer[3]).toEqual(hits[0]);
    expect(fewer[5]).toEqual(hits[0]);
    // Both ballots are random: A is as likely to win as any other, within four standard errors of some 0.9 points.
    for (const rule of unreliable[6] ?? []) expect(Math.abs(rule - 25)).toBeLessThan(3.6);
  });
});
