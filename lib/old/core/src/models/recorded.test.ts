import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recorded } from './recorded';
import { requestDigest } from './request-digest';
import { sampleRequest } from './testing/sample-request';

const question = sampleRequest({ sampling: { temperature: 0 } });

function replyEvent(parts: Record<string, unknown> = {}) {
  const { collaboration, round, phase, agent, repeat, attempt } = question.call;
  return {
    type: 'reply',
    collaboration,
    round,
    phase,
    agent,
    repeat,
    attempt,
    request: requestDigest(question),
    text: 'A "reply"\u2028with an odd separator 🎉',
    finish: 'stop',
    inputTokens: 12,
    outputTokens: 3,
    counted: 'reported',
    latencyMs: 250,
    cached: false,
    ...parts,
  };
}

function run(lines: readonly unknown[], evidence = 'live', tail = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'agora-'));
  const description = { id: 'spring', model: { name: 'gpt', evidence, settings: { temperature: 0 } } };
  writeFileSync(join(folder, 'run.json'), JSON.stringify(description));
  writeFileSync(
    join(folder, 'events.jsonl'),
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)) + '\n').join('') + tail,
  );
  return folder;
}

describe('recorded', () => {
  it('known: gives back what was recorded for the call, marked as cached', async () => {
    const model = recorded(
      run([{ type: 'started', collaboration: 0 }, replyEvent(), replyEvent({ agent: 'Bob', intent: [1] })]),
    );
    expect(await model.chat(question)).toEqual({
      text: 'A "reply"\u2028with an odd separator 🎉',
      finish: 'stop',
      usage: { inputTokens: 12, outputTokens: 3, counted: 'reported' },
      latencyMs: 250,
      cached: true,
    });
    const bob = await model.chat({ ...question, call: { ...question.call, agent: 'Bob', run: 'another' } });
    expect(bob.intent).toEqual([1]);
  });

  it('known: replay is as real as what it replays', () => {
    expect(recorded(run([], 'live'))).toMatchObject({
      name: 'recorded:gpt',
      evidence: 'recorded',
      settings: { run: 'spring' },
    });
    expect(recorded(run([], 'recorded')).evidence).toBe('recorded');
    expect(recorded(run([], 'simulated')).evidence).toBe('simulated');
  });

  it('contract: a call that is not on record, or another question, fails by name', async () => {
    const model = recorded(run([replyEvent()]));
    const missing = model.chat({ ...question, call: { ...question.call, round: 9 } });
    await expect(missing).rejects.toThrow(expect.objectContaining({ code: 'request-failed' }));
    await expect(missing).rejects.toThrow(/no reply for collaboration 0, round 9, phase propose, agent Ann/);
    const changed = { ...question, sampling: { temperature: 1 } };
    await expect(model.chat(changed)).rejects.toThrow(/another question at .*agent Ann.*anyPrompt/);
    const lax = recorded(run([replyEvent()]), { anyPrompt: true });
    expect((await lax.chat(changed)).finish).toBe('stop');
  });

  it('contract: a cut last line is passed over, a damaged line inside is named', async () => {
    const cut = recorded(run([replyEvent()], 'live', JSON.stringify(replyEvent({ agent: 'Bob' }))));
    expect((await cut.chat(question)).cached).toBe(true);
    await expect(cut.chat({ ...question, call: { ...question.call, agent: 'Bob' } })).rejects.toThrow(
      /no reply/,
    );
    const damaged = recorded(run(['{"type":"started"}', '{"type":"reply",', replyEvent()]));
    await expect(damaged.chat(question)).rejects.toThrow(/the line at byte 19 is not JSON/);
  });

  it('law: replies are found across the borders of the blocks in which the file is read', async () => {
    const filler = { type: 'note', data: 'x'.repeat(300_000) };
    const folder = run([]);
    for (let repeat = 0; repeat < 12; repeat++) {
      appendFileSync(
        join(folder, 'events.jsonl'),
        `${JSON.stringify(filler)}\n${JSON.stringify(replyEvent({ repeat, text: `reply ${repeat} é` }))}\n`,
      );
    }
    const model = recorded(folder);
    for (let repeat = 0; repeat < 12; repeat++) {
      const reply = await model.chat({ ...question, call: { ...question.call, repeat } });
      expect(reply.text).toBe(`reply ${repeat} é`);
    }
  });

  it('contract: a folder without a run is refused', () => {
    expect(() => recorded(mkdtempSync(join(tmpdir(), 'agora-')))).toThrow(
      expect.objectContaining({ code: 'setting' }),
    );
  });
});

describe('requestDigest', () => {
  it('law: messages, sampling and the answer format change it; identity and key order do not', () => {
    const digest = requestDigest(question);
    expect(digest).toMatch(/^[0-9a-f]{16}$/);
    expect(requestDigest({ ...question, call: { ...question.call, round: 5, run: 'x' } })).toBe(digest);
    const ordered = { ...question, sampling: { temperature: 0, seed: 1 } };
    expect(requestDigest({ ...question, sampling: { seed: 1, temperature: 0 } })).toBe(
      requestDigest(ordered),
    );
    const others = [
      ordered,
      { ...question, messages: [{ role: 'user', content: 'How much' } as const] },
      { ...question, messages: [{ role: 'system', content: 'How much?' } as const] },
      { ...question, answer: { name: 'vote', schema: {} } },
    ].map(requestDigest);
    expect(new Set([digest, ...others]).size).toBe(5);
  });
});
