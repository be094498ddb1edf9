import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { asking } from '../../simulation/testing/asking';
import { generateQuestions } from './generate';
import { mathAnswerKey } from './math-answer';
import { questions } from './questions';
import { observeChoice, observeOpen, simulatedAnswerer } from './simulated-agent';
import type { OpenInstance, QuestionInstance } from './types';

const open = (answer: string) => observeOpen({ id: 'q', answer } as OpenInstance);

describe('the simulated agent for questions', () => {
  it('law: a free answer has wrong ones beside it, all different, whatever it is', () => {
    for (const answer of ['18', '0', '-1', '1,450', '2.5', '\\frac{1}{2}', 'x^2', '(1, 2)', '\\text{blue}']) {
      const { answers } = open(answer);
      expect(answers[0]).toMatchObject({ answer, isRight: true });
      expect(answers.length, answer).toBeGreaterThan(1);
      expect(answers.filter(({ isRight }) => isRight)).toHaveLength(1);
      expect(new Set(answers.map((one) => mathAnswerKey(one.answer))).size).toBe(answers.length);
    }
  });

  it('law: shuffled options are as tempting as they were', () => {
    const set = generateQuestions({ count: 1 });
    const shuffled = questions({ as: 'debaters', set, shuffleOptions: true });
    const utilities = (seed: number) => {
      const instance = shuffled.instance(0, Random.from(seed)) as QuestionInstance;
      const observed = observeChoice(instance);
      const known = { agent: '', agents: [], round: 1, messages: [], candidates: [], belief: null };
      return observed.answers
        .map(({ answer, name }) => [name, simulatedAnswerer.utility({ ...known, observed }, { answer })])
        .sort();
    };
    for (let seed = 2; seed < 10; seed++) expect(utilities(seed)).toEqual(utilities(1));
  });

  it('law: right more often than by chance, less often the more noise, and together better than alone', () => {
    const set = generateQuestions({ count: 150 });
    const environment = questions({ as: 'debaters', set });
    const right = (noise: number, conformity = 1) => {
      let count = 0;
      for (let index = 0; index < 150; index++) {
        const instance = environment.instance(index, Random.from(index)) as QuestionInstance;
        const candidates = [{ id: '1', proposal: { answer: instance.answer }, by: ['b', 'c', 'd'] }];
        const ask = asking(environment, instance, { agents: ['a', 'b', 'c', 'd'], agent: 'a' });
        const told = { act: 'propose', mayKeep: false, candidates } as never;
        const { proposal } = ask(told, index, { noise, conformity }).answer as {
          proposal: { answer: string };
        };
        if (proposal.answer === instance.answer) count++;
      }
      return count / 150;
    };
    expect(right(20, 0)).toBeLessThan(right(1, 0));
    expect(right(1, 0)).toBeLessThan(right(0, 0) + 1e-9);
    expect(right(1, 0)).toBeGreaterThan(0.5);
    expect(right(1, 1)).toBeGreaterThan(right(1, 0));
  });
});
