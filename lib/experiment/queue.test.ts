import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { z } from 'zod';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Protocol, Question } from '../protocols/protocol';
import { naming, scripted, tinyQuiz } from '../testing/tiny';
import { experiment, type ExperimentOptions } from './experiment';
import { waits } from './queue';
import type { TinyCase } from '../testing/tiny';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const isBuilt = existsSync(resolve(__dirname, '../dist/index.js'));
if (!hasRedis)
  console.warn('redis-server is not installed: runs that several processes share are not tested.');

// AGORA_LONG_TESTS=1 plays what the documentation claims: 300 collaborations, four processes, ten kills, and a Redis
// that is gone for more than a minute.
const isLong = process.env['AGORA_LONG_TESTS'] !== undefined;
const size = !isLong
  ? { collaborations: 40, processes: 3, kills: 3, outage: 4500 }
  : { collaborations: 300, processes: 4, kills: 10, outage: 70_000 };

const folder = mkdtempSync(join(tmpdir(), 'agora-queue-'));
const children = new Set<ChildProcess>();
let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  if (hasRedis) redis = await startRedis(await freePort());
});
const usual = { ...waits };
afterEach(() => void Object.assign(waits, usual));
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  if (hasRedis) await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  return port;
}

/**
 * Starts a Redis server that writes each command to disk, and reads what an earlier server on this port wrote unless
 * `isKept` is false. The server ends with this process, even if the process is killed.
 */
async function startRedis(port: number, isKept = true) {
  const directory = join(folder, `redis-${port}`);
  if (!isKept) rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', ''];
  // The shell ends Redis when its standard input, which belongs to this process, is closed.
  const script =
    'redis-server "$@" --appendonly yes --appendfsync always > /dev/null & cat > /dev/null; kill $!; wait';
  const child = spawn('sh', ['-c', script, 'sh', ...options], { stdio: ['pipe', 'ignore', 'ignore'] });
  const isUp = (): boolean => spawnSync('redis-cli', ['-p', String(port), 'ping']).stdout.includes('PONG');
  while (!isUp()) await sleep(50);
  return {
    port,
    address: `redis://127.0.0.1:${port}`,
    async stop() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

/** Starts an endpoint that always gives the same answer to the same question, and records who asked what and when. */
async function diceEndpoint(delay = 20) {
  const calls: { readonly player: string; readonly question: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { messages, seed } = JSON.parse(Buffer.concat(parts).toString()) as {
        messages: unknown;
        seed: number;
      };
      const question = createHash('sha256')
        .update(JSON.stringify([messages, seed]))
        .digest('hex');
      const call = { player: String(request.headers['x-player']), question };
      calls.push(call);
      const content = `I throw a die. The answer is (${1 + (Number.parseInt(question[0]!, 16) % 6)}).`;
      setTimeout(() => {
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
            usage: { prompt_tokens: 200, completion_tokens: 10 },
          }),
        );
      }, delay);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    close: () => server.close(),
  };
}

function player(
  name: string,
  address: string,
  into: string,
  baseURL: string,
  collaborations = size.collaborations,
) {
  const script = join(__dirname, 'testing/play-together.mjs');
  const child = spawn(process.execPath, [script, address, into, baseURL, String(collaborations), name]);
  children.add(child);
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(child, 'exit').then(() => {
    children.delete(child);
    const lines = output.trim().split('\n');
    const ofRedis = lines.filter((line) => line.startsWith('Redis at '));
    return { output: lines.filter((line) => !ofRedis.includes(line)).join('\n'), ofRedis };
  });
  return { name, child, ended };
}

const collaborationsIn = (into: string): string => readFileSync(join(into, 'collaborations.jsonl'), 'utf8');
const linesIn = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');

describe.skipIf(!hasRedis || !isBuilt)('processes that share a run', () => {
  it('law: after kills and a restart of Redis, every process has the run that one process plays alone', async () => {
    const endpoint = await diceEndpoint();
    await player('alone', 'none', join(folder, 'alone'), endpoint.baseURL).ended;
    const distinct = endpoint.calls.length;
    endpoint.calls.length = 0;

    const into = (place: number): string => join(folder, `machine-${place}`, 'dice');
    const start = (place: number, life: number) =>
      player(`${place}/${life}`, redis.address, into(place), endpoint.baseURL);
    const players = Array.from({ length: size.processes }, (_, place) => start(place, 0));
    const callsAt = (share: number) =>
      expect.poll(() => endpoint.calls.length / distinct, { timeout: 60_000 }).toBeGreaterThan(share);
    for (let kill = 0; kill < size.kills; kill++) {
      await callsAt((0.7 * (kill + 1)) / size.kills);
      const place = kill % size.processes;
      const { child, ended } = players[place]!;
      child.kill('SIGKILL');
      await ended;
      players[place] = start(place, kill + 1);
      if (kill === 1) {
        await redis.stop();
        await sleep(500);
        redis = await startRedis(redis.port);
      }
    }
    const outputs = await Promise.all(players.map(({ ended }) => ended));
    endpoint.close();

    const alone = collaborationsIn(join(folder, 'alone'));
    for (const [place, { output }] of outputs.entries()) {
      expect(output).toBe(`${size.collaborations} collaborations`);
      expect(collaborationsIn(into(place)) === alone).toBe(true);
    }
    const askedTwice = endpoint.calls.length - distinct;
    console.log(`${distinct} calls, ${askedTwice} asked twice`);
    expect(new Set(endpoint.calls.map(({ question }) => question)).size).toBe(distinct);
    // Each killed process has at most eight calls in flight, the default concurrency. If the restart of Redis outlasts the
    // locks on a busy machine, the calls in flight of every process may be repeated once.
    expect(askedTwice).toBeLessThanOrEqual(8 * (size.kills + size.processes));
  }, 240_000);

  it('law: a run goes on by itself after Redis was gone for a while, and no reply is lost', async () => {
    const endpoint = await diceEndpoint(100);
    const port = await freePort();
    let server = await startRedis(port);
    const into = (place: number): string => join(folder, `outage-${place}`, 'dice');
    const players = [0, 1].map((place) =>
      player(String(place), server.address, into(place), endpoint.baseURL),
    );
    const distinct = size.collaborations * 6;
    await expect.poll(() => endpoint.calls.length, { timeout: 60_000 }).toBeGreaterThan(distinct * 0.3);
    await server.stop();
    await sleep(size.outage);
    server = await startRedis(port);
    const outputs = await Promise.all(players.map(({ ended }) => ended));
    endpoint.close();
    await server.stop();

    for (const [place, { output, ofRedis }] of outputs.entries()) {
      expect(output).toBe(`${size.collaborations} collaborations`);
      expect(ofRedis).toHaveLength(2); // one line when Redis goes away, and one when it returns
      expect(readdirSync(into(place)).sort()).toEqual(['collaborations.jsonl', 'replies.jsonl', 'run.json']);
      expect(linesIn(join(into(place), 'replies.jsonl'))).toHaveLength(distinct);
    }
    expect(collaborationsIn(into(0)) === collaborationsIn(into(1))).toBe(true);
    const askedTwice = endpoint.calls.length - distinct;
    console.log(`Redis gone for ${size.outage / 1000} s: ${distinct} calls, ${askedTwice} asked twice`);
    expect(new Set(endpoint.calls.map(({ question }) => question)).size).toBe(distinct);
    expect(askedTwice).toBeLessThanOrEqual(2 * 8); // each process has at most eight calls in flight
  }, 240_000);

  it.runIf(isLong)(
    'law: a process that freezes and returns repeats only its calls in flight',
    async () => {
      const endpoint = await diceEndpoint(1500);
      const into = (place: number): string => join(folder, `frozen-${place}`, 'frozen');
      const players = [0, 1].map((place) =>
        player(String(place), redis.address, into(place), endpoint.baseURL, 24),
      );
      await expect.poll(() => endpoint.calls.length, { timeout: 60_000 }).toBeGreaterThan(40);
      players[0]!.child.kill('SIGSTOP');
      await sleep(14_000); // longer than a lock
      players[0]!.child.kill('SIGCONT');
      const outputs = await Promise.all(players.map(({ ended }) => ended));
      endpoint.close();
      for (const { output } of outputs) expect(output).toBe('24 collaborations');
      expect(collaborationsIn(into(0)) === collaborationsIn(into(1))).toBe(true);
      expect(endpoint.calls.length - 24 * 6).toBeLessThanOrEqual(8);
    },
    120_000,
  );

  it('behaviour: when Redis stays away, the run stops, keeps every reply, and is resumed with or without Redis', async () => {
    Object.assign(waits, { patience: 2000, notice: 1000, lock: 2000 });
    const port = await freePort();
    let server = await startRedis(port);
    let stopping: Promise<void> | undefined;
    const { model, asked } = scripted(async (_, call) => {
      if (call === 10) stopping = server.stop();
      return sleep(call < 10 ? 20 : 300, '{"letter": "B"}');
    });
    const shared = { ...options('away'), queue: server.address, model };
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      await expect(experiment(shared)).rejects.toMatchObject({ code: 'endpoint' });
      expect(said).toHaveBeenCalledTimes(1);
      expect(said.mock.calls[0]![0]).toContain(server.address);
    } finally {
      said.mockRestore();
    }
    await stopping;
    const journals = readdirSync(shared.folder!).filter((file) => file.startsWith('replies-'));
    expect(journals).toHaveLength(1);
    expect(linesIn(join(shared.folder!, journals[0]!))).toHaveLength(asked.length);

    const copy = join(folder, 'away-alone');
    cpSync(shared.folder!, copy, { recursive: true });
    const { queue: _, ...alone } = { ...shared, folder: copy };
    const missing = 6 * 2 * 2 - asked.length;
    const other = scripted(() => '{"letter": "B"}');
    expect((await experiment({ ...alone, model: other.model })).size).toBe(6);
    expect(other.asked).toHaveLength(missing);

    server = await startRedis(port);
    const again = scripted(() => '{"letter": "B"}');
    expect((await experiment({ ...shared, model: again.model })).size).toBe(6);
    expect(again.asked).toHaveLength(missing);
    await server.stop();
    for (const place of [copy, shared.folder!]) {
      expect(readdirSync(place).sort()).toEqual(['collaborations.jsonl', 'replies.jsonl', 'run.json']);
      expect(linesIn(join(place, 'replies.jsonl'))).toHaveLength(6 * 2 * 2);
    }
  }, 30_000);

  it('behaviour: when Redis returns empty, the run stops, and no reply is asked for again', async () => {
    const port = await freePort();
    let server = await startRedis(port);
    const { model, asked } = scripted(async (_, call) => {
      if (call === 10) {
        await server.stop();
        server = await startRedis(port, false);
      }
      return '{"letter": "B"}';
    });
    const shared = { ...options('emptied'), queue: server.address, model };
    await expect(experiment(shared)).rejects.toMatchObject({ code: 'endpoint' });
    expect((await experiment(shared)).size).toBe(6);
    expect(asked).toHaveLength(6 * 2 * 2);
    expect(linesIn(join(shared.folder!, 'replies.jsonl'))).toHaveLength(6 * 2 * 2);
    await server.stop();
  }, 30_000);

  const options = (name: string): ExperimentOptions<TinyCase, string> => ({
    environment: tinyQuiz(),
    protocol: naming(),
    model: scripted(() => '{"letter": "B"}').model,
    collaborations: 6,
    folder: join(folder, name),
    queue: redis.address,
    progress: false,
  });

  it('behaviour: a finished run is read, and a larger run requests only the missing collaborations', async () => {
    await experiment(options('larger'));
    const { model, asked } = scripted(() => '{"letter": "B"}');
    expect(
      (await experiment({ ...options('larger'), folder: join(folder, 'elsewhere/larger'), model })).size,
    ).toBe(6);
    expect(asked).toHaveLength(0);
    expect((await experiment({ ...options('larger'), model, collaborations: 8 })).size).toBe(8);
    expect(asked).toHaveLength(2 * 2 * 2);
  });

  it.each([
    ['another protocol', { protocol: naming(3) }, /protocol/],
    ['other prompts', { environment: { ...tinyQuiz(), task: () => 'A, B or C?' } }, /round 1, phase "name"/],
    ['another seed', { seed: 8 }, /seed/],
    ['other sampling', { sampling: { temperature: 0 } }, /sampling/],
  ] as const)(
    'behaviour: a machine with %s is refused, and the error names the difference',
    async (name, other, what) => {
      const place = `differs-${name.replaceAll(' ', '-')}`;
      await experiment(options(place));
      const machine = { ...options(place), folder: join(folder, 'other-machine', place), ...other };
      await expect(experiment(machine)).rejects.toThrow(what);
    },
  );

  it('behaviour: the rate limit applies to all processes together', async () => {
    const { model, asked } = scripted(() => '{"letter": "B"}');
    const shared = { ...options('rate'), model, requestsPerMinute: 1200 };
    const both = Promise.all([
      experiment(shared),
      experiment({ ...shared, folder: join(folder, 'other-machine/rate') }),
    ]);
    // 24 calls that begin 50 ms apart take 1,150 ms.
    expect(await Promise.race([both, sleep(1100, 'still at work')])).toBe('still at work');
    await both;
    expect(asked).toHaveLength(6 * 2 * 2);
  });

  it('behaviour: a failing endpoint stops the run, and calling again resumes it', async () => {
    const { model } = scripted((_, call) => {
      if (call > 5) throw new Error('the endpoint is on fire');
      return '{"letter": "B"}';
    });
    await expect(experiment({ ...options('fire'), model })).rejects.toThrow(/on fire/);
    const again = scripted(() => '{"letter": "B"}');
    expect((await experiment({ ...options('fire'), model: again.model })).size).toBe(6);
    expect(again.asked).toHaveLength(6 * 2 * 2 - 5);
  });

  it('behaviour: replies that a folder already has are not asked for again', async () => {
    const { queue: _, ...alone } = options('begun-alone');
    await experiment({ ...alone, collaborations: 4 });
    const { model, asked } = scripted(() => '{"letter": "A"}');
    const run = await experiment({ ...options('begun-alone'), model });
    expect(asked).toHaveLength(2 * 2 * 2);
    expect([...run].map(({ outcome }) => outcome)).toEqual(['B', 'B', 'B', 'B', 'A', 'A']);
  });

  it('behaviour: a process that needs fewer collaborations leaves the others to those who need them', async () => {
    const { model, asked } = scripted(async () => sleep(30, '{"letter": "B"}'));
    const shared = { ...options('fewer'), model };
    await Promise.all([
      experiment({ ...shared, collaborations: 1 }),
      experiment({ ...shared, folder: join(folder, 'other-machine/fewer') }),
    ]);
    expect(asked).toHaveLength(6 * 2 * 2);
  });

  it('behaviour: a process that waits for others can be interrupted', async () => {
    let release: (reply: string) => void = () => undefined;
    const { model } = scripted(() => new Promise((resolve) => (release = resolve)));
    const busy = experiment({ ...options('idle'), collaborations: 1, environment: tinyQuiz(1), model });
    await sleep(300);
    const interrupt = new AbortController();
    const idle = experiment({
      ...options('idle'),
      collaborations: 1,
      environment: tinyQuiz(1),
      folder: join(folder, 'other-machine/idle'),
      signal: interrupt.signal,
    });
    setTimeout(() => interrupt.abort(), 300);
    await expect(idle).rejects.toMatchObject({ code: 'stopped' });
    release('{"letter": "B"}');
    setTimeout(() => release('{"letter": "B"}'), 500);
    expect((await busy).size).toBe(1);
  });

  /** A protocol with the same name and settings as `naming()`, which asks other questions after the first round. */
  const changed = (change: (question: Question<unknown>) => Partial<Question<unknown>> | null): Protocol => ({
    ...naming(),
    run: (session) =>
      naming().run({
        ...session,
        get events() {
          return session.events;
        },
        ask(question) {
          const other = question.round === 1 ? {} : change(question);
          return other === null ? Promise.resolve(null) : session.ask({ ...question, ...(other as object) });
        },
      }),
  });
  const otherPrompt = [{ role: 'user' as const, content: 'Which letter do you prefer?' }];

  it.each([
    ['other later prompts', changed(() => ({ messages: otherPrompt })), /round 2, phase "name"/],
    ['another later phase', changed(() => ({ phase: 'vote' })), /round 2, phase "vote"/],
    ['other later sampling', changed(() => ({ sampling: { maxTokens: 9 } })), /round 2, phase "name"/],
    ['fewer later questions', changed(({ agent }) => (agent === 'Agent 2' ? null : {})), /round 2.*Agent 2/],
  ])(
    'behaviour: a machine with %s is refused before its first call, and the error names the place',
    async (name, protocol, what) => {
      const place = name.replaceAll(' ', '-');
      await experiment({ ...options(place), collaborations: 3 });
      const { model, asked } = scripted(() => '{"letter": "B"}');
      const machine = { ...options(place), folder: join(folder, 'other-machine', place), protocol, model };
      await expect(experiment(machine)).rejects.toThrow(what);
      expect(asked).toHaveLength(0);
      expect((await experiment(options(place))).size).toBe(6);
    },
  );

  it('behaviour: without simulated agents, a machine whose first questions differ is refused', async () => {
    const { mind: _, ...environment } = tinyQuiz();
    const shared = { ...options('mindless'), environment };
    await experiment(shared);
    const other = { ...environment, task: () => 'A, B or C?' };
    const machine = { ...shared, folder: join(folder, 'other-machine/mindless') };
    await expect(experiment({ ...machine, environment: other })).rejects.toThrow(/round 1/);
    expect((await experiment(machine)).size).toBe(6);
  });

  it('behaviour: of two machines that start together with different later prompts, one is refused', async () => {
    const { model } = scripted(() => sleep(100, '{"letter": "B"}'));
    const one = { ...options('later-together'), model, concurrency: 1 };
    const ends = await Promise.allSettled([
      experiment(one),
      experiment({
        ...one,
        folder: join(folder, 'other-machine/later-together'),
        protocol: changed(() => ({ messages: otherPrompt })),
      }),
    ]);
    const reasons = ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'fulfilled'));
    expect(reasons.sort()).toEqual([expect.stringMatching(/round 2/), 'fulfilled']);
  });

  it('behaviour: a run whose agents use tools but give few usable answers is an error', async () => {
    const withTool: Protocol = {
      name: 'tool',
      settings: {},
      async run(session) {
        const outcome = await session.ask({
          round: 1,
          phase: 'plan',
          agent: 'Agent 1',
          messages: [{ role: 'user', content: 'Which letter is it?' }],
          schema: session.environment.proposal(session.one),
          tools: [{ name: 'hint', description: 'Gives a hint.', parameters: z.object({}), use: () => 'B' }],
        });
        return { rounds: 1, cause: 'end', outcome };
      },
    };
    const { model } = scripted(({ messages }) =>
      messages.length > 1
        ? 'no'
        : { finish: 'tools', toolCalls: [{ id: '1', name: 'hint', arguments: '{}' }] },
    );
    const shared = { ...options('tools'), protocol: withTool, model };
    await expect(experiment(shared)).rejects.toThrow('6 of 6 questions');
  });

  it('behaviour: a wrong password is named, and no password is shown', async () => {
    const cli = (...words: string[]) => spawnSync('redis-cli', ['-p', String(redis.port), ...words]);
    cli('config', 'set', 'requirepass', 'right-secret');
    const address = redis.address.replace('//', '//:wrong-secret@');
    const refused = experiment({ ...options('password'), queue: address });
    await expect(refused).rejects.toThrow(/password/);
    await refused.catch((error: unknown) => expect(inspect(error, { depth: 9 })).not.toContain('secret'));
    cli('-a', 'right-secret', 'config', 'set', 'requirepass', '');
  });

  it('behaviour: a budget counts the calls of all processes, and fractions of tokens', async () => {
    const usage = { input: 9.5, output: 5 };
    const { model: first } = scripted(() => ({ text: '{"letter": "B"}', usage }));
    const one = { ...options('budget'), sampling: { maxTokens: 10 }, budget: 200, concurrency: 1 };
    await expect(experiment({ ...one, model: first })).rejects.toMatchObject({ code: 'stopped' });
    const { model, asked } = scripted(() => '{"letter": "B"}');
    const other = { ...one, folder: join(folder, 'other-machine/budget'), model };
    await expect(experiment(other)).rejects.toMatchObject({ code: 'stopped' });
    expect(asked.length).toBeLessThan(3);
  });
});

describe('a queue that cannot be used', () => {
  const options = (queue: string) => ({
    environment: tinyQuiz(),
    protocol: naming(),
    model: scripted(() => '{"letter": "B"}').model,
    collaborations: 1,
    queue,
    folder: join(folder, 'unused'),
  });

  it('behaviour: an unreachable Redis, a wrong address and a missing folder are errors', async () => {
    const port = await freePort();
    const nobody = experiment(options(`redis://user:secret@127.0.0.1:${port}`));
    await expect(nobody).rejects.toMatchObject({ code: 'endpoint' });
    await nobody.catch(({ message }: Error) => {
      expect(message).toContain(`127.0.0.1:${port}`);
      expect(message).not.toContain('secret');
    });
    await expect(experiment(options('localhost'))).rejects.toThrow(/redis:/);
    await expect(experiment(options('http://localhost:80'))).rejects.toThrow(/redis:/);
    const colon = { ...options(`redis://127.0.0.1:${port}`), folder: join(folder, 'a:b') };
    await expect(experiment(colon)).rejects.toThrow(/colon/);
    const { folder: _, ...others } = options(`redis://127.0.0.1:${port}`);
    await expect(experiment(others)).rejects.toThrow(/folder/);
  }, 30_000);
});
