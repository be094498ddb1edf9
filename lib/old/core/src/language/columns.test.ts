import { describe, expect, it } from 'vitest';
import { rowsOf, valuesOf } from '../metrics/testing/measured';
import { acts, distance, words } from './columns';
import type { Labeller } from './dialogue-act';
import type { SentenceEmbedder } from './embedding/sentence-embedder';
import { readingGrade } from './readability';
import { conversation } from './testing/conversation';

const short = conversation([{ Ann: 'one two', Ben: 'one two three four' }, {}, { Ann: ['one', ''] }]);

describe('words', () => {
  it('known: the mean of each collaboration’s messages, over collaborations', async () => {
    const talkative = conversation([{ Ann: ['a b', 'a b', 'a b', 'a b c d e f'] }], { index: 1 });
    const rows = await rowsOf([short, talkative], words());
    // 3 words a message in both
    expect(rows[0]).toMatchObject({ column: 'length', round: 1, value: 3, standardError: 0, n: 2 });
    // nobody speaks in round 2; an empty message has a length, but no grade
    expect(valuesOf(rows, 'length')).toEqual([3, null, 0.5]);
    expect(valuesOf(rows, 'grade')).toEqual([expect.any(Number), null, readingGrade('one')]);
  });

  it('known: one agent alone, collaborations of unequal length, and unfinished ones', async () => {
    const alone = conversation([{ Ann: 'one two three' }], { index: 1 });
    const { length } = words();
    expect((await rowsOf([short, alone], { length })).map(({ n }) => n)).toEqual([2, 0, 1]);
    expect(await rowsOf([{ ...alone, finished: null }], { length })).toHaveLength(1);
    expect(await rowsOf([], words())).toEqual([]);
  });

  it('contract: a round that is not counted from 1 is an error', async () => {
    const zero = { ...short, events: short.events.map((event) => ({ ...event, round: 0 })) };
    await expect(rowsOf([zero as typeof short], words())).rejects.toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
  });
});

/** Two numbers written as the text: "3 4". */
const plane: SentenceEmbedder = {
  name: 'plane',
  dimensions: 2,
  embed: async (texts) => texts.map((text) => Float32Array.from(text.split(' ').map(Number))),
};
const said = (index: number, rounds: readonly (readonly string[])[]) =>
  conversation(
    rounds.map((texts) => ({ Ann: texts })),
    { index },
  );

describe('distance', () => {
  it('known: by round, the mean and its standard error over the collaborations that have one', async () => {
    const talks = [
      said(0, [['1 0'], ['1 0'], ['0 1']]),
      said(1, [['1 0'], ['0 1'], []]),
      said(2, [['1 0'], ['0 3']]),
    ];
    const [second, third, ...others] = await rowsOf(talks, distance(plane));
    // Round 2: 0, 1, 1. Mean 2/3, variance 1/3, standard error sqrt(1/9). Round 3: 1 and a silence.
    expect(second).toMatchObject({ column: 'distance', round: 2, n: 3 });
    expect(second?.value).toBeCloseTo(2 / 3, 7);
    expect(second?.standardError).toBeCloseTo(1 / 3, 7);
    expect(third).toMatchObject({ round: 3, value: 1, standardError: null, n: 1 });
    expect(others).toEqual([]);
  });

  it('known: a silent round has no distance, nor has the one after it', async () => {
    const talk = said(0, [['1 0'], [], ['1 0'], ['1 0']]);
    expect(valuesOf(await rowsOf([talk], distance(plane)), 'distance')).toEqual([null, null, 0]);
    expect(await rowsOf([said(0, []), said(1, [['1 0']])], distance(plane))).toEqual([]);
  });
});

describe('acts', () => {
  /** A message is a list of acts; "?" cannot be labelled. */
  const reading: Labeller = {
    name: 'reading',
    label: async ({ target: { text } }) =>
      text === '?'
        ? { kind: 'unparsed', reason: 'no JSON' }
        : { kind: 'labelled', acts: text.split(' ') as never },
  };
  const [three, two] = [
    conversation([{ Ann: 'Inform Request', Ben: 'Request', Cyd: 'Inform' }, { Ann: 'Accept' }, {}]),
    conversation([{ Ann: 'Request', Ben: 'Request' }], { index: 1 }),
  ];
  const ratios = async (talks: (typeof three)[], shareOf: 'collaborations' | 'messages') =>
    Object.fromEntries(
      (await rowsOf(talks, acts(reading, { shareOf }))).map(({ act, round, value, n }) => [
        `${act}@${round}`,
        `${value} of ${n}`,
      ]),
    );

  it('known: share of collaborations, or of messages', async () => {
    const collaborations = await ratios([three, two], 'collaborations');
    expect(collaborations).toMatchObject({ 'Inform@1': '0.5 of 2', 'Request@1': '1 of 2' });
    // Silence in a round that was played performs nothing.
    expect(collaborations).toMatchObject({ 'Accept@2': '1 of 1', 'Accept@3': '0 of 1' });
    const messages = await ratios([three, two], 'messages');
    expect(messages).toMatchObject({ 'Inform@1': '0.4 of 5', 'Request@1': '0.8 of 5' });
    expect(messages).not.toHaveProperty('Accept@3');
  });

  it('contract: messages without labels stay in the denominator', async () => {
    const lost = conversation([{ Ann: 'Request', Ben: 'Request', Cyd: '?' }]);
    expect(await ratios([lost], 'messages')).toMatchObject({ 'Request@1': `${2 / 3} of 3` });
  });

  it('law: a collaboration is labelled once by a labeller, and again after a failure', async () => {
    let calls = 0;
    const counting: Labeller = {
      name: 'counting',
      label: async () => {
        if (++calls === 1) throw new Error('no model');
        return { kind: 'labelled', acts: ['Inform'] };
      },
    };
    const one = conversation([{ Ann: 'Hello' }]);
    await expect(rowsOf([one], acts(counting))).rejects.toThrow('no model');
    await rowsOf([one], acts(counting));
    await rowsOf([one], acts(counting));
    expect(calls).toBe(2);
  });
});
