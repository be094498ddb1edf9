import { describe, expect, it } from 'vitest';
import { Random } from '../../../random';
import { dialogueActs } from '../../../language/dialogue-act';
import { agentNames, tableNames } from '../roster';
import { smallCase } from '../testing/small-case';
import { recommendationBehaviour } from './behaviour';
import { estimateFrom, knowledge } from './estimating';
import { factNames } from './facts';
import { nearestAllowed } from './nearest-allowed';
import { recommendationAgentParameters, resolveParameters } from './parameters';
import { confirmations, movieStatements, personStatements, ratingStatements, recaps } from './phrases';
import { requests, statements } from './phrases';
import { understand } from './reading';
import type { Situation } from './situation';
import { castBallot } from './voting';

const { basicInfo, movieHistory, userHistory } = agentNames;
const agents = [basicInfo, movieHistory, userHistory];
const situation = (changes: Partial<Situation> = {}): Situation => ({
  act: 'speak',
  round: 1,
  rounds: 10,
  agent: userHistory,
  agents,
  instance: smallCase,
  messages: [],
  standing: null,
  candidates: [],
  decisions: [],
  ...changes,
});
const calm = { readingNoise: 0, judgementNoise: 0, openness: 1, attention: 1, conformity: 0, initiative: 1 };
const behave = (changes: Partial<Situation>, seed = 1, parameters: Record<string, number> = calm) =>
  recommendationBehaviour('whole')(situation(changes), Random.from(seed), { parameters });
const saying = (from: string, text: string, round = 1) => ({ round, from, to: agents, text });
const spoken = (changes: Partial<Situation>, seed = 1) =>
  (behave(changes, seed).answer as { message: string }).message;
const noErrors = resolveParameters({ parameters: calm });
const facts = (changes: Partial<Situation>) => knowledge(situation(changes), noErrors, null);

const toldGenres = saying(basicInfo, 'Its genres are Drama, War.');
const toldPerson = saying(basicInfo, "The user's profile says: age 29, gender female, occupation artist.");
const toldUserMean = saying(userHistory, 'The target user averages 3.0 across 4 rated movies.');

describe('what agents see', () => {
  it('known: numbers of the small case (worked in its header)', () => {
    expect(facts({}).get('userMean')).toEqual({ value: 3, count: 4, trust: 1 });
    expect(facts({}).has('genreMean')).toBe(false); // nobody said yet which genres
    expect(facts({ messages: [toldGenres] }).get('genreMean')).toEqual({ value: 4.5, count: 2, trust: 1 });
    const movie = facts({ agent: movieHistory, messages: [toldPerson] });
    expect(movie.get('movieMean')).toEqual({ value: 4, count: 3, trust: 1 });
    expect(movie.get('lift')).toEqual({ value: expect.closeTo(0.5, 12) as number, count: 3, trust: 1 });
    expect(movie.get('peerMean')).toEqual({ value: 3.5, count: 2, trust: 1 }); // users 12 and 13
    // Drama 0.1 and War 0.2 average 0.15; 1994 is no classic, 29 not 45.
    expect(facts({ agent: basicInfo }).get('firstGuess')?.value).toBeCloseTo(3.65, 12);
  });

  it('law: no agent acts on the others’ tables, nor on the rating', () => {
    const other = {
      basicInfo: { ...smallCase.basicInfo, movie: { ...smallCase.basicInfo.movie, genre: ['Horror'] } },
      movieHistory: smallCase.movieHistory.map((row) => ({ ...row, rating: 1 })),
      userHistory: smallCase.userHistory.map((row) => ({ ...row, rating: 1 })),
    };
    const messages = [toldGenres, toldPerson, toldUserMean];
    const candidates = [{ id: '1', proposal: { rating: 4 }, by: [basicInfo] }];
    for (const own of tableNames) {
      const changed = { ...other, [own]: smallCase[own], rating: 1 };
      let told = 0;
      for (const act of ['speak', 'propose', 'vote'] as const)
        for (let seed = 0; seed < 20; seed++) {
          const at = { act, agent: agentNames[own], round: 3, messages, candidates };
          expect(behave({ ...at, instance: changed }, seed, {})).toEqual(behave(at, seed, {}));
          const mine = { ...smallCase, [own]: other[own] };
          if (
            JSON.stringify(behave({ ...at, instance: mine }, seed, {})) !==
            JSON.stringify(behave(at, seed, {}))
          )
            told++;
        }
      expect(told, `${own}: its own table matters`).toBeGreaterThan(0);
    }
  });
});

describe('what agents say and understand', () => {
  const gaps = {
    value: '-0.5',
    count: 17,
    age: 29,
    gender: 'female',
    occupation: 'artist',
    genres: 'Drama, War',
  };
  const nothing = understand('Good morning.');

  it('law: every sentence is understood as what it is, and as nothing else', () => {
    const named = { ...gaps, name: userHistory };
    for (const name of factNames) {
      for (const { write } of statements[name])
        expect(understand(write(gaps))).toEqual({
          ...nothing,
          stated: [{ name, value: -0.5, count: name === 'firstGuess' ? 0 : 17 }],
        });
      for (const { write } of recaps[name])
        expect(understand(write(gaps))).toEqual({ ...nothing, repeated: [{ name, value: -0.5 }] });
      for (const { write } of confirmations[name])
        expect(understand(write(named))).toEqual({ ...nothing, asked: [name] });
    }
    for (const [topic, options] of Object.entries(requests))
      for (const { write } of options)
        expect(understand(write(named))).toEqual({ ...nothing, asked: [topic] });
    for (const { write } of Object.values(ratingStatements).flat())
      expect(understand(write({ value: 4 }))).toEqual({ ...nothing, rating: 4 });
    for (const { write } of movieStatements)
      expect(understand(write(gaps))).toEqual({ ...nothing, genres: ['Drama', 'War'] });
    for (const { write } of personStatements)
      expect(understand(write(gaps))).toEqual({ ...nothing, person: { age: 29, gender: 'F' } });
  });

  it('known: whole messages are understood, and words of other kinds passed over', () => {
    for (let seed = 0; seed < 30; seed++) {
      const { stated } = understand(spoken({}, seed));
      expect(stated).toEqual([{ name: 'userMean', value: 3, count: 4 }]);
      const basic = understand(spoken({ agent: basicInfo }, seed));
      expect([basic.genres, basic.person]).toEqual([['Drama', 'War'], { age: 29, gender: 'F' }]);
    }
    expect(nothing).toMatchObject({ stated: [], repeated: [], asked: [], rating: null });
    expect(understand('')).toEqual(nothing);
  });

  it('known: who is asked answers in the next round, and is not asked by itself', () => {
    const question = saying(basicInfo, `${userHistory}, how does this user rate in general?`, 2);
    const answered = spoken({ round: 3, messages: [toldUserMean, question] });
    expect(understand(answered).stated).toMatchObject([{ name: 'userMean' }]);
    expect(understand(spoken({ round: 3, messages: [toldUserMean] })).stated).toEqual([]);
    // Asked in this very round, as a protocol of turns may have it: nothing stands yet to answer.
    expect(understand(spoken({ round: 2, messages: [toldUserMean, question] })).stated).toEqual([]);
    for (let seed = 0; seed < 40; seed++)
      for (const agent of agents)
        expect(spoken({ agent, round: 5 }, seed)).not.toMatch(new RegExp(`${agent},|, ${agent}\\?`));
  });

  it('law: all ten acts occur, judgement from round 2 on, confirming and summing up ever more often', () => {
    const count = (round: number, act: string) => {
      let times = 0;
      for (let seed = 0; seed < 120; seed++) {
        const messages = [toldGenres, toldPerson, toldUserMean];
        const candidates = [
          { id: '1', proposal: { rating: 3 }, by: [userHistory] },
          { id: '2', proposal: { rating: 5 }, by: [movieHistory] },
        ];
        const table = round === 1 ? {} : { messages, candidates };
        const { intent } = behave({ round, agent: seed % 2 === 0 ? basicInfo : userHistory, ...table }, seed);
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
});

describe('what agents expect', () => {
  it('known: damped offsets by hand', () => {
    // usual 3.5; the user's 3 over 4 ratings: 4 / (4 + 10) x (3 - 3.5) = -0.142857
    expect(estimateFrom(facts({}), noErrors)).toBeCloseTo(3.5 - 0.5 * (4 / 14), 12);
    // genres add 2 / 12 x (4.5 - 3) = 0.25
    expect(estimateFrom(facts({ messages: [toldGenres] }), noErrors)).toBeCloseTo(
      3.5 - 0.5 * (4 / 14) + 0.25,
      12,
    );
    // the movie's lift: 3 / 28 x 0.5; told of the user's mean, it adds what the user adds
    const movie = { agent: movieHistory };
    expect(estimateFrom(facts(movie), noErrors)).toBeCloseTo(3.5 + 0.5 * (3 / 28), 12);
    expect(estimateFrom(facts({ ...movie, messages: [toldUserMean] }), noErrors)).toBeCloseTo(
      3.5 + 0.5 * (3 / 28) - 0.5 * (4 / 14),
      12,
    );
  });

  it('known: trust grows by attention with every mention, summaries included', () => {
    const half = resolveParameters({ parameters: { ...calm, attention: 0.5 } });
    const trust = (...messages: Situation['messages']) =>
      knowledge(situation({ agent: basicInfo, messages }), half, null).get('userMean')?.trust;
    const recap = saying(
      movieHistory,
      `In short, the evidence is ${recaps.userMean[0]?.write({ value: 3 })}.`,
      2,
    );
    expect([trust(toldUserMean), trust(toldUserMean, toldUserMean), trust(toldUserMean, recap)]).toEqual([
      0.5, 0.75, 0.75,
    ]);
  });

  it('law: an agent told more comes closer: proposals move towards what all tables say', () => {
    const proposal = (messages: Situation['messages']) =>
      (behave({ act: 'propose', agent: basicInfo, messages }).answer as { proposal: { rating: number } })
        .proposal;
    const strong = saying(
      movieHistory,
      'Relative to their own habits, similar users differ by +1.5 on this movie (400 ratings).',
    );
    expect(proposal([])).toEqual({ rating: 4 }); // 3.65
    expect(proposal([strong])).toEqual({ rating: 5 }); // 3.5 + 1.5 x 400 / 425 + 0.15 x 25 / 425
    const low = saying(userHistory, 'The target user averages 1.5 across 190 rated movies.');
    expect(proposal([low])).toEqual({ rating: 2 }); // 3.65 - 2 x 190 / 200
  });

  it('known: conformity moves an estimate towards what the others want', () => {
    const candidates = [{ id: '1', proposal: { rating: 1 }, by: [movieHistory] }];
    const rating = (conformity: number) =>
      (behave({ act: 'propose', candidates }, 1, { ...calm, conformity }).answer as { proposal: unknown })
        .proposal;
    expect([rating(0), rating(1)]).toEqual([{ rating: 3 }, { rating: 1 }]);
  });

  it('law: proposals and ballots are usable whatever the parameters and tables', () => {
    const random = Random.from(5);
    for (let trial = 0; trial < 200; trial++) {
      const parameters = Object.fromEntries(
        recommendationAgentParameters.map(({ name, range: [least, most] }) => [
          name,
          least + random.uniform() * (most - least),
        ]),
      );
      const instance = trial % 2 === 0 ? smallCase : { ...smallCase, userHistory: [], movieHistory: [] };
      const agent = random.pick(agents);
      const { proposal } = behave({ act: 'propose', agent, instance }, trial, parameters).answer as {
        proposal: { rating: number };
      };
      expect([1, 2, 3, 4, 5]).toContain(proposal.rating);
      expect(
        (behave({ agent, instance, round: 4 }, trial, parameters).answer as { message: string }).message,
      ).not.toMatch(/NaN|undefined|null/);
    }
    expect([nearestAllowed(3.66, 'any'), nearestAllowed(5.4, 'whole'), nearestAllowed(0.2, 'any')]).toEqual([
      3.7, 5, 1,
    ]);
  });
});

describe('how agents vote', () => {
  const candidates = [
    { id: '1', proposal: { rating: 3 }, by: [basicInfo] },
    { id: '2', proposal: { rating: 5 }, by: [movieHistory] },
  ];
  it('known: what is closest to the own estimate of 3.36, in every kind of ballot', () => {
    const vote = (ballot: 'choice' | 'rating' | 'ranking' | 'points') =>
      (behave({ act: 'vote', ballot, points: 4, candidates }).answer as { decision: unknown }).decision;
    expect(vote('choice')).toBe('1');
    expect(vote('ranking')).toEqual(['1', '2']);
    expect(vote('rating')).toEqual({ 1: 4, 2: 2 }); // 5 - 2 x 0.357 and 5 - 2 x 1.643, rounded
    expect(vote('points')).toEqual({ 1: 3, 2: 1 }); // 4^-0.357 to 4^-1.643: 3.42 and 0.58 of 4
  });

  it('known: nobody votes for a rating more than two stars off', () => {
    for (const kind of ['choice', 'rating', 'ranking', 'points'] as const) {
      expect(castBallot(kind, [{ id: '1', value: -2.1 }], 1)).toBeNull();
      expect(castBallot(kind, [], 0)).toBeNull();
    }
  });
});

describe('parameters', () => {
  it('known: skill scales the errors, and leaves the reference as it is', () => {
    const reference = resolveParameters({});
    const weaker = resolveParameters({ profile: 'gpt-3.5-turbo' });
    expect(weaker.readingNoise / reference.readingNoise).toBeCloseTo(5 / 3, 9); // (1 - 0.70) / (1 - 0.82)
    expect(weaker.attention).toBeLessThan(reference.attention);
    expect(resolveParameters({ profile: 'gpt-4o-mini' })).toEqual(reference);
    expect(recommendationAgentParameters.some(({ fitted }) => fitted)).toBe(false);
  });

  it('contract: parameters, profiles, agents and acts that do not exist are named', () => {
    expect(() => resolveParameters({ parameters: { greed: 1 } })).toThrow(
      'simulated knows no greed: its settings are skill',
    );
    expect(() => resolveParameters({ parameters: { attention: 2 } })).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
    expect(() => resolveParameters({ parameters: { attention: NaN } })).toThrow(
      'from 0 to 1 as attention, got NaN',
    );
    expect(() => resolveParameters({ profile: 'gpt-9' })).toThrow('no profile "gpt-9"');
    expect(() => behave({ act: 'dance' })).toThrow('cannot "dance"');
    expect(() => behave({ agent: 'Agent A' })).toThrow('there is no "Agent A"');
  });
});
