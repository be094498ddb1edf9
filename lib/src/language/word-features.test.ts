import { describe, expect, it } from 'vitest';
import { readingGrade } from './readability';
import { conversation } from './testing/conversation';
import { wordFeatures } from './word-features';

const short = conversation([{ Ann: 'one two', Ben: 'one two three four' }, {}, { Ann: ['one', ''] }]);

describe('wordFeatures', () => {
  it('known: means and standard errors over messages', async () => {
    const [first, second, third] = await wordFeatures([short]);
    // 2 and 4 words: mean 3, deviation sqrt 2, over sqrt 2 messages
    expect(first).toMatchObject({ round: 1, length: { mean: 3, n: 2 } });
    expect(first?.length.standardError).toBeCloseTo(1, 12);
    expect(second).toEqual({
      round: 2,
      length: { mean: null, standardError: null, n: 0 },
      grade: { mean: null, standardError: null, n: 0 },
    });
    // an empty message has a length, but no grade
    expect(third).toMatchObject({ round: 3, length: { mean: 0.5, n: 2 } });
    expect(third?.grade).toEqual({ mean: readingGrade('one'), standardError: null, n: 1 });
  });

  it('known: one agent alone, and collaborations of unequal length', async () => {
    const alone = conversation([{ Ann: 'one two three' }], { index: 1 });
    const rounds = await wordFeatures([short, alone]);
    expect(rounds.map(({ length }) => length.n)).toEqual([3, 0, 2]);
    expect(rounds[0]?.length.mean).toBeCloseTo(3, 12);
    expect(await wordFeatures([alone])).toHaveLength(1);
    expect(await wordFeatures([])).toEqual([]);
  });

  it('known: by collaboration, each counts once', async () => {
    const talkative = conversation([{ Ann: ['a b', 'a b', 'a b', 'a b c d e f'] }], { index: 1 });
    const one = conversation([{ Ann: 'a' }], { index: 2 });
    const [messages] = await wordFeatures([talkative, one]);
    const [collaborations] = await wordFeatures([talkative, one], { unit: 'collaboration' });
    expect(messages?.length).toMatchObject({ mean: (2 + 2 + 2 + 6 + 1) / 5, n: 5 });
    expect(collaborations?.length).toMatchObject({ mean: (3 + 1) / 2, n: 2, standardError: 1 });
  });

  it('contract: takes a stream; a round that is not counted from 1 is an error', async () => {
    async function* stream() {
      yield short;
    }
    expect(await wordFeatures(stream())).toEqual(await wordFeatures([short]));
    const zero = { ...short, events: short.events.map((event) => ({ ...event, round: 0 })) };
    await expect(wordFeatures([zero as typeof short])).rejects.toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
  });
});
