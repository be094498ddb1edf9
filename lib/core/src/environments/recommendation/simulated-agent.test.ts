import { describe, expect, it } from 'vitest';
import { dialogueActs } from '../../language/dialogue-act';
import { PhraseBook } from '../../simulation/phrase-book';
import { resolve } from '../../simulation/parameters';
import { asking } from '../../simulation/testing/asking';
import type { SeenMessage } from '../situation';
import { phrases } from './phrases';
import { recommendation } from './recommendation';
import { agentNames } from './roster';
import { simulatedRecommender, type RatingMind } from './simulated-agent';
import { ownTable } from './table-facts';
import { smallCase } from './testing/small-case';

const { basicInfo, movieHistory, userHistory } = agentNames;
const agents = [basicInfo, movieHistory, userHistory];
const calm = { readingNoise: 0, judgementNoise: 0, openness: 1, attention: 1, concession: 0, initiative: 1 };
const usual = { agents, agent: userHistory, parameters: calm };
const ask = asking(recommendation({ examples: [smallCase] }), smallCase, usual);
const book = new PhraseBook(phrases);
const simulatedAgent = simulatedRecommender;

const saying = (from: string, text: string, round = 1): SeenMessage => ({ round, from, to: agents, text });
const toldGenres = saying(basicInfo, 'Its genres are Drama, War.');
const toldUserMean = saying(userHistory, 'The target user averages 3.0 across 4 rated movies.');

/** What an agent makes of what it sees and hears. */
function believes(agent: string, messages: readonly SeenMessage[] = [], parameters = calm) {
  const values = resolve('x', simulatedAgent, { parameters }).on('') as RatingMind['values'];
  const heard: RatingMind['heard'] = (act, says) => book.heard(messages, act, says);
  const known = { agent, agents, round: 2, standing: null, candidates: [], heard, values };
  return simulatedAgent.estimate!({ ...known, observed: ownTable(smallCase, agent) }, null);
}
const proposal = (agent: string, messages: readonly SeenMessage[] = []) =>
  (ask({ act: 'propose', agent, messages }).answer as { proposal: { rating: number } }).proposal.rating;

describe('simulated members of the recommendation system', () => {
  it('known: numbers of the small case (worked in its header)', () => {
    const fact = (agent: string, name: string, messages: SeenMessage[] = []) =>
      believes(agent, messages).facts.get(name as 'userMean');
    expect(fact(userHistory, 'userMean')).toEqual({ value: 3, count: 4, trust: 1 });
    expect(fact(userHistory, 'genreMean')).toBeUndefined(); // nobody said yet which genres
    expect(fact(userHistory, 'genreMean', [toldGenres])).toEqual({ value: 4.5, count: 2, trust: 1 });
    expect(fact(movieHistory, 'movieMean')).toEqual({ value: 4, count: 3, trust: 1 });
    expect(fact(movieHistory, 'lift')).toEqual({
      value: expect.closeTo(0.5, 12) as number,
      count: 3,
      trust: 1,
    });
    // Drama 0.1 and War 0.2 average 0.15; 1994 is no classic, 29 not 45.
    expect(fact(basicInfo, 'firstGuess')?.value).toBeCloseTo(3.65, 12);
  });

  it('known: damped offsets from 3.5', () => {
    // the user's: 4 / 14 x (3 - 3.5)
    expect(believes(userHistory).expected).toBeCloseTo(3.5 - 0.5 * (4 / 14), 12);
    // genres add 2 / 12 x (4.5 - 3) = 0.25
    expect(believes(userHistory, [toldGenres]).expected).toBeCloseTo(3.5 - 0.5 * (4 / 14) + 0.25, 12);
    // the movie's lift: 3 / 28 x 0.5; told of the user's mean, it adds what the user adds
    expect(believes(movieHistory).expected).toBeCloseTo(3.5 + 0.5 * (3 / 28), 12);
    expect(believes(movieHistory, [toldUserMean]).expected).toBeCloseTo(
      3.5 + 0.5 * (3 / 28) - 0.5 * (4 / 14),
      12,
    );
  });

  it('known: trust grows by attention with every mention, summaries included', () => {
    const half = { ...calm, attention: 0.5 };
    const trust = (...messages: SeenMessage[]) =>
      believes(basicInfo, messages, half).facts.get('userMean')?.trust;
    const recap = saying(movieHistory, "To sum up, we have the user's overall mean of 3.0.", 2);
    expect([trust(toldUserMean), trust(toldUserMean, toldUserMean), trust(toldUserMean, recap)]).toEqual([
      0.5, 0.75, 0.75,
    ]);
  });

  it('law: a member told more comes closer: proposals move towards what all tables say', () => {
    expect(proposal(basicInfo)).toBe(4); // 3.65
    const strong = 'Relative to their own habits, similar users differ by +1.5 on this movie (400 ratings).';
    expect(proposal(basicInfo, [saying(movieHistory, strong)])).toBe(5); // 3.5 + 1.5 x 400 / 425 + 0.15 x 25 / 425
    const low = 'The target user averages 1.5 across 190 rated movies.';
    expect(proposal(basicInfo, [saying(userHistory, low)])).toBe(2); // 3.65 - 2 x 190 / 200
  });

  it('known: concession moves an estimate towards what the others want, by their words or else their proposals', () => {
    const candidates = [{ id: '1', proposal: { rating: 1 }, by: [movieHistory] }];
    const rating = (concession: number, messages: SeenMessage[] = []) => {
      const given = { parameters: { ...calm, concession } };
      const { answer } = ask({ act: 'propose', candidates, messages }, 1, given);
      return (answer as { proposal: { rating: number } }).proposal.rating;
    };
    expect([rating(0), rating(1)]).toEqual([3, 1]);
    expect(rating(1, [saying(movieHistory, 'I suggest that we predict 5. Well.')])).toBe(5);
  });

  it('known: what is said is understood, and who is asked answers in the next round', () => {
    const told = (says: string, told: object, seed = 1) => {
      const { message } = ask({ act: 'speak', ...told }, seed).answer as { message: string };
      return book.heard([saying('x', message)], 'Inform', says).map(({ gaps }) => gaps);
    };
    for (let seed = 0; seed < 30; seed++) {
      expect(told('userMean', {}, seed)).toEqual([{ value: '3.0', count: '4' }]);
      expect(told('genres', { agent: basicInfo }, seed)).toEqual([{ genres: 'Drama, War' }]);
    }
    const question = saying(basicInfo, `${userHistory}, how does this user rate in general?`, 2);
    expect(told('userMean', { round: 3, messages: [toldUserMean, question] })).toHaveLength(1);
    expect(told('userMean', { round: 3, messages: [toldUserMean] })).toEqual([]);
    // Asked in this very round, as a protocol of turns may have it: nothing stands yet to answer.
    expect(told('userMean', { round: 2, messages: [toldUserMean, question] })).toEqual([]);
    for (let seed = 0; seed < 40; seed++)
      for (const agent of agents) {
        const { message } = ask({ act: 'speak', agent, round: 5 }, seed).answer as { message: string };
        expect(message).not.toMatch(new RegExp(`${agent},|, ${agent}\\?`));
      }
  });

  it('law: all ten acts occur, judgement from round 2 on, confirming and summing up ever more often', () => {
    const count = (round: number, act: string) => {
      let times = 0;
      for (let seed = 0; seed < 120; seed++) {
        const candidates = [
          { id: '1', proposal: { rating: 3 }, by: [userHistory] },
          { id: '2', proposal: { rating: 5 }, by: [movieHistory] },
        ];
        const table = round === 1 ? {} : { messages: [toldGenres, toldUserMean], candidates };
        const agent = seed % 2 === 0 ? basicInfo : userHistory;
        const { intent } = ask({ act: 'speak', round, agent, ...table }, seed);
        const { acts } = intent as { acts: string[] };
        expect(new Set(acts).size).toBe(acts.length);
        if (acts.includes(act)) times++;
      }
      return times;
    };
    for (const act of dialogueActs.filter((one) => one !== 'Others'))
      expect(count(9, act), act).toBeGreaterThan(0);
    expect(count(1, 'Evaluate')).toBe(0);
    expect(count(2, 'Evaluate')).toBeGreaterThan(40);
    for (const act of ['Confirm', 'Summarize', 'Propose'])
      expect(count(10, act)).toBeGreaterThan(count(3, act) + 12);
  });

  it('known: it votes for what is closest to its estimate of 3.36, and for nothing more than two stars off', () => {
    const vote = (ballot: 'choice' | 'rating' | 'ranking' | 'points', ...ratings: number[]) => {
      const candidates = ratings.map((rating, place) => ({
        id: `${place + 1}`,
        proposal: { rating },
        by: [],
      }));
      const { answer } = ask({ act: 'vote', ballot, points: 4, candidates });
      return (answer as { decision: unknown }).decision;
    };
    expect(vote('choice', 3, 5)).toBe('1');
    expect(vote('ranking', 3, 5)).toEqual(['1', '2']);
    // 1 + 4 * logistic(2 * (1 - 0.357)) = 4.1, and 1 + 4 * logistic(2 * (1 - 1.643)) = 1.9
    expect(vote('rating', 3, 5)).toEqual({ 1: 4, 2: 2 });
    // e^-0.71 to e^-3.29: 3.72 and 0.28 of 4
    expect(vote('points', 3, 5)).toEqual({ 1: 4, 2: 0 });
    expect(vote('choice', 1)).toBeNull();
  });

  it('contract: an unknown agent is named', () => {
    expect(() => ask({ act: 'propose', agent: 'Agent A' })).toThrow('there is no "Agent A"');
  });
});
