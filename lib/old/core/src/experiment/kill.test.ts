import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batched, openai, wrap, type CallIdentity } from '../models';
import { startBatchServer } from '../models/testing/batch-server';
import { startChatServer, type ChatServer } from '../models/testing/chat-server';
import { Random } from 'agora-voting';
import { readEvents, type Event } from '../transcripts';
import { answerToAll, runToKill } from './testing/killed-run';
import { isThorough } from '../testing/thorough';

/** `npm test -- --all` and CI kill more often: each kill takes two seconds. */
const kills = isThorough ? 50 : 2;
const calls = 72;
const program = join(__dirname, '../../dist/experiment/testing/killed-run.js');

let home: string;
let server: ChatServer;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'agora-kill-'));
  server = await startChatServer({ text: answerToAll, usage: 1000, delayMs: 2, idleMs: 120_000 });
});
afterAll(async () => {
  await server.close();
  rmSync(home, { recursive: true, force: true });
});

const place = (call: Pick<CallIdentity, 'collaboration' | 'round' | 'phase' | 'agent' | 'attempt'>) =>
  [call.collaboration, call.round, call.phase, call.agent, call.attempt].join(' ');
const replies = (folder: string) =>
  [...readEvents(folder)].filter((event) => event.type === 'reply').map(place);

/**
 * What happened, without what chance decides: how long a call took, and which of the calls in flight together came
 * back first. Everything else must be the same, in the same order within its collaboration.
 */
function story(folder: string): Record<string, string[]> {
  const events = [...readEvents(folder)];
  const text = (event: Event) => JSON.stringify(event.type === 'reply' ? { ...event, latencyMs: 0 } : event);
  return {
    replies: events
      .filter((event) => event.type === 'reply')
      .map(text)
      .sort(),
    ...Object.fromEntries(
      [0, 1, 2, 3].map((index) => [
        index,
        events.filter((event) => event.type !== 'reply' && event.collaboration === index).map(text),
      ]),
    ),
  };
}

/** Starts the run in a process of its own and kills it, some time after it has sent its `at`-th request. */
function startAndKill(folder: string, at: number, delayMs: number): Promise<void> {
  return killAfter([folder, server.baseURL], () => server.requests.length, at, delayMs);
}

/** @param sent - how many requests the server has got */
function killAfter(args: readonly string[], sent: () => number, at: number, delayMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const already = sent();
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    const watch = setInterval(() => {
      if (sent() - already < at) return;
      clearInterval(watch);
      setTimeout(() => child.kill('SIGKILL'), delayMs);
    }, 0);
    child.once('error', reject);
    child.once('exit', () => {
      clearInterval(watch);
      resolve();
    });
  });
}

describe('a run that is killed', () => {
  it('contract: needs the compiled library', () => {
    expect(existsSync(program), `${program} is missing: npm run build`).toBe(true);
  });

  it(`law: killed with SIGKILL at ${kills} random moments, it ends like one that never was, with no finished call repeated`, async () => {
    const model = openai({ model: 'loopback', baseURL: server.baseURL });
    await runToKill(model, join(home, 'whole'));
    const whole = story(join(home, 'whole'));
    expect(whole['replies']).toHaveLength(calls);
    const random = Random.from(50);
    let cutShort = 0;
    for (let kill = 0; kill < kills; kill++) {
      const folder = join(home, `killed-${kill}`);
      await startAndKill(folder, random.below(calls) + 1, random.uniform() * 6);
      // Every fifth run is killed again while it resumes.
      if (kill % 5 === 0) await startAndKill(folder, random.below(20) + 1, random.uniform() * 6);
      const finished = new Set(existsSync(folder) ? replies(folder) : []);
      if (finished.size < calls) cutShort++;
      const asked: string[] = [];
      const watched = wrap(model, (inner, request, options) => {
        asked.push(place(request.call));
        return inner.chat(request, options);
      });
      const run = await runToKill(watched, folder);
      expect(run.finished).toBe(4);
      expect(story(folder), `kill ${kill}`).toEqual(whole);
      expect(asked.filter((call) => finished.has(call))).toEqual([]);
      expect(asked).toHaveLength(calls - finished.size);
      rmSync(folder, { recursive: true });
    }
    // Nearly all of the kills must have hit a run under way, or the test would show nothing.
    expect(cutShort).toBeGreaterThan(kills * 0.8);
  }, 300_000);

  it(`law: in batches, killed with SIGKILL at ${kills} random moments, nothing is submitted twice`, async () => {
    await runToKill(openai({ model: 'loopback', baseURL: server.baseURL }), join(home, 'single'));
    const texts = (folder: string) => Object.values(story(folder)).flat().sort();
    const random = Random.from(51);
    let cutShort = 0;
    for (let kill = 0; kill < kills; kill++) {
      const batches = await startBatchServer({
        fate: () => ({ kind: 'answer', text: answerToAll }),
        usage: 1000,
      });
      try {
        const folder = join(home, `batched-${kill}`);
        const args = [folder, batches.baseURL, 'batched'];
        const sent = () => batches.seen.length;
        // Half of the kills hit a submission: the endpoint has the batch, and the run may not know.
        const submissions = () => batches.seen.filter((seen) => seen === 'POST /v1/batches').length;
        await (kill % 2 === 0
          ? killAfter(args, submissions, random.below(5) + 1, 0)
          : killAfter(args, sent, random.below(40) + 1, random.uniform() * 6));
        const before = batches.batches.length;
        const { baseURL } = batches;
        const model = batched({ model: 'loopback', baseURL, pollSeconds: 0.005, quietSeconds: 0.005 });
        const run = await runToKill(model, folder);
        expect(run.finished).toBe(4);
        if (before < batches.batches.length) cutShort++;
        const submitted = batches.batches.flatMap(({ requests }) =>
          requests.map(({ custom_id: name }) => name),
        );
        expect(submitted).toHaveLength(calls);
        expect(new Set(submitted).size, `kill ${kill}`).toBe(calls);
        expect(texts(folder)).toEqual(texts(join(home, 'single')));
      } finally {
        await batches.close();
      }
    }
    expect(cutShort).toBeGreaterThan(kills * 0.6);
  }, 300_000);
});
