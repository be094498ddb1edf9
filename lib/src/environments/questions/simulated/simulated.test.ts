import { describe, expect, it } from 'vitest';
import { Random } from '../../../random';
import type { GroupSituation } from '../../situation';
import spread from '../reference/difficulty-spread.json';
import { question } from '../testing/tiny-questions';
import type { ChosenAnswer, QuestionInstance } from '../types';
import { raterBehaviour } from './behaviour';
import { raterParameters, raterProfiles, resolveParameters } from './parameters';
import { commonUtilities } from './utilities';

type Situation = GroupSituation<QuestionInstance, ChosenAnswer>;

function made(
  id: string,
  order = [0, 1, 2, 3],
  changes: Parameters<typeof question>[1] = {},
): QuestionInstance {
  const asked = question(id, changes);
  const letters = ['A', 'B', 'C', 'D'].slice(0, order.length);
  return {
    ...asked,
    letters,
    options: order.map((place) => asked.options[place] as string),
    answer: letters[order.indexOf(asked.answer)] as string,
    examples: [],
  };
}
const instance = made('q1');
const situation = (changes: Partial<Situation> = {}): Situation => ({
  act: 'vote',
  ballot: 'ranking',
  round: 1,
  rounds: 1,
  agent: 'Rater 1',
  agents: ['Rater 1', 'Rater 2'],
  instance,
  messages: [],
  standing: null,
  candidates: [],
  decisions: [],
  ...changes,
});
const act = (changes: Partial<Situation> = {}, seed = 1, parameters: Record<string, number> = {}) =>
  raterBehaviour(situation(changes), Random.from(seed), { parameters }).answer as Record<string, unknown>;
const vote = <T>(changes: Partial<Situation> = {}, seed = 1, parameters: Record<string, number> = {}) =>
  act(changes, seed, parameters)['decision'] as T;

describe('simulated raters', () => {
  it('law: rankings follow Plackett and Luce: each first choice comes with its chance', () => {
    const n = 5000;
    const profile = { parameters: { sharedBias: 0.5 } };
    const worths = commonUtilities(instance, resolveParameters(profile)).map((utility) =>
      Math.exp(utility / Math.SQRT1_2),
    );
    const total = worths.reduce((sum, worth) => sum + worth, 0);
    const pairs: Record<string, number> = {};
    for (let seed = 0; seed < n; seed++) {
      const { answer } = raterBehaviour(situation(), Random.from(seed), profile);
      const [first = '', second = ''] = (answer as { decision: string[] }).decision;
      pairs[first + second] = (pairs[first + second] ?? 0) + 1;
    }
    for (const [i, first] of [...'ABCD'].entries())
      for (const [j, second] of [...'ABCD'].entries()) {
        if (i === j) continue;
        const [a = 0, b = 0] = [worths[i], worths[j]];
        const chance = (a / total) * (b / (total - a));
        // five standard deviations of a share
        const room = 5 * Math.sqrt((chance * (1 - chance)) / n);
        expect(Math.abs((pairs[first + second] ?? 0) / n - chance)).toBeLessThan(room);
      }
  });

  it('law: what raters share is a fact of model, question and option, wherever the option stands', () => {
    const values = resolveParameters({});
    const here = commonUtilities(made('q1'), values);
    expect(commonUtilities(made('q1'), values)).toEqual(here);
    expect(commonUtilities(made('q1', [3, 2, 1, 0]), values)).toEqual([...here].reverse());
    expect(commonUtilities(made('q2'), values)).not.toEqual(here);
    const other = resolveParameters({ profile: 'gpt-4', parameters: { skill: 1 } });
    expect(commonUtilities(made('q1'), other)).not.toEqual(
      commonUtilities(made('q1'), resolveParameters({ parameters: { skill: 1 } })),
    );
  });

  it('law: with no noise of their own raters agree; with much skill they are right; with none, at random', () => {
    const tops = (parameters: Record<string, number>, id: string) =>
      Array.from({ length: 20 }, (_, seed) => vote<string[]>({ instance: made(id) }, seed, parameters)[0]);
    for (let number = 0; number < 20; number++)
      expect(new Set(tops({ sharedBias: 0.999, ratingNoise: 0 }, `s${number}`)).size).toBeLessThanOrEqual(2);
    expect(new Set(tops({ skill: 20 }, 'q5'))).toEqual(new Set(['C']));
    const guesses = Array.from({ length: 2000 }, (_, number) =>
      vote<string>({ ballot: 'choice', instance: made(`g${number}`) }, number, {
        skill: 0,
        difficultySpread: 0,
        subjectSpread: 0,
      }),
    );
    const right = guesses.filter((letter) => letter === 'C').length;
    expect(Math.abs(right - 500)).toBeLessThan(97); // five times sqrt(2000 * 3 / 16) = 19.4
  });

  it('reference: the fitted skills give the accuracies they were fitted to (GEDI, Table 2, Blind Dicta.)', () => {
    for (const [profile, dataset, options, published] of [
      ['gpt-4', 'mmlu', 4, 0.756],
      ['llama-3-8b', 'mmlu-pro', 10, 0.213],
      ['mistral-7b', 'arc-challenge', 4, 0.71],
    ] as const) {
      const n = 1500;
      const model = { profile };
      let right = 0;
      for (let number = 0; number < n; number++) {
        const instance = made(`r${number}`, [...Array(options).keys()], {
          dataset,
          // the fit ran over the real subjects; here each question has one of its own, so that offsets average out
          subject: dataset === 'arc-challenge' ? dataset : `subject ${number}`,
          options: [...'abcdefghij'].slice(0, options),
        });
        const { answer } = raterBehaviour(
          situation({ act: 'propose', instance }),
          Random.from(number),
          model,
        );
        if ((answer as { answer: string }).answer === 'C') right++;
      }
      // four standard errors of 1,500 draws (at most 1.3 points); the fit's own error is far below
      expect(Math.abs(right / n - published), `${profile} ${dataset}`).toBeLessThan(0.052);
    }
  });

  it('known: a ballot of each kind, from the same utilities', () => {
    const ranking = vote<string[]>();
    expect([...ranking].sort()).toEqual(['A', 'B', 'C', 'D']);
    expect(vote({ ballot: 'choice' })).toBe(ranking[0]);
    const ratings = vote<Record<string, number>>({ ballot: 'rating', scale: { lowest: 0, highest: 9 } }, 1, {
      ratingNoise: 0,
    });
    expect(Object.keys(ratings)).toEqual(['A', 'B', 'C', 'D']);
    for (const rating of Object.values(ratings))
      expect(Number.isInteger(rating) && rating >= 0 && rating <= 9).toBe(true);
    const byRating = ranking.map((letter) => ratings[letter] ?? 0);
    expect(byRating).toEqual([...byRating].sort((a, b) => b - a));
    const approved = vote<string[]>({ ballot: 'approval' });
    expect([...approved].sort()).toEqual(ranking.slice(0, approved.length).sort());
    const points = Object.values(vote<Record<string, number>>({ ballot: 'points', points: 10 }));
    expect(points.reduce((sum, one) => sum + one, 0)).toBe(10);
    expect(act({ act: 'propose' })).toEqual({ answer: ranking[0], proposal: { answer: ranking[0] } });
    expect(act({ act: 'speak' })).toMatchObject({
      target: ['Rater 2'],
      message: expect.stringContaining(`is ${ranking[0]}: `) as string,
    });
    const candidates = ['D', 'B'].map((answer, at) => ({ id: `${at + 7}`, proposal: { answer }, by: [] }));
    expect(vote<string[]>({ candidates }).map((id) => ({ 7: 'D', 8: 'B' })[id])).toEqual(
      ranking.filter((letter) => 'DB'.includes(letter)),
    );
  });

  it('known: a dictator follows the ballots as far as it trusts them', () => {
    const own = vote<string[]>();
    const told = [...own].reverse();
    const seen = (ballot: unknown) =>
      Array.from({ length: 10 }, (_, at) => ({ by: `Rater ${at}`, ballot: ballot as string[] }));
    expect(vote({ ballotsSeen: seen(told) }, 1, { trust: 1 })).toEqual(told);
    expect(vote({ ballotsSeen: seen({ kind: 'ranking', ranking: told }) }, 1, { trust: 1 })).toEqual(told);
    expect(vote({ ballotsSeen: seen(told) }, 1, { trust: 0 })).toEqual(own);
    expect(vote({ ballotsSeen: seen(own) }, 1, { trust: 0.5 })).toEqual(own);
    expect(vote<string[]>({ ballotsSeen: seen({ choice: told[0] }) }, 1, { trust: 0.9 })[0]).toBe(told[0]);
    expect(vote({ ballotsSeen: seen({ odd: 1 }) }, 1, { trust: 1 })).toEqual(own);
  });

  it('contract: parameters have a reason and lie in their range; others are named', () => {
    for (const { name, value, range, reason } of raterParameters) {
      expect(value >= range[0] && value <= range[1], name).toBe(true);
      expect(reason.length).toBeGreaterThan(10);
    }
    expect(raterParameters.filter(({ fitted }) => fitted).map(({ name }) => name)).toEqual([
      'skill',
      'sharedBias',
    ]);
    expect(raterParameters.find(({ name }) => name === 'difficultySpread')?.value).toBe(spread.spread);
    expect(Object.keys(raterProfiles)).toHaveLength(8);
    for (const skills of Object.values(raterProfiles))
      expect(Object.keys(skills)).toEqual(['mmlu', 'mmlu-pro', 'arc-challenge']);
    expect(() => act({}, 1, { wisdom: 1 })).toThrow('simulated knows no wisdom: its settings are skill, ');
    expect(() => act({}, 1, { trust: 2 })).toThrow('simulated needs a number from 0 to 1 as trust, got 2');
    expect(() => resolveParameters({ profile: 'gpt-9' })).toThrow(
      'no profile "gpt-9"; they have mistral-7b, ',
    );
    expect(() => act({ act: 'sing' })).toThrow('Simulated raters cannot "sing"');
  });
});
