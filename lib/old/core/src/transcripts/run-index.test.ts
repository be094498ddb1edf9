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
import type { Event, FinishedEvent } from './event';
import { PromptBook, readPrompts } from './prompts';
import { readCollaborations } from './read-run';
import { readIndex, readIndexed, readIndexedPrompts } from './run-index';
import { finished, message, started } from './testing/sample-run';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-index-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ended = (collaboration: number) => finished(collaboration, { share: 0.5, who: 'A' });
/** As a session writes it (the collaboration last), and as anybody else may. */
const lines = (events: readonly Event[]) =>
  events
    .map(({ collaboration, ...rest }, place) =>
      JSON.stringify(place % 2 === 0 ? { ...rest, collaboration } : { collaboration, ...rest }),
    )
    .map((line) => `${line}\n`)
    .join('');
const file = () => join(folder, 'events.jsonl');
const both = [
  started(0),
  message(0, '"collaboration":7}'),
  started(1),
  message(1, 'ä\u2028"collaboration":7,'),
  message(0, 'b'),
];

describe('the index of a run', () => {
  it('law: each collaboration reads as it does from the whole file, while the run grows, too', () => {
    writeFileSync(file(), lines(both));
    const book = new PromptBook(1);
    const prompts = join(folder, 'prompts.jsonl');
    writeFileSync(prompts, book.write('one', [{ role: 'user', content: 'a\nb' }]));
    for (const more of [[], [ended(1), message(0, 'c')], [ended(0)]]) {
      appendFileSync(file(), lines(more));
      appendFileSync(prompts, book.write(`after ${more.length}`, [{ role: 'user', content: 'b\nc' }]));
      const index = readIndex(folder);
      const whole = [...readCollaborations(folder)].sort((a, b) => a.index - b.index);
      expect(index.map((one) => readIndexed(folder, one))).toEqual(whole);
      expect(readIndexedPrompts(folder, index[1]!)).toEqual(readPrompts(folder, 1));
    }
    expect(readIndex(folder)[0]).toMatchObject({
      agents: ['A'],
      messages: 3,
      failures: 0,
      facts: {},
      finished: { rounds: 1, cause: 'rounds', decided: false, score: { share: 0.5 } },
    });
  });

  it('known: of cases and outcomes it keeps what is short', () => {
    const instance = { game: 'base', parties: 6, real: true, seats: [1], text: 'x'.repeat(61), none: null };
    const events = [0, 1].flatMap((index): Event[] => [
      { type: 'started', collaboration: index, instance, agents: ['A'] },
      { ...(finished(index) as FinishedEvent), outcome: index === 0 ? { A: 1 } : 'x'.repeat(200) },
    ]);
    writeFileSync(file(), lines(events));
    const [short, long] = readIndex(folder);
    expect(short).toMatchObject({
      facts: { game: 'base', parties: 6, real: true },
      finished: { outcome: { A: 1 } },
    });
    expect(Object.keys(short!.facts)).toHaveLength(3);
    expect(long!.finished).toMatchObject({ decided: true, outcome: null });
    expect(readIndex(folder)).toEqual([short, long]); // from the file, too
  });

  it('contract: an index whose events were changed since is made again, of the same length or longer', () => {
    const written = lines(both);
    writeFileSync(file(), written);
    readIndex(folder);
    const swapped = written.replace('"b"', '"c"');
    writeFileSync(file(), swapped);
    utimesSync(file(), 1, 1); // written within the same tick, else
    expect(readIndexed(folder, readIndex(folder)[0]!).events.at(-1)).toMatchObject({ text: 'c' });
    writeFileSync(file(), lines([started(5), ...both, ended(5)]));
    const longer = readIndex(folder);
    expect(longer.map(({ index, messages }) => [index, messages])).toEqual([
      [0, 2],
      [1, 1],
      [5, 0],
    ]);
    // Changed while somebody holds what the index said.
    writeFileSync(file(), lines([started(6), ...both]));
    expect(readIndexed(folder, longer[1]!).events).toHaveLength(2);
  });

  it('known: lines with spaces between their parts are events as any', () => {
    const spaced = lines([...both, ended(1)])
      .replaceAll('":', '": ')
      .replaceAll(',"', ', "');
    writeFileSync(file(), spaced);
    const index = readIndex(folder);
    expect(index.map(({ messages }) => messages)).toEqual([2, 1]);
    expect(index.map((one) => readIndexed(folder, one))).toEqual(
      [...readCollaborations(folder)].sort((a, b) => a.index - b.index),
    );
    expect(index[1]!.finished).toMatchObject({ rounds: 1 });
  });

  it('contract: an index that is broken, or longer than its events, is made again; a cut-off line is passed over', () => {
    writeFileSync(file(), lines(both));
    const before = readIndex(folder);
    appendFileSync(file(), '{"type":"message","collab');
    expect(readIndex(folder)).toEqual(before);
    writeFileSync(join(folder, 'index.json'), '{"version":1');
    expect(readIndex(folder)).toEqual(before);
    truncateSync(file(), readFileSync(file(), 'utf8').indexOf('\n') + 1);
    expect(readIndex(folder).map(({ messages }) => messages)).toEqual([0]);
    appendFileSync(file(), 'no event\n');
    const [first] = readIndex(folder);
    expect(() => readIndexed(folder, first!)).toThrow(expect.objectContaining({ code: 'corrupt-record' }));
  });
});
