import { describe, expect, it } from 'vitest';
import { algorithm2Tokens } from './algorithm2';
import { evenLengths, table } from './testing/even-lengths';

describe('algorithm2Tokens', () => {
  it('known: 2 + 2 agents, two stages of two rounds, by hand', () => {
    const { total, byRound, summaries } = algorithm2Tokens(evenLengths([2, 2]));
    expect(byRound.map(({ tokens }) => tokens)).toEqual([
      4 * 110, // Q + O
      4 * (100 + 10 + 20), // Q + O + the group's two answers
      4 * (100 + 10 + 2 * 20 + 10), // Q + own + two summaries + O
      4 * (100 + 10 + 20),
    ]);
    expect(summaries).toEqual([{ stage: 1, tokens: 4 * 10 + 2 * 20 }]);
    expect(total).toBe(2200);
  });

  it('known: one group in one stage is MAD that forgets', () => {
    // M T Q + M O + (T - 1)(M + M^2) O with M = 3, T = 4
    expect(algorithm2Tokens(evenLengths([3], { R: 4 })).total).toBe(1200 + 30 + 3 * 12 * 10);
    // Fewer rounds than a stage has
    expect(algorithm2Tokens(evenLengths([3], { T: 1, R: 2 })).total).toBe(330);
  });

  it('known: the first stage costs in full as printed, by who takes part as equations 3 and 6 have it', () => {
    const silent = evenLengths([2, 2], { P: 0 });
    expect(algorithm2Tokens(silent).total).toBe(440 + 520 + 80);
    expect(algorithm2Tokens(silent, { firstStage: 'selective' }).total).toBe(440 + 80);
  });

  it('known: what is sent is what was heard, and summaries that nobody read count', () => {
    const ended = { ...evenLengths([2, 2], { T: 2 }), summaries: table(1, 2, 20) };
    expect(algorithm2Tokens(ended).summaries).toEqual([]);
    const sent = {
      ...ended,
      heard: [
        [0, 0, 0, 0],
        [10, 10, 20, 20],
      ],
      summarised: [[10, 20]],
    };
    const { total, byRound } = algorithm2Tokens(sent, { counting: 'what is sent' });
    expect(byRound[1]?.tokens).toBe(4 * 110 + 60);
    expect(total).toBe(440 + 500 + 30 + 40);
  });

  it('law: a last stage may be shorter, and costs less', () => {
    const totals = [4, 5, 6].map((T) => algorithm2Tokens(evenLengths([2, 2], { T })).total);
    expect(totals[1]! - totals[0]!).toBe(80 + 640);
    expect(totals[2]! - totals[1]!).toBe(520);
  });
});
