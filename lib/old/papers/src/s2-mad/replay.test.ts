import { describe, expect, it } from 'vitest';
import { type FullDebate, type Parts, replayDebate, sameAnswer } from './replay';

/** Every letter is an answer of 10 tokens; A is right; a question has 5 tokens. "-" is no answer. */
function debateOf(rounds: readonly string[], more: Partial<FullDebate> = {}): FullDebate {
  return {
    rounds: rounds.map((letters) =>
      [...letters].map((letter, agent) => ({
        agent: agent,
        answer: letter === '-' ? null : { key: letter, correct: letter === 'A' },
        text: letter,
        tokens: 10,
      })),
    ),
    read: null,
    questionTokens: 5,
    isInTurn: false,
    ...more,
  };
}

const nothing: Parts = { filter: null, jump: false, earlyStop: false, seen: 'debate' };
const selective: Parts = { filter: sameAnswer, jump: true, earlyStop: true, seen: 'debate' };

describe('a replay', () => {
  it('known: without any part it is the debate on record', () => {
    // Round 1: 2 x 15. Round 2: question, own text, the other text, reply: 2 x 35.
    expect(replayDebate(debateOf(['AB', 'AA']), nothing)).toEqual({
      tokens: 100,
      accuracy: 100,
      asked: 2,
      silent: 0,
    });
  });

  it('known: who reads its own view only is silent and keeps its answer', () => {
    const all = replayDebate(debateOf(['AAA', 'BBB', 'BBB']), selective);
    expect(all).toEqual({ tokens: 45, accuracy: 100, asked: 0, silent: 6 });
    // Agents 1 and 2 read B, agent 3 reads one A of two: question 5, own 10, read 10, reply 10.
    const some = replayDebate(debateOf(['AAB', 'AAA']), selective);
    expect(some).toEqual({ tokens: 45 + 3 * 35, accuracy: 100, asked: 3, silent: 0 });
  });

  it('known: what was read before is dropped in the memory of a debate only', () => {
    const debate = debateOf(['AB', 'AB', 'AB']);
    expect(replayDebate(debate, { ...selective, earlyStop: false }).silent).toBe(2);
    expect(replayDebate(debate, { ...selective, earlyStop: false, seen: 'round' }).silent).toBe(0);
  });

  it('known: without the jump everybody is asked until a stage ends in agreement', () => {
    const asked = (earlyStop: boolean) =>
      replayDebate(debateOf(['AA', 'AA', 'AA']), { ...selective, jump: false, earlyStop }).asked;
    expect([asked(true), asked(false)]).toEqual([2, 4]);
  });

  it('known: what is dropped comes off the tokens on record', () => {
    const read = [
      [5, 5, 5],
      [50, 50, 50],
    ];
    // Agents 1 and 2 drop a text of 10, agent 3 one of two: 3 x (50 - 10 + 10) after 3 x 15.
    expect(replayDebate(debateOf(['AAB', 'ABB'], { read }), selective).tokens).toBe(45 + 150);
  });

  it('known: who speaks later in turn reads what was said in the same round', () => {
    const debate = debateOf(['AB', 'BB'], { isInTurn: true });
    // Agent 1 reads B and turns to it; agent 2 then reads B, its own view, and is silent.
    expect(replayDebate(debate, selective)).toMatchObject({ asked: 1, silent: 1, accuracy: 0 });
    expect(replayDebate({ ...debate, isInTurn: false }, selective)).toMatchObject({ asked: 2 });
  });

  it('law: an agent without an answer is asked, and what cannot be read is always new', () => {
    expect(replayDebate(debateOf(['-A', '-A']), selective)).toMatchObject({ asked: 2, silent: 0 });
  });
});
