import { describe, expect, it } from 'vitest';
import { firstChoices } from './first-choices';
import { simulatedRater } from '../../../core/src/environments/questions/simulated-agent';
import type { QuestionInstance } from 'agora-core/environments';
import { agreement, fitToAnswers } from 'agora-core/simulation';
import { type Collaboration, recorded } from 'agora-core/transcripts';
import { Random } from 'agora-voting';
import { resolve } from '../../../core/src/simulation/parameters';
import { bestOf, questionOf, weighAnswers } from '../../../core/src/simulation/question';

const asRaters = { wrongAnswers: 3, plausibilityDecay: 0, questions: 4000 };

describe('firstChoices', () => {
  it('known: an option that is alone at the top is the choice, one of several is drawn, a failure is none', () => {
    const [like] = [...recorded('mmlu-rater-probabilities')];
    const set = { type: 'note', round: 1, phase: 'set-up', collaboration: 0 };
    const vote = (by: string, ballot: object) => ({
      type: 'vote',
      round: 1,
      phase: 'ballot/ranking',
      by,
      ballot,
    });
    const one = (index: number) => ({
      ...like,
      index,
      agents: ['a', 'b', 'c'],
      instance: { answer: 'B' },
      events: [
        {
          ...set,
          kind: 'election',
          data: { options: ['A', 'B'], ballots: [{ kind: 'ranking' }], dictators: [] },
        },
        vote('a', { kind: 'ranking', ranking: ['B', 'A'] }),
        vote('b', { kind: 'weak-ranking', tiers: [['A', 'B']] }),
      ],
    });
    const found = firstChoices(
      Array.from({ length: 200 }, (_, index) => one(index)) as unknown as Collaboration[],
    );
    expect(found[0]).toEqual([{ key: 'B', correct: true }, expect.objectContaining({}), null]);
    const drawn = found.filter(([, second]) => second?.correct).length;
    expect(drawn).toBeGreaterThan(70); // of 200 fair draws 100; 30 are four standard errors
    expect(drawn).toBeLessThan(130);
  });
});

describe('simulated agents of recorded raters', () => {
  it('reference: their parameters follow from data/recorded, and so does what all raters share', () => {
    const sets = {
      'llama-13b': [...recorded('mmlu-rater-probabilities')],
      'fourteen-models': [...recorded('mmlu-redux-votes')].filter(
        ({ instance }) => (instance as { errorType: string }).errorType === 'ok',
      ),
    };
    for (const [profile, run] of Object.entries(sets)) {
      const { parameters } = fitToAnswers(agreement(firstChoices(run)), asRaters);
      for (const [name, value] of Object.entries(parameters))
        expect(simulatedRater.profiles?.[profile]?.[name], `${profile} ${name}`).toBeCloseTo(value, 3);
    }
    const { sharedBias, difficultySpread } = simulatedRater.profiles?.['llama-13b'] as Record<string, number>;
    const { parameters: usual } = simulatedRater;
    expect(usual['sharedBias']?.value).toBe(sharedBias);
    expect(Math.hypot(usual['difficultySpread']!.value, usual['subjectSpread']!.value)).toBeCloseTo(
      difficultySpread!,
      2,
    );
  });

  it('law: parameters are found again in the answers of raters that were simulated with them', () => {
    const parameters = { skill: 1.5, difficultySpread: 1.6, sharedBias: 0.7, subjectSpread: 0 };
    const values = resolve('questions', simulatedRater, { parameters }).on('mmlu');
    const random = Random.from(5, 'draws');
    const letters = ['A', 'B', 'C', 'D'];
    const drawn = Array.from({ length: 6000 }, (_, number) => {
      const about = { id: `found again ${number}`, dataset: 'mmlu', subject: 'mmlu', text: '?', answer: 'A' };
      const instance = { ...about, options: letters, letters } as unknown as QuestionInstance;
      const question = questionOf(simulatedRater, instance, ({ answer }) => answer);
      const thinker = { values, profile: 'x', approach: null };
      return letters.map(() => {
        const { key, isRight } = bestOf(weighAnswers(question, [], thinker, random));
        return { key, correct: isRight };
      });
    });
    const found = fitToAnswers(agreement(drawn), asRaters).parameters;
    // About three times by which each moves when the 6,000 questions, and the 4,000 of the fit, are others.
    expect(Math.abs(found.skill - parameters.skill)).toBeLessThan(0.2);
    expect(Math.abs(found.difficultySpread - parameters.difficultySpread)).toBeLessThan(0.3);
    expect(Math.abs(found.sharedBias - parameters.sharedBias)).toBeLessThan(0.04);
  });
});
