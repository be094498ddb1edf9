import { describe, expect, it } from 'vitest';
import { accuracyByRound, anyAgentHides, type RoundScoring } from '.';
import { pluralityOf } from './plurality-of';
import { standingAnswers } from './standing-answers';
import { importedDebate, lastLetter } from './testing/imported-debate';
import { madeDebate, madeReply } from './testing/made-debates';

const scorings: RoundScoring[] = ['any agent', 'majority', 'last agent', 'first agent', 'mean agent'];
const means = async (all: Parameters<typeof accuracyByRound>[0], scoring: RoundScoring, more = {}) =>
  (await accuracyByRound(all, { scoring, ...more })).rows.map(({ accuracy }) =>
    Number(accuracy.mean?.toFixed(9)),
  );

describe('accuracyByRound', () => {
  it('known: one debate of three agents by every scoring', async () => {
    // Round 2: Agent 1 silent (A stands), Agent 2 failed (B stands). Round 3: all say B.
    const one = madeDebate({ rounds: ['ABC', '.-A', 'BBB'] });
    const third = 33.333333333;
    expect(await means([one], 'any agent')).toEqual([100, 100, 0]);
    expect(await means([one], 'majority')).toEqual([third, 100, 0]); // three ways tied, A A B, B
    expect(await means([one], 'last agent')).toEqual([0, 100, 0]);
    expect(await means([one], 'first agent')).toEqual([100, 100, 0]);
    expect(await means([one], 'mean agent')).toEqual([third, 66.666666667, 0]);
  });

  it('known: a first answer that fails is unreadable until the agent answers', async () => {
    const one = madeDebate({ rounds: ['-BA', '-.A', 'A..'] });
    const { rows } = await accuracyByRound([one]);
    expect(rows.map(({ answers, unreadable }) => [answers, unreadable])).toEqual([
      [3, 1],
      [3, 1],
      [3, 0],
    ]);
    expect(rows.map(({ accuracy }) => accuracy.mean)).toEqual([50, 50, 100]);
  });

  it('known: imported debates by their texts; an unreadable text is no answer, whatever was said before', async () => {
    const one = importedDebate([
      ['I say A', 'I say A', 'I say B'],
      ['I say A', 'hm', ''],
      ['hm', 'hm', 'hm'],
    ]);
    const { rows } = await accuracyByRound([one], { answerOf: lastLetter });
    expect(rows.map(({ accuracy, unreadable }) => [accuracy.mean, unreadable])).toEqual([
      [100, 0],
      [100, 2],
      [0, 3],
    ]);
    expect(await means([one], 'mean agent', { answerOf: lastLetter })).toEqual([
      66.666666667, 33.333333333, 0,
    ]);
  });

  it('known: debates that ended early stand, or are left out', async () => {
    const debates = [madeDebate({ rounds: ['AA'] }), madeDebate({ index: 1, rounds: ['BB', 'BB'] })];
    expect(await means(debates, 'majority')).toEqual([50, 50]);
    const { rows } = await accuracyByRound(debates, { ended: 'left out' });
    expect(rows.map(({ debates: n, accuracy }) => [n, accuracy.mean])).toEqual([
      [2, 50],
      [1, 0],
    ]);
  });

  it('known: self-consistency has a voice for every path, failed ones too', () => {
    const [first] = madeDebate({ rounds: ['A'] }).events.filter(({ type }) => type === 'proposal');
    const paths = madeDebate({
      rounds: ['A'],
      more: [
        ...[1, 2, 3].map((repeat) => madeReply({ repeat })),
        { ...first!, candidate: 'B', score: { correct: 0 } } as never,
      ],
    });
    const { voices, rounds } = standingAnswers(paths);
    expect(voices).toEqual(['Agent 1#1', 'Agent 1#2', 'Agent 1#3', 'Agent 1#4']);
    expect(rounds[0]?.map((answer) => answer?.key ?? null)).toEqual(['A', 'B', null, null]);
  });

  it('law: any agent is the most generous scoring, and all agree where all agents do', async () => {
    const debates = ['ABCA', 'BBBA', 'AABB', 'CCBB'].map((word, index) =>
      madeDebate({ index, rounds: [word, word.split('').reverse().join('')] }),
    );
    const any = await means(debates, 'any agent');
    for (const scoring of scorings)
      (await means(debates, scoring)).forEach((mean, place) => expect(mean).toBeLessThanOrEqual(any[place]!));
    // Reversing the roster changes the first and the last agent, nothing else.
    expect((await means(debates, 'first agent'))[0]).toBe((await means(debates, 'last agent'))[1]);
    for (const scoring of ['any agent', 'majority', 'mean agent'] as const) {
      const [one, other] = await means(debates, scoring);
      expect(one).toBeCloseTo(other!, 10);
    }
    for (const scoring of scorings)
      expect(await means([madeDebate({ rounds: ['AAA'] })], scoring)).toEqual([100]);
  });

  it('contract: what cannot be counted is named', async () => {
    const imported = importedDebate([['I say A', 'I say B']], { index: 3 });
    await expect(accuracyByRound([imported])).rejects.toThrow(
      expect.objectContaining({ code: 'debate-record' }),
    );
    await expect(accuracyByRound([imported])).rejects.toThrow(/collaboration 3 .* give "answerOf"/);
    const both = (text: string) => ({ key: 'same', correct: text === 'I say A' });
    await expect(accuracyByRound([imported], { answerOf: both })).rejects.toThrow(
      /key "same" are both right and wrong/,
    );
    await expect(accuracyByRound([], { scoring: 'most' as never })).rejects.toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
    await expect(accuracyByRound([], { ended: 'gone' as never })).rejects.toThrow(/got "gone"/);
    const made = madeDebate({ rounds: ['AA'] });
    const unscored = {
      ...made,
      events: made.events.map((e) => (e.type === 'proposal' ? { ...e, score: {} } : e)),
    };
    await expect(accuracyByRound([unscored])).rejects.toThrow(
      expect.objectContaining({ code: 'missing-score' }),
    );
    const running = madeDebate({ rounds: ['AA'], finished: null });
    expect(await accuracyByRound([running])).toEqual({ scoring: 'majority', rows: [], unfinished: 1 });
    // Nobody ever gave an answer: no proposals, and no reason to ask for answerOf.
    expect(await means([madeDebate({ rounds: ['--', '--'] })], 'any agent')).toEqual([0, 0]);
  });
});

describe('anyAgentHides', () => {
  it('known: which debates only the scoring by any agent calls right', async () => {
    const debates = ['ABB', 'AAB', 'ABC', 'BBB'].map((word, index) =>
      madeDebate({ index: index + 10, rounds: [word] }),
    );
    const { rows } = await anyAgentHides(debates);
    expect(rows).toEqual([
      { round: 1, debates: 4, anyAgent: 3, majority: 1 + 1 / 3, hidden: [10], tied: [12] },
    ]);
  });
});

describe('pluralityOf', () => {
  it('known: ties are worth their share, unreadable answers have no vote', () => {
    const answer = (key: string) => ({ key, correct: key === 'A' });
    expect(pluralityOf([answer('A'), answer('B'), null])).toEqual({ winners: ['A', 'B'], right: 0.5 });
    expect(pluralityOf([null, null])).toEqual({ winners: [], right: 0 });
  });
});
