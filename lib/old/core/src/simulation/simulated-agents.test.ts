import { describe, expect, it } from 'vitest';
import {
  discharge,
  exchangeEconomy,
  factCheck,
  generateArithmetic,
  generateQuestions,
  generateRatings,
  hiddenProfile,
  menu,
  questions,
  recommendation,
  recommendationExamples,
  taskAllocation,
  type Candidate,
  type Environment,
  type SimulatedAgent,
} from '../environments';
import { readProposalAnswer, readBallotAnswer, readMessage } from '../protocols/shared/answers';
import { Random } from 'agora-voting';
import { asking } from './testing/asking';

const ratings = generateRatings({ users: 30, movies: 40, ratings: 500 });
const examples = recommendationExamples(ratings, { count: 3, similarity: { rank: 2, iterations: 5 } });

/** An environment of one's own, with a simulated agent: who gets how many of ten apples. */
const apples: Environment<{ hunger: Record<string, number> }, { share: number }> = {
  name: 'apples',
  settings: {},
  instance: (_, random) => ({ hunger: { Ann: random.uniform(), Ben: random.uniform() } }),
  agents: () => [
    { name: 'Ann', background: 'You like apples.' },
    { name: 'Ben', background: 'You like apples.' },
  ],
  task: () => 'Share out ten apples: how many does Ann get?',
  proposalFormat: () => ({ text: '{"share": <0 to 10>}', schema: () => ({ type: 'object' }) }),
  readProposal: (_, value) => {
    const { share } = (value ?? {}) as { share?: unknown };
    const isShare = typeof share === 'number' && share >= 0 && share <= 10;
    return isShare ? { ok: true, value: { share } } : { ok: false, reason: 'a share is from 0 to 10' };
  },
  proposalKey: ({ share }) => String(share),
  showProposal: (_, { share }) => `${share} for Ann`,
  score: (_, proposal) => ({ even: proposal?.share === 5 ? 1 : 0 }),
  observe: ({ hunger }, agent) => hunger[agent] ?? 0,
  simulatedAgent: {
    utility: ({ observed, agent }, { share }) =>
      (observed as number) * (agent === 'Ann' ? share : 10 - share),
    options: () => Array.from({ length: 11 }, (_, share) => ({ share })),
  },
};

const all: readonly (readonly [string, Environment<never, never>])[] = (
  [
    ['the economy', exchangeEconomy()],
    ['an economy of five', exchangeEconomy({ agents: 5, goods: 2, preferences: 'symmetric' })],
    ['the recommendation system', recommendation({ examples })],
    ['raters', questions({ set: generateQuestions({ count: 3 }), agents: 3 })],
    ['debaters', questions({ set: generateQuestions({ count: 3 }), as: 'debaters' })],
    ['readers of notes', discharge()],
    ['readers of claims', factCheck()],
    ['members of a hidden profile', hiddenProfile()],
    ['debaters without options', questions({ set: generateArithmetic({ count: 3 }) })],
    ['a menu', menu()],
    ['a menu for guests told of in words', menu({ observations: 'semantic' })],
    ['a task allocation', taskAllocation()],
    ['an environment of one’s own', apples],
  ] as const
).map(([name, environment]) => [name, environment as never] as const);

describe.each(all)('the simulated agent of %s', (_, environment: Environment<never, unknown>) => {
  const instance = environment.instance(1, Random.from(4)) as never;
  const roster = environment.agents(instance).map(({ name }) => name);
  const ask = asking(environment, instance, { agents: roster, agent: roster[0] ?? '' });
  /** Two proposals, of the first two agents. */
  const candidates: Candidate<unknown>[] = roster.slice(0, 2).flatMap((agent, place) => {
    const { answer } = ask({ act: 'propose', agent }, 3 + place);
    const { proposal } = answer as { proposal: unknown };
    return [{ id: `${place + 1}`, proposal, by: [agent] }];
  });

  it('law: whatever the parameters, what it says, proposes and votes can be read', () => {
    const random = Random.from(9);
    for (let trial = 0; trial < 60; trial++) {
      const behaviour = {
        noise: random.uniform() * 100,
        conformity: random.uniform() * 100,
        loyalty: random.uniform() * 100,
        stops: random.uniform(),
        words: random.below(100),
      };
      const agent = random.pick(roster);
      const answer = (told: Parameters<typeof ask>[0]) => ask(told, trial, behaviour).answer;
      const said = readMessage(answer({ act: 'speak', round: 4, agent, candidates }), agent, roster);
      expect(said).toMatchObject({ ok: true });
      expect(said.ok && said.value.text).not.toMatch(/NaN|undefined|null|Infinity/);
      const proposed = readProposalAnswer(
        answer({ act: 'propose', mayKeep: false, agent, candidates }),
        (value) => environment.readProposal(instance, value),
      );
      expect(proposed).toMatchObject({ ok: true });
      expect(proposed.ok && proposed.value.proposal).not.toBeNull();
      for (const kind of ['choice', 'ranking', 'rating', 'approval', 'points'] as const) {
        const scale = { lowest: 0, highest: 9 };
        const settings = { points: 7, scale };
        const ballot = answer({ act: 'vote', ballot: kind, points: 7, scale, agent, candidates });
        const form = {
          kind,
          options: candidates.map(({ id }) => id),
          settings,
          reason: 300,
          abstention: 'offered',
          maxTokens: 200,
        } as const;
        expect(readBallotAnswer(ballot, form), kind).toMatchObject({ ok: true });
      }
    }
  });

  it('law: equal situations and chance give equal answers; another chance gives others', () => {
    for (const act of ['speak', 'propose', 'vote'] as const) {
      const told = { act, candidates, ballot: 'ranking', mayKeep: false } as const;
      expect(ask(told as never, 5)).toEqual(ask(told as never, 5));
    }
    const spoken = Array.from({ length: 20 }, (_, seed) => ask({ act: 'speak', candidates }, seed).answer);
    expect(new Set(spoken.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1);
  });

  it('law: who may keep its proposal stops with the stated probability, and never says the same anew', () => {
    const kept = (stops: number) => {
      let count = 0;
      for (let seed = 0; seed < 100; seed++) {
        const { answer } = ask({ act: 'propose', candidates }, seed, { stops });
        const { proposal } = answer as { proposal: unknown };
        if (proposal === null) count++;
        else
          expect(environment.proposalKey(proposal)).not.toBe(
            environment.proposalKey(candidates[0]?.proposal),
          );
      }
      return count;
    };
    expect(kept(1)).toBe(100);
    // at least those that stop, less five standard errors
    expect(kept(0.5)).toBeGreaterThan(25);
    expect(kept(0)).toBeLessThanOrEqual(kept(0.5));
  });

  it('law: the more conformity, the more often it votes as ballots that it is shown', () => {
    const [, other] = candidates;
    if (other === undefined) return;
    const ballotsSeen = Array.from({ length: 9 }, (_, place) => ({
      by: `${place}`,
      ballot:
        place % 2 === 0 ? { kind: 'choice', choice: other.id } : { kind: 'ranking', ranking: [other.id] },
    }));
    const followed = (conformity: number) =>
      Array.from({ length: 40 }, (_, seed) =>
        ask({ act: 'vote', candidates, ballotsSeen } as never, seed, { conformity }),
      ).filter(({ answer }) => (answer as { decision: unknown }).decision === other.id).length;
    // What lacks something is not worth any company.
    if (environment.name === 'menu') return;
    expect(followed(100)).toBe(40);
    expect(followed(0)).toBeLessThan(40);
  });

  it('law: loyalty keeps a view from round to round', () => {
    const changed = (loyalty: number) =>
      Array.from({ length: 40 }, (_, seed) =>
        ask({ act: 'propose', candidates }, seed, { loyalty, stops: 0 }),
      ).filter(({ answer }) => (answer as { proposal: unknown }).proposal !== null).length;
    expect(changed(100)).toBe(0);
    // Of a small stock that one sees there may be one best menu, whatever one errs by.
    if (environment.name !== 'menu') expect(changed(0)).toBeGreaterThan(0);
  });
});

describe('what simulated agents can see', () => {
  const economy = exchangeEconomy({
    preferences: [
      [0.7, 0.2, 0.1],
      [0.123, 0.456, 0.321],
      [0.234, 0.345, 0.312],
    ],
  });
  const shown = economy.instance(0);
  const rated = recommendation({ examples });
  const example = rated.instance(0);

  /** Everything that a simulated agent's functions are called with, as text. */
  function seenBy(environment: Environment<never, never>, instance: never, agent: string): string {
    const seen: unknown[] = [];
    const spied = Object.fromEntries(
      Object.entries(environment.simulatedAgent ?? {}).map(([name, member]) => [
        name,
        typeof member !== 'function'
          ? member
          : (...given: readonly unknown[]) => {
              seen.push(given[0]);
              return (member as (...given: readonly unknown[]) => unknown)(...given);
            },
      ]),
    ) as unknown as NonNullable<typeof environment.simulatedAgent>;
    const agents = environment.agents(instance).map(({ name }) => name);
    const ask = asking({ ...environment, simulatedAgent: spied }, instance, { agents, agent });
    for (const act of ['speak', 'propose', 'vote'] as const) ask({ act });
    expect(seen.length).toBeGreaterThan(2);
    return JSON.stringify(seen);
  }

  it('law: nothing of the others’ exponents reaches a member of the economy', () => {
    const seen = seenBy(economy as never, shown as never, 'Agent A');
    expect(seen).toContain('0.7');
    for (const hidden of ['0.123', '0.456', '0.321', '0.234', '0.345', '0.312', 'optimum'])
      expect(seen).not.toContain(hidden);
  });

  it('law: nothing of the others’ tables, nor of the rating, reaches a member of the recommendation system', () => {
    const tables = ['basicInfo', 'movieHistory', 'userHistory'] as const;
    const names = rated.agents(example).map(({ name }) => name);
    for (const [place, own] of tables.entries()) {
      const marked = {
        ...example,
        rating: 4.0625,
        basicInfo: {
          ...example.basicInfo,
          movie: { ...example.basicInfo.movie, movie_title: 'the mark of basicInfo' },
        },
        movieHistory: [{ ...example.movieHistory[0]!, occupation: 'the mark of movieHistory' }],
        userHistory: [{ ...example.userHistory[0]!, movie_title: 'the mark of userHistory' }],
      };
      const seen = seenBy(rated as never, marked as never, names[place] as string);
      for (const table of tables)
        expect(seen.includes(`the mark of ${table}`), `${own} sees ${table}`).toBe(table === own);
      expect(seen).not.toContain('4.0625');
    }
  });

  it('contract: by type too', () => {
    const simulatedAgent: SimulatedAgent<number> = {
      // @ts-expect-error there is no instance
      utility: ({ instance }) => Number(instance),
      options: () => [0],
    };
    expect(simulatedAgent).toBeDefined();
  });

  it('contract: where nothing is answered in prose, nobody debates', () => {
    const ask = asking(economy, shown, { agents: ['Agent A'], agent: 'Agent A' });
    expect(() => ask({ act: 'debate' })).toThrow('exchange-economy cannot "debate"');
    expect(() => ask({ act: 'dance' } as never)).toThrow('cannot "dance"; they speak, propose, vote, debate');
  });
});
