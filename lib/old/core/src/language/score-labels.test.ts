import { describe, expect, it } from 'vitest';
import { dialogueActs, type DialogueAct } from './dialogue-act';
import { intendedLabels, scoreLabels } from './score-labels';
import reference from './testing/label-scores.json';

const labels = (acts: readonly (readonly string[])[]) =>
  acts.map((named, round) => ({
    collaboration: 0,
    round: round + 1,
    agent: 'Ann',
    acts: named as readonly DialogueAct[],
  }));

describe('scoreLabels', () => {
  it('known: by hand', () => {
    const scores = scoreLabels(
      labels([['Inform', 'Request'], ['Inform'], ['Propose']]),
      labels([['Inform'], ['Inform', 'Accept'], ['Inform']]),
    );
    expect(scores.byAct.Inform).toEqual({ precision: 2 / 3, recall: 1, f1: 4 / 5, support: 2 });
    expect(scores.byAct.Request).toEqual({ precision: null, recall: 0, f1: 0, support: 1 });
    expect(scores.byAct.Accept).toEqual({ precision: 0, recall: null, f1: 0, support: 0 });
    expect(scores.byAct.Defend).toEqual({ precision: null, recall: null, f1: null, support: 0 });
    expect(scores.micro).toEqual({ precision: 2 / 4, recall: 2 / 4, f1: 4 / 8, support: 4 });
    expect(scores.macro).toMatchObject({ precision: (2 / 3 + 0) / 2, recall: (1 + 0 + 0) / 3 });
    expect(scores.macro.f1).toBeCloseTo(4 / 5 / 4, 12); // Inform, Request, Accept, Propose
  });

  it(`reference: scikit-learn ${reference.versions['scikit-learn']}`, () => {
    const scores = scoreLabels(labels(reference.expected), labels(reference.given));
    for (const figure of ['precision', 'recall', 'f1', 'support'] as const) {
      for (const act of dialogueActs) {
        const wanted = reference[figure][act];
        if (wanted === null) expect([act, scores.byAct[act][figure]]).toEqual([act, null]);
        else expect(scores.byAct[act][figure]).toBeCloseTo(wanted, 12);
      }
    }
    for (const average of ['micro', 'macro'] as const) {
      const { precision, recall, f1 } = scores[average];
      [precision, recall, f1].forEach((figure, place) =>
        expect(figure).toBeCloseTo(reference[average][place] as number, 12),
      );
    }
  });

  it('contract: a message without labels is missed, one that nobody expected is an error', () => {
    const expected = labels([['Inform'], ['Request']]);
    const scores = scoreLabels(expected, expected.slice(0, 1));
    expect(scores).toMatchObject({ messages: 2, unlabelled: 1, micro: { precision: 1, recall: 1 / 2 } });
    expect(() => scoreLabels([], expected)).toThrow(expect.objectContaining({ code: 'label-mismatch' }));
    expect(scoreLabels([], []).micro).toEqual({ precision: null, recall: null, f1: null, support: 0 });
  });

  it('contract: several messages of an agent in a round are met in order', () => {
    const twice = [...labels([['Inform']]), ...labels([['Request']])];
    expect(scoreLabels(twice, twice).micro.f1).toBe(1);
    expect(scoreLabels(twice, [...twice].reverse()).micro.f1).toBe(0);
  });
});

describe('intendedLabels', () => {
  const message = { collaboration: 0, round: 1, agent: 'Ann', text: '' };
  it('known: repeats go, none is Others, real messages are left out', () => {
    const messages = [['Request', 'Inform', 'Inform'], []].map((intended) => ({ ...message, intended }));
    expect(intendedLabels([...messages, message]).map(({ acts }) => acts)).toEqual([
      ['Inform', 'Request'],
      ['Others'],
    ]);
  });

  it('contract: an intent that is no act is an error', () => {
    expect(() => intendedLabels([{ ...message, intended: ['Greet'] }])).toThrow(/"Greet"/);
  });
});
