import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../../voting/src/json';
import { openai, recorded, withToolsInPrompt, type ChatModel, type ToolCall } from '../models';
import { callKey, requestDigest } from '../models/request-digest';
import { startChatServer } from '../models/testing/chat-server';
import { completion } from '../models/testing/respond';
import { sampleModel, sampleReply, sampleRequest } from '../models/testing/sample-request';
import type { Protocol, UsableTool } from '../protocols';
import { eventsOf } from '../transcripts';
import { experiment } from './experiment';
import { cutShort } from '../transcripts/testing/sample-run';
import { arithmetic } from './testing/arithmetic';

let home = '';
let used: unknown[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-tools-'));
  used = [];
});
afterEach(() => rmSync(home, { recursive: true }));

const tool = (name: string, use: (given: never) => unknown): UsableTool => ({
  name,
  description: `A ${name}.`,
  parameters: { type: 'object' },
  use: (given) => {
    used.push(given);
    return use(given as never) as Json;
  },
});
const adder = tool('adder', ({ add }: { add: number[] }) => ({ sum: add.reduce((a, b) => a + b) }));
const broken = tool('broken', () => {
  throw new Error('out of order');
});
const silent = tool('silent', () => undefined);
const empty = tool('empty', () => null);

/** One question to one agent, who may use tools. */
const planning: Protocol = {
  name: 'planning',
  settings: {},
  async run(session) {
    const { environment, instance } = session;
    const answer = await session.ask({
      round: 1,
      phase: 'plan',
      agent: 'Ada',
      tools: [adder, broken, silent, empty],
      messages: [{ role: 'user', content: environment.task(instance) }],
      read: (value) => environment.readProposal(instance, value),
    });
    const outcome = answer.kind === 'answered' ? answer.value : null;
    const score = environment.score(instance, outcome);
    return { rounds: 1, cause: answer.kind, outcome: outcome as Json, score };
  },
};
const play = async (model: ChatModel, folder = join(home, 'run'), environment = arithmetic()) => {
  const setting = { environment, protocol: planning, collaborations: 1, folder, cache: false };
  const [one] = [...(await experiment({ ...setting, model, progress: 'none' }))];
  return one!;
};
const calling = (...calls: [name: string, given: string][]) => {
  const toolCalls = calls.map(([name, given], n): ToolCall => ({ id: `c${n}`, name, arguments: given }));
  return sampleReply({ text: '', toolCalls });
};
/** A model that gives these replies in turn, and the last one for ever. */
const replying = (...replies: ReturnType<typeof sampleReply>[]) => {
  let turn = 0;
  return sampleModel(() => Promise.resolve(replies[Math.min(turn++, replies.length - 1)]!));
};

describe('tools', () => {
  it('known: an endpoint is offered them, its calls are run and recorded, and it is told what they gave', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'adder', arguments: '{"add":[40,2]}' } };
    const body = JSON.parse(completion('', 'tool_calls', true)) as { choices: { message: object }[] };
    Object.assign(body.choices[0]!.message, { content: null, tool_calls: [call] });
    const server = await startChatServer({
      script: [{ kind: 'body', body: JSON.stringify(body) }],
      text: 'It is (42)',
    });
    const one = await play(openai({ model: 'tiny', baseURL: server.baseURL }, {}));
    await server.close();
    const asked = server.requests.map(({ body }) => body as { tools: object[]; messages: object[] });
    const { use: _, ...offered } = adder;
    expect(asked[0]?.tools[0]).toEqual({ type: 'function', function: offered });
    expect(asked[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: '{"sum":42}', tool_call_id: 'c1' },
    ]);
    expect(one.finished?.outcome).toBe(42);
    const called = { name: 'adder', arguments: '{"add":[40,2]}' };
    expect(eventsOf(one, 'tool')).toMatchObject([{ phase: 'plan', call: 0, ...called, result: { sum: 42 } }]);
    expect(eventsOf(one, 'reply')).toMatchObject([
      { phase: 'plan', text: '', toolCalls: [{ id: 'c1', ...called }] },
      { phase: 'plan/tools 1', text: 'It is (42)' },
    ]);
  });

  it('contract: broken arguments, no such tool, one that throws or gives nothing are told and recorded', async () => {
    const calls = calling(
      ['adder', '{"add":'],
      ['solver', '{}'],
      ['broken', '{}'],
      ['silent', '{}'],
      ['empty', '{}'],
    );
    const model = replying(calls, sampleReply({ text: '(7)' }));
    const one = await play(model);
    expect(one.finished?.outcome).toBe(7);
    expect(eventsOf(one, 'tool').map(({ error, result }) => [error, result])).toEqual([
      [expect.stringMatching(/^its arguments are not JSON: /), undefined],
      ['there is no tool "solver": there are adder, broken, silent, empty', undefined],
      ['out of order', undefined],
      [expect.stringMatching(/JSON/), undefined],
      [undefined, null],
    ]);
    const told = model.asked[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(told.map(({ toolCallId }) => toolCallId)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
    expect([told[2]?.content, told[4]?.content]).toEqual(['{"error":"out of order"}', 'null']);
  });

  it('contract: an agent that never stops calling gives no answer, once with its repair question', async () => {
    const one = await play(replying(calling(['adder', '{"add":[1]}'])));
    expect(one.finished).toMatchObject({ cause: 'invalid', outcome: null });
    expect(eventsOf(one, 'failure')).toMatchObject([
      { reason: 'it called tools 6 times and gave no answer' },
    ]);
    expect([eventsOf(one, 'reply').length, eventsOf(one, 'tool').length]).toEqual([12, 10]);
  });

  it('law: cut after any event, a run goes on without calling a tool or a model again, and a recording replays', async () => {
    const replies = [
      calling(['adder', '{"add":[1,2]}'], ['adder', '{"add":[3]}']),
      sampleReply({ text: '(7)' }),
    ];
    const folder = join(home, 'run');
    const whole = await play(replying(...replies));
    expect(whole.events).toHaveLength(6);
    for (const gone of cutShort(folder)) {
      used = [];
      const left = gone.filter((line) => line.includes('"reply"')).length;
      const model = replying(...replies.slice(2 - left), sampleReply({ text: 'none left' }));
      const resumed = await play(model);
      expect(model.asked).toHaveLength(left);
      expect(used).toHaveLength(gone.filter((line) => line.includes('"type":"tool"')).length);
      expect(resumed).toEqual(whole);
    }
    const again = await play(recorded(folder), join(home, 'again'));
    expect(eventsOf(again, 'tool')).toEqual(eventsOf(whole, 'tool'));
    expect(again.finished).toEqual(whole.finished);
  });

  it('known: a model without tools reads of them in its prompt, and calls them in its words', async () => {
    const bare = replying(
      sampleReply({ text: 'I need to add. {"tool": "adder", "arguments": {"add": [40, 2]}}' }),
      sampleReply({ text: 'It is (42)' }),
    );
    const one = await play(withToolsInPrompt(bare));
    expect(used).toEqual([{ add: [40, 2] }]);
    expect(one.finished?.outcome).toBe(42);
    expect(bare.asked.every(({ tools }) => tools === undefined)).toBe(true);
    const [first, , told] = bare.asked[1]?.messages ?? [];
    expect(first?.content).toContain('- adder: A adder. Its arguments, as a JSON schema: {"type":"object"}');
    expect(told).toEqual({ role: 'user', content: 'The tool gave: {"sum":42}' });
    const asking = sampleRequest({ answer: { name: 'vote', schema: {} } });
    expect(await withToolsInPrompt(bare).chat(asking)).toEqual(sampleReply({ text: 'It is (42)' }));
    expect(bare.asked.at(-1)).toEqual(asking);
    const adder = { name: 'adder', description: 'Adds.', parameters: { type: 'object' } };
    await withToolsInPrompt(bare).chat({ ...asking, tools: [adder] });
    const call = { properties: { tool: { enum: ['adder'] }, arguments: adder.parameters } };
    expect(bare.asked.at(-1)?.answer?.schema).toMatchObject({ anyOf: [call, {}] });
  });

  it('law: what is offered, called and given is part of a question’s digest and of its key in a cache', () => {
    const { use: _, ...offered } = adder;
    const turn = { role: 'tool', content: '1', toolCallId: 'a' } as const;
    const called = calling(['adder', '{}']).toolCalls!;
    const requests = [
      sampleRequest(),
      sampleRequest({ tools: [offered] }),
      sampleRequest({ tools: [{ ...offered, description: 'Another.' }] }),
      sampleRequest({ messages: [turn] }),
      sampleRequest({ messages: [{ ...turn, toolCallId: 'b' }] }),
      sampleRequest({ messages: [{ role: 'assistant', content: '1' }] }),
      sampleRequest({ messages: [{ role: 'assistant', content: '1', toolCalls: called }] }),
    ];
    expect(new Set(requests.map(requestDigest)).size).toBe(requests.length);
    const key = (request: (typeof requests)[number]) => callKey({ name: 'm', settings: {} }, request);
    expect(new Set(requests.map(key)).size).toBe(requests.length);
  });
});
