import { AgoraError } from 'agora-voting';
import { describe, expect, it } from 'vitest';
import { sampleModel, sampleReply, sampleRequest } from './testing/sample-request';
import { withRetries, type RetrySettings } from './with-retries';

/** A model that fails so many times before it answers, and the waits in between. */
function flaky(failures: Error[], settings: RetrySettings = {}) {
  const waits: number[] = [];
  const raw = sampleModel(async () => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    return sampleReply();
  });
  const wait = async (milliseconds: number, signals: readonly AbortSignal[]) => {
    for (const signal of signals) signal.throwIfAborted();
    waits.push(milliseconds);
  };
  return { waits, raw, model: withRetries(raw, { sleep: wait, ...settings }) };
}
const busy = (retryAfterMs?: number) =>
  new AgoraError('no-answer', 'busy', { details: retryAfterMs === undefined ? {} : { retryAfterMs } });
const nonsense = () => new AgoraError('malformed-answer', 'nonsense');
const times = (count: number, make: () => Error) => Array.from({ length: count }, make);

describe('withRetries', () => {
  it('known: the n-th wait lies under base x 2^(n-1), and never over the longest', async () => {
    const { model, waits } = flaky(times(5, busy), { baseMs: 100, maxWaitMs: 400 });
    await model.chat(sampleRequest());
    expect(waits).toHaveLength(5);
    [100, 200, 400, 400, 400].forEach((bound, i) => expect(waits[i]).toBeLessThan(bound));
  });

  it('law: jitter is drawn from the call: the same call waits the same, another call differently', async () => {
    const waitsOf = async (agent: string) => {
      const { model, waits } = flaky(times(3, busy));
      await model.chat(sampleRequest({ call: { agent } }));
      return waits;
    };
    expect(await waitsOf('Ann')).toEqual(await waitsOf('Ann'));
    expect(await waitsOf('Ann')).not.toEqual(await waitsOf('Bob'));
  });

  it('law: full jitter is spread evenly from 0 to the bound', async () => {
    const first = await Promise.all(
      Array.from({ length: 400 }, async (_, repeat) => {
        const { model, waits } = flaky([busy()], { baseMs: 1000 });
        await model.chat(sampleRequest({ call: { repeat } }));
        return waits[0]!;
      }),
    );
    const mean = first.reduce((sum, wait) => sum + wait, 0) / first.length;
    // Uniform on [0, 1000]: mean 500, standard error 1000 / sqrt(12 x 400) = 14; five of them either way.
    expect(Math.abs(mean - 500)).toBeLessThan(72);
    expect(Math.min(...first)).toBeLessThan(50);
    expect(Math.max(...first)).toBeGreaterThan(950);
  });

  it('known: what the endpoint asks for is waited, and up to the base more', async () => {
    const { model, waits } = flaky([busy(7000)], { baseMs: 100 });
    await model.chat(sampleRequest());
    expect(waits[0]).toBeGreaterThanOrEqual(7000);
    expect(waits[0]).toBeLessThan(7100);
  });

  it('contract: an endpoint that asks for more than the longest wait is given up at once', async () => {
    const { model, raw, waits } = flaky([busy(3_600_000)]);
    await expect(model.chat(sampleRequest())).rejects.toThrow(/asks to wait 3600 s.*longest wait is 60 s/);
    expect(raw.asked).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it('contract: exhausted attempts end as model-unavailable, malformed answers as request-failed', async () => {
    const out = flaky(times(99, busy));
    await expect(out.model.chat(sampleRequest())).rejects.toThrow(
      expect.objectContaining({ code: 'model-unavailable' }),
    );
    expect(out.raw.asked).toHaveLength(6);
    const garbled = flaky(times(99, nonsense));
    await expect(garbled.model.chat(sampleRequest())).rejects.toThrow(
      expect.objectContaining({ code: 'request-failed' }),
    );
    expect(garbled.raw.asked).toHaveLength(3);
  });

  it('known: malformed answers are counted by themselves', async () => {
    const { model } = flaky([busy(), busy(), nonsense(), nonsense()]);
    expect(await model.chat(sampleRequest())).toEqual(sampleReply());
  });

  it('contract: settings that mean nothing are refused by name', () => {
    const bad = (settings: object) => () => withRetries(sampleModel(), settings);
    expect(bad({ attempts: 0 })).toThrow('withRetries needs a whole number of at least 1 as attempts, got 0');
    expect(bad({ baseMs: Number.NaN })).toThrow('as baseMs, got NaN');
    expect(bad({ attempt: 3 })).toThrow('withRetries knows no attempt');
    expect(() => withRetries('simulated' as never)).toThrow(
      'withRetries needs a model, got "simulated" (did you mean models.parseModel("simulated")?)',
    );
  });

  it('contract: other errors pass untouched and at once', async () => {
    const failure = new AgoraError('request-failed', 'too long');
    const { model, raw } = flaky([failure]);
    await expect(model.chat(sampleRequest())).rejects.toBe(failure);
    expect(raw.asked).toHaveLength(1);
  });

  it.each(['signal', 'stop'] as const)(
    'contract: %s during a real wait ends it with the reason',
    async (which) => {
      const stop = new AbortController();
      const raw = sampleModel(async () => {
        setTimeout(() => stop.abort(new Error('enough')), 5);
        throw busy(60_000);
      });
      const asked = withRetries(raw).chat(sampleRequest(), { [which]: stop.signal });
      await expect(asked).rejects.toThrow('enough');
      expect(raw.asked).toHaveLength(1);
    },
  );

  it('contract: told to stop while a call is in flight, it is finished; one that fails then is not made again', async () => {
    const stop = new AbortController();
    const options = { stop: stop.signal };
    const raw = sampleModel(async () => (stop.abort(new Error('enough')), sampleReply()));
    expect(await withRetries(raw).chat(sampleRequest(), options)).toEqual(sampleReply());
    const failing = sampleModel(() => Promise.reject(busy()));
    await expect(withRetries(failing).chat(sampleRequest(), options)).rejects.toThrow('enough');
    expect(failing.asked).toHaveLength(1);
  });

  it('known: a time-out is tried again once; then the endpoint is given up, or this call alone where others were answered', async () => {
    const late = () => new AgoraError('no-answer', 'late', { details: { timedOut: 1 } });
    const hung = flaky(times(99, late));
    await expect(hung.model.chat(sampleRequest())).rejects.toMatchObject({ code: 'model-unavailable' });
    expect(hung.raw.asked).toHaveLength(2);
    const raw = sampleModel(({ call }) =>
      call.agent === 'Ann' ? Promise.reject(late()) : Promise.resolve(sampleReply()),
    );
    // While Ann's call waits to be made again, Bob's is answered.
    const sleep = async () => void (await model.chat(sampleRequest({ call: { agent: 'Bob' } })));
    const model = withRetries(raw, { sleep });
    await expect(model.chat(sampleRequest())).rejects.toMatchObject({
      code: 'request-failed',
      message: 'late (gave up after 2 attempts)',
    });
  });
});
