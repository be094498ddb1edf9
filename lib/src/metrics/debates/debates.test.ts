import { describe, expect, it } from 'vitest';
import { debates } from '.';
import { importedDebate } from './testing/imported-debate';
import { madeDebate, madeNote, madeReply } from './testing/made-debates';

const phase = 'stage 1/group 1/debate';
const filtered = (round: number, by: string, ...dropped: { from: string; why: string }[]) =>
  madeNote('filtered', { dropped }, { round, by, phase });

const right = madeDebate({
  rounds: ['AAB', '..A'],
  more: [
    filtered(2, 'Agent 1', { from: 'Agent 2', why: 'own view' }, { from: 'Agent 3', why: 'already seen' }),
    filtered(2, 'Agent 2', { from: 'Agent 1', why: 'own view' }),
  ],
});
const wrong = madeDebate({
  index: 1,
  rounds: ['BB-', 'BBA', 'BBB'],
  finished: { score: { correct: 0, decided: 1 }, outcome: { answer: 'B' } },
});
const undecided = madeDebate({
  index: 2,
  rounds: ['---'],
  finished: { cause: 'no answers', outcome: null, score: { correct: 1, decided: 0 } },
});

describe('debates', () => {
  it('known: one row a debate', async () => {
    const { rows } = await debates([right, wrong, undecided]);
    expect(rows[0]).toMatchObject({
      ...{
        collaboration: 0,
        method: 'MAD',
        agents: 3,
        correct: 1,
        decided: true,
        rounds: 2,
        cause: 'rounds',
      },
      ...{ calls: 4, inputTokens: 400, outputTokens: 40, tokens: 440, asked: 4, silent: 2 },
      turns: [
        { round: 1, asked: 3, silent: 0 },
        { round: 2, asked: 1, silent: 2 },
      ],
      dropped: { ownView: 2, alreadySeen: 1, total: 3 },
    });
    expect(rows[1]).toMatchObject({ correct: 0, asked: 9, failures: { unparsed: 1, total: 1 } });
    // A score that calls no decision right does not count: it is wrong.
    expect(rows[2]).toMatchObject({ correct: 0, decided: false, asked: 3, failures: { unparsed: 3 } });
  });

  it('known: the summary, in percent, with participation by round', async () => {
    const { summary, failures, unfinished } = await debates([
      ...[right, wrong, undecided],
      madeDebate({ rounds: ['AAA'], finished: null }),
    ]);
    expect(summary.accuracy.mean).toBeCloseTo(100 / 3, 10);
    // 100, 0, 0: the deviation is 57.735, over root 3.
    expect(summary.accuracy.standardError).toBeCloseTo(100 / 3, 10);
    expect(summary.decided.mean).toBeCloseTo(200 / 3, 10);
    expect(summary.rounds.mean).toBe(2);
    expect(summary.causes).toEqual({ rounds: 2, 'no answers': 1 });
    expect(summary.participation).toEqual([
      { round: 1, debates: 3, asked: 9, silent: 0, rate: 1, rateOfAll: 1 },
      { round: 2, debates: 2, asked: 4, silent: 2, rate: 4 / 6, rateOfAll: 4 / 9 },
      { round: 3, debates: 1, asked: 3, silent: 0, rate: 1, rateOfAll: 3 / 9 },
    ]);
    expect([unfinished, failures.total]).toEqual([1, 4]);
  });

  it('known: paths of one agent are turns, repairs and summaries are none', async () => {
    const one = madeDebate({
      rounds: ['A'],
      more: [
        ...[1, 2].map((repeat) => madeReply({ repeat })),
        madeReply({ repeat: 2, attempt: 1 }),
        madeReply({ phase: 'stage 1/group 1/summary', agent: 'Summariser 1' }),
        madeReply({ phase: 'settlement' }),
      ],
    });
    const { rows, summary } = await debates([one]);
    expect(rows[0]).toMatchObject({ asked: 3, calls: 6 });
    expect(summary.participation[0]).toMatchObject({ rate: 1, rateOfAll: 1 });
  });

  it('contract: no score, and notes that are not what they should be, are named; frozen input survives', async () => {
    await expect(debates([importedDebate([['A', 'B']], { index: 4 })])).rejects.toThrow(
      expect.objectContaining({ code: 'missing-score' }),
    );
    await expect(debates([importedDebate([['A', 'B']], { index: 4 })])).rejects.toThrow(
      /collaboration 4, got undefined/,
    );
    const broken = madeDebate({ index: 5, rounds: ['AA'], more: [madeNote('filtered', { dropped: 'all' })] });
    await expect(debates([broken])).rejects.toThrow(expect.objectContaining({ code: 'debate-record' }));
    await expect(debates([broken])).rejects.toMatchObject({
      code: 'debate-record',
      message: expect.stringContaining('"filtered" of collaboration 5') as string,
    });
    const before = JSON.stringify(right);
    await debates([Object.freeze(right)]);
    expect(JSON.stringify(right)).toBe(before);
  });
});
