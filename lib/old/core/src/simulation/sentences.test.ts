import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { dialogueActs } from '../language';
import { sentencesOf, spoken } from './sentences';

const said = {
  knows: 'I know this.',
  proposal: 'four apples\nand $1',
  isOwn: false,
  other: { shown: 'proposal 2', isAccepted: false },
  asks: 'Ben',
};

describe('sentencesOf', () => {
  it('known: what is known, what is offered, what is wanted, and a question, in this order', () => {
    const { message, intent } = spoken(sentencesOf(said, 0, Random.from(1)));
    expect(message).toMatch(/^I know this\. .*proposal 2\. .*four apples; and \$1\. .*, Ben\?$/);
    expect(intent.acts).toEqual(['Inform', 'Decline', 'Propose', 'Request']);
    const backing = { ...said, isOwn: true, other: { shown: 'proposal 2', isAccepted: true } };
    expect(spoken(sentencesOf(backing, 0, Random.from(1))).intent.acts).toContain('Accept');
    expect(spoken(sentencesOf(backing, 0, Random.from(1))).intent.acts).toContain('Defend');
  });

  it('law: a message has as many words as stated, give or take a remark; what must be said is never cut', () => {
    const length = (words: number, seed: number) =>
      spoken(sentencesOf(said, words, Random.from(seed))).message.split(/\s+/).length;
    for (let seed = 0; seed < 30; seed++)
      for (const words of [40, 54, 200, 900]) {
        expect(length(words, seed)).toBeGreaterThanOrEqual(words);
        expect(length(words, seed)).toBeLessThan(words + 16);
      }
    expect(length(0, 1)).toBeGreaterThan(10);
  });

  it('contract: every act is one of the paper’s ten', () => {
    for (const { act } of sentencesOf(said, 100, Random.from(1))) expect(dialogueActs).toContain(act);
  });
});
