import { describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../environments/exchange-economy';
import { recommendation } from '../environments/recommendation';
import { AgoraError } from '../error';
import { experiment } from '../experiment/experiment';
import type { Request } from '../models/model';
import { simulated } from '../models/simulated';
import { scripted, tinyQuiz } from '../testing/tiny';
import {
  cumulative,
  dowdall,
  informedDictatorial,
  majority,
  misinformedDictatorial,
  plurality,
  rated,
  unanimous,
  type Rule,
} from '../voting';
import { eventsOf } from './protocol';
import { roundTable, type RoundTableOptions } from './round-table';

const textOf = ({ messages }: Request): string => messages.map(({ content }) => content).join('\n');
const agentOf = (request: Request): string => /You are (Agent \d)/.exec(textOf(request))![1]!;
const phaseOf = (request: Request): string => /# Now: (\w+) phase/.exec(textOf(request))![1]!;
const roundOf = (request: Request): number => Number(/phase of round (\d+)/.exec(textOf(request))![1]);

interface Script {
  readonly message?: (agent: string, round: number) => unknown;
  readonly proposal?: (agent: string, round: number) => unknown;
  readonly voting?: (agent: string, round: number) => unknown;
}

/** Runs one round table with three agents that look for a letter. */
async function play(script: Script, options: Partial<RoundTableOptions> = {}) {
  const defaults: Required<Script> = {
    message: (agent) => ({
      target: ['Agent 1', 'Agent 2'].filter((name) => name !== agent),
      message: `Hello from ${agent}`,
    }),
    proposal: () => null,
    voting: () => null,
  };
  const { model, asked } = scripted((request) => {
    const phase = phaseOf(request) as keyof Script;
    const answer = (script[phase] ?? defaults[phase])(agentOf(request), roundOf(request));
    if (typeof answer === 'string' && answer.startsWith('!')) return answer;
    if (phase === 'message') return JSON.stringify(answer);
    const field = phase === 'proposal' ? 'proposal' : 'decision';
    return JSON.stringify({ reason_for_decision: `my secret ${phase}`, [field]: answer });
  });
  const run = await experiment({
    environment: tinyQuiz(3),
    protocol: roundTable({ rule: majority, rounds: 1, ...options }),
    model: { ...model, evidence: 'simulated' },
    collaborations: 1,
    progress: false,
  });
  const one = [...run][0]!;
  return { one, asked, decisions: eventsOf(one, 'decision') };
}
const letterOf = (agent: string) => 'ABC'[Number(agent.at(-1)) - 1]!;

describe('roundTable', () => {
  it('known: equal proposals count as one candidate with one number, no matter who makes them or when', async () => {
    const { decisions, one } = await play(
      {
        proposal: (agent, round) =>
          round === 1 ? (agent === 'Agent 3' ? 'C' : 'A') : agent === 'Agent 3' ? 'A' : null,
      },
      { rounds: 2 },
    );
    expect(decisions[0]!.candidates).toEqual([
      { id: '1', by: ['Agent 1', 'Agent 2'] },
      { id: '2', by: ['Agent 3'] },
    ]);
    expect(decisions[1]!.candidates).toEqual([{ id: '1', by: ['Agent 1', 'Agent 2', 'Agent 3'] }]);
    expect(eventsOf(one, 'proposal').map(({ candidate }) => candidate)).toEqual([
      '1',
      '1',
      '2',
      null,
      null,
      '1',
    ]);
  });

  it('known: tied winners of single votes are not selected, and the current result stays a candidate', async () => {
    const { decisions } = await play(
      {
        proposal: (agent, round) => (round === 1 ? letterOf(agent) : null),
        // Round 1: two votes for 1. Round 2: one vote for each. Round 3: all abstain.
        voting: (agent, round) =>
          round === 1 ? (agent === 'Agent 3' ? '3' : '1') : round === 2 ? agent.at(-1) : null,
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
  });

  it('known: the current result is a candidate even if no agent proposes it any more', async () => {
    const { decisions } = await play(
      {
        proposal: (_, round) => (round === 1 ? 'A' : 'B'),
        voting: (agent, round) => (round === 1 || agent !== 'Agent 1' ? '1' : '2'),
      },
      { rounds: 2 },
    );
    expect(decisions[1]!.candidates).toEqual([
      { id: '1', by: [] },
      { id: '2', by: ['Agent 1', 'Agent 2', 'Agent 3'] },
    ]);
    expect(decisions[1]!.standing?.candidate).toBe('1');
  });

  it('known: majority and unanimity count all agents, including those that abstain', async () => {
    const oneAbstains: Script = {
      proposal: () => 'A',
      voting: (agent) => (agent === 'Agent 3' ? null : '1'),
    };
    expect((await play(oneAbstains, { rule: majority })).decisions[0]!.selected).toBe('1');
    expect((await play(oneAbstains, { rule: unanimous })).decisions[0]!.selected).toBeNull();
  });

  it.each<[Rule, unknown, string]>([
    [rated, { 1: 5, 2: 1, 3: 2 }, '1'],
    [rated, { 1: 3, 2: 5, 3: 5 }, '2'], // of several tied candidates, the one proposed first
    [dowdall, ['2', '3', '1'], '2'],
    [cumulative, { 1: 1, 2: 0, 3: 2 }, '3'],
  ])('known: %o gets its ballot and elects a winner', async (rule, ballot, winner) => {
    const { decisions, one } = await play({ proposal: letterOf, voting: () => ballot }, { rule });
    expect(decisions[0]!.selected).toBe(winner);
    expect(eventsOf(one, 'vote')).toHaveLength(3);
  });

  it('known: prompts always allow no proposal and abstention, even in the first round (Figures 8 and 9)', async () => {
    const { asked } = await play({ proposal: () => 'A' }, { rounds: 2 });
    for (const request of asked.filter((one) => phaseOf(one) !== 'message')) {
      expect(textOf(request)).toContain('give null');
      expect(JSON.stringify(request.schema)).toContain('null');
    }
  });

  it('known: without candidates, there is no vote', async () => {
    const { asked, one } = await play({}, { rounds: 2 });
    expect(asked.filter((request) => phaseOf(request) === 'voting')).toEqual([]);
    expect(one).toMatchObject({
      rounds: 2,
      cause: 'all rounds played',
      outcome: null,
      score: { correct: 0 },
    });
    expect(eventsOf(one, 'decision')).toHaveLength(2);
    for (const request of asked) expect(textOf(request).match(/There has been no vote yet/g)).toHaveLength(2);
  });

  it('law: phases are simultaneous: in each phase, everybody reads what was said in the previous phase', async () => {
    const { asked } = await play(
      { message: (agent, round) => ({ target: 'all', message: `word ${agent} ${round}` }) },
      { rounds: 2 },
    );
    for (const request of asked)
      for (const agent of ['Agent 1', 'Agent 2', 'Agent 3']) {
        const isSaid = phaseOf(request) !== 'message';
        expect(textOf(request).includes(`word ${agent} ${roundOf(request)}`)).toBe(isSaid);
        if (roundOf(request) === 2) expect(textOf(request)).toContain(`word ${agent} 1`);
      }
  });

  it('law: reasons and backgrounds stay private; all agents read ballots, totals and results', async () => {
    const { asked, one } = await play({ proposal: () => 'A', voting: () => '1' }, { rounds: 2 });
    for (const request of asked) {
      expect(textOf(request)).not.toContain('secret');
      for (const number of [1, 2, 3])
        expect(textOf(request).includes(`You are number ${number}.`)).toBe(
          agentOf(request) === `Agent ${number}`,
        );
    }
    expect(eventsOf(one, 'proposal')[0]!.reason).toBe('my secret proposal');
    expect(eventsOf(one, 'vote')[0]!.reason).toBe('my secret voting');
    const later = textOf(asked.find((request) => roundOf(request) === 2)!);
    expect(later).toContain('- Agent 2 votes for proposal 1.');
    expect(later).toContain('Proposal 1 was selected.');
    expect(later).toContain('Proposal 1, selected in round 1: A');
  });

  it('law: prompts set no length and tell all agents how votes are counted', async () => {
    const { asked } = await play({ proposal: () => 'A' }, { rule: dowdall });
    for (const request of asked) {
      expect(textOf(request)).not.toMatch(/\d+ (words|characters)/);
      expect(JSON.stringify(request.schema)).not.toContain('maxLength');
      expect(textOf(request)).toContain(dowdall.explanation);
      expect(request.sampling).toMatchObject({ temperature: 0, maxTokens: 1024 });
    }
  });

  it('law: the schema of an answer demands every field of its form, also where null is offered', async () => {
    const asked: Request[] = [];
    const model = simulated();
    await experiment({
      environment: recommendation(),
      protocol: roundTable({ rule: dowdall, rounds: 2 }),
      model: { ...model, chat: (request) => (asked.push(request), model.chat(request)) },
      collaborations: 1,
      progress: false,
    });
    for (const request of asked) {
      const { properties, required } = request.schema as { properties: object; required: string[] };
      expect(required).toEqual(Object.keys(properties));
      for (const field of required) expect(textOf(request)).toContain(`"${field}": `);
      expect(textOf(request)).toContain('using ranked voting'); // the paper's name (Figure 14)
    }
  });

  it('behaviour: an unusable reply counts as silence, no new proposal, or an abstention', async () => {
    const { one, decisions } = await play({
      message: (agent) =>
        agent === 'Agent 1' ? { target: ['Zoe'], message: 'hi' } : { target: ['Agent 1'], message: 'hi' },
      proposal: (agent) => (agent === 'Agent 2' ? 'Z' : 'A'),
      voting: (agent) =>
        agent === 'Agent 3' ? '! I would rather not say' : agent === 'Agent 2' ? '77' : '1',
    });
    const place = eventsOf(one, 'unusable').map(({ agent, phase, kind }) => [agent, phase, kind]);
    expect(place).toEqual([
      ['Agent 1', 'message', 'invalid'],
      ['Agent 2', 'proposal', 'invalid'],
      ['Agent 2', 'vote', 'invalid'],
      ['Agent 3', 'vote', 'not JSON'],
    ]);
    expect(decisions[0]!.candidates).toEqual([{ id: '1', by: ['Agent 1', 'Agent 3'] }]);
    expect(decisions[0]!.selected).toBeNull();
  });

  it('known: prompts can be replaced', async () => {
    const { asked } = await play({}, { prompts: { system: ({ agent }) => `You are ${agent.name}. Ahoy!` } });
    for (const request of asked) expect(request.messages[0]!.content).toMatch(/Ahoy!$/);
    const plain = roundTable({ rule: majority }).settings;
    const replaced = roundTable({ rule: majority, prompts: { message: () => 'Ahoy!' } }).settings;
    expect(replaced).not.toEqual(plain);
    expect(JSON.stringify(replaced)).toContain('Ahoy!');
  });

  it('law: every rule of the paper divides an economy with simulated agents', async () => {
    for (const rule of [unanimous, majority, plurality, rated, dowdall, cumulative]) {
      const run = await experiment({
        environment: exchangeEconomy(),
        protocol: roundTable({ rule }),
        model: simulated(),
        collaborations: 2,
        progress: false,
      });
      for (const one of run) {
        expect(one.calls.length, rule.name).toBe(90);
        expect(eventsOf(one, 'unusable')).toEqual([]);
      }
    }
  });

  it.each([
    [{ rounds: 0 }],
    [{ round: 3 }],
    [{ ties: 'frist' }],
    [{ rule: informedDictatorial }],
    [{ rule: misinformedDictatorial }],
  ])('behaviour: %j is rejected', (options) => {
    expect(() => roundTable({ rule: majority, ...options } as RoundTableOptions)).toThrow(AgoraError);
  });
});
