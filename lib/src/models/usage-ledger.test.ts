import { describe, expect, it } from 'vitest';
import { byAgent } from './by-agent';
import { sampleModel, sampleReply, sampleRequest } from './testing/sample-request';
import { UsageLedger } from './usage-ledger';
import { withUsage } from './with-usage';
import type { PricedModel } from './prices';

describe('UsageLedger and withUsage', () => {
  it('known: totals by hand, in all and by round, phase and agent', () => {
    const ledger = new UsageLedger();
    const usage = { inputTokens: 100, outputTokens: 10, counted: 'reported' } as const;
    ledger.add({ run: 'r', round: 1, phase: 'vote', agent: 'Ann' }, usage, false, 0.5);
    ledger.add({ run: 'r', round: 1, phase: 'vote', agent: 'Bob' }, usage, false);
    ledger.add({ run: 'r', round: 2, phase: 'propose', agent: 'Ann' }, usage, true, 0.5);
    expect(ledger.total()).toEqual({
      calls: 2,
      inputTokens: 200,
      outputTokens: 20,
      money: 0.5,
      unpricedCalls: 1,
      cachedCalls: 1,
      cachedTokens: 110,
    });
    expect([...ledger.by('round').keys()]).toEqual(['1', '2']);
    expect(ledger.by('round').get('2')).toMatchObject({ calls: 0, cachedCalls: 1 });
    expect(ledger.by('phase').get('vote')).toMatchObject({ calls: 2, inputTokens: 200 });
    expect(ledger.by('agent').get('Ann')).toMatchObject({ calls: 1, money: 0.5, cachedCalls: 1 });
    expect(ledger.by('run').get('r')).toEqual(ledger.total());
  });

  it('known: gpt-4o-mini at 0.15 and 0.60 dollars a million', async () => {
    const ledger = new UsageLedger();
    const usage = { inputTokens: 2_000_000, outputTokens: 500_000, counted: 'reported' } as const;
    const model = withUsage(sampleModel(sampleReply({ usage }), { name: 'gpt-4o-mini-2024-07-18' }), ledger);
    await model.chat(sampleRequest());
    expect(ledger.total().money).toBeCloseTo(2 * 0.15 + 0.5 * 0.6, 12);
  });

  it('known: each agent is charged at its own model and an unknown price is counted as unknown', async () => {
    const ledger = new UsageLedger();
    const dear: PricedModel = {
      ...sampleModel(),
      pricesOf: () => ({ inputPerMillion: 1e6, outputPerMillion: 0 }),
    };
    const model = withUsage(byAgent({ Ann: dear, default: sampleModel() }), ledger);
    await model.chat(sampleRequest({ call: { agent: 'Ann' } }));
    await model.chat(sampleRequest({ call: { agent: 'Bob' } }));
    expect(ledger.by('agent').get('Ann')).toMatchObject({ money: 10, unpricedCalls: 0 });
    expect(ledger.by('agent').get('Bob')).toMatchObject({ money: 0, unpricedCalls: 1 });
  });

  it('contract: a failed call enters nothing, and totals handed out are copies', async () => {
    const ledger = new UsageLedger();
    const failing = withUsage(
      sampleModel(() => Promise.reject(new Error('no'))),
      ledger,
    );
    await expect(failing.chat(sampleRequest())).rejects.toThrow('no');
    const before = ledger.total();
    ledger.add(sampleRequest().call, sampleReply().usage, false);
    expect(before.calls).toBe(0);
    expect(ledger.total().calls).toBe(1);
  });
});
