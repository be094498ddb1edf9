import { describe, expect, it } from 'vitest';
import { type Collaboration, recorded } from 'agora-core/transcripts';
import { firstChoices } from './first-choices';

describe('firstChoices', () => {
  it('known: an option that is alone at the top is the choice, one of several is drawn, a failure is none', () => {
    const [like] = [...recorded('mmlu-rater-probabilities')];
    const set = { type: 'note', round: 1, phase: 'set-up', collaboration: 0 };
    const vote = (by: string, ballot: object) => ({
      type: 'vote',
      round: 1,
      phase: 'ballot/ranking',
      by,
      ballot,
    });
    const one = (index: number) => ({
      ...like,
      index,
      agents: ['a', 'b', 'c'],
      instance: { answer: 'B' },
      events: [
        {
          ...set,
          kind: 'election',
          data: { options: ['A', 'B'], ballots: [{ kind: 'ranking' }], dictators: [] },
        },
        vote('a', { kind: 'ranking', ranking: ['B', 'A'] }),
        vote('b', { kind: 'weak-ranking', tiers: [['A', 'B']] }),
      ],
    });
    const found = firstChoices(
      Array.from({ length: 200 }, (_, index) => one(index)) as unknown as Collaboration[],
    );
    expect(found[0]).toEqual([{ key: 'B', correct: true }, expect.objectContaining({}), null]);
    const drawn = found.filter(([, second]) => second?.correct).length;
    expect(drawn).toBeGreaterThan(70); // of 200 fair draws 100; 30 are four standard errors
    expect(drawn).toBeLessThan(130);
  });
});
