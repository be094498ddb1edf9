import { describe, expect, it } from 'vitest';
import { BudgetAccount } from './budget-account';
import { countMessages } from './count-tokens';
import type { ChatModel } from './chat-model';
import { simulated } from './simulated';
import { sampleModel, sampleReply, sampleRequest } from './testing/sample-request';
import { withBudget } from './with-budget';

const prompt = countMessages(sampleRequest().messages);
const usage = (inputTokens: number, outputTokens: number) =>
  ({ inputTokens, outputTokens, counted: 'reported' }) as const;
const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 1));

describe('withBudget', () => {
  it('law: concurrent calls together never spend more than the budget', async () => {
    const account = new BudgetAccount({ tokens: 1000 });
    const raw = sampleModel(() => later(sampleReply({ usage: usage(prompt, 50) })));
    const model = withBudget(raw, account);
    const request = sampleRequest({ sampling: { maxTokens: 50 } });
    const ends = await Promise.allSettled(Array.from({ length: 100 }, () => model.chat(request)));
    const answered = ends.filter(({ status }) => status === 'fulfilled').length;
    expect(answered).toBe(Math.floor(1000 / (prompt + 50)));
    expect(account.spent().tokens).toBe(answered * (prompt + 50));
    expect(raw.asked).toHaveLength(answered);
  });

  it('known: a call that fits once others have cost less than feared waits for them', async () => {
    const raw = sampleModel(() => later(sampleReply({ usage: usage(prompt, 1) })));
    // Room for one reservation at a time, and for all three real costs.
    const model = withBudget(raw, { tokens: prompt + 100 + 3 * (prompt + 1) });
    const request = sampleRequest({ sampling: { maxTokens: 100 } });
    await Promise.all([model.chat(request), model.chat(request), model.chat(request)]);
    expect(raw.asked).toHaveLength(3);
  });

  it('contract: says what is spent, reserved and allowed, and lets no call through', async () => {
    const raw = sampleModel();
    const model = withBudget(
      raw,
      { tokens: 500, cost: 1 },
      { spent: { tokens: 480 }, prices: { inputPerMillion: 1, outputPerMillion: 1 } },
    );
    const failing = model.chat(sampleRequest({ sampling: { maxTokens: 40 } }));
    await expect(failing).rejects.toThrow(expect.objectContaining({ code: 'budget-exhausted' }));
    await expect(failing).rejects.toThrow(
      /spent 480 tokens, reserved for calls in flight 0 tokens, limit 500 tokens/,
    );
    await expect(failing).rejects.toThrow(/limit \$1\.0/);
    expect(raw.asked).toHaveLength(0);
  });

  it('known: the cost is charged by the price, and stops the call that could pass the limit', async () => {
    const account = new BudgetAccount({ cost: 3 });
    const prices = { inputPerMillion: 0, outputPerMillion: 1e6 };
    const model = withBudget(sampleModel(sampleReply({ usage: usage(0, 1) })), account, { prices });
    const request = sampleRequest({ sampling: { maxTokens: 1 } });
    for (let call = 0; call < 3; call++) await model.chat(request);
    await expect(model.chat(request)).rejects.toThrow(expect.objectContaining({ code: 'budget-exhausted' }));
    expect(account.spent()).toEqual({ tokens: 3, cost: 3 });
  });

  it('known: without maxTokens the longest answer so far is set aside', async () => {
    const account = new BudgetAccount({ tokens: 1000 }, { tokens: 0 });
    const model = withBudget(sampleModel(sampleReply({ usage: usage(prompt, 300) })), account, {
      firstOutputGuess: 100,
    });
    await model.chat(sampleRequest());
    await model.chat(sampleRequest());
    await model.chat(sampleRequest());
    // 3 x (prompt + 300) are spent; the fourth may take as much again, over 1,000.
    await expect(model.chat(sampleRequest())).rejects.toThrow(`may take ${prompt + 300} tokens`);
  });

  it('known: an endpoint that counts more than we do scales the next estimate', async () => {
    const model = withBudget(sampleModel(sampleReply({ usage: usage(2 * prompt, 0) })), {
      tokens: 4 * prompt - 1,
    });
    const request = sampleRequest({ sampling: { maxTokens: 0 } });
    await model.chat(request);
    await expect(model.chat(request)).rejects.toThrow(`may take ${2 * prompt} tokens`);
  });

  it('contract: cached replies and failed calls cost nothing', async () => {
    const account = new BudgetAccount({ tokens: 2000 });
    await withBudget(sampleModel(sampleReply({ cached: true })), account).chat(sampleRequest());
    const failing = sampleModel(() => Promise.reject(new Error('no')));
    await expect(withBudget(failing, account).chat(sampleRequest())).rejects.toThrow('no');
    expect(account.spent()).toEqual({ tokens: 0, cost: 0 });
    await account.reserve({ tokens: 2000, cost: 0 });
  });

  it('contract: a waiting call can be stopped', async () => {
    const account = new BudgetAccount({ tokens: 100 });
    await account.reserve({ tokens: 80, cost: 0 });
    const stop = new AbortController();
    const waiting = account.reserve({ tokens: 50, cost: 0 }, [stop.signal]);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('contract: a limit on cost without a price is refused by naming the option; simulated models are free', () => {
    expect(() => withBudget(sampleModel(), { cost: 5 })).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
    expect(() => withBudget(sampleModel(), { cost: 5 })).toThrow(
      /prices: \{ inputPerMillion, outputPerMillion \}/,
    );
    expect(() => withBudget(sampleModel(), { tokens: 5 })).not.toThrow();
    expect(() => withBudget(simulated(), { cost: 5 })).not.toThrow();
    const priced: ChatModel = {
      ...sampleModel(),
      pricesOf: () => ({ inputPerMillion: 1, outputPerMillion: 1 }),
    };
    expect(() => withBudget(priced, { cost: 5 })).not.toThrow();
    for (const limit of [-1, Number.NaN])
      expect(() => withBudget(sampleModel(), { tokens: limit })).toThrow(
        `budget needs a number of at least 0 as tokens, got ${limit}`,
      );
    expect(() => withBudget(sampleModel(), { nope: 5 } as never)).toThrow('budget knows no nope');
    expect(() => withBudget(sampleModel(), { costs: 5 } as never)).toThrow('(did you mean "cost"?)');
    expect(() =>
      withBudget(sampleModel(), {}, { prices: { inputPerMillion: Number.NaN, outputPerMillion: 1 } }),
    ).toThrow('withBudget needs a number of at least 0 as prices.inputPerMillion, got NaN');
  });
});
