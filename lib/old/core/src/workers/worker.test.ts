import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { AgoraError, majority } from 'agora-voting';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { exchangeEconomy } from '../environments';
import { experiment } from '../experiment';
import { FailureLimit } from '../experiment/failure-limit';
import { silentProgress } from '../experiment/progress';
import { simulated, wrap, type ChatModel, type ChatReply, type ChatRequest } from '../models';
import { CallLimiter } from '../models/call-limiter';
import { requestDigest } from '../models/request-digest';
import { roundTable } from '../protocols';
import { readEvents, type FailureEvent, type ReplyEvent } from '../transcripts';
import type { AnyExperiment } from './configuration';
import { Database } from './database';
import { Journal, type SharedRun } from './journal';
import { SharedLimiter } from './pace';
import { pullRun } from './pull-run';
import { RunJournal } from './run-journal';
import { shareRun } from './share';
import { sharedStatus } from './shared-status';
import { isThorough, seldom } from '../testing/thorough';
import { allowing } from './testing/allowing';
import { missingServers, startPostgres, startRedis, type TestServer } from './testing/servers';
import { work, type WorkEnd, type WorkerSetting } from './worker';

const missing = missingServers();
const skipped = missing.length === 0 ? '' : ` [skipped: no ${missing.join(', no ')}]`;

describe.skipIf(missing.length > 0)(`workers, on real servers${skipped}`, () => {
  let redis: TestServer;
  let postgres: TestServer;
  let pool: Pool;
  let folder: string;
  beforeAll(async () => {
    [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
    pool = new Pool({ connectionString: postgres.url });
    pool.on('error', () => undefined);
    folder = mkdtempSync(join(tmpdir(), 'agora-worker-'));
  }, 120_000);
  afterAll(async () => {
    await pool.end();
    await Promise.all([redis.close(), postgres.close()]);
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await pool.query('drop schema if exists agora cascade');
  });

  const queues = [
    ['Redis', () => redis.url],
    ['PostgreSQL', () => postgres.url],
  ] as const;
  for (const [kind, queue] of queues)
    it(`law: three workers, with their queue in ${kind}, make the run that one process makes`, async () => {
      const options = small({ collaborations: 20 });
      expect(await share(options, queue())).toEqual({ name: 'small', collaborations: 20, open: 20 });
      await Promise.all([1, 2, 3].map(() => worker(() => options, { queue: queue() })));
      const out = join(folder, `pulled-${kind}`);
      expect(await pullRun(postgres.url, 'small', out)).toMatchObject({ finished: 20, collaborations: 20 });
      const alone = await experiment({ ...options, folder: join(folder, `alone-${kind}`), progress: 'none' });
      expect(linesOf(out, 'events.jsonl')).toEqual(linesOf(alone.folder, 'events.jsonl'));
      expect(linesOf(out, 'prompts.jsonl')).toEqual(linesOf(alone.folder, 'prompts.jsonl'));
      const [status] = await sharedStatus(postgres.url, queue(), 'small');
      const { calls, failures } = alone.totals;
      expect(status).toMatchObject({ finished: 20, calls, failures, again: 0, workers: [], left: 0 });
      expect(status!.jobs).toEqual({ waiting: 0, claimed: 0 });
    });

  it('contract: a shared run is found by its name, its id or the beginning of one of them', async () => {
    await share(small({ collaborations: 1 }), redis.url);
    await share(small({ collaborations: 1, name: 'smaller' }), redis.url);
    const journal = await Journal.open(postgres.url, 'the test');
    try {
      const { description } = await journal.run('smaller');
      for (const given of ['smaller', 'smalle', description.id])
        expect((await journal.find(given)).name).toBe('smaller');
      expect((await journal.find('small')).name).toBe('small');
      await expect(journal.find('sma')).rejects.toThrow(
        'has several runs that "sma" may mean: "small", "smaller"',
      );
      await expect(journal.find('large')).rejects.toThrow('has no run "large": it has "small", "smaller"');
    } finally {
      await journal.close();
    }
  });

  it('known: a view shows the answers to whoever asks', async () => {
    const options = small({ collaborations: 2 });
    await share(options);
    await worker(() => options);
    const { rows } = await pool.query<{ n: number }>(
      `select run, agent, count(*)::int as n, min(length(text)) > 10 as told from agora.replies group by 1, 2 order by 2`,
    );
    const each = { run: 'small', n: rows[0]!.n, told: true };
    expect(rows).toEqual(['Agent A', 'Agent B', 'Agent C'].map((agent) => ({ ...each, agent })));
  });

  it('contract: another configuration under the same name is refused, and the same one with more collaborations goes on', async () => {
    await share(small({ collaborations: 2 }));
    await expect(share(small({ collaborations: 2, seed: 8 }))).rejects.toThrow(
      /has another run "small" .* differ in: seed\. Give this one another name/,
    );
    await worker(() => small({ collaborations: 2 }));
    expect(await share(small({ collaborations: 5 }))).toMatchObject({ collaborations: 5, open: 3 });
  });

  it('law: the same run with fewer collaborations plays no more than these, and with more all of them', async () => {
    await share(small({ collaborations: 9 }));
    await share(small({ collaborations: 2 }));
    await worker(() => small({ collaborations: 2 }));
    const { rows } = await pool.query('select number from agora.collaborations where begun > 0 order by 1');
    expect(rows).toEqual([{ number: 0 }, { number: 1 }]);
    expect(await share(small({ collaborations: 4 }))).toMatchObject({ open: 2 });
    await worker(() => small({ collaborations: 4 }));
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({ finished: 4, setAside: [] });
  });

  it('contract: a run of another version, of other settings or with other prompts is named, and not played', async () => {
    const options = small({ collaborations: 2 });
    await share(options);
    const said: string[] = [];
    const tell = (line: string): void => void said.push(line);
    expect(await worker(() => small({ seed: 8 }), { tell })).toBe('unplayable');
    await pool.query(`update agora.runs set prompts = 'others'`);
    expect(await worker(() => options, { tell })).toBe('unplayable');
    await pool.query(
      `update agora.runs set description = jsonb_set(description::jsonb, '{versions,agora-lab}', '"9.0.0"')`,
    );
    expect(await worker(() => options, { tell })).toBe('unplayable');
    expect(said).toEqual([
      expect.stringMatching(
        /^"small" is skipped\. This worker makes another experiment .* differ in: seed\.$/,
      ),
      expect.stringMatching(/^"small" is skipped\. This worker asks other first prompts in "small"/),
      expect.stringMatching(/was begun by agora-lab 9\.0\.0 .* and this worker is agora-lab 0\.1\.0/),
    ]);
  });

  it('law: a run that cannot be played here keeps no other from being played, and is told of once', async () => {
    await share(small({ collaborations: 1, name: 'older' }));
    await share(small({ collaborations: 1 }));
    await share(small({ collaborations: 1, name: 'newer' }));
    const experimentOf = ({ name }: SharedRun): AnyExperiment =>
      small({ collaborations: 1, name, seed: name === 'older' ? 8 : 7 });
    const said: string[] = [];
    const tell = (line: string): void => void said.push(line);
    expect(await worker(experimentOf, { tell, run: 'new' })).toBe('done');
    expect(said).toEqual(['Playing "newer"', 'Nothing is left to play.']);
    expect(await worker(experimentOf, { tell: (line) => void said.push(line) })).toBe('done');
    expect(said.slice(2)).toEqual([
      expect.stringContaining('"older" is skipped. '),
      'Playing "small"',
      'Nothing is left to play.',
    ]);
    expect(await worker(experimentOf, { run: 'older' })).toBe('unplayable');
    await expect(worker(experimentOf, { run: 'oldest' })).rejects.toMatchObject({ code: 'no-run' });
  });

  it('contract: servers that are not there are named without their passwords', async () => {
    const nowhere = {
      queue: 'redis://ann:secret@127.0.0.1:1',
      journal: 'postgres://ann:secret@127.0.0.1:1/x',
    };
    const tries = [
      worker(() => small(), { journal: nowhere.journal }),
      shareRun(small(), {}, { ...nowhere, journal: postgres.url }),
      worker(() => small(), { journal: 'mysql://ann:secret@127.0.0.1/x' }),
      worker(() => small(), { journal: postgres.url }),
    ];
    const errors = (await Promise.allSettled(tries)).map(
      (one) => (one as PromiseRejectedResult).reason as Error,
    );
    expect(errors.map(({ message }) => message)).toEqual([
      'The journal at postgres://127.0.0.1:1/x: no PostgreSQL server answers (ECONNREFUSED)',
      'No queue server answers at redis://127.0.0.1:1 (ECONNREFUSED)',
      '--journal needs an address that begins with postgres:// or postgresql://',
      expect.stringContaining('holds no run yet: begin one with "npx agora serve-run"'),
    ]);
    expect(JSON.stringify(errors.map(({ stack, cause }) => [stack, cause]))).not.toContain('secret');
  });

  it('contract: a collaboration that fails whoever takes it is set aside after three tries, named, and the rest is played', async () => {
    const triedBy: string[] = [];
    const options = failing(2, () => triedBy.push('one'));
    const others = failing(2, () => triedBy.push('other'));
    await share(options);
    const said: string[] = [];
    const tell = (line: string): void => void said.push(line);
    const both = [worker(() => options, { tell }), worker(() => others)];
    expect(await Promise.all(both)).toEqual(['incomplete', 'incomplete']);
    // Three tries, in which both had a part: more only where a busy worker came to its first after the other's third.
    const isEnough = (tries: readonly string[]): boolean => tries.length >= 3 && new Set(tries).size === 2;
    expect(isEnough(triedBy)).toBe(true);
    expect(isEnough(triedBy.slice(0, -1))).toBe(false);
    const left =
      '"small": 5 of 6 collaborations are finished. Set aside: 2 (The data of this case are damaged). "npx agora serve-run" tries these again.';
    expect(said).toEqual(['Playing "small"', left]);
    // One that comes later says the same.
    said.length = 0;
    expect(await worker(() => options, { tell })).toBe('incomplete');
    expect(said).toEqual([left]);
    const [status] = await sharedStatus(postgres.url, redis.url);
    expect(status).toMatchObject({
      finished: 5,
      setAside: [{ collaboration: 2, problem: 'The data of this case are damaged' }],
    });
    // Once it is mended, the run is served again.
    const mended = small({ collaborations: 6 });
    expect(await share(mended)).toMatchObject({ open: 1 });
    await worker(() => mended);
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({ finished: 6, setAside: [] });
  });

  it('law: a worker where everything goes wrong costs the others nothing: all is finished, nothing is set aside', async () => {
    let tries = 0;
    let calls = 0;
    // It has answered once, and goes on when the broken one has had its turn.
    const waiting = wrap(simulated(), async (inner, request, settings) => {
      while (calls > 0 && tries < 3) await wait(20);
      calls++;
      return inner.chat(request, settings);
    });
    await share(small({ collaborations: 12 }));
    const other = worker(() => small({ collaborations: 12 }, waiting));
    await vi.waitFor(async () => {
      const { rows } = await pool.query('select from agora.answers limit 1');
      expect(rows).toHaveLength(1);
    }, 60_000);
    const broken = worker(() => failing('all', () => tries++, 12));
    expect(await Promise.all([broken, other])).toEqual(['done', 'done']);
    expect(tries).toBeGreaterThanOrEqual(3);
    // Once for each, however often they come back to it.
    expect(tries).toBeLessThanOrEqual(12);
    const [status] = await sharedStatus(postgres.url);
    expect(status).toMatchObject({ finished: 12, setAside: [] });
  });

  it('law: what went wrong at one worker is for the others, while there are any', async () => {
    await share(small({ collaborations: 4 }));
    const [one, two] = [await journalOf('one'), await journalOf('two')];
    const fail = async ({ own }: typeof one, collaboration: number): Promise<void> => {
      expect(await own.begin(collaboration)).toBe('yes');
      await own.giveBack(collaboration, new Error(`problem ${collaboration}`));
    };
    await fail(one, 0);
    expect(await one.own.begin(0)).toBe('elsewhere');
    await fail(two, 0);
    // Both have tried it: the third time is the last, wherever.
    await fail(one, 0);
    expect(await two.own.begin(0)).toBe('no');
    await fail(one, 1);
    expect(await one.own.begin(1)).toBe('elsewhere');
    // Alone, it tries again.
    await pool.query(`update agora.workers set seen = now() - interval '1 hour' where name = 'two'`);
    await fail(one, 1);
    await fail(one, 1);
    expect(await one.own.begin(1)).toBe('no');
    // Among many, three have to fail.
    const many = await Promise.all(['three', 'four', 'five'].map((name) => journalOf(name)));
    await fail(one, 2);
    await fail(many[0]!, 2);
    expect(await many[0]!.own.begin(2)).toBe('elsewhere');
    await fail(many[1]!, 2);
    expect(await many[2]!.own.begin(2)).toBe('no');
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({
      setAside: [0, 1, 2].map((collaboration) => ({ collaboration, problem: `problem ${collaboration}` })),
    });
    await Promise.all([one, two, ...many].map(({ journal }) => journal.close()));
  });

  it('contract: a collaboration that ends its worker three times and gets no further is set aside', async () => {
    await share(small({ collaborations: 1 }));
    const { own, journal } = await journalOf('killer');
    expect([await own.begin(0), await own.begin(0)]).toEqual(['yes', 'yes']);
    // One that gets further is none of these.
    await own.put(replyOf('first'), 0);
    expect([await own.begin(0), await own.begin(0), await own.begin(0)]).toEqual(['yes', 'yes', 'yes']);
    expect(await own.begin(0)).toBe('no');
    await journal.close();
    const [status] = await sharedStatus(postgres.url);
    expect(status!.setAside).toEqual([
      {
        collaboration: 0,
        problem: 'It ended its worker or outlasted its lease 3 times, and came no further each time',
      },
    ]);
  });

  it('law: a worker that wakes after its lease writes nothing that differs', async () => {
    await share(small({ collaborations: 1 }));
    const [sleeper, other] = [await journalOf('sleeper'), await journalOf('other')];
    await sleeper.own.begin(0);
    sleeper.own.appendPrompt(0, 'a\n');
    expect(await sleeper.own.put(replyOf('one', 0), 0)).toMatchObject({ text: 'one' });
    await other.own.begin(0);
    expect(await other.own.read(0)).toMatchObject([{ text: 'one' }]);
    expect(await other.own.put(replyOf('of the other', 1), 1)).toMatchObject({ text: 'of the other' });
    // It wakes, and gets what is on record.
    expect(await sleeper.own.put(replyOf('of the sleeper', 1), 1)).toMatchObject({ text: 'of the other' });
    await other.own.finish(0, [replyOf('of the other', 1)]);
    await sleeper.own.finish(0, []);
    const { rows } = await pool.query('select json_array_length(course) as n from agora.collaborations');
    expect(rows).toEqual([{ n: 1 }]);
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({ calls: 3, again: 1 });
    await Promise.all([sleeper.journal.close(), other.journal.close()]);
  });

  it('law: a call ends in one way: its reply or its failure, whichever is on record first, counts for all workers', async () => {
    await share(small({ collaborations: 1 }));
    const { own: other, journal } = await journalOf('other');
    await other.begin(0);
    /** The other worker's record of a call comes a moment before this worker's, and says the opposite. */
    const contradicted = wrap(simulated(), async (inner, request, settings) => {
      const { round, phase, agent, attempt } = request.call;
      const reply = await inner.chat(request, settings);
      if (round !== 1 || phase !== 'message' || attempt !== 0) return reply;
      if (agent === 'Agent A') await other.put(failureOf(request), 0);
      if (agent !== 'Agent B') return reply;
      await other.put(replyTo(request, reply), 0);
      throw new AgoraError('request-failed', 'This one has no answer');
    });
    await worker(() => small({ collaborations: 1 }, contradicted));
    const { rows } = await pool.query(
      `select event ->> 'agent' as agent, event ->> 'type' as type from agora.answers
       where event ->> 'phase' = 'message' and event ->> 'round' = '1' order by 1`,
    );
    expect(rows).toEqual([
      { agent: 'Agent A', type: 'failure' },
      { agent: 'Agent B', type: 'reply' },
      { agent: 'Agent C', type: 'reply' },
    ]);
    const [status] = await sharedStatus(postgres.url);
    expect(status).toMatchObject({ finished: 1, failures: 1, setAside: [] });
    // Its course was played from these: it is on record whole, and can be played again.
    await pool.query('update agora.collaborations set finished = null');
    await share(small({ collaborations: 1 }));
    await worker(() => small({ collaborations: 1 }));
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({ finished: 1, setAside: [] });
    await journal.close();
    const out = join(folder, 'contradicted');
    await pullRun(postgres.url, 'small', out);
    expect(linesOf(out, 'events.jsonl').filter((line) => line.includes('This one'))).toEqual([]);
  });

  it('contract: a collaboration whose record is stale is set aside after three tries, and ends no worker', async () => {
    const options = small({ collaborations: 4 });
    await share(options);
    await worker(() => options);
    await pool.query(`update agora.collaborations set finished = null, course = null where number in (1, 2)`);
    await pool.query(`delete from agora.answers where collaboration = 2`);
    await pool.query(
      `update agora.answers set event = jsonb_set(event::jsonb, '{request}', '"ffffffffffffffff"')::json
       where line = (select max(line) from agora.answers where collaboration = 1 and event ->> 'type' = 'reply')`,
    );
    await share(options);
    await worker(() => options);
    const problem = expect.stringMatching(
      /^Collaboration 1 cannot be resumed: the prompt of Agent/,
    ) as string;
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({
      finished: 3,
      setAside: [{ collaboration: 1, problem }],
      stopped: null,
    });
  });

  it('law: an answer that is sent twice because no receipt came is counted once', async () => {
    await share(small({ collaborations: 1 }));
    const { own, journal } = await journalOf('one');
    await own.begin(0);
    await own.put(replyOf('one'), 0);
    expect(await own.put(replyOf('one'), 0)).toMatchObject({ text: 'one' });
    await journal.close();
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({ calls: 1, again: 0 });
  });

  it('known: texts that PostgreSQL cannot hold are kept as they are, and shown without it', async () => {
    await share(small({ collaborations: 1 }));
    const { own, journal } = await journalOf('one');
    await own.begin(0);
    const text = 'a\u0000b\ud800c"\\u0000';
    await own.put(replyOf(text), 0);
    expect(await own.read(0)).toMatchObject([{ text }]);
    const { rows } = await pool.query('select text from agora.replies');
    expect(rows).toEqual([{ text: 'a\ufffdb\ufffdc"\\ufffd' }]);
    await journal.close();
  });

  it('law: a run can be pulled while it is played, and a damaged journal is no run', async () => {
    await share(small({ collaborations: 1 }));
    const { own, journal } = await journalOf('one');
    await own.begin(0);
    await own.put(replyOf('one', 0), 0);
    /** The collaboration is finished between two of the pull's questions. */
    const isFinished = { before: 'no question' };
    const ask = Database.prototype.ask;
    const asked = vi.spyOn(Database.prototype, 'ask').mockImplementation(async function (
      this: Database,
      statement,
      values,
    ) {
      const rows = await ask.call(this, statement, values);
      const isFirst = isFinished.before === 'no question' && typeof statement === 'string';
      if (isFirst && /^\s*select (number, course|collaboration, call)/.test(statement)) {
        isFinished.before = 'the next question';
        const last = await own.put(replyOf('two', 1), 1);
        await own.finish(0, [last]);
      }
      return rows;
    });
    const out = join(folder, 'in-progress');
    expect(await pullRun(postgres.url, 'small', out)).toMatchObject({ finished: 0 });
    asked.mockRestore();
    expect(isFinished.before).toBe('the next question');
    expect([...readEvents(out)].map((event) => event.type === 'reply' && event.text)).toEqual(['one', 'two']);
    await journal.close();
    await pool.query('delete from agora.answers');
    await expect(pullRun(postgres.url, 'small', join(folder, 'damaged'))).rejects.toThrow(
      /^The journal is damaged: collaboration 0 is finished, and its answer \[1,"vote","Ann",0,1\] is missing\.$/,
    );
    expect(existsSync(join(folder, 'damaged'))).toBe(false);
  });

  it('known: prompts with texts that PostgreSQL cannot hold are pulled as one process writes them', async () => {
    const odd = wrap(simulated(), async (inner, request, settings) => {
      const reply = await inner.chat(request, settings);
      const { agent, round, attempt } = request.call;
      // The question that asks again quotes it.
      return agent === 'Agent A' && round === 1 && attempt === 0
        ? { ...reply, text: 'no answer: a\u0000b\ud800c' }
        : reply;
    });
    const options = small({ collaborations: 2 }, odd);
    await share(options);
    await worker(() => options);
    const out = join(folder, 'odd');
    expect(await pullRun(postgres.url, 'small', out)).toMatchObject({ finished: 2 });
    const alone = await experiment({ ...options, folder: join(folder, 'odd-alone'), progress: 'none' });
    for (const file of ['events.jsonl', 'prompts.jsonl']) {
      expect(linesOf(out, file).join('')).toContain('\\u0000b\\ud800c');
      expect(linesOf(out, file)).toEqual(linesOf(alone.folder, file));
    }
  });

  it('law: the limit of unusable answers is on those of all workers, and begins anew when the run is shared again', async () => {
    await share(small());
    const fails = { agent: 'Ann', phase: 'vote', kind: 'unparsed', isRefusal: false } as const;
    const most = { share: 0.2, after: 20 };
    const [first, second] = [new FailureLimit(most), new FailureLimit(most)];
    const one = await journalOf('one', first);
    const other = await journalOf('other', second);
    try {
      for (let question = 0; question < 80; question++) first.count({ ...fails, kind: 'answered' });
      await one.own.begin(0);
      await one.own.put(replyOf('an answer'), 0);
      await other.own.learn();
      // By chance a worker's first questions go wrong: 20 of 100 is no more than is allowed, 21 of 101 is.
      for (let question = 0; question < 20; question++) second.count(fails);
      expect(() => second.count(fails)).toThrow('21 of 101 questions (21%) brought no usable answer');
      await share(small());
      await other.own.learn();
      expect(second.own()).toEqual({ asked: 21, failed: 21 });
      expect(() => second.count(fails)).toThrow('22 of 22 questions (100%)');
    } finally {
      await one.journal.close();
      await other.journal.close();
    }
  });

  it.skipIf(!isThorough)(
    `law: a late worker whose few calls all fail ends as the run does where others have had answers${seldom}`,
    async () => {
      const options = small({ collaborations: 4 });
      await share(options);
      await worker(() => options);
      await pool.query('update agora.collaborations set finished = null, course = null where number = 3');
      await pool.query('delete from agora.answers where collaboration = 3');
      await share(options);
      const rejecting = wrap(simulated(), () =>
        Promise.reject(new AgoraError('request-failed', 'The filter rejects this case')),
      );
      await worker(() => small({ collaborations: 4 }, rejecting));
      const [status] = await sharedStatus(postgres.url);
      expect(status).toMatchObject({ finished: 4, stopped: null });
      expect(status!.failures).toBeGreaterThan(0);
      // Where nobody has had one, it is the endpoint.
      const alone = small({ collaborations: 1, name: 'alone' }, rejecting);
      await share(alone);
      await expect(worker(() => alone)).rejects.toThrow('No call succeeded.');
    },
  );

  it('law: a budget stops all workers, and a larger one goes on', async () => {
    const options = (tokens: number): AnyExperiment => ({
      ...small({ collaborations: 20 }),
      budget: { tokens },
    });
    await share(options(20_000));
    const said: string[] = [];
    const tell = (line: string) => void said.push(line);
    const ends = await Promise.all([1, 2, 3].map(() => worker(() => options(20_000), { tell })));
    expect(ends).toEqual(['budget', 'budget', 'budget']);
    const [status] = await sharedStatus(postgres.url);
    expect(status!.stopped).toContain('The budget is used up');
    expect(status!.finished).toBeLessThan(20);
    // Each worker knows what it has in flight itself. Here that are three collaborations of three agents.
    expect(status!.inputTokens + status!.outputTokens).toBeLessThan(20_000 + 3 * 3 * 3 * 1000);
    // What is finished and what is not can be pulled, and played on as a run of one process.
    const folder_ = join(folder, 'stopped');
    const { finished } = await pullRun(postgres.url, 'small', folder_);
    const before = linesOf(folder_, 'events.jsonl').filter((line) => line.includes('"reply"'));
    const run = await experiment({ ...small({ collaborations: 20 }), folder: folder_, progress: 'none' });
    expect([finished, run.finished]).toEqual([status!.finished, 20]);
    const after = linesOf(folder_, 'events.jsonl').filter((line) => line.includes('"reply"'));
    expect(after).toEqual(expect.arrayContaining(before));
    expect(new Set(after).size).toBe(after.length);
    expect(said.at(-1)).toMatch(
      /^"small": \d+ of 20 collaborations are finished\. The budget is used up.* "npx agora serve-run" with a larger budget goes on\.$/,
    );
    await share(options(1e9));
    expect(await worker(() => options(1e9))).toBe('done');
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({ finished: 20, stopped: null });
  });

  it('contract: a full disk at the journal ends a worker, which says so; later the run goes on', async () => {
    const options = small({ collaborations: 3 });
    await share(options);
    await pool.query(`
      create function agora.full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert on agora.answers execute function agora.full()`);
    await expect(worker(() => options)).rejects.toMatchObject({
      code: 'record-write',
      message: expect.stringContaining('The disk of the journal at postgres://127.0.0.1') as string,
    });
    await pool.query('drop trigger full_disk on agora.answers');
    await worker(() => options);
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({ finished: 3, setAside: [] });
  });

  it('contract: a full queue is an error of a line, and a worker tells it once and waits', async () => {
    const client = new Redis(redis.url);
    const options = small({ collaborations: 3 });
    const full = `The memory of the queue's server at ${redis.url} is full (maxmemory). Nothing is lost: give it more memory, then "npx agora serve-run" fills the queue again.`;
    try {
      await client.config('SET', 'maxmemory', '1');
      await expect(share(options)).rejects.toMatchObject({ code: 'queue', message: full });
      await client.config('SET', 'maxmemory', '0');
      await share(options);
      await client.config('SET', 'maxmemory', '1');
      const said: string[] = [];
      const playing = worker(() => options, { tell: (line) => void said.push(line) });
      await wait(4000);
      await client.config('SET', 'maxmemory', '0');
      expect(await playing).toBe('done');
      expect(said).toEqual(['Playing "small"', `${full} It is asked again.`, 'Nothing is left to play.']);
    } finally {
      await client.config('SET', 'maxmemory', '0');
      client.disconnect();
    }
  });

  it('law: a queue that is lost is filled again from the journal', async () => {
    const options = small({ collaborations: 4 });
    await share(options);
    await pool.query(`update agora.runs set queue = 'agora-lost'`);
    expect((await sharedStatus(postgres.url, redis.url))[0]!.jobs).toEqual({ waiting: 0, claimed: 0 });
    expect(await share(options)).toMatchObject({ open: 4 });
    await worker(() => options);
    expect((await sharedStatus(postgres.url))[0]).toMatchObject({ finished: 4 });
  });

  it.runIf(isThorough)(
    'law: servers that are both away for a minute are waited for, and the run is that of one process',
    async () => {
      const late = wrap(simulated(), async (inner, request, settings) => {
        await wait(50);
        return inner.chat(request, settings);
      });
      const options = small({ collaborations: 40 }, late);
      await share(options);
      const playing = Promise.all([1, 2].map(() => worker(() => options)));
      await wait(1500);
      await Promise.all([redis.restart(60_000), postgres.restart(60_000)]);
      const begun = (await sharedStatus(postgres.url))[0]!.finished;
      expect(begun).toBeLessThan(40);
      await playing;
      const out = join(folder, 'pulled-after-a-minute');
      expect(await pullRun(postgres.url, 'small', out)).toMatchObject({ finished: 40 });
      const alone = await experiment({ ...options, folder: join(folder, 'alone-late'), progress: 'none' });
      const timeless = (lines: string[]): string[] =>
        lines.map((line) => line.replace(/"latencyMs":[\d.]+/, ''));
      expect(timeless(linesOf(out, 'events.jsonl'))).toEqual(timeless(linesOf(alone.folder, 'events.jsonl')));
    },
    300_000,
  );

  it('law: when one worker is told to wait, all wait', async () => {
    await share(small());
    const journal = await Journal.open(postgres.url, 'test');
    const [one, other] = [1, 2].map(
      () => new SharedLimiter(journal.database, new CallLimiter({ concurrency: 8 }), {}),
    );
    const demand = { endpoint: 'http://a', kind: 'vote', tokens: 10, again: false };
    const turn = await one!.take(demand, []);
    turn.end({ kind: 'throttled', waitMs: 60_000 });
    await wait(200);
    const stop = new AbortController();
    const waiting = other!.take(demand, [stop.signal]);
    // Another endpoint is not concerned.
    await other!.take({ ...demand, endpoint: 'http://b' }, []);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await journal.close();
  });

  it('law: workers share the requests and tokens of a minute', async () => {
    await share(small());
    const journal = await Journal.open(postgres.url, 'test');
    const stop = new AbortController();
    const rates = { endpoint: { requestsPerMinute: 240 }, tokens: { tokensPerMinute: 240_000 } };
    for (const [endpoint, rate] of Object.entries(rates)) {
      const limiters = [1, 2, 3].map(
        () => new SharedLimiter(journal.database, new CallLimiter({ concurrency: 100 }), rate),
      );
      // A second's worth may be sent at once: 4 requests of 1,000 tokens each. The next ones have to wait.
      let taken = 0;
      const demand = { endpoint, kind: 'vote', tokens: 1000, again: false };
      const all = Array.from({ length: 60 }, (_, call) => limiters[call % 3]!.take(demand, [stop.signal]));
      for (const each of all) each.then(() => taken++).catch(() => undefined);
      const { rows } = await untilPlaced(endpoint);
      expect(rows[0]!.seconds).toBeGreaterThan(10);
      expect(taken).toBeLessThan(40);
    }
    stop.abort(new Error('stopped'));
    await wait(300);
    await journal.close();
  });

  it.runIf(isThorough)(
    'law: three workers under an endpoint that allows 1,000 a minute, then 50, then 1,000: nothing fails, nobody starves, and 85% is used',
    async () => {
      await share(small());
      const journal = await Journal.open(postgres.url, 'test');
      const phases = [
        { perMinute: 1000, seconds: 12 },
        { perMinute: 50, seconds: 48 },
        { perMinute: 1000, seconds: 12 },
      ];
      const endpoint = allowing(phases);
      const answered = [1, 2, 3].map(() => phases.map(() => 0));
      const demand = { endpoint: 'http://a', kind: 'vote', tokens: 10, again: false };
      const limiterOf = () => new SharedLimiter(journal.database, new CallLimiter({ concurrency: 8 }), {});
      /** Eight clients of a worker ask again and again, each call until it is answered. */
      const play = async (counts: number[]): Promise<void> => {
        const limiter = limiterOf();
        const client = async (): Promise<void> => {
          for (let again = false; endpoint.phase() < phases.length;) {
            const turn = await limiter.take({ ...demand, again }, []);
            const refused = endpoint.refuses();
            if (refused === null) {
              await wait(300);
              const phase = endpoint.phase();
              if (phase < phases.length) counts[phase] = counts[phase]! + 1;
              turn.end({ kind: 'answered', latencyMs: 300, tokens: 20 });
            } else turn.end({ kind: 'throttled', waitMs: refused });
            again = refused !== null;
          }
        };
        await Promise.all(Array.from({ length: 8 }, client));
      };
      await Promise.all(answered.map(play));
      await journal.close();
      const all = phases.map((_, phase) => answered.reduce((sum, counts) => sum + counts[phase]!, 0));
      const shares = phases.map(
        ({ perMinute, seconds }, phase) => all[phase]! / ((perMinute * seconds) / 60),
      );
      for (const share of shares) expect(share).toBeGreaterThan(0.85);
      // After each pause of two seconds one of the three is first, by chance: a share of the few calls would be chance, too.
      for (const counts of answered) for (const count of counts) expect(count).toBeGreaterThan(0);
      const whole = all.reduce((sum, count) => sum + count, 0);
      for (const counts of answered) {
        const own = counts.reduce((sum, count) => sum + count, 0);
        expect(own / whole).toBeGreaterThan(0.5 / 3);
      }
      expect(endpoint.turnedAway()).toBeGreaterThan(10);
    },
    240_000,
  );

  /** Waits until 60 calls have their places in line, and tells how far the line reaches. */
  async function untilPlaced(endpoint: string) {
    for (;;) {
      const found = await pool.query<{ seconds: number }>(
        `select extract(epoch from greatest(requests, tokens) - clock_timestamp())::float as seconds
         from agora.pace where endpoint = $1`,
        [endpoint],
      );
      if ((found.rows[0]?.seconds ?? 0) > 10) return found;
      await wait(10);
    }
  }

  function share(options: AnyExperiment, queue = redis.url) {
    return shareRun(options, { any: 'thing' }, { queue, journal: postgres.url });
  }

  function worker(
    experimentOf: (run: SharedRun) => AnyExperiment,
    more: Partial<WorkerSetting> = {},
  ): Promise<WorkEnd> {
    return work({
      queue: redis.url,
      journal: postgres.url,
      experimentOf,
      leaseMs: 10_000,
      untilDone: true,
      listener: silentProgress,
      tell: () => undefined,
      signal: new AbortController().signal,
      abandon: new AbortController().signal,
      ...more,
    });
  }

  /** The journal of the run "small" as a worker sees it. */
  async function journalOf(name: string, failureLimit = new FailureLimit(null)) {
    const journal = await Journal.open(postgres.url, 'test');
    const run = await journal.run('small');
    const { rows } = await pool.query<{ number: number }>(
      'insert into agora.workers (run, name) values ($1, $2) returning number',
      [run.number, name],
    );
    const own = new RunJournal({
      database: journal.database,
      run,
      worker: rows[0]!.number,
      failureLimit,
      used: () => undefined,
      stopped: () => undefined,
    });
    return { own, journal };
  }
});

function small(
  more: { collaborations?: number; seed?: number; name?: string } = {},
  model: ChatModel = simulated(),
): AnyExperiment {
  return {
    environment: exchangeEconomy() as never,
    protocol: roundTable({ rule: majority, rounds: 2 }),
    model,
    name: 'small',
    collaborations: 3,
    cache: false,
    concurrency: 3,
    ...more,
  };
}

/** An experiment of six, of which one cannot be played. */
function failing(which: number | 'all', tried: () => void, collaborations = 6): AnyExperiment {
  const options = small({ collaborations });
  const model = wrap(simulated(), (inner, request, settings) => {
    const { collaboration, round } = request.call;
    if (round < 2 || (which !== 'all' && collaboration !== which)) return inner.chat(request, settings);
    if (request.call.agent === 'Agent A') tried();
    return Promise.reject(new TypeError('The data of this case are damaged'));
  });
  return { ...options, model };
}

function replyOf(text: string, attempt = 0): ReplyEvent {
  return {
    type: 'reply',
    collaboration: 0,
    round: 1,
    phase: 'vote',
    agent: 'Ann',
    repeat: 0,
    attempt,
    request: '0123456789abcdef',
    text,
    finish: 'stop',
    inputTokens: 10,
    outputTokens: 5,
    counted: 'reported',
    latencyMs: 1,
    cached: false,
  };
}

/** The record of a reply to a request. */
function replyTo(request: ChatRequest, { usage, ...rest }: ChatReply): ReplyEvent {
  const { collaboration, round, phase, agent, repeat, attempt } = request.call;
  const place = { collaboration, round, phase, agent, repeat, attempt };
  return { type: 'reply', ...place, request: requestDigest(request), ...rest, ...usage };
}

/** The record of a request that has no answer. */
function failureOf({ call }: ChatRequest): FailureEvent {
  const { collaboration, round, phase, agent, repeat } = call;
  const reason = 'The endpoint rejects it';
  return { type: 'failure', collaboration, round, phase, agent, repeat, kind: 'failed', reason };
}

/** The lines of a run's file; those of collaborations in any order. */
function linesOf(folder: string, file: string): string[] {
  return readFileSync(join(folder, file), 'utf8').split('\n').sort();
}
