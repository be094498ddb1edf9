import { describe, expect, it } from 'vitest';
import type { SentenceEmbedder } from 'agora-core/language';
import type { Collaboration, Event } from 'agora-core/transcripts';
import type { Json, JsonObject } from 'agora-voting/internal';
import { evaluate, type Measured, type TestFound } from '../../claims/evaluate';
import { rules } from '../../roundtable/rules';
import { nine } from '../../strategies/groups';
import { testsOfRuns } from '../ledger';
import { liveRuns, type LiveRuns } from '../live-runs';
import { livePlan, liveTest } from '../plan';
import { deliberationLiveMeasures } from './deliberation';
import { gediLiveMeasures } from './gedi';
import { roundtableLiveMeasures } from './roundtable';
import { strategyLiveMeasures } from './strategies';

/** Runs by "entry/condition". */
function runsOf(conditions: Readonly<Record<string, readonly Collaboration[]>>): LiveRuns {
  const read = (entry: string, condition: string) =>
    new Map((conditions[`${entry}/${condition}`] ?? []).map((one) => [one.index, one]));
  return liveRuns(livePlan(), 'a model', read);
}

function finishedTalk(
  index: number,
  instance: Json,
  events: readonly Event[],
  { rounds, score }: { readonly rounds: number; readonly score: JsonObject },
): Collaboration {
  return {
    index: index,
    instance: instance,
    agents: ['Ann', 'Ben'],
    events: events,
    finished: {
      type: 'finished',
      collaboration: index,
      rounds: rounds,
      cause: 'limit',
      outcome: null,
      score: score,
    },
  };
}

/** The test of one claim on what was measured. */
function found(claim: string, measured: unknown): TestFound {
  const outcome = evaluate(claim, liveTest(claim).test, measured as Measured);
  if ('notTested' in outcome) throw new Error(outcome.notTested);
  return outcome;
}

const none: SentenceEmbedder = {
  name: 'none',
  dimensions: 1,
  embed: () => Promise.reject(new Error('nothing is to be embedded')),
};

describe('the tests of the plan', () => {
  it('contract: each has a measure, or compares two models; without runs there are no clusters', async () => {
    const tests = await testsOfRuns(runsOf({}), { embedder: none });
    const planned = livePlan().entries.flatMap((entry) => entry.tests.map(({ claim }) => claim));
    for (const claim of planned) {
      const outcome = tests[claim.split('.')[0] as 'gedi'][claim];
      const why = outcome !== undefined && 'notTested' in outcome ? outcome.notTested : 'tested';
      expect([claim, why]).toEqual([claim, expect.stringMatching(/cluster|compares two models|economies/)]);
    }
  });
});

/** A vote in an election, as it is on record. */
function vote(index: number, phase: string, by: string, ballot: JsonObject): Event {
  return { type: 'vote', collaboration: index, round: 1, phase: phase, by: by, ballot: ballot };
}

/** A question with the key A: rankings such as "ABCD", one rating of all options, what the informed dictator ranks. */
function election(
  index: number,
  {
    ranked,
    rated,
    informed,
  }: { readonly ranked: readonly string[]; readonly rated: Json; readonly informed: string },
): Collaboration {
  const events = [
    ...ranked.map((own, place) =>
      vote(index, 'ballot/ranking', `Rater ${place + 1}`, { kind: 'ranking', ranking: [...own] }),
    ),
    vote(index, 'ballot/rating', 'Rater 1', { kind: 'rating', ratings: rated }),
    vote(index, 'dictator/informed', 'Dictator', { kind: 'ranking', ranking: [...informed] }),
  ];
  const instance = { id: `anatomy/${index}`, subject: 'anatomy', answer: 'A' };
  return finishedTalk(index, instance, events, { rounds: 1, score: {} });
}

describe('gediLiveMeasures', () => {
  const cases = [
    { ranked: ['ABCD', 'BACD', 'CABD'], rated: { A: 9, B: 9, C: 0, D: 0 }, informed: 'BACD' },
    { ranked: [], rated: { A: 9, B: 0, C: 0, D: 0 }, informed: 'ABCD' },
  ];
  const measures = gediLiveMeasures(
    runsOf({ 'elections/answers': cases.map((one, index) => election(index, one)) }),
  );
  const valuesOf = (claim: string, part?: string): number[] =>
    (measures[claim]?.cases ?? []).filter((one) => one.part === part).map(({ numerator }) => numerator);

  it('known: few valid rankings are counted like many, and three of three raters are all of them', () => {
    // A, B and C have a first place each: a fair draw among them is right in a third, as a single rater is. Borda gives
    // A 3 + 2 + 2, B 2 + 3 + 1 and C 1 + 1 + 3 points: A wins.
    expect(valuesOf('pluralityBeatsOneRater')[0]).toBeCloseTo(0, 10);
    expect(valuesOf('threeRatersSuffice', 'borda')[0]).toBeCloseTo(100 - 100 / 3, 10);
    expect(valuesOf('informedDictatorBeatsBlind')[0]).toBeCloseTo(-100 / 3, 10);
    expect(valuesOf('rangeStartsHigher')[0]).toBeCloseTo(50 - 100 / 3, 10);
  });

  it('known: without a valid ranking what needs one is wrong, and a dictator or the ratings may be right', () => {
    expect(valuesOf('votingBeatsOneRater')[1]).toBe(0);
    expect(valuesOf('informedDictatorBeatsBlind')[1]).toBe(100);
    expect(valuesOf('votingBeatsInformedDictator')[1]).toBe(-100);
    expect(valuesOf('ratingsLoseToRankings')[1]).toBe(-100);
    expect(valuesOf('rangeStartsHigher')[1]).toBe(100);
    expect(valuesOf('pluralityIsRobust', 'borda')[1]).toBe(0);
    expect(measures['votingBeatsOneRater']?.counted).toEqual([
      '3 of 20 rankings are valid.',
      'Of 1 questions no ranking is valid: what needs one is wrong there.',
    ]);
  });
});

/** A talk about a case: what it earns (in percent of the optimum), and each belief as hallucination and public error. */
function decision(
  index: number,
  earns: number,
  beliefs: readonly (readonly [by: string, hallucination: number, publicError: number])[],
  domain = 'case',
): Collaboration {
  const notes = beliefs.map(([by, hallucination, publicError], place): Event => ({
    type: 'note',
    collaboration: index,
    round: place + 1,
    phase: 'belief',
    kind: 'belief',
    by: by,
    data: {
      belief: {},
      unknown: [],
      missing: [],
      negative: [],
      errors: { hallucination: hallucination, publicError: publicError },
    },
  }));
  const score = { normalized: earns / 100, valid: true, adjusted: earns / 100 };
  return finishedTalk(index, { id: `${domain} ${index}` }, notes, { rounds: 6, score: score });
}

describe('deliberationLiveMeasures', () => {
  it('known: the last belief of each agent counts, their mean is the regressor, and the loss the response', () => {
    // Ann believes 0.2 and then 0.4, Ben 0.6: the mean of the last is 0.5. The talk earns 30 where one agent earns 80.
    const talk = decision(0, 30, [
      ['Ann', 0.2, 1],
      ['Ben', 0.6, 3],
      ['Ann', 0.4, 2],
    ]);
    const measures = deliberationLiveMeasures(
      runsOf({
        'menus/none': [talk, decision(1, 10, []), decision(2, 10, [['Ann', 1, 1]])],
        'menus/centralized': [decision(0, 80, []), decision(1, 80, [])],
        'menus-called/called': [decision(0, 90, [['Ben', 0, 0]])],
        'allocations/told': [talk],
      }),
    );
    const { cases, counted } = measures['falseBeliefsCost'] as Measured;
    const point = (set: string, regressor: number, numerator: number) => ({
      cluster: 'case 0',
      model: 'a model',
      set: set,
      regressor: regressor,
      numerator: numerator,
    });
    expect(cases).toEqual([point('none', 0.5, 50), point('called', 0, -10)]);
    // One talk without a belief, one without a baseline.
    expect(counted).toEqual([
      'Talks: 3 with tools "none", 0 with tools "told", 1 with tools "called".',
      '2 talks without a stated belief (or without their baseline) are left out.',
    ]);
    // The public errors are 2 (Ann's last) and 3: 2.5.
    expect(measures['wrongSumsCost']?.cases).toEqual([point('told', 2.5, 30)]);
  });

  it('known: six menus on which every tenth of false beliefs costs four points: a slope of 40', () => {
    const menus = [0, 1, 2, 3, 4, 5];
    const noise = [1, -1, 0.5, -0.5, -1, 1];
    const talk = (index: number, off: number) => {
      const share = index / 10;
      return decision(index, 80 - off - 40 * share - (noise[index] ?? 0), [['Ann', share, 0]]);
    };
    const measured = deliberationLiveMeasures(
      runsOf({
        'menus/none': menus.map((index) => talk(index, 0)),
        'menus/told': menus.map((index) => talk(index, 20)),
        'menus/centralized': menus.map((index) => decision(index, 80, [])),
      }),
    )['falseBeliefsCost'];
    const test = found('deliberation.falseBeliefsCost', measured);
    // The noise has a slope by itself: the sum of (x - 0.25) x noise is -0.05, that of squares 0.175.
    expect(test.effect).toBeCloseTo(40 - 0.05 / 0.175, 9);
    expect([test.cases, test.clusters, test.pHolds < 0.05]).toEqual([12, 6, true]);
  });

  it('known: menus against allocations are two groups, and talks without a belief are left out and counted', () => {
    const earned = (values: readonly number[], domain: string) =>
      values.map((value, index) => decision(index, value, [['Ann', value / 100, 0]], domain));
    const measures = deliberationLiveMeasures(
      runsOf({
        'menus/none': [...earned([70, 80, 90], 'menu'), decision(3, 0, [], 'menu')],
        'allocations/none': earned([10, 20, 30], 'allocation'),
      }),
    );
    // 60 of four menus, one of which earned nothing, less 20.
    expect(found('deliberation.allocationIsHarder', measures['allocationIsHarder']).effect).toBe(40);
    // Beliefs are wrong in 80 percent of the three menus that state any.
    const beliefs = found('deliberation.beliefsErrMoreInMenus', measures['beliefsErrMoreInMenus']);
    expect([beliefs.effect, beliefs.pHolds, beliefs.clusters]).toEqual([60, 1 / 20, 6]);
    expect(beliefs.counted).toEqual([
      '1 talks without a stated belief (or without their baseline) are left out.',
    ]);
  });
});

describe('strategyLiveMeasures', () => {
  it('known: one strategy of seven is right always and six never, and the two led ones half and 40 percent', () => {
    // Of 21 pairs six lie 100 apart: 28.57 on average. The led pair lies 10 apart.
    const rightOn = (name: (typeof nine)[number], index: number): boolean => {
      if (name === 'G1-P2-I4-C2') return true;
      if (name === 'G2-P3-I1-C3') return index < 5;
      return name === 'G2-P3-I2-C3' && index < 4;
    };
    const talks = nine.map((name) => {
      const ten = Array.from({ length: 10 }, (_, index) =>
        finishedTalk(index, { answer: 'neutral' }, [], {
          rounds: 1,
          score: { correct: rightOn(name, index) },
        }),
      );
      return [`strategies/${name}`, ten] as const;
    });
    const measured = strategyLiveMeasures(runsOf(Object.fromEntries(talks)))['instructorSteadies'];
    const test = found('strategies.instructorSteadies', measured);
    expect(test.effect).toBeCloseTo(600 / 21 - 10, 9);
    expect([test.cases, test.clusters]).toEqual([90, 10]);
    expect(test.pHolds).toBeLessThan(0.05);
  });
});

/** Vectors of the plane by text. */
const plane: SentenceEmbedder = {
  name: 'plane',
  dimensions: 2,
  embed: (texts) =>
    Promise.resolve(
      texts.map((text) => Float32Array.of(text.includes('east') ? 1 : 0, text.includes('north') ? 1 : 0)),
    ),
};

/** A talk with a decision and Ann's message in each round. No decision where the share is 0. */
function negotiation(index: number, shares: readonly number[], texts: readonly string[]): Collaboration {
  const decisions = shares.map((share, place): Event => ({
    type: 'decision',
    collaboration: index,
    round: place + 1,
    phase: 'vote',
    by: 'a rule',
    candidates: [],
    tally: {},
    winners: [],
    selected: share === 0 ? null : `deal ${share}`,
    standing: share === 0 ? null : { candidate: `deal ${share}`, proposal: share },
    score: { share: share / 100, utilities: { Ann: share / 100, Ben: share / 100 } },
  }));
  const messages = texts.map((text, place): Event => ({
    type: 'message',
    collaboration: index,
    round: place + 1,
    phase: 'talk',
    from: 'Ann',
    to: ['Ben'],
    text: text,
  }));
  const instance = {
    agents: ['Ann', 'Ben'],
    supply: [100, 100],
    exponents: [
      [0.5, 0.5],
      [0.5, 0.5],
    ],
    optimum: 100,
  };
  return finishedTalk(index, instance, [...messages, ...decisions], { rounds: shares.length, score: {} });
}

const ruleNames = rules.map(({ name }) => name);

/** So many economies, the same talk under every rule. */
function economies(
  count: number,
  talk: (index: number, rule: string) => Collaboration,
): Record<string, Collaboration[]> {
  const indexes = Array.from({ length: count }, (_, index) => index);
  return Object.fromEntries(
    ruleNames.map((rule) => [`economies/${rule}`, indexes.map((index) => talk(index, rule))]),
  );
}

describe('roundtableLiveMeasures', () => {
  const texts = ['east', 'north', 'east and north', 'both east and north', 'east'];

  it('known: distances from the median of a rule, of majority and plurality less those of the graded rules', async () => {
    const early: Readonly<Record<string, readonly number[]>> = {
      majority: [0, 50, 100], // from 50: 50, 0, 50
      plurality: [20, 20, 80], // from 20: 0, 0, 60
      rated: [60, 66, 60], // from 60: 0, 6, 0
    };
    const talk = (index: number, rule: string) => {
      const share = early[rule]?.[index] ?? 60;
      return negotiation(index, [share, share, share, share, share], texts);
    };
    const measures = await roundtableLiveMeasures(runsOf(economies(3, talk)), () => none);
    const { cases, effectOf } = measures['singleChoicesAreUnsteadyEarly'] as Measured;
    const names = ['majority', 'plurality', 'rated', 'ranked', 'cumulative'];
    expect(cases.slice(0, 5).map(({ set }) => set)).toEqual(names);
    const table = [0, 1, 2].map((row) => cases.slice(5 * row, 5 * row + 5).map(({ numerator }) => numerator));
    // By economy: 25 - 0, 0 - 2 and 55 - 0.
    expect(effectOf?.(table)).toBeCloseTo(26, 9);
    expect(measures['noveltyFalls']).toEqual({ notTested: '3 clusters, at least 6 are needed' });
  });

  it('known: information distance by steps: 1, 0.29, 0 and 0.29 from round to round', async () => {
    const talk = (index: number) => negotiation(index, [0, 100, 80, 50, 50], texts);
    const measures = await roundtableLiveMeasures(runsOf(economies(6, talk)), () => plane);
    const { cases } = measures['noveltyFalls'] as Measured;
    const diagonal = 0.2929; // 1 - the cosine of 45 degrees, four decimals
    const steps = ['round 2 to 3', 'round 3 to 4', 'round 4 to 5'];
    const first = steps.map((part) => cases.find((one) => one.part === part)?.numerator ?? NaN);
    [1 - diagonal, diagonal, -diagonal].forEach((value, place) => expect(first[place]).toBeCloseTo(value, 9));
    expect(cases).toHaveLength(18);
  });

  it('known: where each policy stops, out of fold, against the last round and the best', async () => {
    // Decided in round 2, which is the best (100), then 80, 50, 50. Nobody proposes anything after that.
    const talk = (index: number) => negotiation(index, [0, 100, 80, 50, 50], texts);
    const measures = await roundtableLiveMeasures(runsOf(economies(6, talk)), () => plane);
    const { cases } = measures['almostAllPoliciesBeatLastRound'] as Measured;
    const gain = (part: string) => new Set(cases.flatMap((one) => (one.part === part ? one.numerator : [])));
    expect(cases).toHaveLength(5 * 36);
    expect(gain('first agreement')).toEqual(new Set([50])); // round 2
    expect(gain('consecutive agreements')).toEqual(new Set([30])); // round 3
    expect(gain('validation checkpoint')).toEqual(new Set([50])); // round 2 was best everywhere
    // The threshold is the distance at the best round (1): the first below it is round 3.
    expect(gain('information distance')).toEqual(new Set([30]));
    const closed = (measures['distanceStoppingClosesGap'] as Measured).cases[0];
    expect(closed).toMatchObject({ cluster: 'economy 1', numerator: 3000, denominator: 50 }); // 60 percent
    const byActs = [...gain('dialogue act')];
    expect(byActs).toHaveLength(1);
    const language = (measures['languagePoliciesBeatOthers'] as Measured).cases[0];
    expect(language?.numerator).toBeCloseTo((30 + (byActs[0] ?? NaN)) / 2 - (50 + 30 + 50) / 3, 9);
  });

  it('known: words are runs of characters without space; a task whose talk has more is longer', async () => {
    const said = (words: string) => (index: number) =>
      negotiation(index, [50, 50, 50, 50, 50], [words, words, words, words, `${words} -- ok`]);
    const examples = [0, 1, 2].map((index) => said('one (1) 2,000')(index));
    const runs = runsOf({
      ...economies(3, said('yes')),
      'recommendation/plurality': examples,
      'recommendation/rated': examples,
    });
    const measures = await roundtableLiveMeasures(runs, () => none);
    const { cases } = measures['harderTaskLongerMessages'] as Measured;
    // Four messages of three words and one of five; four of one and one of three.
    expect(cases.map(({ cluster, set, numerator }) => [cluster, set, numerator])).toEqual([
      ['example 1', 'of', 3.4],
      ['example 2', 'of', 3.4],
      ['example 3', 'of', 3.4],
      ['economy 1', 'less', 1.4],
      ['economy 2', 'less', 1.4],
      ['economy 3', 'less', 1.4],
    ]);
    expect(found('roundtable.harderTaskLongerMessages', measures['harderTaskLongerMessages']).effect).toBe(2);
  });
});
