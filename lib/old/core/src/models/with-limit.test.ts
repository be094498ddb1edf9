import { describe, expect, it } from 'vitest';
import { sampleModel, sampleReply, sampleRequest } from './testing/sample-request';
import { withLimit } from './with-limit';

describe('withLimit', () => {
  it('law: never more calls in flight than the limit, and all get through', async () => {
    let inFlight = 0;
    let most = 0;
    const raw = sampleModel(async () => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inFlight--;
      return sampleReply();
    });
    const model = withLimit(raw, 3);
    const signal = new AbortController().signal;
    const calls = Array.from({ length: 20 }, (_, repeat) =>
      model.chat(sampleRequest({ call: { repeat } }), repeat % 2 ? { signal } : {}),
    );
    expect(await Promise.all(calls)).toHaveLength(20);
    expect(most).toBe(3);
  });

  it('contract: an aborted call leaves the line at once, and never reaches the model', async () => {
    let release = () => {};
    const raw = sampleModel(
      () => new Promise((resolve) => void (release = () => resolve(sampleReply({ text: 'first' })))),
    );
    const model = withLimit(raw, 1);
    const first = model.chat(sampleRequest());
    const stop = new AbortController();
    const second = model.chat(sampleRequest(), { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    release();
    expect((await first).text).toBe('first');
    const third = model.chat(sampleRequest());
    await new Promise((resolve) => setImmediate(resolve));
    release();
    await third;
    expect(raw.asked).toHaveLength(2);
  });

  it('contract: told to stop, all in line are gone at once, and the one in flight is finished', async () => {
    let release = () => {};
    const raw = sampleModel(() => new Promise((resolve) => void (release = () => resolve(sampleReply()))));
    const model = withLimit(raw, 1);
    const stop = new AbortController();
    const options = { stop: stop.signal };
    const first = model.chat(sampleRequest(), options);
    const waiting = Array.from({ length: 20 }, () => model.chat(sampleRequest(), options));
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error('enough'));
    for (const end of await Promise.allSettled(waiting))
      expect(end).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
    release();
    expect((await first).text).toBe('ok');
    await expect(model.chat(sampleRequest(), options)).rejects.toThrow('enough');
    expect(raw.asked).toHaveLength(1);
  });

  it('contract: a failing call frees its place, and a limit must be a whole number of at least 1', async () => {
    const model = withLimit(
      sampleModel(() => Promise.reject(new Error('no'))),
      1,
    );
    const signal = new AbortController().signal;
    await expect(model.chat(sampleRequest(), { signal })).rejects.toThrow('no');
    await expect(model.chat(sampleRequest())).rejects.toThrow('no');
    for (const limit of [0, -1, 1.5, Number.NaN])
      expect(() => withLimit(model, limit)).toThrow(expect.objectContaining({ code: 'setting' }));
  });
});
