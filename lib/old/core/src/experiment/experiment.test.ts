import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgoraError, majority } from 'agora-voting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../environments';
import { simulated, wrap, type ChatModel, type ChatRequest } from '../models';
import { roundTable } from '../protocols';
import { eventsOf, readEvents, type Event } from '../transcripts';
import { experiment, sweep } from './experiment';
import type { ExperimentOptions } from './experiment-options';
import { arithmetic } from './testing/arithmetic';
import { tinyDebate } from './testing/tiny-debate';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-experiment-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const folder = (name = 'run') => join(home, name);
const quiet = { progress: 'none' } as const;
const economy = (): ExperimentOptions<never, never> =>
  ({
    environment: exchangeEconomy(),
    protocol: roundTable({ rule: majority, rounds: 3 }),
    model: simulated(),
    collaborations: 2,
    folder: folder(),
    ...quiet,
  }) as unknown as ExperimentOptions<never, never>;

/** The events that make up what happened, without what may differ from one machine to the next. */
function story(path: string): string[] {
  return [...readEvents(path)]
    .map((event) => JSON.stringify(event.type === 'reply' ? { ...event, latencyMs: 0 } : event))
    .sort();
}

/** A model that counts its calls and can be told to fail. */
function watched(model: ChatModel, fail: (request: ChatRequest, call: number) => Error | null = () => null) {
  const asked: ChatRequest[] = [];
  const counted = wrap(model, (inner, request, options) => {
    asked.push(request);
    const error = fail(request, asked.length);
    return error === null ? inner.chat(request, options) : Promise.reject(error);
  });
  return { model: counted, asked };
}

describe('experiment', () => {
  it('law: two very different protocols and environments run through the same call', async () => {
    const debate = await experiment({
      environment: arithmetic(),
      protocol: tinyDebate(),
      model: simulated(),
      collaborations: 40,
      folder: folder('debate'),
      ...quiet,
    });
    const table = await experiment(economy());
    const debates = [...debate];
    expect(debates).toHaveLength(40);
    expect([...table]).toHaveLength(2);
    for (const collaboration of debates) {
      expect(eventsOf(collaboration, 'reply')).toHaveLength(6);
      expect(eventsOf(collaboration, 'proposal')).toHaveLength(6);
      expect(eventsOf(collaboration, 'vote')).toHaveLength(0);
      expect(collaboration.finished?.rounds).toBe(2);
    }
    // Alone 70% are right; reading a majority of others lifts the group above that.
    const right = debates.filter(({ finished }) => finished?.score['correct'] === 1).length;
    expect(right).toBeGreaterThan(28);
    // And the round table runs on the debate's environment, if only to be told that sums have no JSON form.
    const cross = await experiment({
      environment: arithmetic(),
      protocol: roundTable({ rule: majority, rounds: 1 }),
      model: simulated(),
      collaborations: 1,
      folder: folder('cross'),
      ...quiet,
    });
    expect([...cross][0]?.finished?.outcome).toBeNull();
    expect(cross.totals.failures).toBeGreaterThan(0);
  });

  it('law: same seed, same events; another seed, others', async () => {
    await experiment({ ...economy(), folder: folder('a') });
    await experiment({ ...economy(), folder: folder('b') });
    await experiment({ ...economy(), folder: folder('c'), seed: 8 });
    await experiment({ ...economy(), folder: folder('d'), concurrency: 5 });
    expect(story(folder('b'))).toEqual(story(folder('a')));
    expect(story(folder('d'))).toEqual(story(folder('a')));
    expect(story(folder('c'))).not.toEqual(story(folder('a')));
  });

  it('law: a run that fails at any call and is resumed ends like one that never failed, with no call repeated', async () => {
    await experiment({ ...economy(), folder: folder('whole') });
    const whole = story(folder('whole'));
    const calls = [...readEvents(folder('whole'))].filter((event) => event.type === 'reply').length;
    for (let at = 1; at <= calls; at += 5) {
      const path = folder(`cut-${at}`);
      const first = watched(simulated(), (_, call) =>
        call === at ? new AgoraError('model-unavailable', 'gone') : null,
      );
      await expect(experiment({ ...economy(), folder: path, model: first.model })).rejects.toThrow(
        /gone[^]*of 2 collaborations are finished and kept in/,
      );
      const second = watched(simulated());
      const run = await experiment({ ...economy(), folder: path, model: second.model });
      expect(run.finished).toBe(2);
      expect(story(path)).toEqual(whole);
      const paid = first.asked.length - 1 + second.asked.length;
      expect(paid, `calls in all, cut at ${at}`).toBe(calls);
    }
  });

  it('known: a finished run asks nothing more, and is extended by asking for more collaborations', async () => {
    await experiment(economy());
    const again = watched(simulated());
    const same = await experiment({ ...economy(), model: again.model });
    expect([same.finished, again.asked.length]).toEqual([2, 0]);
    const more = await experiment({ ...economy(), model: again.model, collaborations: 3 });
    expect([more.finished, again.asked.length]).toEqual([3, 27]);
    const fewer = await experiment({ ...economy(), collaborations: 1 });
    expect([...fewer].map(({ index }) => index)).toEqual([0]);
  });

  it('known: a budget stops the run cleanly, and a larger one lets it go on', async () => {
    const short = await experiment({ ...economy(), budget: { tokens: 20_000 } });
    expect(short.stopped?.reason).toBe('budget');
    expect(short.finished).toBeLessThan(2);
    expect(short.totals.inputTokens + short.totals.outputTokens).toBeLessThanOrEqual(20_000);
    const rest = await experiment({ ...economy(), budget: { tokens: 10_000_000 } });
    expect([rest.stopped, rest.finished]).toEqual([null, 2]);
    await experiment({ ...economy(), folder: folder('free') });
    expect(story(folder())).toEqual(story(folder('free')));
  });

  it('known: an interruption lets calls in flight finish, and the run can be resumed', async () => {
    const control = new AbortController();
    const { model } = watched(simulated(), (_, call) => (call === 20 ? (control.abort(), null) : null));
    const run = await experiment({ ...economy(), model, signal: control.signal });
    expect(run.stopped?.reason).toBe('interrupted');
    expect((await experiment(economy())).finished).toBe(2);
    await experiment({ ...economy(), folder: folder('free') });
    expect(story(folder())).toEqual(story(folder('free')));
  });

  it('known: a stopping policy ends a collaboration early, and is part of what the run is', async () => {
    const stop = {
      name: 'first agreement',
      settings: {},
      decide: (soFar: { events: readonly Event[] }) =>
        eventsOf(soFar, 'decision').some(({ selected }) => selected !== null),
    };
    const protocol = roundTable({ rule: majority, rounds: 10 });
    const stopped = await experiment({ ...economy(), protocol, stop, folder: folder('stopped') });
    for (const collaboration of stopped) {
      const decisions = eventsOf(collaboration, 'decision');
      const agreed = decisions.findIndex(({ selected }) => selected !== null) + 1;
      expect(collaboration.finished?.rounds).toBe(agreed === 0 ? 10 : agreed);
      expect(collaboration.finished?.cause).toBe(agreed === 0 || agreed === 10 ? 'rounds' : 'policy');
    }
    await expect(experiment({ ...economy(), protocol, folder: folder('stopped') })).rejects.toThrow(
      'They differ in: stop.',
    );
  });

  it('contract: calls that cannot be answered are counted, and the others go on', async () => {
    const { model } = watched(simulated(), (request) =>
      request.call.agent === 'Agent B' && request.call.phase === 'vote'
        ? new AgoraError('request-failed', 'too long')
        : null,
    );
    const run = await experiment({ ...economy(), model, collaborations: 1 });
    const [collaboration] = [...run];
    const failures = eventsOf(collaboration!, 'failure');
    expect(failures.map(({ agent, kind, reason }) => [agent, kind, reason])).toEqual(
      [1, 2, 3].map(() => ['Agent B', 'failed', 'too long']),
    );
    expect(eventsOf(collaboration!, 'vote').every(({ by }) => by !== 'Agent B')).toBe(true);
    expect(run.totals.failures).toBe(3);
  });

  it('contract: malformed answers get one repair question, then count as unparsed', async () => {
    const run = await experiment({
      ...economy(),
      model: simulated({ malformedRate: 0.5 }),
      collaborations: 5,
    });
    const replies = [...run].flatMap((collaboration) => eventsOf(collaboration, 'reply'));
    expect(replies.some(({ attempt }) => attempt === 1)).toBe(true);
    expect(Math.max(...replies.map(({ attempt }) => attempt))).toBe(1);
    expect(run.totals.failures).toBeGreaterThan(0);
    const failures = [...run].flatMap((collaboration) => eventsOf(collaboration, 'failure'));
    for (const { agent, round, phase } of failures) {
      const tries = replies.filter(
        (reply) => reply.agent === agent && reply.round === round && reply.phase === phase,
      );
      expect(tries.length).toBeGreaterThan(0);
    }
  });

  it('contract: a record that other prompts made is not continued', async () => {
    const { model } = watched(simulated(), (_, call) =>
      call === 20 ? new AgoraError('model-unavailable', 'gone') : null,
    );
    await expect(experiment({ ...economy(), model })).rejects.toThrow('gone');
    const file = join(folder(), 'events.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"request":"[^"]{4}/, '"request":"0000'));
    await expect(experiment(economy())).rejects.toThrow(expect.objectContaining({ code: 'stale-run' }));
  });

  it('contract: a run that this process has open makes way for the same run begun anew', async () => {
    let second: Promise<unknown> | undefined;
    const first = watched(simulated(), (_, call) => {
      if (call === 20) second = experiment(economy());
      return null;
    });
    const short = await experiment({ ...economy(), model: first.model });
    expect(short.stopped?.reason).toBe('interrupted');
    await expect(second).resolves.toMatchObject({ finished: 2, stopped: null });
    await experiment({ ...economy(), folder: folder('free') });
    expect(story(folder())).toEqual(story(folder('free')));
  });

  it('contract: agents have names of their own, of 1 to 200 characters', async () => {
    for (const [names, message] of [
      [[], 'needs a list of at least 1 agents as agents, got an empty list'],
      [['A', ''], 'needs a text of 1 to 200 characters as agents.1.name, got ""'],
      [['x'.repeat(100_000)], 'needs a text of 1 to 200 characters as agents.0.name'],
      [['A', 'A'], 'needs agents whose names differ as agents, got a list of 2'],
    ] as const) {
      const environment = {
        ...arithmetic(),
        agents: () => names.map((name) => ({ name, background: 'You count.' })),
      };
      const run = experiment({
        environment,
        protocol: tinyDebate(),
        model: simulated(),
        folder: folder(`named-${names.length}-${message.length}`),
        ...quiet,
      });
      await expect(run).rejects.toThrow(`The environment "arithmetic" ${message}`);
    }
  });

  it('contract: an environment without a simulated agent says so', async () => {
    const { simulatedAgent: _, ...mute } = arithmetic();
    const options = { environment: mute, protocol: tinyDebate(), model: simulated(), folder: folder() };
    await expect(experiment({ ...options, ...quiet })).rejects.toThrow('no simulated agent');
  });

  const named = { name: 'x', settings: {} };
  it.each([
    [undefined, 'experiment needs an object of settings, got nothing'],
    [{}, 'experiment needs an environment as environment, got nothing'],
    [
      { environment: 'exchange economy' },
      '"exchange economy" (did you mean environments.exchangeEconomy({ … })?)',
    ],
    [{ environment: exchangeEconomy }, 'a function (did you mean environments.exchangeEconomy({ … })?)'],
    [{ protocol: undefined }, 'experiment needs a protocol as protocol, got nothing'],
    [{ protocol: 'roundtable' }, '"roundtable" (did you mean protocols.roundTable({ … })?)'],
    [{ model: {} }, 'experiment needs a model as model, got an object'],
    [{ model: 'gpt-4o' }, 'experiment needs a model as model, got "gpt-4o"'],
    [{ collaborations: 0 }, 'experiment needs a whole number of at least 1 as collaborations, got 0'],
    [{ concurrency: 0.5 }, 'a whole number of at least 1, or "auto" as concurrency, got 0.5'],
    [{ seed: '7' }, 'a whole number as seed, got "7"'],
    [{ stop: named }, 'experiment needs a stopping policy as stop, got an object'],
    [{ sampling: { temperature: -1 } }, 'a number of at least 0 as sampling.temperature, got -1'],
    [{ sampling: { maxTokens: -1 } }, 'a whole number of at least 1 as sampling.maxTokens, got -1'],
    [{ sampling: { temprature: 1 } }, '(did you mean "temperature"?)'],
    [{ name: 'x'.repeat(100_000) }, 'a text of 1 to 200 characters as name, got "xxx'],
    [
      { folder: 'a\0b' },
      'experiment needs the path of a folder, without a NUL character as folder, got "a\\u0000b"',
    ],
    [{ folder: 3 }, 'experiment needs the path of a folder as folder, got 3'],
    [{ budget: { nope: 5 } }, 'experiment knows no budget.nope: its settings are tokens, cost'],
    [{ budget: { cost: NaN } }, 'a number of at least 0 as budget.cost, got NaN'],
    [{ prices: { inputPerMillion: NaN, outputPerMillion: 1 } }, 'as prices.inputPerMillion, got NaN'],
    [{ prices: { inputPerMillion: 1 } }, 'as prices.outputPerMillion, got nothing'],
    [{ cache: 'yes' }, 'experiment needs true or false as cache, got "yes"'],
    [
      { progress: 'nope' },
      '"auto", "none" or an object with the functions update and end as progress, got "nope"',
    ],
    [{ signal: {} }, 'experiment needs an AbortSignal as signal, got an object'],
    [{ colaborations: 3 }, '(did you mean "collaborations"?)'],
  ])('contract: %j is turned away in one sentence, and nothing is written', async (change, message) => {
    const given =
      change === undefined || Object.keys(change).length === 0 ? change : { ...economy(), ...change };
    const asked = experiment(given as never);
    await expect(asked).rejects.toThrow(expect.objectContaining({ code: 'setting' }));
    await expect(asked).rejects.toThrow(message);
    expect(existsSync(folder())).toBe(false);
  });

  it('contract: a sweep checks all its conditions before the first is run', async () => {
    const conditions = { first: economy(), second: { ...economy(), collaborations: 0 } };
    await expect(sweep(conditions)).rejects.toThrow(
      'sweep needs a whole number of at least 1 as second.collaborations, got 0',
    );
    expect(existsSync(folder())).toBe(false);
    await expect(sweep(3 as never)).rejects.toThrow(
      'sweep needs an object of experiments by their labels, got 3',
    );
  });
});
