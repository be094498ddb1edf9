import { describe, expect, it } from 'vitest';
import {
  discharge,
  exchangeEconomy,
  factCheck,
  generateArithmetic,
  generateQuestions,
  generateRatings,
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
import { PhraseBook } from './phrase-book';
import { parametersOf } from './parameters';
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
    parameters: {
      loyalty: { value: 1, range: [0, 5], meaning: 'what the own proposal gains', reason: 'a guess' },
    },
    utility: ({ observed, agent }, { share }) =>
      (observed as number) * (agent === 'Ann' ? share : 10 - share),
    best: ({ observed, agent }) => {
      const own = Math.round(5 + 5 * (observed as number));
      return { share: agent === 'Ann' ? own : 10 - own };
    },
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
  const simulatedAgent = environment.simulatedAgent as SimulatedAgent<never, unknown>;
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
      const parameters = Object.fromEntries(
        parametersOf(environment as never).map(({ name, range: [least, most] }) => [
          name,
          name === 'tokens' ? 30 : least + random.uniform() * (most - least),
        ]),
      );
      const agent = random.pick(roster);
      const answer = (told: Parameters<typeof ask>[0]) => ask(told, trial, { parameters }).answer;
      const said = readMessage(answer({ act: 'speak', round: 4, agent, candidates }), agent, roster);
      expect(said).toMatchObject({ ok: true });
      expect(said.ok && said.value.text).not.toMatch(/NaN|undefined|null|Infinity|\{/);
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
    if (environment === (apples as never)) return; // which errs in nothing
    const spoken = Array.from({ length: 20 }, (_, seed) => ask({ act: 'speak', candidates }, seed).answer);
    expect(new Set(spoken.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1);
  });

  it('law: who may keep its proposal does so with the chance that it lists, and never says the same anew', () => {
    const initiative = simulatedAgent.parameters['initiative']?.value ?? 1;
    const n = 200;
    let kept = 0;
    for (let seed = 0; seed < n; seed++) {
      const { proposal } = ask({ act: 'propose', candidates }, seed).answer as { proposal: unknown };
      if (proposal === null) kept++;
      else
        expect(environment.proposalKey(proposal)).not.toBe(environment.proposalKey(candidates[0]?.proposal));
    }
    // at least those that do not think it over, less five standard errors
    expect(kept / n).toBeGreaterThan(1 - initiative - 5 * Math.sqrt(0.25 / n));
  });

  it('known: ballots that it is shown and trusts whole decide its own', () => {
    if (simulatedAgent.parameters['trust'] === undefined) return;
    const other = candidates[1]?.id;
    const ballotsSeen = [{ by: 'x', ballot: { kind: 'choice', choice: other as string } }];
    const vote = (trust: number, seed: number) =>
      (
        ask({ act: 'vote', candidates, ballotsSeen }, seed, { parameters: { trust } }).answer as {
          decision: unknown;
        }
      ).decision;
    for (let seed = 0; seed < 20; seed++) expect(vote(1, seed)).toBe(other);
  });

  it('law: a sentence is understood as what it is, and as nothing else', () => {
    const phrases = 'truth' in simulatedAgent ? undefined : simulatedAgent.phrases;
    if (phrases === undefined) return;
    const book = new PhraseBook(phrases);
    const families = Object.entries(phrases).flatMap(([act, named]) =>
      Object.keys(named).map((says) => ({ act: act as keyof typeof phrases, says })),
    );
    for (const { act, says } of families)
      for (let seed = 0; seed < 20; seed++) {
        const templates = phrases[act]?.[says] ?? [];
        const template = Random.from(seed).pick(templates);
        const gaps = Object.fromEntries(
          [...template.matchAll(/\{([#*]?)(\w+)\}/g)].map(([, mark = '', name], place) => [
            name as string,
            { '': `two words ${place}`, '#': `-${place}.5`, '*': `two words ${place}, one 0.5` }[mark] ?? '',
          ]),
        );
        const text = `Well. ${book.write({ act, says, gaps }, Random.from(seed))} So be it.`;
        const messages = [{ round: 2, from: 'x', to: [], text }];
        const understood = families.filter((one) => book.heard(messages, one.act, one.says).length > 0);
        if (Object.keys(gaps).length === 0) expect(understood).toEqual([]);
        else {
          expect(understood, text).toEqual([{ act, says }]);
          expect(book.heard(messages, act, says)).toEqual([{ from: 'x', round: 2, gaps }]);
        }
      }
  });

  it('contract: parameters have a reason and lie in their range; what does not exist is named', () => {
    for (const { name, value, range, meaning, reason } of parametersOf(environment)) {
      expect(value >= range[0] && value <= range[1], name).toBe(true);
      expect(Math.min(meaning.length, reason.length), name).toBeGreaterThan(6);
    }
    const propose = (given: object) => () => ask({ act: 'propose' }, 1, given);
    expect(propose({ parameters: { wisdom: 1 } })).toThrow('simulated knows no wisdom: its settings are ');
    const [[first, { range }] = ['', { range: [0, 0] as const }]] = Object.entries(simulatedAgent.parameters);
    expect(propose({ parameters: { [first]: range[1] + 1 } })).toThrow(
      `simulated needs a number from ${range[0]} to ${range[1]} as ${first}, got ${range[1] + 1}`,
    );
    expect(propose({ profile: 'gpt-9' })).toThrow('no profile "gpt-9"; they have ');
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
    expect(seen.length).toBeGreaterThan(3);
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
    const simulatedAgent: SimulatedAgent<{ secret: number }, number> = {
      parameters: {},
      // @ts-expect-error there is no instance
      utility: ({ instance }) => Number(instance),
      best: () => 0,
    };
    expect(simulatedAgent).toBeDefined();
  });

  it('contract: where nothing is answered in prose, nobody debates', () => {
    const ask = asking(economy, shown, { agents: ['Agent A'], agent: 'Agent A' });
    expect(() => ask({ act: 'debate' })).toThrow('exchange-economy cannot "debate"');
    expect(() => ask({ act: 'dance' } as never)).toThrow('cannot "dance"; they speak, propose, vote, debate');
  });
});

describe('skill', () => {
  it('known: scales errors, and leaves the reference as it is', () => {
    // one candidate is better by a tenth: who errs more picks the other more often
    const economy = exchangeEconomy();
    const instance = economy.instance(0);
    const wrong = (profile?: string) => {
      const ask = asking(economy, instance, { agents: ['Agent A', 'Agent B', 'Agent C'], agent: 'Agent A' });
      const split = (own: number) =>
        Object.fromEntries(
          ['Agent A', 'Agent B', 'Agent C'].map((name) => [
            name,
            { apples: name === 'Agent A' ? own : 10, bread: 10, cheese: 10 },
          ]),
        );
      const candidates = [33, 40].map((own, place) => ({ id: `${place}`, proposal: split(own), by: [] }));
      const votes = Array.from({ length: 200 }, (_, seed) => {
        const { answer } = ask({ act: 'vote', candidates }, seed, profile === undefined ? {} : { profile });
        return (answer as { decision: string }).decision;
      });
      return votes.filter((vote) => vote === '0').length;
    };
    expect(wrong('gpt-4o-mini')).toBe(wrong());
    expect(wrong('gpt-3.5-turbo')).toBeGreaterThan(wrong());
    expect(wrong('gpt-4o')).toBeLessThan(wrong());
  });
});
