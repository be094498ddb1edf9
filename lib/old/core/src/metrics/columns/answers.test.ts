import { describe, expect, it } from 'vitest';
import type { Collaboration } from '../../transcripts';
import { pluralityOf, standingAnswers } from '../debates/standing-answers';
import { importedDebate, lastLetter } from '../debates/testing/imported-debate';
import { madeDebate, madeReply } from '../debates/testing/made-debates';
import { rowsOf, valuesOf } from '../testing/measured';
import { answers, type AnswerColumnSettings, type AnswerScoring } from './answers';

const scorings: AnswerScoring[] = ['any agent', 'majority', 'last agent', 'first agent', 'mean agent'];
const measured = (all: readonly Collaboration[], settings: AnswerColumnSettings = {}) =>
  rowsOf(all, answers(settings));
const means = async (
  all: readonly Collaboration[],
  scoring: AnswerScoring,
  more: AnswerColumnSettings = {},
) =>
  valuesOf(await measured(all, { scoring, ...more }), 'accuracy').map((value) => Number(value?.toFixed(9)));

describe('columns.answers', () => {
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
    const rows = await measured([one]);
    expect(valuesOf(rows, 'answers')).toEqual([3, 3, 3]);
    expect(valuesOf(rows, 'unreadable')).toEqual([1, 1, 0]);
    expect(valuesOf(rows, 'accuracy')).toEqual([50, 50, 100]);
  });

  it('known: imported debates by their texts; an unreadable text is no answer, whatever was said before', async () => {
    const one = importedDebate([
      ['I say A', 'I say A', 'I say B'],
      ['I say A', 'hm', ''],
      ['hm', 'hm', 'hm'],
    ]);
    const rows = await measured([one], { answerOf: lastLetter });
    expect(valuesOf(rows, 'accuracy')).toEqual([100, 100, 0]);
    expect(valuesOf(rows, 'unreadable')).toEqual([0, 2, 3]);
    expect(await means([one], 'mean agent', { answerOf: lastLetter })).toEqual([
      66.666666667, 33.333333333, 0,
    ]);
  });

  it('known: debates that ended early stand, or are left out', async () => {
    const debates = [madeDebate({ rounds: ['AA'] }), madeDebate({ index: 1, rounds: ['BB', 'BB'] })];
    expect(await means(debates, 'majority')).toEqual([50, 50]);
    const rows = (await measured(debates, { ended: 'left out' })).filter(
      ({ column }) => column === 'accuracy',
    );
    expect(rows.map(({ n, value }) => [n, value])).toEqual([
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
    await expect(measured([imported])).rejects.toMatchObject({
      code: 'debate-record',
      message: expect.stringMatching(/collaboration 3 .* give "answerOf"/) as string,
    });
    const both = (text: string) => ({ key: 'same', correct: text === 'I say A' });
    await expect(measured([imported], { answerOf: both })).rejects.toThrow(
      /key "same" are both right and wrong/,
    );
    expect(() => answers({ scoring: 'most' as never })).toThrow(expect.objectContaining({ code: 'setting' }));
    expect(() => answers({ ended: 'gone' as never })).toThrow(/got "gone"/);
    const made = madeDebate({ rounds: ['AA'] });
    const unscored = {
      ...made,
      events: made.events.map((e) => (e.type === 'proposal' ? { ...e, score: {} } : e)),
    };
    await expect(measured([unscored])).rejects.toThrow(expect.objectContaining({ code: 'missing-score' }));
    expect(await measured([madeDebate({ rounds: ['AA'], finished: null })])).toEqual([]);
    // Nobody ever gave an answer: no proposals, and no reason to ask for answerOf.
    expect(await means([madeDebate({ rounds: ['--', '--'] })], 'any agent')).toEqual([0, 0]);
  });
});

describe('pluralityOf', () => {
  it('known: ties are worth their share, unreadable answers have no vote', () => {
    const answer = (key: string) => ({ key, correct: key === 'A' });
    expect(pluralityOf([answer('A'), answer('B'), null])).toEqual({ winners: ['A', 'B'], right: 0.5 });
    expect(pluralityOf([null, null])).toEqual({ winners: [], right: 0 });
  });
});
