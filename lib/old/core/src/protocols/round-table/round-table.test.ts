import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeEconomy, type Allocation } from '../../environments';
import { experiment } from '../../experiment';
import type { ChatModel, ChatRequest } from '../../models';
import { eventsOf, type Collaboration } from '../../transcripts';
import { rules as roundTableRules } from '../../../../papers/src/roundtable/rules';
import { cumulative, majority, plurality, range, dowdall, unanimous, type VotingRule } from 'agora-voting';
import { roundTable, type RoundTableOptions } from './round-table';

const rated = range({ scale: { lowest: 1, highest: 5 } });

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-round-table-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

type Reply = (agent: string, round: number, request: ChatRequest) => unknown;
interface Script {
  readonly message?: Reply;
  readonly proposal?: Reply;
  readonly vote?: Reply;
}

/** Agents that say what a test tells them to; by default they greet, propose nothing and abstain. */
function scripted(script: Script) {
  const asked: ChatRequest[] = [];
  const model: ChatModel = {
    name: 'scripted',
    evidence: 'simulated',
    settings: {},
    chat: (request) => {
      asked.push(request);
      const { agent, round, phase } = request.call;
      const reply = script[phase as keyof Script];
      const value = reply?.(agent, round, request) ?? defaults[phase as keyof Script];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const usage = { inputTokens: 1, outputTokens: 1, counted: 'tokenizer' } as const;
      return Promise.resolve({ text, finish: 'stop', usage, latencyMs: 0, cached: false });
    },
  };
  return { model, asked };
}
const defaults = {
  message: { target: ['all'], message: 'Hello' },
  proposal: { reason_for_decision: '', proposal: null },
  vote: { reason_for_decision: '', decision: null },
};

/** Everything to one agent. */
const allTo = (owner: string, agents = ['Agent A', 'Agent B', 'Agent C']): Allocation => {
  const { goods } = exchangeEconomy({ agents: agents.length }).instance(0);
  return Object.fromEntries(
    agents.map((agent) => [
      agent,
      Object.fromEntries(goods.map((good) => [good, agent === owner ? 100 : 0])),
    ]),
  );
};
const propose = (proposal: Allocation | null) => ({ reason_for_decision: 'my secret reason', proposal });
const vote = (decision: unknown) => ({ reason_for_decision: 'my secret motive', decision });

async function play(
  script: Script,
  settings: Partial<RoundTableOptions> & { readonly agents?: number } = {},
) {
  const { agents = 3, ...table } = settings;
  const { model, asked } = scripted(script);
  const run = await experiment({
    environment: exchangeEconomy({ agents }),
    protocol: roundTable({ rule: majority, rounds: 1, ...table }),
    model,
    collaborations: 1,
    folder: mkdtempSync(join(home, 'run-')),
    progress: 'none',
  });
  const collaboration = [...run][0] as Collaboration;
  return { collaboration, asked, decisions: eventsOf(collaboration, 'decision') };
}
const textOf = (request: ChatRequest | undefined) =>
  request?.messages.map(({ content }) => content).join('\n') ?? '';

describe('roundTable', () => {
  it('known: equal proposals merge into one candidate with one number, whoever made it and whenever', async () => {
    const { decisions, collaboration } = await play(
      {
        proposal: (agent, round) =>
          propose(
            round === 2 && agent === 'Agent C'
              ? allTo('Agent A')
              : round === 1
                ? allTo(agent === 'Agent C' ? 'Agent C' : 'Agent A')
                : null,
          ),
        vote: () => vote(null),
      },
      { rounds: 2 },
    );
    expect(decisions[0]?.candidates).toEqual([
      { id: '1', by: ['Agent A', 'Agent B'] },
      { id: '2', by: ['Agent C'] },
    ]);
    expect(decisions[1]?.candidates).toEqual([{ id: '1', by: ['Agent A', 'Agent B', 'Agent C'] }]);
    expect(eventsOf(collaboration, 'proposal').map(({ candidate }) => candidate)).toEqual([
      '1',
      '1',
      '2',
      null,
      null,
      '1',
    ]);
  });

  it('known: when several candidates win none is selected, and the standing decision stays', async () => {
    const { decisions } = await play(
      {
        proposal: (agent, round) => (round === 1 ? propose(allTo(agent)) : propose(null)),
        // Round 1: two votes for proposal 1. Round 2: 1, 2 and 3 tie on one vote each. Round 3: everybody abstains.
        vote: (agent, round) =>
          vote(round === 1 ? (agent === 'Agent C' ? 3 : 1) : round === 2 ? agent.charCodeAt(6) - 64 : null),
      },
      { rule: plurality, rounds: 3 },
    );
    expect(
      decisions.map(({ winners, selected, standing }) => [winners, selected, standing?.candidate]),
    ).toEqual([
      [['1'], '1', '1'],
      [['1', '2', '3'], null, '1'],
      [[], null, '1'],
    ]);
    expect(decisions.map(({ score }) => score['total'])).toEqual(
      [100, 100, 100].map((x) => expect.closeTo(x, 9) as number),
    );
  });

  it.each([
    ['the first of those on the highest total', {}, '2'],
    ['what is set', { ties: 'none' } as const, null],
  ])('known: where candidates are graded and several win, %s is selected', async (_, settings, wanted) => {
    const scripted = {
      proposal: (agent: string) => propose(allTo(agent)),
      vote: () => vote({ 1: 3, 2: 5, 3: 5 }),
    };
    const { decisions } = await play(scripted, { rule: rated, rounds: 1, ...settings });
    expect(decisions.map(({ selected }) => selected)).toEqual([wanted]);
  });

  it('known: the standing decision is a candidate even when nobody proposes it any more', async () => {
    const { decisions } = await play(
      {
        proposal: (_agent, round) => propose(round === 1 ? allTo('Agent A') : allTo('Agent B')),
        vote: (agent, round) => vote(round === 1 ? 1 : agent === 'Agent A' ? 2 : 1),
      },
      { rounds: 2 },
    );
    expect(decisions[1]?.candidates).toEqual([
      { id: '1', by: [] },
      { id: '2', by: ['Agent A', 'Agent B', 'Agent C'] },
    ]);
    expect(decisions[1]?.standing?.candidate).toBe('1');
  });

  it('known: a majority and unanimity are of all agents, abstainers included', async () => {
    const oneAbstains = {
      proposal: () => propose(allTo('Agent A')),
      vote: (agent: string) => vote(agent === 'Agent C' ? null : 1),
    };
    expect((await play(oneAbstains, { rule: majority })).decisions[0]?.selected).toBe('1');
    expect((await play(oneAbstains, { rule: unanimous })).decisions[0]?.selected).toBeNull();
  });

  it('known: each rule gets the ballot it asks for', async () => {
    const proposal = (agent: string) => propose(allTo(agent));
    const cases: [VotingRule, unknown, string][] = [
      [rated, { 1: 5, 2: 1, 3: 2 }, '1'],
      [dowdall, [2, 3, 1], '2'],
      [cumulative, { 3: 2, 1: 1 }, '3'],
    ];
    for (const [rule, ballot, winner] of cases) {
      const { decisions, collaboration } = await play({ proposal, vote: () => vote(ballot) }, { rule });
      expect(decisions[0]?.selected, rule.name).toBe(winner);
      expect(eventsOf(collaboration, 'vote')).toHaveLength(3);
    }
  });

  it('known: with no candidates there is no vote to ask for', async () => {
    const { asked, decisions, collaboration } = await play({}, { rounds: 2 });
    expect(asked.map(({ call }) => call.phase).filter((phase) => phase === 'vote')).toEqual([]);
    expect(decisions).toHaveLength(2);
    expect(collaboration.finished).toMatchObject({ rounds: 2, cause: 'rounds', outcome: null });
    expect(collaboration.finished?.score).toMatchObject({ total: 0, share: 0 });
  });

  it('known: null is offered to those who have a proposal to keep', async () => {
    const { asked } = await play(
      { proposal: (agent) => propose(agent === 'Agent A' ? allTo('Agent A') : null), vote: () => vote('1') },
      { rounds: 2 },
    );
    const offersNull = asked
      .filter(({ call }) => call.phase === 'proposal')
      .map(({ call, messages, answer }) => [
        `${call.agent} ${call.round}`,
        (messages.at(-1)?.content ?? '').includes('null'),
        JSON.stringify(answer?.schema).includes('null'),
      ]);
    expect(offersNull).toEqual([
      ['Agent A 1', false, false],
      ['Agent B 1', false, false],
      ['Agent C 1', false, false],
      ['Agent A 2', true, true],
      ['Agent B 2', false, false],
      ['Agent C 2', false, false],
    ]);
  });

  it('known: abstaining is offered, once, where a decision stands; before that it is understood', async () => {
    const { asked, decisions, collaboration } = await play(
      {
        proposal: (agent) => propose(allTo(agent)),
        vote: (agent, round) => vote(round === 1 && agent === 'Agent C' ? null : '1'),
      },
      { rule: majority, rounds: 2 },
    );
    const ballots = asked.filter(({ call }) => call.phase === 'vote');
    expect(
      ballots.map(({ call, messages, answer }) => [
        call.round,
        (messages.at(-1)?.content.match(/null/g) ?? []).length,
        JSON.stringify(answer?.schema).includes('null'),
      ]),
    ).toEqual([
      [1, 0, false],
      [1, 0, false],
      [1, 0, false],
      [2, 1, true],
      [2, 1, true],
      [2, 1, true],
    ]);
    expect(textOf(ballots[0])).toContain('if none is selected, the group still has no decision.');
    expect(textOf(ballots[3])).toContain('if none is selected, the standing decision stays.');
    expect(eventsOf(collaboration, 'failure')).toEqual([]);
    expect(eventsOf(collaboration, 'vote')[2]).toMatchObject({ by: 'Agent C', ballot: null });
    expect(decisions[0]?.selected).toBe('1');
  });

  it('known: a prompt is no transcript to go on with, and names what shares add up to', async () => {
    const { asked } = await play({}, { rounds: 2 });
    const last = asked.filter(({ call }) => call.round === 2);
    for (const request of last) expect(textOf(request)).not.toMatch(/\[Round|^Agent [ABC].*: Hello/m);
    expect(textOf(last[0])).toContain('- In round 1 Agent A told Agent B and Agent C: "Hello"');
    const proposal = asked.find(({ call }) => call.phase === 'proposal')!;
    expect(textOf(proposal)).toContain('- bread of Agent A + bread of Agent B + bread of Agent C <= 100');
    expect(textOf(proposal)).toContain('"Agent A": {"apples": <amount>, ');
  });

  it('law: phases are simultaneous: what is said in a phase is read in the next one, by everybody', async () => {
    const { asked } = await play(
      { message: (agent, round) => ({ target: ['Agent A'], message: `word ${agent} ${round}` }) },
      { rounds: 2 },
    );
    for (const request of asked) {
      const { round, phase } = request.call;
      const text = textOf(request);
      for (const agent of ['Agent A', 'Agent B', 'Agent C']) {
        expect(text.includes(`word ${agent} ${round}`), `${phase} of round ${round}`).toBe(
          phase !== 'message',
        );
        if (round === 2) expect(text).toContain(`word ${agent} 1`);
      }
    }
  });

  it('law: reasons stay with their author; ballots, tallies and results are told to all', async () => {
    const { asked, collaboration } = await play(
      { proposal: () => propose(allTo('Agent A')), vote: () => vote(1) },
      { rounds: 2 },
    );
    for (const request of asked) expect(textOf(request)).not.toMatch(/secret/);
    expect(eventsOf(collaboration, 'proposal')[0]?.reason).toBe('my secret reason');
    expect(eventsOf(collaboration, 'vote')[0]?.reason).toBe('my secret motive');
    const later = textOf(asked.find(({ call }) => call.round === 2));
    expect(later).toContain('- Agent B voted for proposal 1.');
    expect(later).toContain('Proposal 1 was selected');
    expect(later).toContain('Proposal 1, selected in round 1');
  });

  it('law: each agent is told its own background and nobody else’s', async () => {
    const { asked } = await play({});
    const backgrounds = exchangeEconomy()
      .agents(exchangeEconomy().instance(0))
      .map(({ name, background }) => ({ name, background }));
    for (const request of asked) {
      for (const { name, background } of backgrounds) {
        expect(textOf(request).includes(background)).toBe(name === request.call.agent);
      }
    }
  });

  it('contract: any number of agents, from one', async () => {
    for (const agents of [1, 2, 4, 5]) {
      const names = Array.from({ length: agents }, (_, i) => `Agent ${'ABCDE'[i]}`);
      const { decisions, asked } = await play(
        { proposal: () => propose(allTo('Agent A', names)), vote: () => vote('Proposal 1') },
        { agents, rule: unanimous },
      );
      expect(decisions[0]?.selected).toBe('1');
      expect(asked).toHaveLength(3 * agents);
    }
  });

  it('contract: an unusable answer is silence, no proposal or an abstention, after one repair question', async () => {
    const { collaboration, asked, decisions } = await play({
      message: (agent) => (agent === 'Agent A' ? { target: ['Zoe'], message: 'hi' } : undefined),
      proposal: (agent) =>
        agent === 'Agent B' ? propose({ 'Agent A': { apples: 1000 } }) : propose(allTo('Agent A')),
      vote: (agent) => (agent === 'Agent C' ? 'I would rather not say' : vote(agent === 'Agent B' ? 77 : 1)),
    });
    const failures = eventsOf(collaboration, 'failure');
    expect(failures.map(({ agent, phase, kind }) => [agent, phase, kind])).toEqual([
      ['Agent A', 'message', 'invalid'],
      ['Agent B', 'proposal', 'invalid'],
      ['Agent B', 'vote', 'invalid'],
      ['Agent C', 'vote', 'unparsed'],
    ]);
    expect(failures[0]?.reason).toContain('"Zoe"');
    expect(eventsOf(collaboration, 'message').map(({ from }) => from)).toEqual(['Agent B', 'Agent C']);
    expect(decisions[0]?.candidates).toEqual([{ id: '1', by: ['Agent A', 'Agent C'] }]);
    expect(decisions[0]?.selected).toBeNull();
    const repair = asked.find(({ call }) => call.attempt === 1 && call.phase === 'message');
    expect(textOf(repair)).toContain('could not be used');
    expect(textOf(repair)).toContain('Zoe');
  });

  it('contract: settings that make no table are named', () => {
    expect(() => roundTable({ rule: majority, rounds: 0 })).toThrow('at least 1 as rounds, got 0');
    expect(roundTableRules.map((rule) => roundTable({ rule }).settings['rule'])).toEqual([
      'unanimous',
      'majority',
      'plurality',
      'rated',
      'ranked',
      'cumulative',
    ]);
  });
});
