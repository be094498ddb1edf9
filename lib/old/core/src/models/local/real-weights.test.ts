import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeEconomy } from '../../environments';
import { generateArithmetic, questions, sampleQuestions } from '../../environments/questions';
import { experiment } from '../../experiment';
import { debate, election, roundTable } from '../../protocols';
import { eventsOf } from '../../transcripts';
import { majority, preferentialRule, range } from 'agora-voting';
import { resultByScore } from '../../../../voting/src/result';
import type { ChatModel } from '../chat-model';
import { isThorough, seldom } from '../../testing/thorough';
import { sampleRequest } from '../testing/sample-request';
import { local } from './local';
import { isReady } from './weights/fetch-weights';
import { namedWeights } from './weights/weights';

/*
 * The real thing: the smallest model of the catalogue answers, where its weights are ("npx agora models get").
 */
const weights = namedWeights();
const there = isReady(weights);
const why = there ? '' : ` (SKIPPED: no weights of ${weights.name}; npx agora models get ${weights.name})`;
if (!there) console.warn(`skipped: ${weights.name} is not at ${weights.file}`);

const stories = join(
  process.env['AGORA_SHARED_DATA'] ?? resolve(__dirname, '../../../../../../shared/data'),
  'stories260K',
  'stories260K.gguf',
);
const hasStories = existsSync(stories);
const whyNot = hasStories ? '' : ' (SKIPPED: no stories260K in AGORA_SHARED_DATA)';
if (!hasStories)
  console.warn('skipped: there is no stories260K where AGORA_SHARED_DATA says, or in ../shared/data');

/**
 * Only ends what hangs: nobody judges how long an answer takes, which depends on what else the machine does. All tests
 * together are meant to take under 90 s where it does little.
 */
const patience = 900_000;

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-real-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.skipIf(!there)(`a real model in a child process${why}`, () => {
  let model: ChatModel;
  beforeAll(() => {
    model = local({ context: 4096 });
  });
  // What an earlier run of these tests was told is not asked of the model again unless the cache is off.
  const run = { collaborations: 1, progress: 'none', cache: false } as const;
  const first = preferentialRule({
    name: 'first',
    source: 'test',
    explanation: 'First preferences.',
    meets: [],
    decide: (profile) =>
      resultByScore(
        profile.options,
        profile.options.map((_, option) => profile.placed(option, 0)),
      ),
  });
  const environment = () =>
    questions({ set: sampleQuestions('mmlu'), as: 'raters', agents: 3, shots: 0, name: 'some' });

  it.skipIf(!isThorough)(`an election: every answer is read${seldom}`, { timeout: patience }, async () => {
    const protocol = election({ rules: [first] });
    const folder = join(home, 'election');
    const [one] = [...(await experiment({ environment: environment(), protocol, model, folder, ...run }))];
    expect(one?.finished).not.toBeNull();
    const replies = one === undefined ? [] : eventsOf(one, 'reply');
    expect(replies.length).toBeGreaterThanOrEqual(3);
    for (const reply of replies) expect(reply).toMatchObject({ counted: 'reported', cached: false });
  });

  it.skipIf(!isThorough)(
    `an election by probabilities: nothing is unusable${seldom}`,
    { timeout: patience },
    async () => {
      const protocol = election({
        rules: [first, range({ scale: { lowest: 0, highest: 10 } })],
        ask: 'probabilities',
      });
      const folder = join(home, 'probabilities');
      const [one] = [...(await experiment({ environment: environment(), protocol, model, folder, ...run }))];
      const replies = one === undefined ? [] : eventsOf(one, 'reply');
      expect(replies).toHaveLength(6);
      for (const { probabilities = {}, probabilityOfOptions = 0, outputTokens } of replies) {
        expect(outputTokens).toBe(0);
        // Shares are quotients of their sum: they add up to 1 but for rounding.
        expect(Object.values(probabilities).reduce((sum, one_) => sum + one_, 0)).toBeCloseTo(1, 9);
        expect(probabilityOfOptions).toBeGreaterThan(0.5);
      }
      expect(one === undefined ? [] : eventsOf(one, 'vote')).toHaveLength(6);
      expect(one === undefined ? [] : eventsOf(one, 'failure')).toEqual([]);
    },
  );

  it.skipIf(!isThorough)(`a debate${seldom}`, { timeout: patience }, async () => {
    const set = generateArithmetic({ count: 1 });
    const protocol = debate({ rounds: 1 });
    const folder = join(home, 'debate');
    const sampling = { maxTokens: 64 };
    const environment_ = questions({ set, agents: 2 });
    const found = await experiment({ environment: environment_, protocol, model, folder, sampling, ...run });
    const [one] = [...found];
    expect(one?.finished).not.toBeNull();
    expect(one === undefined ? 0 : eventsOf(one, 'reply').length).toBeGreaterThanOrEqual(2);
  });

  it.skipIf(!isThorough)(`one round of the round table${seldom}`, { timeout: patience }, async () => {
    const protocol = roundTable({ rule: majority, rounds: 1 });
    const folder = join(home, 'table');
    const sampling = { maxTokens: 100 };
    const small = exchangeEconomy({ agents: 2, goods: 2 });
    const found = await experiment({ environment: small, protocol, model, folder, sampling, ...run });
    const [one] = [...found];
    expect(one?.finished).not.toBeNull();
    const phases = new Set(one === undefined ? [] : eventsOf(one, 'reply').map(({ phase }) => phase));
    expect([...phases]).toEqual(expect.arrayContaining(['message', 'proposal']));
  });

  it(
    'law: with one sequence the same request gives the same reply, whatever came between',
    {
      timeout: patience,
    },
    async () => {
      const alone = local({ context: 2048, sequences: 1 });
      const long = 'You rate cities, rivers, trains and fruit, and say why. '.repeat(19);
      const ask = (content: string) =>
        alone.chat(
          sampleRequest({
            messages: [
              { role: 'system', content: long },
              { role: 'user', content },
            ],
            sampling: { maxTokens: 12, temperature: 0.7, seed: 5 },
          }),
        );
      const first_ = await ask('Which city is best?');
      await ask('Which river is longest, and why do you think so?');
      const again = await ask('Which city is best?');
      expect(again.text).toBe(first_.text);
    },
  );

  it.skipIf(!isThorough)(
    `law: what several are told at once is what each is told alone${seldom}`,
    { timeout: patience },
    async () => {
      const several = local({ context: 512, sequences: 4 });
      const evidence = [
        'The lead actor thanked the audience on the last day of filming.',
        'The broadcaster ended the series after 7 seasons.',
        'It was filmed on the coast, with a few scenes in a studio.',
        'The first season had 11 episodes.',
      ];
      const tell = async (place: number, again: number): Promise<string> => {
        // A model in no doubt: what is computed beside it changes the last digits of its probabilities.
        const content = `Repeat this sentence, word by word: ${evidence[place]}`;
        const request = sampleRequest({
          messages: [{ role: 'user', content }],
          sampling: { temperature: 0, maxTokens: 50 },
        });
        return (await several.chat({ ...request, call: { ...request.call, attempt: again } })).text;
      };
      const alone: string[] = [];
      for (const place of evidence.keys()) alone.push(await tell(place, 0));
      const together = await Promise.all([...evidence.keys()].map((place) => tell(place, 1)));
      for (const [place, told] of alone.entries()) expect(told).toContain(evidence[place]);
      expect(together).toEqual(alone);
    },
  );

  it('contract: an answer is held to its schema, and to its length', { timeout: patience }, async () => {
    const schema = {
      type: 'object',
      properties: {
        decision: { type: 'array', items: { enum: ['A', 'B', 'C'] }, minItems: 3, maxItems: 3 },
      },
      required: ['decision'],
      additionalProperties: false,
    };
    const messages = [{ role: 'user', content: 'Rank the letters A, B and C.' }] as const;
    const answer = { name: 'ranking', schema };
    const held = await model.chat(sampleRequest({ messages, answer }));
    expect(held.finish).toBe('stop');
    expect((JSON.parse(held.text) as { decision: string[] }).decision).toHaveLength(3);
    const cut = await model.chat(sampleRequest({ messages, sampling: { maxTokens: 2 } }));
    expect(cut).toMatchObject({ finish: 'length', usage: { outputTokens: 2 } });
  });

  it(
    'contract: a context smaller than the first prompt is said with both numbers',
    {
      timeout: patience,
    },
    async () => {
      const narrow = local({ context: 64, sequences: 1, retries: false });
      const messages = [{ role: 'user', content: 'word '.repeat(100) }] as const;
      await expect(narrow.chat(sampleRequest({ messages }))).rejects.toMatchObject({
        code: 'request-failed',
        message: expect.stringMatching(/The prompt has 1\d\d tokens, and the context holds 64/) as string,
      });
    },
  );
});

describe.skipIf(!hasStories)(`a tiny model that tells stories${whyNot}`, () => {
  it('contract: weights without a chat template say what to do', { timeout: patience }, async () => {
    const model = local({ weights: stories, threads: 1, sequences: 1, retries: false });
    await expect(model.chat(sampleRequest())).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(/no chat template.*chatTemplate/) as string,
    });
  });

  it('goes on with a story, with a template of ours', { timeout: patience }, async () => {
    const chatTemplate = '{% for message in messages %}{{ message.content }}{% endfor %}';
    const model = local({ weights: stories, chatTemplate, threads: 1, sequences: 1, context: 256 });
    const reply = await model.chat(
      sampleRequest({
        messages: [{ role: 'user', content: 'Once upon a time' }],
        sampling: { temperature: 0, maxTokens: 12 },
      }),
    );
    expect(reply.text).toMatch(/^,? ?there was a/);
    expect(reply.finish).toBe('length');
  });
});
