import { describe, expect, it } from 'vitest';
import { agreement, fitToAnswers } from './index';
import { simulatedChoiceDebater } from '../environments/questions/simulated-agent';
import type { QuestionInstance } from '../environments/questions/types';
import { Random } from 'agora-voting';
import { resolve } from './parameters';
import { bestOf, questionOf, weighAnswers } from './question';

const answer = (key: string) => (key === '-' ? null : { key, correct: key === 'A' });
const voices = (...keys: readonly string[]) => keys.map((each) => [...each].map(answer));

describe('agreement', () => {
  it('known: by hand, over pairs within a question; unread answers agree with nothing', () => {
    // Pairs: AAB 1 of 3 both right; BBC 1 of 3 same wrong; "--" none; a lone voice is left out.
    expect(agreement(voices('AAB', 'BBC', '--', 'A'))).toEqual({
      right: (2 / 3 + 0 + 0) / 3,
      bothRight: 1 / 9,
      sameWrong: 1 / 9,
      questions: 3,
    });
  });
});

describe('fitToAnswers', () => {
  it('law: shares that the parameters can come to are reached', () => {
    for (const found of [
      { right: 0.81, bothRight: 0.77, sameWrong: 0.1 },
      { right: 0.3, bothRight: 0.2, sameWrong: 0.25 },
    ]) {
      const { reached } = fitToAnswers(found, { wrongAnswers: 3 });
      for (const [name, value] of Object.entries(found))
        expect(reached[name as keyof typeof found]).toBeCloseTo(value, 2); // ten halvings
    }
  });

  it('law: members with these parameters answer so, as the simulation draws them', () => {
    const found = { right: 0.6, bothRight: 0.5, sameWrong: 0.14 };
    const { parameters } = fitToAnswers(found, { wrongAnswers: 3 });
    const values = resolve('questions', simulatedChoiceDebater, { parameters }).on('mmlu');
    const random = Random.from(5, 'draws');
    const letters = ['A', 'B', 'C', 'D'];
    const drawn = Array.from({ length: 3000 }, (_, number) => {
      const instance = {
        id: `made ${number}`,
        dataset: 'mmlu',
        subject: 'made',
        text: '?',
        answer: 'A',
        options: letters.map((letter) => `option ${letter}`),
        letters,
      } as unknown as QuestionInstance;
      const question = questionOf(simulatedChoiceDebater, instance, ({ answer: said }) => said);
      const say = () => bestOf(weighAnswers(question, [], { values, profile: 'x', approach: null }, random));
      return [say(), say()].map(({ key, isRight }) => ({ key, correct: isRight }));
    });
    const ours = agreement(drawn);
    // Four standard errors of a share of 3,000 questions, and of the 1,000 of the fit.
    for (const [name, value] of Object.entries(found))
      expect(Math.abs(ours[name as keyof typeof found] - value)).toBeLessThan(0.07);
  });

  it('law: a model with single answers gets the skill that the whole fit gives, under the noise of another', () => {
    const { parameters } = fitToAnswers({ right: 0.6, bothRight: 0.5, sameWrong: 0.14 }, { wrongAnswers: 8 });
    const alone = fitToAnswers({ right: 0.6 }, { wrongAnswers: 8, like: parameters });
    expect(alone.parameters).toEqual(parameters);
    expect(() => fitToAnswers({ right: 0.6 }, { wrongAnswers: 8 })).toThrow('bothRight and sameWrong, or');
  });

  it('contract: the bias of voices that never err alike is none; a share outside 0 to 1 is refused', () => {
    const found = { right: 0.5, bothRight: 0.3, sameWrong: 0 };
    expect(fitToAnswers(found, { wrongAnswers: 3 }).parameters.sharedBias).toBeLessThan(0.01);
    expect(() => fitToAnswers({ ...found, right: 80 }, { wrongAnswers: 3 })).toThrow('fitToAnswers');
    expect(() => fitToAnswers(found, { wrongAnswers: 0 })).toThrow('wrongAnswers');
  });
});
