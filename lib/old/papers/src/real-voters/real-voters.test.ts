import { describe, expect, it } from 'vitest';
import { eachOfFourteen, fiveVotes, fourteenModels, judgements, turned } from './index';

describe('real voters', () => {
  it('known: of 5,700 questions 5,330 are sound, and two voters are as good as one', async () => {
    const rows = await fourteenModels({ voters: [14] });
    expect(rows).toHaveLength(5700);
    expect(rows.filter(({ key }) => key === 'sound')).toHaveLength(5330);
    expect(eachOfFourteen()[0]?.n).toBe(5330);
    await expect(fourteenModels({ voters: [15] })).rejects.toThrow('whole number from 1 to 14');
  });

  it('known: five judges on ten pairs of 80 questions, in both orders; Bard turns more than half', () => {
    const all = judgements();
    expect(all.filter(({ reviewers }) => reviewers === 'models')).toHaveLength(5 * 10 * 80 * 2);
    const own = turned(all).filter(({ judge }) => judge === 'bard');
    expect(own).toHaveLength(800);
    expect(own.filter(({ value }) => value === 100).length).toBeGreaterThan(400);
  });

  it('known: plurality leaves 26 of 200 tied, 38 without a majority, 155 without consensus', () => {
    const all = fiveVotes();
    expect(all).toHaveLength(200);
    expect(all.filter(({ tied }) => tied > 1)).toHaveLength(26);
    expect(all.filter(({ most }) => most < 3)).toHaveLength(38);
    expect(all.filter(({ most }) => most < 5)).toHaveLength(155);
  });
});
