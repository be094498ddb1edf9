import { describe, expect, it } from 'vitest';
import { AgoraError } from 'agora-voting';
import type { ChatRequest, Incident } from './chat-model';
import { countMessages } from './count-tokens';
import { sampleModel, sampleReply, sampleRequest } from './testing/sample-request';
import { withContext } from './with-context';

const prompt = (words: number) =>
  sampleRequest({ messages: [{ role: 'user', content: 'word '.repeat(words) }] });
const reporting = (inputTokens: number) =>
  sampleReply({ usage: { inputTokens, outputTokens: 5, counted: 'reported' } });

describe('withContext', () => {
  it('known: a prompt that cannot fit is not sent, and the error names both sizes', async () => {
    const raw = sampleModel();
    const model = withContext(raw, 500);
    await model.chat(prompt(400));
    const counted = countMessages(prompt(700).messages);
    await expect(model.chat(prompt(700))).rejects.toMatchObject({
      code: 'request-failed',
      details: { promptTokens: counted, contextTokens: 500 },
      message: expect.stringContaining(
        `has about ${counted} tokens, and the model's context holds 500`,
      ) as string,
    });
    expect(raw.asked).toHaveLength(1);
  });

  it("known: the model's own encoding is learnt: one that needs twice the tokens has half the room", async () => {
    const raw = sampleModel((request) => Promise.resolve(reporting(2 * countMessages(request.messages))));
    const model = withContext(raw, 1000);
    await model.chat(prompt(400));
    await expect(model.chat(prompt(550))).rejects.toMatchObject({ code: 'request-failed' });
    expect(raw.asked).toHaveLength(1);
  });

  it('known: an answer has room, too: 64 tokens, or maxTokens where that is less', async () => {
    const exact = (request: ChatRequest) => Promise.resolve(reporting(countMessages(request.messages)));
    const raw = sampleModel(exact, { largerContext: 'Load it anew' });
    const model = withContext(raw, 4096, 'say less');
    await model.chat(prompt(3000));
    const long = prompt(4090 - countMessages(prompt(0).messages));
    const counted = countMessages(long.messages);
    expect(counted).toBeGreaterThan(4096 - 64);
    expect(counted).toBeLessThan(4096);
    await expect(model.chat(long)).rejects.toThrow(
      `the prompt has about ${counted.toLocaleString('en')} tokens, and the model's context holds 4,096 tokens (counted before ` +
        'it was sent). Load it anew, or say less.',
    );
    await expect(model.chat({ ...long, sampling: { maxTokens: 500 } })).rejects.toThrow('counted before');
    await model.chat({ ...long, sampling: { maxTokens: 4096 - counted } });
    expect(raw.asked).toHaveLength(2);
  });

  it('known: an answer that was cut off for want of room is the context error, and no answer', async () => {
    const cut = (inputTokens: number) =>
      withContext(sampleModel(sampleReply({ ...reporting(inputTokens), finish: 'length' })), 4096);
    await expect(cut(4090).chat(prompt(4000))).rejects.toMatchObject({
      code: 'request-failed',
      message: expect.stringContaining('(its answer was cut off)') as string,
      details: { promptTokens: 4090, contextTokens: 4096 },
    });
    expect(await cut(4000).chat(prompt(4000))).toMatchObject({ finish: 'length' });
  });

  it('known: a limit that nobody told is learnt from the first refusal', async () => {
    let calls = 0;
    const refusal = new AgoraError('request-failed', 'too long', { details: { contextTokens: 500 } });
    const model = withContext(sampleModel(() => (calls++, Promise.reject(refusal))));
    await expect(model.chat(prompt(700))).rejects.toThrow('too long');
    await expect(model.chat(prompt(700))).rejects.toThrow('counted before it was sent');
    expect(calls).toBe(1);
  });

  it('known: usage far below our count is a prompt that was cut, and says nothing of the encoding', async () => {
    const incidents: Incident[] = [];
    const model = withContext(sampleModel(reporting(512)), 2000);
    const watch = (incident: Incident) => void incidents.push(incident);
    expect(await model.chat(prompt(1500), { watch })).toEqual(reporting(512));
    expect(incidents).toEqual([
      {
        kind: 'prompt cut',
        text: expect.stringMatching(/read 512 tokens of a prompt that has about 1,50\d/) as string,
      },
    ]);
    await expect(model.chat(prompt(2600))).rejects.toMatchObject({ code: 'request-failed' });
  });

  it('contract: short prompts, counted ones and cached ones tell nothing', async () => {
    const incidents: Incident[] = [];
    const watch = (incident: Incident) => void incidents.push(incident);
    const tokenizer = { inputTokens: 1, outputTokens: 1, counted: 'tokenizer' } as const;
    for (const [words, reply] of [
      [100, reporting(11)],
      [1000, sampleReply({ usage: tokenizer })],
      [1000, sampleReply({ cached: true })],
    ] as const)
      await withContext(sampleModel(reply)).chat(prompt(words), { watch });
    expect(incidents).toEqual([]);
    expect(() => withContext(sampleModel(), 0)).toThrow('withContext needs a whole number of at least 1');
  });
});
