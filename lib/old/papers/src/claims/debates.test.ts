import { describe, expect, it } from 'vitest';
import { redundantShare, replayCost, voteAfter, type Debate } from './debates';

const answer = (key: string | null) => (key === null ? null : { key: key, correct: key === 'right' });
const debate = (rounds: readonly (readonly (string | null)[])[], more: Partial<Debate> = {}): Debate => ({
  task: 'GSM8K',
  model: 'a model',
  diversity: 'none',
  question: '1 + 1?',
  agents: 3,
  answers: rounds.map((round) => round.map(answer)),
  tokens: rounds.map((round) => round.map(() => 10)),
  questionTokens: 5,
  inputTokens: null,
  ...more,
});

describe('voteAfter', () => {
  it('known: a tie of one right and one wrong answer is worth a half; an unread answer has no vote', () => {
    expect(voteAfter(debate([['right', 'wrong', null]]), 1)).toBe(50);
    expect(voteAfter(debate([[null, null, null]]), 1)).toBe(0);
    expect(voteAfter(debate([['right', 'right', 'wrong']]), 1)).toBe(100);
  });
});

describe('redundantShare', () => {
  it('known: of six opinions read, all where all agree, and none where all differ', () => {
    expect(redundantShare(debate([['a', 'a', 'a']]))).toBe(100);
    expect(redundantShare(debate([['a', 'b', 'c']]))).toBe(0);
    // a, a, b: the first two each read a (their own) and b; the third reads a and a again.
    expect(redundantShare(debate([['a', 'a', 'b']]))).toBe(50);
    expect(redundantShare(debate([[null, null, null]]))).toBe(0); // unread is like nothing
  });
});

describe('replayCost', () => {
  it('known: in full an agent reads the question, all replies and writes its own', () => {
    // Round 1: 3 x (5 + 10) = 45. Round 2: 3 x (5 + 30 + 10) = 135.
    expect(
      replayCost(
        debate([
          ['a', 'b', 'c'],
          ['a', 'a', 'a'],
        ]),
      ).full,
    ).toBe(180);
  });

  it('known: where all agree nothing more is sent', () => {
    const { filtered, filteredLater } = replayCost(
      debate([
        ['a', 'a', 'a'],
        ['a', 'a', 'a'],
      ]),
    );
    expect([filtered, filteredLater]).toEqual([45, 0]);
  });

  it('known: repeated answers are not read', () => {
    // a, a, b: the first two read b alone: 5 + own 10 + 10 + reply 10 = 35 each; the third reads one a: 35.
    expect(
      replayCost(
        debate([
          ['a', 'a', 'b'],
          ['a', 'a', 'a'],
        ]),
      ).filteredLater,
    ).toBe(105);
  });

  it('known: who has nothing to read is silent and keeps its answer', () => {
    // Two agents: both read each other in round 2 and swap; in round 3 they differ still.
    const swap = debate(
      [
        ['a', 'b'],
        ['b', 'a'],
        ['b', 'b'],
      ],
      { agents: 2 },
    );
    expect(replayCost(swap).filteredLater).toBe(2 * 35 * 2);
    const settled = debate(
      [
        ['a', 'b'],
        ['b', 'b'],
        ['c', 'd'],
      ],
      { agents: 2 },
    );
    expect(replayCost(settled).filteredLater).toBe(2 * 35); // agreed after round 2
  });

  it('known: counted tokens: a reply that is not read saves its length from the input', () => {
    const inputs = [
      [20, 20, 20],
      [60, 60, 60],
    ];
    const one = debate(
      [
        ['a', 'a', 'b'],
        ['a', 'a', 'a'],
      ],
      { questionTokens: 0, inputTokens: inputs },
    );
    // Round 2 in full: 3 x (60 + 10); each agent leaves one reply of 10 unread.
    expect(replayCost(one)).toEqual({
      full: 90 + 210,
      filtered: 90 + 180,
      fullLater: 210,
      filteredLater: 180,
    });
  });
});
