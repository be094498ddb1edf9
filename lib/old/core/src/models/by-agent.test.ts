import { describe, expect, it } from 'vitest';
import { byAgent, type ModelsByAgent } from './by-agent';
import type { ModelFacts } from './chat-model';
import { pricesOf } from './prices';
import { simulated } from './simulated';
import { sampleModel, sampleReply, sampleRequest } from './testing/sample-request';

const say = (text: string, name = 'sample') => sampleModel(sampleReply({ text }), { name });

describe('byAgent', () => {
  it('known: each agent gets its model, everybody else the default', async () => {
    const model = byAgent({ Ann: say('A'), default: say('D') });
    const ask = async (agent: string) => (await model.chat(sampleRequest({ call: { agent } }))).text;
    expect(await ask('Ann')).toBe('A');
    expect(await ask('Bob')).toBe('D');
    // Names that every object has are no agents of ours.
    expect(await ask('constructor')).toBe('D');
  });

  it('known: the evidence is that of the weakest part', () => {
    expect(byAgent({ default: say('D') }).evidence).toBe('live');
    expect(
      byAgent({ Ann: sampleModel(sampleReply(), { evidence: 'recorded' }), default: say('D') }).evidence,
    ).toBe('recorded');
    expect(byAgent({ Ann: simulated(), default: say('D') }).evidence).toBe('simulated');
  });

  it('contract: settings name every part, prices are known when all are, and there must be a default', () => {
    const model = byAgent({ Ann: say('A', 'gpt-4o-mini'), default: say('D', 'mystery') });
    expect(model.settings).toMatchObject({ Ann: { model: 'gpt-4o-mini' }, default: { model: 'mystery' } });
    expect(pricesOf(model)).toBeUndefined();
    expect(pricesOf(model, sampleRequest({ call: { agent: 'Ann' } }).call)?.inputPerMillion).toBe(0.15);
    expect(() => byAgent({ Ann: say('A') } as unknown as ModelsByAgent)).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
  });

  it('known: what models say of themselves: the smallest context, and repeatable where all are', async () => {
    const facts = (own: ModelFacts) => sampleModel(undefined, { facts: () => Promise.resolve(own) });
    const of = (...all: ModelFacts[]) =>
      byAgent({
        default: sampleModel(),
        ...Object.fromEntries(all.map((own, at) => [`A${at}`, facts(own)])),
      }).facts?.();
    expect(await of({ contextTokens: 4096, repeatable: true }, { contextTokens: 2048 })).toEqual({
      contextTokens: 2048,
    });
    expect(await of({ repeatable: false })).toEqual({ repeatable: false });
    const both = byAgent({ default: facts({ repeatable: true, details: { threads: 2 } }) });
    expect(await both.facts?.()).toEqual({ repeatable: true, details: { sample: { threads: 2 } } });
    expect(await of()).toEqual({});
  });

  it('known: how one model draws its answers goes over what the run says, for its agent alone', async () => {
    const [warm, other] = [sampleModel(undefined, { sampling: { temperature: 1 } }), sampleModel()];
    const model = byAgent({ default: other, Ann: warm });
    for (const agent of ['Ann', 'Bob'])
      await model.chat(sampleRequest({ sampling: { temperature: 0.5, maxTokens: 9 }, call: { agent } }));
    expect(warm.asked[0]?.sampling).toEqual({ temperature: 1, maxTokens: 9 });
    expect(other.asked[0]?.sampling).toEqual({ temperature: 0.5, maxTokens: 9 });
  });
});
