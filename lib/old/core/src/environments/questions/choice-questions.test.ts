import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { questions } from './index';
import { question, tinySet } from './testing/tiny-questions';
import type { QuestionInstance } from './types';

const environment = questions({ as: 'debaters', set: tinySet });
const raters = questions({ set: tinySet });
const instance = (index = 0, of = environment) => of.instance(index, Random.from(1)) as QuestionInstance;

describe('questions asked of debaters', () => {
  it('known: the question alone, options in their order, agents who are told nothing', () => {
    expect(environment.task(instance())).toBe(
      '# Task\nAnswer this multiple-choice question and explain your answer. Exactly one of its options is right.\n\n' +
        '# Question\nWhat is q1?\nA) one\nB) two\nC) three\nD) four',
    );
    expect(instance()).toMatchObject({ options: ['one', 'two', 'three', 'four'], answer: 'C', examples: [] });
    expect(environment.agents(instance())).toHaveLength(5);
    expect(environment.agents(instance())[4]).toEqual({ name: 'Agent 5', background: '' });
    expect(environment.settings).toMatchObject({
      data: 'tiny set',
      questions: 3,
      agents: 5,
      shuffleOptions: false,
    });
    expect(environment.settings['digest']).toBe(raters.settings['digest']);
  });

  it('known: MMLU asks for a letter in brackets, GPQA for a sentence', () => {
    expect(environment.prose.ending(instance())).toContain('in round brackets, one of (A), (B), (C), (D).');
    const gpqa = questions({
      as: 'debaters',
      set: { ...tinySet, questions: [question('g', { dataset: 'gpqa' })] },
    });
    expect(gpqa.prose.ending(instance(0, gpqa))).toContain('"The correct answer is" and the letter');
    expect(gpqa.prose.form(instance(0, gpqa))).toBe('(letter)');
    expect(gpqa.prose.state(instance(0, gpqa), { answer: 'B' })).toBe('The correct answer is (B)');
  });

  it.each([
    ['a debate', environment],
    ['an election', raters],
  ] as const)('law: in %s what is stated is read back, alone and in prose', (_, each) => {
    const asked = instance(0, each);
    for (const answer of asked.letters) {
      const stated = each.prose.state(asked, { answer });
      expect(each.prose.read(asked, stated)).toEqual({ ok: true, value: { answer } });
      expect(each.prose.read(asked, `A was my first thought.\n\nSo it is ${stated}`)).toEqual({
        ok: true,
        value: { answer },
      });
      expect(each.prose.read(asked, each.choices.proposal(asked, answer).answer).ok).toBe(true);
      expect(each.prose.stated(asked, `They say ${stated} and ${stated}.`)).toEqual([{ answer }]);
    }
    expect(each.prose.read(asked, asked.options[1] as string)).toEqual({ ok: true, value: { answer: 'B' } });
    expect(each.prose.read(asked, 'I cannot say.').ok).toBe(false);
  });
});
