import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readEvents, readPrompts } from 'agora-core/transcripts';
import { Random } from 'agora-voting';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isThorough, seldom } from '../../../core/src/testing/thorough';
import {
  missingServers,
  startPostgres,
  startRedis,
  type TestServer,
} from '../../../core/src/workers/testing/servers';
import { type CountingServer, startCountingServer } from './testing/counting-server';

/*
 * Workers as users start them, on real servers that the test starts. `npm test -- --all` and CI make the large one.
 */
const program = join(__dirname, '../../bin/agora.cjs');
const missing = missingServers();
const skipped = missing.length === 0 ? '' : ` [skipped: no ${missing.join(', no ')}]`;

const size = isThorough
  ? { workers: 8, collaborations: 400, rounds: 2, kills: 20, restarts: 2, lease: 15, delayMs: 150 }
  : { workers: 2, collaborations: 8, rounds: 1, kills: 1, restarts: 1, lease: 2, delayMs: 20 };
const concurrency = 4;
const agents = 3;

let redis: TestServer;
let postgres: TestServer;
let pool: Pool;
let home: string;
let server: CountingServer;

describe.skipIf(missing.length > 0)(`workers of a shared run${skipped}`, () => {
  beforeAll(async () => {
    [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
    pool = new Pool({ connectionString: postgres.url });
    pool.on('error', () => undefined);
  }, 120_000);
  afterAll(async () => {
    await pool.end();
    await Promise.all([redis.close(), postgres.close()]);
  });
  beforeEach(async () => {
    await pool.query('drop schema if exists agora cascade');
    home = mkdtempSync(join(tmpdir(), 'agora-workers-'));
    server = await startCountingServer(size.delayMs);
  });
  afterEach(async () => {
    for (const child of outputs.keys()) child.kill('SIGKILL');
    outputs.clear();
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });

  it(`law: kills (${size.kills}) and restarts of each server (${size.restarts}) leave the run that one process makes`, async () => {
    const named = ['roundtable-exchange-economy', '--model', 'openai:loopback', '--rounds', `${size.rounds}`];
    const experiment = [...named, '-n', String(size.collaborations), '--name', 'killed', '-y'];
    expect((await agora(['serve-run', ...experiment, ...places()], 'server')).code).toBe(0);
    const workers = new Workers();
    const random = Random.from(400);
    const calls = size.collaborations * size.rounds * 3 * agents;
    const events = eventsOf(random);
    // The server answers no more than up to the next event, so that the run lasts until all have happened.
    const momentOf = (place: number) => ((place + 0.5) / (events.length + 1)) * calls;
    server.allow(momentOf(0));
    await Promise.all(Array.from({ length: size.workers }, () => workers.start()));
    const killed = { inFlight: 0, held: 0 };
    const starting: Promise<void>[] = [];
    for (const [place, event] of events.entries()) {
      await until(() => server.requests.length >= momentOf(place) || workers.ended() > 0);
      await until(() => workers.busy().length >= size.workers / 2 || workers.ended() > 0);
      expect(workers.said(), 'ended before all kills').toEqual([]);
      server.allow(momentOf(place + 1));
      await wait(random.uniform() * 50);
      if (event === 'kill') {
        const { inFlight, held } = await workers.kill(random);
        killed.inFlight += inFlight;
        killed.held += held;
        starting.push(workers.start());
      } else {
        // One that starts while a server is away says so, and ends.
        await Promise.all(starting);
        await (event === 'redis' ? redis : postgres).restart(random.uniform() * 1000);
      }
    }
    server.allow(Infinity);
    await workers.all();
    expect(workers.failed()).toEqual([]);

    // Each answer is on record once, and asked again was no more than what the killed workers had in flight.
    const { rows } = await pool.query<{ answers: number; calls: number; begun_again: number }>(
      `select count(*)::int as answers, count(distinct (collaboration, call))::int as calls,
         (select sum(begun - 1)::int from agora.collaborations) as begun_again
       from agora.answers where event ->> 'type' = 'reply'`,
    );
    const keys = new Set(server.requests.map(({ key }) => key));
    expect(rows[0]).toMatchObject({ answers: keys.size, calls: keys.size });
    const again = server.requests.length - keys.size;
    expect(killed.inFlight).toBeLessThanOrEqual(size.kills * concurrency * agents);
    // On a busy machine a worker may sleep beyond its lease: then others ask what it has in flight, too.
    const leasesLost = Math.max(0, rows[0]!.begun_again - killed.held);
    if (isThorough)
      console.log(
        `asked ${keys.size} calls, ${again} of them again, ${killed.inFlight} were in flight at kills, ${leasesLost} leases were lost`,
      );
    expect(again).toBeLessThanOrEqual(killed.inFlight + leasesLost * agents);

    const pulled = join(home, 'pulled');
    const alone = join(home, 'alone');
    const [status] = await Promise.all([
      agora(['status', 'killed', ...places()], 'reader'),
      agora(['pull', 'killed', '--journal', postgres.url, '--out', pulled], 'reader'),
      agora(['run', ...experiment, '-c', '32', '-q', '--no-cache', '--folder', alone], 'alone'),
    ]);
    expect(status.output).toContain(`${size.collaborations} of ${size.collaborations} | killed`);
    expect(story(pulled)).toEqual(story(alone));
    expect(prompts(pulled)).toEqual(prompts(alone));

    // Keys are in nothing that was kept or said.
    const kept = await pool.query<{ text: string }>(
      `select runs::text || coalesce((select string_agg(event::text, '') from agora.answers), '') as text from agora.runs`,
    );
    const said = [status.output, ...[...outputs.values()].flat(), ...kept.rows.map(({ text }) => text)].join(
      '\n',
    );
    expect(said).not.toContain('hidden-');
  }, 900_000);

  it('law: Ctrl-C ends a worker when its calls are on record, and others play on at once', async () => {
    await serve('drained', 6);
    const workers = new Workers(60);
    await workers.start();
    await until(() => server.requests.length >= 5);
    expect(await workers.interrupt()).toBe(130);
    const { rows } = await pool.query(`select calls::int from agora.workers where gone is not null`);
    expect(rows).toEqual([{ calls: server.requests.length }]);
    const status = await agora(['status', 'drained', ...places()], 'reader');
    expect(status.output).toMatch(/ 0 claimed$/m);
    await workers.start();
    await workers.all();
    expect(workers.failed()).toEqual([]);
    expect(askedAgain()).toBe(0);
  });

  it.skipIf(!isThorough)(
    `law: a worker that sleeps beyond its lease and wakes changes nothing${seldom}`,
    async () => {
      const experiment = await serve('slept', 8);
      const workers = new Workers(1);
      await workers.start();
      await until(() => server.requests.length >= 10);
      const sleeper = workers.latest();
      sleeper.kill('SIGSTOP');
      await workers.start();
      const other = workers.latest();
      await new Promise((done) => other.once('exit', done));
      sleeper.kill('SIGCONT');
      await workers.all();
      expect(workers.failed()).toEqual([]);
      expect(askedAgain()).toBeLessThanOrEqual(concurrency * agents);
      const [pulled, alone] = [join(home, 'pulled'), join(home, 'alone')];
      await agora(['pull', 'slept', '--journal', postgres.url, '--out', pulled], 'reader');
      await agora(['run', ...experiment, '-q', '--no-cache', '--folder', alone], 'alone');
      expect(story(pulled)).toEqual(story(alone));
    },
  );

  it.skipIf(!isThorough)(
    `law: workers whose clocks differ by an hour take nothing from each other${seldom}`,
    async () => {
      await serve('clocks', 12);
      const ahead = join(home, 'ahead.cjs');
      writeFileSync(ahead, 'const now = Date.now; Date.now = () => now() + 3_600_000;');
      const workers = new Workers(10);
      await Promise.all([workers.start(), workers.start({ NODE_OPTIONS: `--require ${ahead}` })]);
      await workers.all();
      expect(workers.failed()).toEqual([]);
      expect(askedAgain()).toBe(0);
      const status = await agora(['status', 'clocks', ...places()], 'reader');
      expect(status.output).toContain('12 of 12 | clocks');
    },
  );

  it.skipIf(!isThorough)(
    `contract: a worker of a run that is not finished says what is left, and ends with the code of agora run${seldom}`,
    async () => {
      await serve('finished', 1);
      await serve('short', 6, ['--budget-tokens', '8000']);
      const options = ['--until-done', '-q', ...places()];
      const { code, output } = await agora(['worker', 'short', ...options], 'worker');
      expect(output).toMatch(/"short": [0-5] of 6 collaborations are finished\. The budget is used up/);
      expect(code).toBe(3);
      expect(output).not.toContain('finished"');
      expect((await agora(['worker', ...options], 'worker')).code).toBe(0);
    },
  );

  it('contract: a worker sends its key to no address that only the journal names', async () => {
    await serve('elsewhere', 2);
    const options = ['worker', ...places(), '--until-done', '--base-url', 'http://127.0.0.1:9/v1'];
    const { code, output } = await agora(options, 'worker');
    expect(code).toBe(1);
    expect(output).toContain(
      `The run asks "${server.address}", and this worker "http://127.0.0.1:9/v1": start it with --base-url`,
    );
    await pool.query(`update agora.runs set config = jsonb_set(config::jsonb, '{settings,data}', '"/etc"')`);
    const { output: refused } = await agora(['worker', ...places(), '--until-done'], 'worker');
    expect(refused).toContain(
      'The journal\'s configuration of "elsewhere" is none that this worker knows: settings.data',
    );
    expect(server.requests).toEqual([]);
  });

  /** Shares a short run. @returns its options */
  async function serve(
    name: string,
    collaborations: number,
    more: readonly string[] = [],
  ): Promise<string[]> {
    const named = ['roundtable-exchange-economy', '--model', 'openai:loopback', '--rounds', '1'];
    const experiment = [...named, '-n', String(collaborations), '--name', name, '-y'];
    expect((await agora(['serve-run', ...experiment, ...more, ...places()], 'server')).code).toBe(0);
    return experiment;
  }

  function askedAgain(): number {
    return server.requests.length - new Set(server.requests.map(({ key }) => key)).size;
  }

  /** Kills and restarts in a random order. */
  function eventsOf(random: Random): ('kill' | 'redis' | 'postgres')[] {
    const restarts = Array.from({ length: size.restarts }, () => ['redis', 'postgres'] as const).flat();
    const kills = Array.from({ length: size.kills }, () => 'kill' as const);
    return random.shuffle([...kills, ...restarts]);
  }

  function places(): string[] {
    return ['--queue', redis.url, '--journal', postgres.url];
  }

  /** Runs a command to its end. */
  async function agora(args: readonly string[], asker: string) {
    const child = start(args, asker);
    const code = await new Promise<number | null>((done) => child.once('exit', done));
    return { code, output: outputs.get(child)!.join('') };
  }

  function start(args: readonly string[], asker: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        AGORA_HOME: join(home, 'home'),
        OPENAI_BASE_URL: server.addressFor(asker),
        OPENAI_API_KEY: '',
        ...env,
      },
    });
    const said: string[] = [];
    outputs.set(child, said);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')));
    return child;
  }

  /** The workers of a test. */
  class Workers {
    private readonly running: { readonly asker: string; readonly child: ChildProcess }[] = [];
    private started = 0;

    /** @param lease - in seconds */
    constructor(private readonly lease: number = size.lease) {}

    /** Starts one, and waits until it has found the servers. */
    async start(env: NodeJS.ProcessEnv = {}): Promise<void> {
      const asker = `worker-${++this.started}`;
      const options = ['--lease', String(this.lease), '-c', String(concurrency), '--until-done', '-q'];
      const child = start(['worker', ...places(), ...options], asker, env);
      this.running.push({ asker, child });
      await until(() => outputs.get(child)!.length > 0 || child.exitCode !== null);
    }

    /** Those that have asked something. */
    busy(): readonly { readonly asker: string; readonly child: ChildProcess }[] {
      const asked = new Set(server.requests.map(({ asker }) => asker));
      return this.running.filter(({ asker, child }) => child.exitCode === null && asked.has(asker));
    }

    /** @returns how many of its calls were not on record when it ended, and how many collaborations it held */
    async kill(random: Random): Promise<{ readonly inFlight: number; readonly held: number }> {
      const busy = this.busy();
      const { asker, child } = busy[random.below(busy.length)]!;
      child.kill('SIGKILL');
      await new Promise((done) => child.once('exit', done));
      this.running.splice(
        this.running.findIndex((one) => one.child === child),
        1,
      );
      // What it had sent to the journal gets there all the same.
      await wait(100);
      const asked = server.requests.filter((one) => one.asker === asker).length;
      const { rows } = await pool.query<{ calls: number; held: number }>(
        `select coalesce(sum(calls), 0)::int as calls,
           (select count(*)::int from agora.collaborations
            where finished is null and worker in (select number from agora.workers where name like $1)) as held
         from agora.workers where name like $1`,
        [`% ${child.pid}`],
      );
      return { inFlight: asked - rows[0]!.calls, held: rows[0]!.held };
    }

    latest(): ChildProcess {
      return this.running.at(-1)!.child;
    }

    /** @returns the exit code of the latest one */
    async interrupt(): Promise<number | null> {
      const { child } = this.running.pop()!;
      child.kill('SIGINT');
      return new Promise((done) => child.once('exit', done));
    }

    ended(): number {
      return this.running.filter(({ child }) => child.exitCode !== null).length;
    }

    /** What those said that have ended. */
    said(): string[] {
      const ended = this.running.filter(({ child }) => child.exitCode !== null);
      return ended.map(({ child }) => `${child.exitCode}: ${outputs.get(child)!.join('')}`);
    }

    async all(): Promise<void> {
      await Promise.all(
        this.running.map(async ({ child }) => {
          if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
        }),
      );
    }

    failed(): string[] {
      return this.said().filter((text) => !text.startsWith('0: '));
    }
  }
});

const outputs = new Map<ChildProcess, string[]>();

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(10);
}

/** What happened, without how long calls took, and without the order of answers that came at once. */
function story(folder: string): Record<string, string[]> {
  const answers: string[] = [];
  const courses = new Map<string, string[]>();
  for (const event of readEvents(folder)) {
    if (event.type === 'incident') continue;
    if (event.type === 'reply') answers.push(JSON.stringify({ ...event, latencyMs: 0 }));
    else if (event.type === 'failure') answers.push(JSON.stringify(event));
    else {
      const name = `course ${event.collaboration}`;
      courses.set(name, [...(courses.get(name) ?? []), JSON.stringify(event)]);
    }
  }
  return { answers: answers.sort(), ...Object.fromEntries(courses) };
}

/** The prompts of all replies. */
function prompts(folder: string): string[] {
  const replies = [...readEvents(folder)].filter((event) => event.type === 'reply');
  return [0, 1, size.collaborations - 1].flatMap((index) => {
    const known = readPrompts(folder, index);
    const own = replies.filter(({ collaboration }) => collaboration === index);
    return own.map(({ request }) => `${request} ${JSON.stringify(known.get(request))}`).sort();
  });
}
