import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as environments from '../environments';
import { simulated, type CallIdentity, type ChatModel } from '../models';
import { election, groupDebate, mad, roundTable, s2mad, selfConsistency, type Protocol } from '../protocols';
import { readEvents, type Event, type RunDescription } from '../transcripts';
import { borda, plurality } from 'agora-voting';
import { experiment } from './experiment';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'agora-begun-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const set = environments.generateQuestions({ count: 2, seed: 3 });
const sums = (agents: number) =>
  environments.questions({ set: environments.generateArithmetic({ count: 2, seed: 3 }), agents });
const groups = { rounds: 3, intraRounds: 2, groups: 2 };
const economy = environments.exchangeEconomy();
type Condition = [name: string, environment: environments.Environment<never, never>, protocol: Protocol];
const twoRounds = { rounds: 2, memory: 'whole debate' } as const;
const conditions = [
  ['round table', economy, roundTable({ rule: borda, rounds: 2, ties: 'none' })],
  [
    'election',
    environments.questions({ set, agents: 3, shots: 2 }),
    election({ rules: [borda, plurality], dictator: ['informed', 'mis-informed'], unreliable: 1 }),
  ],
  ['choice debate', environments.questions({ set, as: 'debaters', agents: 3 }), mad(twoRounds)],
  ['mad', sums(3), mad(twoRounds)],
  ['s2mad', sums(4), s2mad(groups)],
  ['group debate', sums(4), groupDebate(groups)],
  ['self-consistency', sums(1), selfConsistency({ paths: 3 })],
] as unknown as Condition[];

/** The first line is run.json, the others are the events of an uncut run. See make.cjs there. */
function begunBefore(name: string): { description: string; lines: string[] } {
  const file = join(__dirname, 'testing', 'begun-before', `${name.replace(' ', '-')}.jsonl.gz`);
  const [description = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  return { description, lines };
}

function leave(description: string, lines: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'run.json'), description);
  writeFileSync(join(folder, 'events.jsonl'), lines.map((line) => `${line}\n`).join(''));
}

const keyOf = ({ collaboration, round, phase, agent, repeat, attempt }: Omit<CallIdentity, 'run' | 'seed'>) =>
  JSON.stringify([collaboration, round, phase, agent, repeat, attempt]);

/** The model of the uncut run: it gives the replies that are on record there. */
function scripted(events: readonly Event[]): ChatModel & { calls: number } {
  const replies = new Map(events.flatMap((event) => (event.type === 'reply' ? [[keyOf(event), event]] : [])));
  const model: ChatModel & { calls: number } = {
    name: 'scripted',
    evidence: 'live',
    settings: {},
    calls: 0,
    chat({ call }) {
      model.calls++;
      const reply = replies.get(keyOf(call));
      if (reply === undefined) throw new Error(`nobody asked ${keyOf(call)} before`);
      const { text, finish, latencyMs, cached, intent, inputTokens, outputTokens, counted } = reply;
      const usage = { inputTokens, outputTokens, counted };
      return Promise.resolve({
        text,
        finish,
        latencyMs,
        cached,
        usage,
        ...(intent === undefined ? {} : { intent }),
      });
    },
  };
  return model;
}

describe('runs that an earlier version began', () => {
  it.each(conditions)(
    'law: %s, cut anywhere, goes on to the very end that it had then',
    async (name, environment, protocol) => {
      const { description, lines } = begunBefore(name);
      const events = lines.map((line) => JSON.parse(line) as Event);
      // A model with a price is not timed, and asked nothing beside the run.
      const prices = { inputPerMillion: 0.1, outputPerMillion: 0.1 };
      const setting = {
        environment,
        protocol,
        collaborations: 2,
        seed: 5,
        name,
        folder,
        cache: false,
        prices,
      };
      const cuts = [0, 0.3, 0.5, 0.7, 0.95, 1].map((share) => Math.floor(share * lines.length));
      for (const cut of cuts) {
        leave(description, lines.slice(0, cut));
        appendFileSync(join(folder, 'events.jsonl'), lines[cut]?.slice(0, 50) ?? '');
        const model = scripted(events);
        const run = await experiment({ ...setting, model, concurrency: 1, maxFailures: 1, progress: 'none' });
        expect(run.description.id).toBe((JSON.parse(description) as RunDescription).id);
        expect(model.calls).toBe(events.slice(cut).filter(({ type }) => type === 'reply').length);
        expect([...readEvents(folder)]).toEqual(events);
      }
    },
  );

  it('contract: a live run of the version before goes on no more, as it asked otherwise; that is said, and nothing is lost', async () => {
    const { description, lines } = begunBefore('stale');
    leave(description, lines);
    const [, environment, protocol] = conditions[0] as Condition;
    const events = lines.map((line) => JSON.parse(line) as Event);
    const setting = { environment, protocol, name: 'round table', collaborations: 2, seed: 5, folder };
    const again = experiment({ ...setting, model: scripted(events), progress: 'none' });
    await expect(again).rejects.toMatchObject({
      code: 'stale-run',
      message: expect.stringMatching(/They differ in: protocol, sampling.*is left unchanged/) as string,
    });
    expect([...readEvents(folder)]).toHaveLength(lines.length);
  });

  it('contract: simulated agents of another version do not go on; who began the run is said, and nothing is lost', async () => {
    const { description, lines } = begunBefore('simulated');
    leave(description, lines.slice(0, 20));
    const again = experiment({
      environment: economy,
      protocol: roundTable({ rule: borda, rounds: 1, ties: 'none' }),
      model: simulated({ malformedRate: 0.15 }),
      name: 'simulated',
      collaborations: 2,
      seed: 5,
      folder,
      progress: 'none',
    });
    const { code } = JSON.parse(description) as RunDescription;
    await expect(again).rejects.toMatchObject({
      code: 'stale-run',
      message: expect.stringContaining(
        `They differ in: model, code. It was started by agora-lab 0.1.0 (code ${code}), and is left unchanged: ` +
          'use another folder, or go back to the settings and the version that started it.',
      ) as string,
    });
    expect([...readEvents(folder)]).toHaveLength(20);
  });
});
