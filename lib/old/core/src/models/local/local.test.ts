import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatModel } from '../chat-model';
import { parseModel } from '../from-environment';
import { sampleRequest } from '../testing/sample-request';
import { local, type LocalSettings } from './local';
import { shortage } from './memory';
import { tinyWeights } from './testing/tiny-weights';
import { checkWeights } from './weights/check-weights';
import { catalogue, type CatalogueEntry } from './weights/weights';
import { isThorough, seldom } from '../../testing/thorough';

const program = join(__dirname, 'testing', 'fake-child.cjs');
const dist = resolve(__dirname, '../../../../agora-lab/dist');

let home: string;
let weights: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-local-'));
  vi.stubEnv('AGORA_MODELS_DIR', join(home, 'models'));
  vi.stubEnv('AGORA_HOME', home);
  weights = tinyWeights(join(home, 'tiny.gguf'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Models of a test have a child of their own: its weights lie in the test's folder. */
const fake = (settings: LocalSettings = {}) =>
  local({ weights, program, threads: 1, retries: { baseMs: 0 }, ...settings });
let calls = 0;
const ask = (model: ChatModel, first: string, run = 'run', more: readonly string[] = []) =>
  model.chat(
    sampleRequest({
      messages: [first, ...more].map((content) => ({ role: 'user', content })),
      call: { run, repeat: calls++ },
    }),
  );

describe('a model in a child process', () => {
  it('known: answers with usage, finish and what tells it from others', async () => {
    const model = fake();
    const reply = await ask(model, 'hello');
    expect(reply.text).toMatch(/^\d+ hello$/);
    expect(reply).toMatchObject({
      finish: 'stop',
      usage: { inputTokens: 3, outputTokens: 2, counted: 'reported' },
      cached: false,
    });
    expect(model.settings).toMatchObject({ weights: 'tiny', context: 8192, sequences: 4 });
    expect(model.settings['sha256']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('known: says that answers can be repeated with one sequence only', async () => {
    expect(await fake({ sequences: 1 }).facts?.()).toMatchObject({ repeatable: true, contextTokens: 64 });
    expect(await fake({ sequences: 2 }).facts?.()).toMatchObject({ repeatable: false });
  });

  it('contract: models with the same weights and settings share a child, others do not', async () => {
    const process = async (model: ChatModel) => (await ask(model, 'x')).text.split(' ')[0];
    const first = await process(fake());
    expect(await process(fake({ sampling: { temperature: 0 } }))).toBe(first);
    expect(await process(fake({ sequences: 2 }))).not.toBe(first);
  });

  it('law: two runs that ask at once take turns, however much one asks', async () => {
    const model = fake({ sequences: 1 });
    const order: string[] = [];
    const asked = (run: string) => ask(model, 'x', run).then(() => order.push(run));
    await Promise.all([...['a', 'a', 'a', 'a'].map(asked), ...['b', 'b'].map(asked)]);
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'a']);
  });

  it('contract: a child that dies in the middle of a call is started again, and the call asked again', async () => {
    const model = fake();
    const mark = join(home, 'crashed');
    const [first, second] = await Promise.all([
      ask(model, 'crash once', 'run', [mark]),
      ask(model, 'slow', 'run'),
    ]);
    expect(first?.text).toMatch(/crash once$/);
    expect(second?.text).toMatch(/slow$/);
  });

  it('contract: a call that kills it twice fails alone', async () => {
    const model = fake();
    const [bad, good] = await Promise.allSettled([ask(model, 'crash'), ask(model, 'slow')]);
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: { code: 'request-failed', message: expect.stringMatching(/SIGSEGV.*second time/) as string },
    });
    expect(good.status).toBe('fulfilled');
  });

  it('contract: without retries a crash is told as "no-answer"', async () => {
    await expect(ask(fake({ retries: false }), 'crash')).rejects.toMatchObject({ code: 'no-answer' });
  });

  it.each([
    ['refuse', /too little memory/],
    ['die', /ended while it loaded the weights \(SIGKILL; it said: out of memory\)/],
  ])(
    'contract: weights that cannot be loaded (%s) end the run, with the reason',
    async (chatTemplate, reason) => {
      const model = fake({ chatTemplate });
      await expect(ask(model, 'x')).rejects.toMatchObject({
        code: 'model-unavailable',
        message: expect.stringMatching(reason) as string,
      });
      await expect(model.facts?.()).rejects.toMatchObject({ code: 'model-unavailable' });
    },
  );

  it('contract: an empty answer is an answer, for the protocol to judge', async () => {
    expect((await ask(fake(), 'no answer')).text).toBe('');
  });

  it('contract: a prompt that does not fit fails, with both numbers', async () => {
    await expect(ask(fake(), 'too long')).rejects.toMatchObject({
      code: 'request-failed',
      details: { promptTokens: 900, contextTokens: 64 },
      message: expect.stringContaining('900 tokens, and the context holds 64') as string,
    });
  });

  it('contract: no answer in time is said, and that it was the time', async () => {
    await expect(ask(fake({ timeout: 0.05, retries: false }), 'slow')).rejects.toMatchObject({
      code: 'no-answer',
      details: { timedOut: 1 },
      message: expect.stringContaining('within 0.05 s') as string,
    });
  });

  it('contract: an abort ends waiting calls and those in flight at once', async () => {
    const model = fake({ sequences: 1 });
    const stop = new AbortController();
    const asked = [1, 2, 3].map((repeat) =>
      model.chat(sampleRequest({ messages: [{ role: 'user', content: 'silence' }], call: { repeat } }), {
        signal: stop.signal,
      }),
    );
    stop.abort(new Error('enough'));
    for (const one of await Promise.allSettled(asked))
      expect(one).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
  });

  it('contract: a stop ends waiting calls, and lets the one in flight be finished', async () => {
    const model = fake({ sequences: 1 });
    await ask(model, 'x'); // the child is there
    const stop = new AbortController();
    const asked = [1, 2, 3].map((repeat) =>
      model.chat(sampleRequest({ messages: [{ role: 'user', content: 'slow' }], call: { repeat } }), {
        stop: stop.signal,
      }),
    );
    await new Promise((done) => setTimeout(done, 50)); // the first one is on its way
    stop.abort(new Error('enough'));
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
  });

  it.skipIf(!isThorough)(
    `contract: an idle child keeps nobody alive, and ends with its parent${seldom}`,
    async () => {
      const code = `
      const { models } = require(${JSON.stringify(dist)});
      const model = models.local({ weights: ${JSON.stringify(weights)}, program: ${JSON.stringify(program)}, threads: 1 });
      const call = { run: 'r', seed: 1, collaboration: 0, round: 1, phase: 'p', agent: 'a', repeat: 0, attempt: 0 };
      model.chat({ messages: [{ role: 'user', content: 'hi' }], call }).then(({ text }) => console.log(text.split(' ')[0]));`;
      const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      parent.stdout.on('data', (words: Buffer) => (output += words.toString()));
      const exit = await new Promise((done) => parent.on('close', done));
      expect(exit).toBe(0);
      await gone(Number(output));
    },
  );

  it('contract: a child ends when its parent is killed', async () => {
    const code = `
      const { models } = require(${JSON.stringify(dist)});
      const model = models.local({ weights: ${JSON.stringify(weights)}, program: ${JSON.stringify(program)}, threads: 1 });
      const call = { run: 'r', seed: 1, collaboration: 0, round: 1, phase: 'p', agent: 'a', repeat: 0, attempt: 0 };
      model.chat({ messages: [{ role: 'user', content: 'hi' }], call }).then(({ text }) => {
        console.log(text.split(' ')[0]);
        setInterval(() => {}, 1000);
      });`;
    const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    const child = await new Promise<number>((done) =>
      parent.stdout.on('data', (words: Buffer) => done(Number(words.toString()))),
    );
    parent.kill('SIGKILL');
    await gone(child);
  });
});

describe('weights that cannot be used', () => {
  const [entry] = catalogue;
  const name = entry?.name ?? '';

  it('contract: missing weights say how to get them', () => {
    expect(() => local()).toThrow(`npx agora models get ${name}`);
  });

  it('contract: weights that were cut off say both sizes', () => {
    tinyWeights(join(home, 'models', entry?.file ?? ''));
    expect(() => local()).toThrow(/has 11 bytes, and .* has 491400064: it was cut off/);
  });

  it('contract: weights of another hash say both', () => {
    const file = tinyWeights(join(home, 'models', 'other.gguf'));
    const known = { ...(entry as CatalogueEntry), bytes: 11 };
    expect(() => checkWeights({ name, file, known, hub: known.hub })).toThrow(
      /has SHA-256 [0-9a-f]{64}, and .* has 1d9614638.*: it is damaged/,
    );
  });

  it('contract: another format is named', () => {
    const file = join(home, 'model.gguf');
    writeFileSync(file, 'PK\u0003\u0004 a zip');
    expect(() => local({ weights: file })).toThrow(/is not in the format GGUF \(it begins with "PK/);
    expect(() => local({ weights: home + '.gguf' })).toThrow(/are not at/);
  });

  it.each([
    ['local:qwen2.5-coder-0.5', /did you mean "qwen2.5-coder-0.5b"/],
    ['local:hf:owner/file.gguf/../x.gguf', /names no file of the hub/],
    ['local:hf:owner/repository/file.gguf', /npx agora models get hf:owner\/repository\/file.gguf/],
    ['local:', /names no model/],
  ])('contract: %s is one clear error', (text, message) => {
    expect(() => parseModel(text)).toThrow(message);
  });

  it('known: too little memory is said in gigabytes, with what to do', () => {
    const needed = { weights: 5e8, context: 1e9, contextSize: 8192, sequences: 4 };
    expect(shortage('x.gguf', needed, 2e9)).toBeNull();
    expect(shortage('x.gguf', needed, 1e9)).toMatch(
      /^x.gguf needs 0.5 GB of memory for its weights and 1.0 GB for 4 conversations of 8192 tokens, and 1.0 GB are free. Set fewer/,
    );
  });
});

/** Resolves once a process is no more. */
async function gone(id: number): Promise<void> {
  for (;;) {
    try {
      process.kill(id, 0);
    } catch {
      return;
    }
    await new Promise((done) => setTimeout(done, 20));
  }
}
