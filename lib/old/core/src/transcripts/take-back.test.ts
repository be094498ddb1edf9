import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCounts } from './run-counts';
import { takeBackFailed } from './take-back';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'agora-back-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const place = (collaboration: number, agent: string) => ({
  collaboration,
  round: 1,
  phase: 'vote',
  agent,
  repeat: 0,
});
const reply = (collaboration: number, agent: string, text = 'A') => ({
  type: 'reply',
  ...place(collaboration, agent),
  attempt: 0,
  request: 'a',
  text,
  finish: 'stop',
  inputTokens: 10,
  outputTokens: 5,
  counted: 'reported',
  latencyMs: 1,
  cached: false,
});
const failed = (collaboration: number, agent: string, kind = 'failed') => ({
  type: 'failure',
  ...place(collaboration, agent),
  kind,
  reason: 'refused',
});
const finished = (collaboration: number) => ({
  type: 'finished',
  collaboration,
  rounds: 1,
  cause: 'rounds',
  outcome: null,
  score: {},
});
const file = () => join(folder, 'events.jsonl');
const write = (...events: object[]) =>
  writeFileSync(file(), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
const kept = (name = 'events.jsonl') =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; collaboration: number; agent?: string })
    .map(({ type, collaboration, agent = '' }) => `${type} ${collaboration} ${agent}`.trim());

describe('takeBackFailed', () => {
  it('known: each collaboration goes back to just before its first failed call; others stay, and their order', () => {
    write(
      reply(0, 'A'),
      reply(1, 'A'),
      failed(0, 'B'),
      reply(0, 'C'),
      reply(1, 'B'),
      finished(0),
      finished(1),
    );
    writeFileSync(join(folder, 'state.json'), '{}');
    writeFileSync(join(folder, 'index.json'), '{}');
    expect(takeBackFailed(folder)).toBe(1);
    expect(kept()).toEqual(['reply 0 A', 'reply 1 A', 'reply 1 B', 'finished 1']);
    expect(kept('events.taken-back.jsonl')).toEqual(['failure 0 B', 'reply 0 C', 'finished 0']);
    for (const made of ['state.json', 'index.json']) expect(existsSync(join(folder, made))).toBe(false);
    // The answer that was taken back was paid for.
    expect(readCounts(folder)).toMatchObject({
      calls: 4,
      failures: 0,
      paid: { inputTokens: 40, outputTokens: 20 },
    });
    expect(takeBackFailed(folder)).toBe(0);
  });

  it('law: other failures, and the word in an answer, take nothing back', () => {
    write(reply(0, 'A', 'It is "failed", I say.'), failed(0, 'A', 'unparsed'), finished(0));
    const before = readFileSync(file(), 'utf8');
    expect(takeBackFailed(folder)).toBe(0);
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('contract: a folder without events, and a last line that was cut off, are fine', () => {
    expect(takeBackFailed(folder)).toBe(0);
    write(reply(0, 'A'), failed(0, 'B'));
    appendFileSync(file(), '{"type":"reply","collab');
    expect(takeBackFailed(folder)).toBe(1);
    expect(kept()).toEqual(['reply 0 A']);
  });

  it('contract: a damaged line is named, and nothing is written', () => {
    write(failed(0, 'A'));
    appendFileSync(file(), 'nonsense\n');
    expect(() => takeBackFailed(folder)).toThrow(expect.objectContaining({ code: 'corrupt-record' }));
    expect(readFileSync(file(), 'utf8')).toContain('nonsense');
    expect(existsSync(join(folder, 'events.taken-back.jsonl'))).toBe(false);
  });
});
