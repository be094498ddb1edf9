import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from './event';
import { readCounts, RunCounts } from './run-counts';
import { repairRun } from './repair-run';
import { RunRecord } from './run-record';
import { sampleDescription, sampleEvents } from './testing/sample-run';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const eventsFile = () => join(folder, 'events.jsonl');
const stateFile = () => join(folder, 'state.json');
const line = (event: Event) => `${JSON.stringify(event)}\n`;
function write(events: readonly Event[]): void {
  const record = RunRecord.open(folder, sampleDescription);
  for (const event of events) record.append(event);
  record.close();
}
function counted(events: readonly Event[]): RunCounts {
  const counts = new RunCounts();
  for (const event of events) counts.add(event);
  return counts;
}

describe('the counts of a run', () => {
  it('known: calls, tokens, what was paid, failures and who is finished', () => {
    write(sampleEvents(2));
    // Each collaboration of the sample has a paid reply of 3 and 2 tokens, one from the cache, and a failure.
    expect(readCounts(folder)).toMatchObject({
      finished: new Set([0, 1]),
      calls: 4,
      failures: 2,
      tokens: { inputTokens: 12, outputTokens: 8 },
      paid: { inputTokens: 6, outputTokens: 4 },
    });
  });

  it('law: at any moment at which a writer is killed, the counts are those of its events', () => {
    const events = sampleEvents(3);
    write(events.slice(0, 5));
    let text = readFileSync(eventsFile(), 'utf8');
    for (const [place, event] of events.slice(5).entries()) {
      text += line(event);
      writeFileSync(eventsFile(), text);
      expect(readCounts(folder)).toEqual(counted(events.slice(0, 6 + place)));
      appendFileSync(eventsFile(), '{"type":"fini');
      expect(readCounts(folder)).toEqual(counted(events.slice(0, 6 + place)));
    }
    write([]);
    expect(readCounts(folder)).toEqual(counted(events));
  });

  it('known: only what came after the state is read', () => {
    const events = sampleEvents(3);
    write(events.slice(0, 8));
    const state = JSON.parse(readFileSync(stateFile(), 'utf8')) as RunCounts;
    // Calls that no event has show that the state was believed.
    writeFileSync(stateFile(), JSON.stringify({ ...state, calls: state.calls + 100 }));
    appendFileSync(eventsFile(), events.slice(8).map(line).join(''));
    expect(readCounts(folder).calls).toBe(counted(events).calls + 100);
    appendFileSync(eventsFile(), 'no event\n');
    expect(() => readCounts(folder)).toThrow(`line ${events.length + 1} `);
  });

  it('law: events that were edited since are counted again, be they longer, shorter, or as long as before', () => {
    const events = sampleEvents(3);
    for (const change of [
      (text: string) => text.replaceAll('"inputTokens":3', '"inputTokens":300'),
      (text: string) => text.replaceAll('"inputTokens":3', '"inputTokens":5'),
      (text: string) => text.split('\n').slice(4).join('\n'),
    ]) {
      rmSync(folder, { recursive: true });
      write(events);
      const changed = change(readFileSync(eventsFile(), 'utf8'));
      writeFileSync(eventsFile(), changed);
      // A change in the same instant as the writing would not be seen: this one is later.
      utimesSync(eventsFile(), 2e9, 2e9);
      const lines = changed.trim().split('\n');
      expect(readCounts(folder)).toEqual(counted(lines.map((one) => JSON.parse(one) as Event)));
    }
  });

  it('contract: a run without a state, with one that cannot be read, or cut since, is counted from its events', () => {
    const events = sampleEvents(2);
    write(events);
    for (const state of ['', '{', 'null', '{"bytes":1}', '{"bytes":-1,"events":"x"}']) {
      writeFileSync(stateFile(), state);
      expect(readCounts(folder)).toEqual(counted(events));
    }
    rmSync(stateFile());
    expect(readCounts(folder)).toEqual(counted(events));
    write([]);
    truncateSync(eventsFile(), line(events[0]!).length);
    expect(readCounts(folder)).toEqual(counted(events.slice(0, 1)));
    appendFileSync(eventsFile(), 'x'.repeat(10_000) + '\n');
    repairRun(folder);
    expect(readCounts(folder)).toEqual(counted(events.slice(0, 1)));
  });
});
