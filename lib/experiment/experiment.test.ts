import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgoraError } from '../error';
import { simulated } from '../models/simulated';
import type { Protocol } from '../protocols/protocol';
import { naming, scripted, tinyQuiz } from '../testing/tiny';
import { estimate, experiment, type ExperimentOptions } from './experiment';
import { openRun } from './run';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-experiment-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const quiet = { progress: false };
type Options = Partial<ExperimentOptions<never, never>>;
const play = (model: ExperimentOptions<never, never>['model'], more: Options = {}) =>
  experiment({
    environment: tinyQuiz(),
    protocol: naming(),
    model,
    collaborations: 3,
    ...quiet,
    ...more,
  } as ExperimentOptions<never, never>);
const linesOf = (file: string) => readFileSync(join(home, file), 'utf8').trimEnd().split('\n');

describe('experiment', () => {
  it('law: the same seed gives the same collaborations, in memory and in a folder, at any concurrency', async () => {
    const inMemory = [...(await play(simulated({ malformedRate: 0.2 })))];
    const folder = join(home, 'run');
    const stored = [...(await play(simulated({ malformedRate: 0.2 }), { folder, concurrency: 1 }))];
    expect(stored).toEqual(JSON.parse(JSON.stringify(inMemory)));
    expect(inMemory.map(({ index }) => index)).toEqual([0, 1, 2]);
    const other = [...(await play(simulated({ malformedRate: 0.2 }), { seed: 8 }))];
    expect(other).not.toEqual(inMemory);
  });

  it('law: a run that is interrupted at any call resumes there, and equals an uninterrupted run', async () => {
    const whole = [...(await play(simulated({ malformedRate: 0.2 })))];
    const calls = whole.flatMap((one) => one.calls).length;
    for (let cut = 1; cut < calls; cut++) {
      const folder = join(home, `cut-${cut}`);
      let made = 0;
      const failing = (limit: number) => ({
        ...simulated({ malformedRate: 0.2 }),
        chat: (...args: Parameters<ReturnType<typeof simulated>['chat']>) =>
          made >= limit
            ? Promise.reject(new AgoraError('gone', 'endpoint'))
            : (made++, simulated({ malformedRate: 0.2 }).chat(...args)),
      });
      await expect(play(failing(cut), { folder })).rejects.toThrow('gone');
      const resumed = [...(await play(failing(Infinity), { folder }))];
      expect(resumed).toEqual(JSON.parse(JSON.stringify(whole)));
      expect(made).toBe(calls);
    }
  });

  it('law: simultaneous answers are recorded in the order of the agents, regardless of who answers first', async () => {
    const slowFirst = scripted(async ({ seed }, call) => {
      await new Promise((resolve) => setTimeout(resolve, call === 1 ? 30 : 1));
      return seed % 2 === 0 ? '{"letter": "A"}' : 'nonsense';
    });
    const fast = scripted(({ seed }) => (seed % 2 === 0 ? '{"letter": "A"}' : 'nonsense'));
    const folders = [join(home, 'slow'), join(home, 'fast')];
    const runs = [];
    for (const [at, { model }] of [slowFirst, fast].entries())
      runs.push(
        await play({ ...model, evidence: 'simulated' }, { folder: folders[at]! }).catch(() =>
          openRun(folders[at]!),
        ),
      );
    expect([...runs[0]!]).toEqual([...runs[1]!]);
  });

  it('law: a finished run makes no calls when it is called again', async () => {
    const folder = join(home, 'run');
    const first = scripted(() => '{"letter": "B"}');
    await play(first.model, { folder });
    const again = scripted(() => '{"letter": "B"}');
    const run = await play(again.model, { folder });
    expect(first.asked).toHaveLength(12);
    expect(again.asked).toHaveLength(0);
    expect(run.size).toBe(3);
  });

  it('law: different protocol settings request only prompts that differ; additional collaborations request only their own', async () => {
    const folder = join(home, 'run');
    await play(scripted(() => '{"letter": "B"}').model, { folder });
    const more = scripted(() => '{"letter": "B"}');
    await play(more.model, { folder, protocol: naming(3), collaborations: 4 });
    expect(more.asked).toHaveLength(3 * 2 + 3 * 2); // round 3 in three collaborations, rounds 1 to 3 in a fourth
  });

  it('law: replies from two runs with the same settings can be concatenated', async () => {
    const [one, two] = [join(home, 'one'), join(home, 'two')];
    await play(scripted(() => '{"letter": "B"}').model, { folder: one, collaborations: 1 });
    await play(scripted(() => '{"letter": "B"}').model, { folder: two });
    appendFileSync(join(one, 'replies.jsonl'), readFileSync(join(two, 'replies.jsonl')));
    const { model, asked } = scripted(() => '{"letter": "C"}');
    const run = await play(model, { folder: one });
    expect(asked).toHaveLength(0);
    expect([...run].map(({ outcome }) => outcome)).toEqual(['B', 'B', 'B']);
  });

  it('law: an agent that is asked the same question twice answers twice, even in a resumed run', async () => {
    const twice: Protocol = {
      name: 'twice',
      settings: {},
      async run(session) {
        const question = {
          round: 1,
          phase: 'answer',
          agent: 'A',
          messages: [{ role: 'user', content: '?' } as const],
        };
        const ask = () => session.ask({ ...question, schema: z.int() });
        return { rounds: 1, cause: 'end', outcome: (await Promise.all([ask(), ask()])) as never };
      },
    };
    const { model, asked } = scripted((_, call) => String(call));
    const options = { protocol: twice, collaborations: 1, folder: join(home, 'run'), concurrency: 1 };
    const [first] = await play(model, options);
    expect(first!.outcome).toEqual([1, 2]);
    const [again] = await play(model, options);
    expect(again!.outcome).toEqual([1, 2]);
    expect(asked).toHaveLength(2);
    expect(asked[0]!.seed).not.toBe(asked[1]!.seed);
  });

  it('behaviour: finished collaborations are stored even if an earlier collaboration ends the run', async () => {
    const { model } = scripted((request) =>
      JSON.stringify(request.messages).includes('Round 2') ? '{"letter": "A"}' : '{"letter": "B"}',
    );
    const failsAtFirst: Protocol = {
      name: 'fails at first',
      settings: {},
      async run(session) {
        await naming().run(session);
        if (session.index > 0) return { rounds: 2, cause: 'end', outcome: null };
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw new AgoraError('broken');
      },
    };
    const options = { protocol: failsAtFirst, folder: join(home, 'run') };
    await expect(play(model, options)).rejects.toThrow('broken');
    expect([...openRun(options.folder)].map(({ index }) => index)).toEqual([1, 2]);
  });

  it('known: after an unusable reply and one repair question, the answer is null, and the reply is an event', async () => {
    const { model, asked } = scripted(({ messages }, call) =>
      call === 1 ? 'I like B best.' : messages.length > 1 ? '{"letter": "Z"}' : '{"letter": "B"}',
    );
    const run = await play(model, { folder: join(home, 'run'), collaborations: 1, concurrency: 1 });
    const [one] = [...run];
    expect(asked[1]!.messages.length + asked[2]!.messages.length).toBe(4);
    const repair = asked.find(({ messages }) => messages.length === 3)!;
    expect(repair.messages[1]).toEqual({ role: 'assistant', content: 'I like B best.' });
    expect(one!.events.filter(({ type }) => type === 'unusable')).toEqual([
      expect.objectContaining({
        round: 1,
        phase: 'name',
        agent: 'Agent 1',
        kind: 'invalid',
        text: '{"letter": "Z"}',
      }),
    ]);
    expect(one!.calls).toHaveLength(5);
  });

  it.each([
    ['cut off', { text: '{"letter": "B"', finish: 'length' } as const, 2],
    ['cut off', { text: '{"letter": "B"}', finish: 'length' } as const, 2],
    ['refused', { text: 'I will not.', finish: 'refused' } as const, 1],
    ['no answer', { text: '   ' }, 2],
    ['no answer', { text: '', reasoning: '{"letter": "B"}' }, 2],
    ['cut off', { text: '', reasoning: 'B?', finish: 'length' } as const, 2],
    ['not JSON', { text: 'B, I suppose' }, 2],
    ['invalid', { text: '{"letter": ["A", "B"]}' }, 2],
  ])('behaviour: a reply that is %s (%j) counts as unusable', async (kind, reply, calls) => {
    const { model, asked } = scripted(({ messages }) =>
      JSON.stringify(messages).includes('Round 1') ? reply : '{"letter": "B"}',
    );
    const run = await play(model, { folder: join(home, 'run'), collaborations: 1 });
    const [one] = [...run];
    expect(
      one!.events.filter(({ type }) => type === 'unusable').map((event) => (event as { kind: string }).kind),
    ).toEqual([kind, kind]);
    expect(asked).toHaveLength(2 * calls + 2);
  });

  it('behaviour: a resumed run repeats questions that the endpoint rejected', async () => {
    const folder = join(home, 'run');
    const rejected = { text: 'too long', finish: 'refused', usage: { input: 0, output: 0 } } as const;
    const first = play(scripted(() => rejected).model, { folder });
    await expect(first).rejects.toThrow('too long');
    const { model, asked } = scripted(() => '{"letter": "B"}');
    const run = await play(model, { folder });
    expect(asked).toHaveLength(12);
    expect([...run].flatMap(({ events }) => events).some(({ type }) => type === 'unusable')).toBe(false);
  });

  it('behaviour: a run with few usable answers is an error, but keeps its recorded replies', async () => {
    const folder = join(home, 'run');
    await expect(play(scripted(() => 'no').model, { folder })).rejects.toMatchObject({ code: 'endpoint' });
    expect(openRun(folder).size).toBe(3);
    const hopeless = scripted(() => 'no');
    const many = { folder: join(home, 'many'), collaborations: 100, concurrency: 2 };
    await expect(play(hopeless.model, many)).rejects.toMatchObject({ code: 'endpoint' });
    expect(hopeless.asked.length).toBeLessThan(60); // the run stops after the first twenty questions
  });

  it('behaviour: a run of a real model warns if many answers are unusable; a simulated run does not', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { model } = scripted(({ messages }) =>
      messages[0]!.content.includes('Round 1') ? 'no' : '{"letter": "B"}',
    );
    const parts = { environment: tinyQuiz(), protocol: naming(), collaborations: 20 };
    await experiment({ ...parts, model: { ...model, evidence: 'simulated' }, folder: join(home, 'one') });
    expect(warn).not.toHaveBeenCalled();
    await experiment({ ...parts, model, folder: join(home, 'other') });
    expect(warn.mock.calls.flat().join()).toMatch(/questions got no usable answer/);
  });

  it('behaviour: a run stops before a call that the budget does not cover, and resumes with a larger budget', async () => {
    const folder = join(home, 'run');
    const { model, asked } = scripted(() => '{"letter": "B"}');
    const sampling = { maxTokens: 10 };
    await expect(play(model, { folder, budget: 100, sampling, concurrency: 1 })).rejects.toMatchObject({
      code: 'stopped',
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length * 15).toBeLessThanOrEqual(100);
    await play(model, { folder, sampling });
    expect(asked).toHaveLength(12);
  });

  it('behaviour: a budget reserves all tokens of a prompt, even if the prompt has few characters per token', async () => {
    const { model, asked } = scripted(() => '{"letter": "B"}');
    const environment = { ...tinyQuiz(), task: () => '7 '.repeat(100) } as never;
    const options = { environment, folder: join(home, 'run'), budget: 150, sampling: { maxTokens: 10 } };
    await expect(play(model, options)).rejects.toMatchObject({ code: 'stopped' });
    expect(asked).toEqual([]);
  });

  it('behaviour: an interrupted run reports the interruption and can be resumed', async () => {
    const folder = join(home, 'run');
    const control = new AbortController();
    const { model, asked } = scripted((_, call) => {
      if (call === 3) control.abort();
      return '{"letter": "B"}';
    });
    const options = { folder, concurrency: 1, signal: control.signal };
    await expect(play(model, options)).rejects.toMatchObject({ code: 'stopped' });
    expect(asked).toHaveLength(3);
    await play(model, { folder });
    expect(asked).toHaveLength(12);
  });

  it('behaviour: when one call fails, the calls in flight finish and are recorded', async () => {
    const folder = join(home, 'run');
    const { model } = scripted(async (_, call) => {
      if (call === 1) throw new AgoraError('gone', 'endpoint');
      await new Promise((resolve) => setTimeout(resolve, 50));
      return '{"letter": "B"}';
    });
    const four = { environment: tinyQuiz(4) as never, collaborations: 1, folder };
    await expect(play(model, four)).rejects.toThrow('gone');
    expect(linesOf(join('run', 'replies.jsonl'))).toHaveLength(3);
    const { model: repaired, asked } = scripted(() => '{"letter": "B"}');
    await play(repaired, four);
    expect(asked).toHaveLength(8 - 3);
  });

  it('behaviour: calls that wait for the rate limit do not delay the end of a run', async () => {
    const { model, asked } = scripted(() => {
      throw new AgoraError('gone', 'endpoint');
    });
    const limited = { folder: join(home, 'run'), requestsPerMinute: 1, collaborations: 6 };
    await expect(play(model, limited)).rejects.toThrow('gone');
    expect(asked).toHaveLength(1);
  });

  it('known: a stopping policy is part of the description of a run', async () => {
    const stop = { name: 'at once', settings: { round: 1 }, shouldStop: () => true };
    expect((await play(simulated(), { stop })).about.stop).toEqual({
      name: 'at once',
      settings: { round: 1 },
    });
  });

  it('behaviour: collaborations begin a few at a time, so that a run stopped halfway has finished some of them', async () => {
    const folder = join(home, 'run');
    const { model } = scripted((_, call) => {
      if (call > 40) throw new AgoraError('gone', 'endpoint');
      return '{"letter": "B"}';
    });
    await expect(play(model, { folder, collaborations: 30, concurrency: 4 })).rejects.toThrow('gone');
    expect(openRun(folder).size).toBeGreaterThanOrEqual(8); // 40 calls are 10 collaborations
  });

  it('behaviour: an incomplete last reply is requested again, and the error for any other broken line names the line', async () => {
    const folder = join(home, 'run');
    await play(scripted(() => '{"letter": "B"}').model, { folder });
    const replies = join(folder, 'replies.jsonl');
    truncateSync(replies, statSync(replies).size - 20);
    const { model, asked } = scripted(() => '{"letter": "B"}');
    expect((await play(model, { folder })).size).toBe(3);
    expect(asked).toHaveLength(1);
    writeFileSync(replies, `garbage\n${readFileSync(replies, 'utf8')}`);
    await expect(play(model, { folder })).rejects.toMatchObject({ code: 'data' });
  });

  it('behaviour: a run with a damaged file of collaborations resumes, and asks nothing again', async () => {
    const folder = join(home, 'run');
    const { model, asked } = scripted(() => '{"letter": "A"}');
    const whole = readFileSync(join((await play(model, { folder })).folder!, 'collaborations.jsonl'), 'utf8');
    const calls = asked.length;
    writeFileSync(join(folder, 'collaborations.jsonl'), whole.replace('"index":1', '"index'));
    await play(model, { folder });
    expect(readFileSync(join(folder, 'collaborations.jsonl'), 'utf8')).toBe(whole);
    expect(asked).toHaveLength(calls);
  });

  it('behaviour: the error for a reply that is damaged in its middle names the file and the line', async () => {
    const folder = join(home, 'run');
    const { model } = scripted(() => '{"letter": "B"}');
    await play(model, { folder });
    const [first, second, ...others] = linesOf(join('run', 'replies.jsonl'));
    for (const damaged of [second!.slice(0, -2), second!.replace('"stop"', '"end"')]) {
      writeFileSync(join(folder, 'replies.jsonl'), `${[first, damaged, ...others].join('\n')}\n`);
      await expect(play(model, { folder })).rejects.toThrow(/Line 2 of .*replies\.jsonl/);
    }
  });

  it('behaviour: a run resumes if its model counts fractions of tokens or names the output first', async () => {
    const folder = join(home, 'run');
    const usage = { reasoning: 1, output: 2.5, input: 1e-7 };
    const { model, asked } = scripted(() => ({ text: '{"letter": "B"}', usage }));
    await play(model, { folder });
    expect((await play(model, { folder })).size).toBe(3);
    expect(asked).toHaveLength(12);
  });

  it('behaviour: a run resumes if a killed process with the same number has left its lock', async () => {
    const folder = join(home, 'run');
    const { model } = scripted(() => '{"letter": "B"}');
    await play(model, { folder });
    writeFileSync(join(folder, 'lock'), `${process.pid} ${hostname()}`);
    expect((await play(model, { folder })).size).toBe(3);
  });

  it('behaviour: a folder that holds another run or a run from the third edition, or is in use, is refused', async () => {
    const folder = join(home, 'run');
    const { model } = scripted(() => '{"letter": "B"}');
    await play(model, { folder });
    await expect(play(model, { folder, seed: 8 })).rejects.toThrow(/seed/);
    await expect(play({ ...model, name: 'other' }, { folder })).rejects.toThrow(/model/);
    await expect(play(model, { folder, environment: tinyQuiz(3) as never })).rejects.toThrow(/environment/);
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ version: 3, description: {} }));
    await expect(play(model, { folder })).rejects.toMatchObject({ code: 'data' });
    writeFileSync(join(home, 'events.jsonl'), '');
    await expect(play(model, { folder: home })).rejects.toBeInstanceOf(AgoraError);
    const busy = join(home, 'busy');
    const slow = scripted(() => new Promise((resolve) => setTimeout(() => resolve('{"letter": "B"}'), 20)));
    const first = play(slow.model, { folder: busy });
    await expect(play(slow.model, { folder: busy })).rejects.toThrow(/is using/);
    expect((await first).size).toBe(3);
  });

  it.each([
    [{ collaborations: 0 }],
    [{ concurrency: 1.5 }],
    [{ colaborations: 3 }],
    [{ requestsPerMinute: 0 }],
  ])('behaviour: options %j are refused', async (options) => {
    await expect(play(simulated(), options as Options)).rejects.toBeInstanceOf(AgoraError);
  });

  it('known: the agent gets the result of a tool, or an explanation if its call is wrong', async () => {
    const withTool: Protocol = {
      name: 'tool',
      settings: {},
      async run(session) {
        const answer = await session.ask({
          round: 1,
          phase: 'plan',
          agent: 'Agent 1',
          messages: [{ role: 'user', content: 'Add 2 and 3.' }],
          schema: z.object({ sum: z.number() }),
          tools: [
            {
              name: 'add',
              description: 'Adds two numbers.',
              parameters: z.object({ a: z.number(), b: z.number() }),
              use: (input) => (input as { a: number; b: number }).a + (input as { a: number; b: number }).b,
            },
          ],
        });
        return { rounds: 1, cause: `sum ${answer?.sum}`, outcome: null };
      },
    };
    const call = (name: string, given: string) => ({
      finish: 'tools' as const,
      toolCalls: [{ id: '1', name, arguments: given }],
    });
    const replies = [
      call('multiply', '{}'),
      call('add', '{"a": 2}'),
      call('add', '{"a": 2, "b": 3}'),
      '{"sum": 5}',
    ];
    const { model, asked } = scripted((_, number) => replies[number - 1]!);
    const run = await play(model, { folder: join(home, 'run'), protocol: withTool, collaborations: 1 });
    const [one] = [...run];
    expect(one!.cause).toBe('sum 5');
    expect(one!.events.map((event) => 'output' in event && event.output)).toEqual([
      { error: expect.stringContaining('multiply') as string },
      { error: expect.any(String) as string },
      5,
    ]);
    expect(asked[3]!.messages.at(-1)).toEqual({ role: 'tool', id: '1', content: '5' });
  });

  it('behaviour: a run with more than a thousand calls to a real model reports its size, and starts only with yes: true', async () => {
    const { model, asked } = scripted(() => '{"letter": "A"}');
    await expect(play(model, { collaborations: 300 })).rejects.toThrow('1,200 calls');
    expect(asked).toEqual([]);
    expect((await play(model, { collaborations: 300, yes: true, folder: join(home, 'large') })).size).toBe(
      300,
    );
    await play(model, { collaborations: 400, folder: join(home, 'large') }); // 400 calls are missing
    expect(asked).toHaveLength(1600);
  });

  it('behaviour: a run that is not started leaves the earlier run in its folder', async () => {
    const folder = join(home, 'run');
    const { model } = scripted(() => '{"letter": "A"}');
    const earlier = [...(await play(model, { folder }))];
    for (const protocol of [naming(), naming(3)])
      await expect(play(model, { folder, protocol, collaborations: 5000 })).rejects.toThrow('yes: true');
    expect([...openRun(folder)]).toEqual(earlier);
    expect(openRun(folder).about.protocol.settings).toEqual({ rounds: 2 });
  });

  it('behaviour: stored replies to other prompts do not count as calls of a large run', async () => {
    const folder = join(home, 'run');
    const { model } = scripted(() => '{"letter": "A"}');
    await play(model, { folder, collaborations: 300, yes: true });
    const other = { folder, collaborations: 300, sampling: { temperature: 0 } };
    for (const _ of ['once', 'again']) await expect(play(model, other)).rejects.toThrow('1,200 calls');
    const interrupt = new AbortController();
    const { model: interrupting } = scripted(() => {
      interrupt.abort();
      return '{"letter": "A"}';
    });
    const begun = { ...other, yes: true, concurrency: 1, signal: interrupt.signal };
    await expect(play(interrupting, begun)).rejects.toThrow('interrupted');
    await expect(play(model, other)).rejects.toThrow('1,200 calls');
  });

  it('behaviour: a large run whose number of calls is unknown says so, and starts only with yes: true', async () => {
    const { mind: _, ...mindless } = tinyQuiz();
    const { model, asked } = scripted(() => '{"letter": "A"}');
    const large = {
      environment: mindless,
      protocol: naming(),
      model,
      collaborations: 60,
      folder: join(home, 'mindless'),
      progress: false,
    };
    await expect(experiment(large)).rejects.toThrow(/60 collaborations .*unknown.*yes: true/);
    expect(asked).toEqual([]);
    expect((await experiment({ ...large, collaborations: 50 })).size).toBe(50);
    expect((await experiment({ ...large, yes: true })).size).toBe(60);
    expect((await experiment(large)).size).toBe(60);
  });

  it('known: estimate counts the longest possible reply to each question, and needs simulated agents', async () => {
    const { mind: _, ...mindless } = tinyQuiz();
    const options = { environment: tinyQuiz(), protocol: naming(), model: simulated(), collaborations: 3 };
    const sampling = { maxTokens: 100 };
    expect(await estimate({ ...options, sampling })).toMatchObject({ calls: 12, maxOutputTokens: 1200 });
    await expect(estimate({ ...options, environment: mindless })).rejects.toThrow('simulated agent');
  });

  it('known: estimate counts one token for a reply with probabilities', async () => {
    const poll: Protocol = {
      name: 'poll',
      settings: {},
      async run(session) {
        await session.ask({
          round: 1,
          phase: 'rate',
          agent: 'Agent 1',
          messages: [{ role: 'user', content: '?' }],
          schema: z.record(z.string(), z.number()),
          among: ['A', 'B'],
          simulate: () => ({ A: 0.5, B: 0.5 }),
        });
        return { rounds: 1, cause: 'end', outcome: null };
      },
    };
    const options = { environment: tinyQuiz(), protocol: poll, model: simulated(), collaborations: 3 };
    expect(await estimate(options)).toMatchObject({ calls: 3, maxOutputTokens: 3 });
  });

  it('known: a stopping policy ends a collaboration, and estimate counts calls and prompt tokens', async () => {
    const stop = { name: 'at once', settings: {}, shouldStop: () => true };
    const run = await play(simulated(), { stop });
    expect([...run].map(({ rounds, cause }) => [rounds, cause])).toEqual(Array(3).fill([1, 'stopped early']));
    const { model } = scripted(() => '');
    const guess = await estimate({ environment: tinyQuiz(), protocol: naming(), model, collaborations: 5 });
    expect(guess).toEqual({
      calls: 20,
      inputTokens: expect.any(Number) as number,
      maxOutputTokens: 20 * 1024,
    });
  });

  it('known: the files in a run folder have the documented fields', async () => {
    await play(scripted(() => '{"letter": "B"}').model, { folder: home, collaborations: 1 });
    expect(JSON.parse(readFileSync(join(home, 'run.json'), 'utf8'))).toMatchObject({
      format: 4,
      evidence: 'live',
      model: 'scripted',
      protocol: { name: 'naming', settings: { rounds: 2 } },
      seed: 7,
    });
    expect(JSON.parse(linesOf('replies.jsonl')[0]!)).toMatchObject({
      collaboration: 0,
      round: 1,
      phase: 'name',
      agent: 'Agent 1',
      attempt: 0,
      text: '{"letter": "B"}',
      messages: [{ role: 'user', content: expect.stringContaining('Round 1') as string }],
    });
    expect(JSON.parse(linesOf('collaborations.jsonl')[0]!)).toMatchObject({
      index: 0,
      rounds: 2,
      outcome: 'B',
    });
  });
});
