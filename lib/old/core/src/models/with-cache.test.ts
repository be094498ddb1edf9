import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChatRequest } from './chat-model';
import { callKey } from './request-digest';
import { sampleModel, sampleReply, sampleRequest } from './testing/sample-request';
import { withCache } from './with-cache';

const newFolder = () => mkdtempSync(join(tmpdir(), 'agora-'));

describe('withCache', () => {
  it('known: the second time the reply comes from the folder, in another process too', async () => {
    const folder = newFolder();
    const raw = sampleModel();
    expect(await withCache(raw, folder).chat(sampleRequest())).toEqual(sampleReply());
    expect(await withCache(raw, folder).chat(sampleRequest())).toEqual(sampleReply({ cached: true }));
    expect(raw.asked).toHaveLength(1);
  });

  it('law: any change of model, settings, question or identity is another call', () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } };
    const base: ChatRequest = {
      ...sampleRequest({ sampling: { temperature: 0 } }),
      answer: { name: 'vote', schema },
    };
    const { call } = base;
    const requests: ChatRequest[] = [
      base,
      { ...base, messages: [{ role: 'user', content: 'How many?' }] },
      { ...base, messages: [{ role: 'system', content: 'How much?' }] },
      { ...base, sampling: { temperature: 1 } },
      { ...base, answer: { name: 'ballot', schema } },
      { ...base, answer: { name: 'vote', schema: {} } },
      ...(['run', 'phase', 'agent'] as const).map((part) => ({
        ...base,
        call: { ...call, [part]: 'other' },
      })),
      ...(['seed', 'collaboration', 'round', 'repeat', 'attempt'] as const).map((part) => ({
        ...base,
        call: { ...call, [part]: 99 },
      })),
    ];
    const model = sampleModel();
    const keys = requests.map((request) => callKey(model, request));
    keys.push(callKey({ ...model, name: 'another' }, base), callKey({ ...model, settings: {} }, base));
    expect(new Set(keys).size).toBe(keys.length);
    expect(callKey(model, { ...base, situation: { anything: 1 } })).toBe(keys[0]);
  });

  it('known: cut and refused replies are kept, errors are not', async () => {
    const folder = newFolder();
    const cut = sampleModel(sampleReply({ finish: 'length' }));
    await withCache(cut, folder).chat(sampleRequest());
    expect(await withCache(cut, folder).chat(sampleRequest())).toMatchObject({
      finish: 'length',
      cached: true,
    });
    let calls = 0;
    const failing = sampleModel(async () => {
      if (calls++ === 0) throw new Error('no');
      return sampleReply();
    });
    const model = withCache(failing, newFolder());
    await expect(model.chat(sampleRequest())).rejects.toThrow('no');
    expect((await model.chat(sampleRequest())).cached).toBe(false);
  });

  it("contract: name, evidence, settings and prices are the model's own", () => {
    const prices = { inputPerMillion: 1, outputPerMillion: 2 };
    const raw = { ...sampleModel(), pricesOf: () => prices };
    const model = withCache(raw, newFolder());
    const { name, evidence, settings, pricesOf } = raw;
    expect(model).toMatchObject({ name, evidence, settings, pricesOf });
  });
});
