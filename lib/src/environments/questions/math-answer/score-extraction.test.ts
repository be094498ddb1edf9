import { describe, expect, it } from 'vitest';
import { handCheckedSample, handCheckedTexts, scoreExtraction } from '.';

describe('scoring extraction', () => {
  it('known: by hand, one text of each kind', () => {
    const score = scoreExtraction([
      { text: '\\boxed{1/2}', label: '0.5' }, // right
      { text: 'Answer: 3', label: '4' }, // wrong
      { text: 'I do not know.', label: '4' }, // missed
      { text: 'There are 7 of them', label: null }, // a false alarm
      { text: '', label: null }, // rightly none
    ]);
    expect(score.extracted).toEqual({ count: 3, of: 5, share: 0.6 });
    expect(score.wrong).toEqual({ count: 1, of: 3, share: 1 / 3 });
    expect(score.missed).toEqual({ count: 1, of: 3, share: 1 / 3 });
    expect(score.falseAlarms).toEqual({ count: 1, of: 2, share: 0.5 });
    expect(score.byFound).toEqual({
      boxed: { right: 1, wrong: 0, falseAlarms: 0 },
      marked: { right: 0, wrong: 1, falseAlarms: 0 },
      stated: { right: 0, wrong: 0, falseAlarms: 0 },
      'last number': { right: 0, wrong: 0, falseAlarms: 1 },
    });
    expect(scoreExtraction([]).extracted).toEqual({ count: 0, of: 0, share: null });
  });

  it('contract: the labels are 50 of each source, without repeats, and the held-out ones are others', () => {
    const { items, heldOut } = handCheckedSample();
    expect(items.filter(({ source }) => source === 'gsm8k')).toHaveLength(50);
    expect(items.filter(({ source }) => source === 'llm-agora')).toHaveLength(50);
    expect(heldOut).toHaveLength(48);
    const places = [...items, ...heldOut].map(
      ({ source, row, model, round }) => `${source} ${row} ${model} ${round}`,
    );
    expect(new Set(places).size).toBe(148);
  });

  it('contract: a folder without the data is an error', () => {
    expect(() => handCheckedTexts({ gsm8k: '/nowhere', llmAgora: '/nowhere' })).toThrow(/nowhere/);
  });
});
