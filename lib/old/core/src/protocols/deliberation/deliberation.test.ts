import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../../environments';
import { experiment } from '../../experiment';
import { simulated, withToolsInPrompt, type ChatModel, type ChatReply } from '../../models';
import { sampleModel, sampleReply } from '../../models/testing/sample-request';
import { deliberations } from '../../metrics/columns/deliberations';
import type { Column } from '../../row';
import { eventsOf, notesOf, type Collaboration } from '../../transcripts';
import { cutShort } from '../../transcripts/testing/sample-run';
import type { StoppingPolicy } from '../protocol';
import { deliberation, type DeliberationOptions } from './deliberation';
import { tinyMarket } from './testing/tiny-market';

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'agora-deliberation-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Setting extends DeliberationOptions {
  readonly market?: ReturnType<typeof tinyMarket>;
  readonly model?: ChatModel;
  readonly stop?: StoppingPolicy;
  readonly folder?: string;
}
async function play({
  market = tinyMarket(),
  model = simulated({ noise: 0, words: 0 }),
  stop,
  folder,
  ...options
}: Setting = {}) {
  const run = await experiment({
    environment: market,
    protocol: deliberation(options),
    model,
    collaborations: 1,
    ...(stop && { stop }),
    folder: folder ?? mkdtempSync(join(home, 'run-')),
    cache: false,
    progress: 'none',
  } as never);
  return [...run][0] as Collaboration;
}

type Said = string | ChatReply;
/** Agents that answer by "round agent phase", "agent phase" or "phase"; by default they believe 9, refuse and say hello. */
function scripted(script: Readonly<Record<string, Said | readonly Said[]>>) {
  const turns = new Map<string, number>();
  return sampleModel(({ call: { round, agent, phase } }) => {
    const [step = ''] = phase.split('/');
    const key = [`${round} ${agent} ${step}`, `${agent} ${step}`, step].find((one) => one in script) ?? '';
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    const said = [script[key] ?? defaults[step] ?? ''].flat();
    const one = said[Math.min(turn, said.length - 1)] as Said;
    return Promise.resolve(typeof one === 'string' ? sampleReply({ text: one }) : one);
  });
}
const defaults: Readonly<Record<string, string>> = {
  observation: '<belief>{"money": 9}</belief>',
  planning: '<plan>{"proposal": ["apple"], "explanation": "it is cheap"}</plan>',
  decision: '<decision>{"accept": false, "explanation": "no"}</decision>',
  conversation: '<message>Hello</message>',
};
const accept = '<decision>{"accept": true, "explanation": "yes"}</decision>';
const phases = (one: Collaboration) =>
  eventsOf(one, 'reply').map(({ round, agent, phase }) => `${round} ${agent} ${phase}`);
const failures = (one: Collaboration) =>
  eventsOf(one, 'failure').map(({ agent, phase, kind, reason }) => [agent, phase, kind, reason]);
const ended = ({ finished }: Collaboration) => [finished?.rounds, finished?.cause, finished?.outcome];

describe('deliberation', () => {
  it('known: two agents tell each other their purses, and the second round finds the best basket', async () => {
    const one = await play();
    // Ann (3) proposes apples; Ben (6), who heard of 3, has 9 and wants dates; Ann, who heard of 6, plans the same and accepts.
    expect(phases(one)).toEqual([
      '1 Ann observation',
      '1 Ann planning',
      '1 Ann conversation',
      '1 Ben observation',
      '1 Ben planning',
      '1 Ben decision',
      '1 Ben conversation',
      '2 Ann observation',
      '2 Ann planning',
      '2 Ann decision',
    ]);
    expect(notesOf(one, 'belief').map(({ by, data }) => [by, data.belief])).toEqual([
      ['Ann', { money: 3 }],
      ['Ben', { money: 9 }],
      ['Ann', { money: 9 }],
    ]);
    expect(notesOf(one, 'belief')[0]?.data.errors).toEqual({ hallucination: 0, publicError: 6 / 9 });
    expect(eventsOf(one, 'message').map(({ text }) => text.slice(0, 17))).toEqual([
      'My purse holds 3.',
      'My purse holds 6.',
    ]);
    expect(eventsOf(one, 'vote').map(({ by, ballot }) => [by, ballot])).toEqual([
      ['Ben', { kind: 'approval', approved: [] }],
      ['Ann', { kind: 'approval', approved: ['2'] }],
    ]);
    expect(ended(one)).toEqual([2, 'agreed', ['dates']]);
    expect(one.finished?.score['normalized']).toBe(1);
    expect(
      eventsOf(one, 'decision').map(({ round, selected, standing }) => [round, selected, standing]),
    ).toEqual([
      [1, null, null],
      [2, '2', { candidate: '2', proposal: ['dates'] }],
    ]);
  });

  it('known: one agent alone decides on its first plan', async () => {
    const one = await play({ market: tinyMarket({ Ann: 9 }) });
    expect(phases(one)).toEqual(['1 Ann observation', '1 Ann planning']);
    expect(ended(one)).toEqual([1, 'alone', ['dates']]);
  });

  it('known: among three equals a proposal needs the other two; a refusal puts another one on the table', async () => {
    const market = tinyMarket({ Ann: 3, Ben: 3, Cyd: 3 });
    const bread = '<plan>{"proposal": ["bread"], "explanation": ""}</plan>';
    const one = await play({
      market,
      model: scripted({ 'Ben decision': accept, 'Cyd planning': bread, '2 Ann decision': accept }),
    });
    // Ben accepts Ann's apple, Cyd does not; Ann and Ben accept Cyd's bread.
    expect(ended(one)).toEqual([2, 'agreed', ['bread']]);
    expect(eventsOf(one, 'vote').map(({ by }) => by)).toEqual(['Ben', 'Cyd', 'Ann', 'Ben']);
    expect(eventsOf(one, 'decision').at(-1)).toMatchObject({ by: 'agreement', winners: ['2'] });
  });

  it('known: only a leader ends the talks, by accepting or by a decision of its own', async () => {
    const market = tinyMarket({ Ann: 3, Ben: 3, Cyd: 3 }, 'Cyd');
    const followed = await play({ market, model: scripted({ decision: accept }) });
    expect(ended(followed)).toEqual([1, 'leader', ['apple']]);
    expect(phases(followed)).toContain('1 Ben conversation');
    const own = '<decision>{"accept": false, "proposal": ["dates"], "explanation": "I lead"}</decision>';
    const led = await play({ market, model: scripted({ decision: accept, 'Cyd decision': own }) });
    expect(ended(led)).toEqual([1, 'leader', ['dates']]);
    const worker = await play({ market, model: scripted({ decision: own }), rounds: 1 });
    expect(eventsOf(worker, 'decision').at(-1)).toMatchObject({ by: 'Cyd', selected: '2' });
  });

  it('known: a leader is offered null to go on, but not in the last round; workers never are', async () => {
    const model = scripted({});
    const market = tinyMarket({ Ann: 3, Ben: 3, Cyd: 3 }, 'Cyd');
    const one = await play({ market, model, rounds: 2 });
    const asked = model.asked.filter(({ call }) => call.phase === 'decision');
    expect(
      asked.map(({ call, messages, answer }) => {
        const question = messages.at(-1)?.content.split('# Now:').at(-1) ?? '';
        return [
          `${call.agent} ${call.round}`,
          question.includes('null'),
          question.includes('go on'),
          JSON.stringify(answer?.schema).includes('null'),
        ];
      }),
    ).toEqual([
      ['Ben 1', false, false, false],
      ['Cyd 1', true, true, true],
      ['Ann 2', false, false, false],
      ['Ben 2', false, false, false],
      ['Cyd 2', false, false, false],
    ]);
    expect(asked.at(-1)?.answer?.schema['required']).toContain('proposal');
    // Refusing without a decision of one's own is understood all the same.
    expect(failures(one)).toEqual([]);
  });

  it('contract: a leader that never decides leaves nothing, or by the other reading its last proposal', async () => {
    const market = tinyMarket({ Ann: 3, Ben: 3, Cyd: 3 }, 'Cyd');
    const cheese = '<plan>{"proposal": ["cheese"]}</plan>';
    const model = scripted({ 'Cyd planning': cheese });
    expect(ended(await play({ market, model, rounds: 2 }))).toEqual([2, 'rounds', null]);
    const kept = await play({ market, model, rounds: 2, unsettled: 'last proposal' });
    expect(ended(kept)).toEqual([2, 'rounds', ['cheese']]);
    expect(
      eventsOf(kept, 'decision').map(({ selected, standing }) => [selected, standing?.proposal]),
    ).toEqual([
      [null, ['cheese']],
      [null, ['cheese']],
    ]);
  });

  it('known: a stopping policy ends the talks between rounds', async () => {
    const stop = { name: 'at once', settings: {}, decide: () => true };
    const model = scripted({});
    expect(ended(await play({ model, stop, unsettled: 'last proposal' }))).toEqual([1, 'policy', ['apple']]);
    expect(ended(await play({ model, stop }))).toEqual([1, 'policy', null]);
  });

  it('known: a message over the limit is cut, and the cut is on record', async () => {
    const model = scripted({
      'Ann conversation': `<message>${'x'.repeat(30)}</message>`,
      'Ben decision': accept,
    });
    const one = await play({ model, characters: 10 });
    expect(eventsOf(one, 'message').map(({ text }) => text)).toEqual(['x'.repeat(10)]);
    expect(notesOf(one, 'cut').map(({ by, data }) => [by, data])).toEqual([['Ann', { characters: 30 }]]);
  });
});

describe('deliberation on bad input', () => {
  it('contract: a basket over the budget can be decided on, and is worth nothing', async () => {
    const model = scripted({ planning: '<plan>{"proposal": ["dates", "cheese"]}</plan>', decision: accept });
    const one = await play({ model });
    expect(ended(one)).toEqual([1, 'agreed', ['dates', 'cheese']]);
    expect(one.finished?.score).toMatchObject({ valid: false, normalized: 0 });
    expect(eventsOf(one, 'proposal')[0]?.score).toMatchObject({ valid: false });
  });

  it('contract: what cannot be read is a failure after one repair, and changes nothing', async () => {
    const one = await play({
      rounds: 1,
      model: scripted({
        'Ann observation': '<belief>{"money": 9',
        'Ann planning': '<plan>{"proposal": ["unicorn"]}</plan>',
        'Ann conversation': '<thoughts>What shall I say',
        'Ben observation': '<belief>{"coins": 9}</belief>',
        'Ben decision': '<decision>{"accept": "perhaps"}</decision>',
        'Ben conversation': '<mess',
      }),
    });
    expect(failures(one)).toEqual([
      ['Ann', 'observation', 'invalid', expect.stringMatching(/breaks off before its JSON is closed/)],
      ['Ann', 'planning', 'invalid', 'there is no unicorn'],
      ['Ann', 'conversation', 'invalid', 'there is no message in it'],
      ['Ben', 'observation', 'invalid', '"money" is missing'],
      // Ann put nothing on the table, so Ben had nothing to decide on.
      ['Ben', 'conversation', 'invalid', 'there is no message in it'],
    ]);
    expect([notesOf(one, 'belief'), eventsOf(one, 'message')]).toEqual([[], []]);
    expect(ended(one)).toEqual([1, 'rounds', null]);
    const unclear = await play({ rounds: 1, model: scripted({ decision: '{"accept": "perhaps"}' }) });
    expect(failures(unclear)).toEqual([['Ben', 'decision', 'invalid', '"accept" is neither true nor false']]);
    expect(eventsOf(unclear, 'vote')).toEqual([]);
  });

  it('contract: strange and negative amounts in a belief are told and put right, not refused', async () => {
    const model = scripted({ observation: '{"money": -2, "gold": 5}', decision: accept });
    const [belief] = notesOf(await play({ model, tools: 'told' }), 'belief');
    expect(belief?.data).toMatchObject({ belief: { money: 0 }, unknown: ['gold'], negative: ['money'] });
  });

  it('contract: where nothing can be bought, everybody proposes nothing and earns nothing', async () => {
    const one = await play({ market: tinyMarket({ Ann: 0, Ben: 1 }), tools: 'told' });
    expect(ended(one)).toEqual([1, 'agreed', []]);
    expect(one.finished?.score).toMatchObject({ valid: false, normalized: 0 });
    expect(notesOf(one, 'advice')[0]?.data).toMatchObject({ proposal: [], reward: 0 });
  });

  it('contract: tools that are called with nonsense or in a loop are told so, and the plan is given up', async () => {
    const calling = (name: string, given: string) =>
      sampleReply({ text: '', toolCalls: [{ id: 'c', name, arguments: given }] });
    const nonsense = [
      calling('oracle', '{}'),
      calling('calculator', '{"proposal": "all"}'),
      calling('calculator', '{"proposal":'),
      '<plan>["apple"]</plan>',
    ];
    const model = scripted({ 'Ann planning': nonsense, 'Ben planning': calling('solver', '{}') });
    const one = await play({ model, tools: 'called', rounds: 1 });
    expect(
      eventsOf(one, 'tool')
        .slice(0, 3)
        .map(({ error }) => error),
    ).toEqual([
      'there is no tool "oracle": there are solver, calculator',
      'a basket is a list of goods',
      expect.stringMatching(/^its arguments are not JSON/),
    ]);
    expect(failures(one)).toEqual([
      ['Ben', 'planning', 'invalid', 'it called tools 6 times and gave no answer'],
    ]);
    expect(eventsOf(one, 'proposal').map(({ by, proposal }) => [by, proposal])).toEqual([['Ann', ['apple']]]);
  });

  it('contract: settings and environments that do not fit are refused in one sentence', async () => {
    expect(() => deliberation({ tools: 'some' as never })).toThrow(
      'deliberation needs "none" or "told" or "called" as tools, got "some"',
    );
    expect(() => deliberation({ rounds: 0 })).toThrow('a whole number of at least 1 as rounds');
    const goods = { environment: exchangeEconomy(), model: simulated(), collaborations: 1, progress: 'none' };
    const run = experiment({
      ...goods,
      protocol: deliberation({ tools: 'told' }),
      folder: join(home, 'e'),
    } as never);
    await expect(run).rejects.toThrow('deliberation with tools needs an environment with a solver');
    const { solver: _, ...unsolved } = tinyMarket();
    await expect(play({ market: unsolved, tools: 'called' })).rejects.toThrow('a solver');
    const two = tinyMarket({ Ann: 1, Ben: 1 }, 'Ann');
    const both = {
      ...two,
      agents: () => ['Ann', 'Ben'].map((name) => ({ name, role: 'leader', background: '' })),
    };
    await expect(play({ market: both })).rejects.toThrow('at most one leader, got 2 agents and 2 leaders');
  });
});

describe('the tools of deliberation', () => {
  it('known: told in prompts, by what the agent believes', async () => {
    const model = scripted({ 'Ann observation': '{"money": 7}', decision: accept });
    const one = await play({ model, tools: 'told' });
    const told = model.asked.map(({ messages }) => messages.at(-1)?.content ?? '');
    // 3 + 4 of the 7 that Ann believes in; it is 9 that Ben does.
    expect(told[1]).toContain('The best decision, worth 7: apple, bread');
    expect(told[1]).toContain('{"possible":["apple","bread"]}');
    expect(told[4]).toContain('The best decision, worth 9: dates');
    expect(notesOf(one, 'advice').map(({ by, data }) => [by, data.candidate, data.reward])).toEqual([
      ['Ann', '1', 7],
      ['Ben', '3', 9],
    ]);
    expect(told.join()).not.toContain('NaN');
  });

  it.each([simulated(), withToolsInPrompt(simulated())])(
    'known: simulated agents call the solver once a plan and follow it',
    async (model) => {
      const one = await play({ model, tools: 'called' });
      expect(eventsOf(one, 'tool').map(({ agent, name, result }) => [agent, name, result])).toEqual([
        ['Ann', 'solver', { proposal: ['apple'], reward: 3 }],
        ['Ben', 'solver', { proposal: ['dates'], reward: 9 }],
        ['Ann', 'solver', { proposal: ['dates'], reward: 9 }],
      ]);
      expect(ended(one)).toEqual([2, 'agreed', ['dates']]);
    },
  );

  it('known: on call the solver advises only who calls it', async () => {
    const solver = sampleReply({ text: '', toolCalls: [{ id: 'c', name: 'solver', arguments: '{}' }] });
    const counted = async (script: Parameters<typeof scripted>[0], tools: 'told' | 'called') => {
      const { compliance } = deliberations();
      return (compliance as Column).of(await play({ model: scripted(script), tools, rounds: 1 }));
    };
    const decided = { decision: accept, planning: '<plan>["dates"]</plan>' }; // what the solver makes of 9, too
    expect(await counted(decided, 'told')).toBe(100);
    expect(await counted(decided, 'called')).toBeNull();
    expect(await counted({ ...decided, 'Ann planning': [solver, decided.planning] }, 'called')).toBe(100);
  });

  it('law: cut after any event, a run goes on to the same end', async () => {
    const setting = { tools: 'called', market: tinyMarket({ Ann: 2, Ben: 3, Cyd: 4 }, 'Cyd') } as const;
    const folder = join(home, 'whole');
    const whole = await play({ ...setting, folder });
    for (const _ of cutShort(folder, 1, 4)) expect(await play({ ...setting, folder })).toEqual(whole);
  });
});
