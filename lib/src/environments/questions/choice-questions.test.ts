import { describe, expect, it } from 'vitest';
import { Random } from '../../random';
import { isChoiceEnvironment } from '../choice-environment';
import type { GroupSituation } from '../situation';
import { isTextAnswerEnvironment } from '../text-answer';
import { questions } from '.';
import { temptingOptions } from './choice-behaviour';
import { question, tinySet } from './testing/tiny-questions';
import type { ChosenAnswer, QuestionInstance } from './types';

const environment = questions({ as: 'debaters', set: tinySet });
const raters = questions({ set: tinySet });
const instance = (index = 0, of = environment) => of.instance(index, Random.from(1)) as QuestionInstance;

const situation = (act: string, changes: object = {}): GroupSituation<QuestionInstance, ChosenAnswer> => ({
  act,
  round: 1,
  rounds: 2,
  agent: 'Agent 1',
  agents: ['Agent 1', 'Agent 2'],
  instance: instance(),
  messages: [],
  standing: null,
  candidates: [],
  decisions: [],
  ...changes,
});

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
    expect(environment.textFormat(instance())).toContain('its letter in round brackets: (X)');
    const gpqa = questions({
      as: 'debaters',
      set: { ...tinySet, questions: [question('g', { dataset: 'gpqa' })] },
    });
    expect(gpqa.textFormat(instance(0, gpqa))).toContain('The correct answer is (X)');
    expect(gpqa.answerForm(instance(0, gpqa))).toBe('(X)');
  });

  it.each([
    ['a debate', environment],
    ['an election', raters],
  ] as const)('law: in %s what is stated is read back, alone and in prose', (_, each) => {
    expect(isTextAnswerEnvironment(each) && isChoiceEnvironment(each)).toBe(true);
    const asked = instance(0, each);
    for (const answer of asked.letters) {
      const stated = each.stateAnswer(asked, { answer });
      expect(each.readText(asked, stated)).toEqual({ ok: true, value: { answer } });
      expect(each.readText(asked, `A was my first thought.\n\nSo it is ${stated}`)).toEqual({
        ok: true,
        value: { answer },
      });
      expect(each.readText(asked, each.proposalOf(asked, answer).answer).ok).toBe(true);
      expect(each.statedAnswers(asked, `They say ${stated} and ${stated}.`)).toEqual([{ answer }]);
    }
    expect(each.readText(asked, asked.options[1] as string)).toEqual({ ok: true, value: { answer: 'B' } });
    expect(each.readText(asked, 'I cannot say.').ok).toBe(false);
  });

  it('known: simulated debaters end in an answer that is read; raters vote as ever and debate as debaters', () => {
    for (const each of [environment, raters]) {
      const { answer } = each.behaviour!(situation('debate'), Random.from(3), {});
      expect(each.readText(instance(), answer as string)).toMatchObject({ ok: true });
    }
    const ballot = { ballot: 'choice' as const };
    const vote = raters.behaviour!(situation('vote', ballot), Random.from(3), {}).answer;
    expect(JSON.stringify(vote)).toMatch(/"decision":"[A-D]"/);
    expect(() => raters.behaviour!(situation('dance'), Random.from(3), {})).toThrow('cannot "dance"');
  });

  it('law: shuffled options stay as tempting as they are', () => {
    const shuffled = questions({ as: 'debaters', set: tinySet, shuffleOptions: true });
    const tempting = (seed: number) => {
      const asked = shuffled.instance(0, Random.from(seed)) as QuestionInstance;
      return temptingOptions(asked).map((letter) => asked.options[asked.letters.indexOf(letter)]);
    };
    expect([...tempting(1)].sort()).toEqual(['four', 'one', 'two']);
    for (let seed = 2; seed < 20; seed++) expect(tempting(seed)).toEqual(tempting(1));
  });
});
