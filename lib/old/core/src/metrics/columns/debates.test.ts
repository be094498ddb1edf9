import { describe, expect, it } from 'vitest';
import { importedDebate } from '../debates/testing/imported-debate';
import { madeDebate, madeNote, madeReply } from '../debates/testing/made-debates';
import { rowOf, rowsOf, valuesOf } from '../testing/measured';
import { debates } from './debates';

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

describe('columns.debates', () => {
  it('known: one debate after another', async () => {
    const each = async (one: typeof right) => {
      const rows = (await rowsOf([one], debates())).filter(({ round }) => round === undefined);
      return Object.fromEntries(rows.map(({ column, value }) => [column, value]));
    };
    expect(await each(right)).toEqual({
      accuracy: 100,
      decided: 100,
      rounds: 2,
      calls: 4,
      inputTokens: 400,
      outputTokens: 40,
      tokens: 440,
      thousands: 0.44,
      asked: 4,
      silent: 2,
      dropped: 3,
    });
    expect(await each(wrong)).toMatchObject({ accuracy: 0, decided: 100, asked: 9 });
    // A score that calls no decision right does not count: it is wrong.
    expect(await each(undecided)).toMatchObject({ accuracy: 0, decided: 0, asked: 3 });
  });

  it('known: over debates, in percent, with participation by round', async () => {
    const running = madeDebate({ rounds: ['AAA'], finished: null });
    const rows = await rowsOf([right, wrong, undecided, running], debates());
    // 100, 0, 0: the deviation is 57.735, over root 3.
    expect(rowOf(rows, 'accuracy')).toMatchObject({ n: 3 });
    expect(rowOf(rows, 'accuracy').value).toBeCloseTo(100 / 3, 10);
    expect(rowOf(rows, 'accuracy').standardError).toBeCloseTo(100 / 3, 10);
    expect(rowOf(rows, 'decided').value).toBeCloseTo(200 / 3, 10);
    expect(valuesOf(rows, 'participation')).toEqual([1, (1 / 3 + 1) / 2, 1]);
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
    const rows = await rowsOf([one], debates());
    expect([
      rowOf(rows, 'asked').value,
      rowOf(rows, 'calls').value,
      rowOf(rows, 'participation').value,
    ]).toEqual([3, 6, 1]);
  });

  it('contract: no score, and notes that are not what they should be, are named; frozen input survives', async () => {
    await expect(rowsOf([importedDebate([['A', 'B']], { index: 4 })], debates())).rejects.toMatchObject({
      code: 'missing-score',
      message: expect.stringContaining('collaboration 4, got undefined') as string,
    });
    const broken = madeDebate({ index: 5, rounds: ['AA'], more: [madeNote('filtered', { dropped: 'all' })] });
    await expect(rowsOf([broken], debates())).rejects.toMatchObject({
      code: 'note',
      message: expect.stringContaining('"filtered" of collaboration 5') as string,
    });
    const before = JSON.stringify(right);
    await rowsOf([Object.freeze(right)], debates());
    expect(JSON.stringify(right)).toBe(before);
  });
});
