import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
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

  it('known: only what came after the state is read: what it covers may be as long as it likes', () => {
    const events = sampleEvents(3);
    write(events.slice(0, 8));
    const { length } = readFileSync(eventsFile());
    writeFileSync(eventsFile(), `${'x'.repeat(length - 1)}\n${events.slice(8).map(line).join('')}`);
    expect(readCounts(folder)).toEqual(counted(events));
    appendFileSync(eventsFile(), 'no event\n');
    expect(() => readCounts(folder)).toThrow(`line ${events.length + 1} `);
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
