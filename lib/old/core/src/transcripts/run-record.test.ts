import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from './event';
import { readCollaborations, readEvents, readRun } from './read-run';
import { repairRun } from './repair-run';
import { indexPath, readIndex } from './run-index';
import { RunRecord } from './run-record';
import { finished, message, sampleDescription, started } from './testing/sample-run';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-record-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const description = sampleDescription;
const eventsFile = () => join(folder, 'events.jsonl');
const write = (...events: Event[]) => {
  const record = RunRecord.open(folder, description);
  for (const event of events) record.append(event);
  record.close();
};

describe('the run record', () => {
  it('known: what is written reads back, grouped by collaboration, in the order of finishing', () => {
    write(started(0), started(1), message(1, 'hi'), finished(1), message(0, 'ho'), started(2), finished(0));
    expect([...readCollaborations(folder)].map(({ index, events }) => [index, events.length])).toEqual([
      [1, 3],
      [0, 3],
      [2, 1],
    ]);
    expect([...readCollaborations(folder, { unfinished: false })].map(({ index }) => index)).toEqual([1, 0]);
    expect(readRun(folder)).toEqual(description);
  });

  it.each([
    [0, 'an earlier layout'],
    [2, 'a later layout'],
  ])('contract: a run of schema %i is refused as recorded by %s', (schema, layout) => {
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...description, schema }));
    const message = `was recorded by ${layout} (schema ${schema}), and this agora-core reads schema 1`;
    expect(() => readRun(folder)).toThrow(message);
    expect(() => RunRecord.open(folder, description)).toThrow(message);
  });

  it('law: text survives whatever separators it holds', () => {
    const awkward = 'a\u2028b\u0085c\rd\ne\u0000f 😀 \ud800 "quoted" \\';
    write(message(0, awkward));
    const [event] = [...readEvents(folder)];
    expect(event).toMatchObject({ text: awkward });
    expect(readFileSync(eventsFile(), 'utf8').split('\n')).toHaveLength(2);
  });

  it('known: a cut-off last line is passed over by readers and removed at the next opening', () => {
    write(started(0), message(0, 'whole'));
    appendFileSync(eventsFile(), '{"type":"message","collab');
    expect([...readEvents(folder)]).toHaveLength(2);
    write(message(0, 'next'));
    expect([...readEvents(folder)].map((event) => ('text' in event ? event.text : ''))).toEqual([
      '',
      'whole',
      'next',
    ]);
  });

  it('known: a file that is one cut-off line, longer than a buffer, is emptied', () => {
    write();
    writeFileSync(eventsFile(), 'x'.repeat(200_000));
    write(started(0));
    expect([...readEvents(folder)]).toEqual([started(0)]);
  });

  it('known: opening again tells finished from unfinished', () => {
    write(started(0), finished(0), started(1), message(1, 'hi'));
    const record = RunRecord.open(folder, description);
    expect([...record.state.finished]).toEqual([0]);
    expect([...record.state.unfinished]).toEqual([[1, [started(1), message(1, 'hi')]]]);
    record.close();
  });

  it('contract: a damaged line is named by file, line and byte, and a repair keeps what came before', () => {
    write(started(0), message(0, 'kept'));
    const byte = readFileSync(eventsFile()).length;
    appendFileSync(eventsFile(), '{"type":"message"}\n');
    appendFileSync(eventsFile(), `${JSON.stringify(finished(0))}\n`);
    const damaged = readFileSync(eventsFile(), 'utf8');
    expect(() => [...readEvents(folder)]).toThrow(expect.objectContaining({ code: 'corrupt-record' }));
    expect(() => RunRecord.open(folder, description)).toThrow(`line 3 (byte ${byte})`);
    readIndex(folder);
    const repair = repairRun(folder);
    expect(repair).toMatchObject({ repaired: true, line: 3 });
    expect(existsSync(indexPath(folder))).toBe(false); // it knows of lines that are no longer there
    expect([...readEvents(folder)]).toEqual([started(0), message(0, 'kept')]);
    expect(repair.repaired && readFileSync(repair.kept, 'utf8')).toBe(damaged);
    expect(repairRun(folder)).toEqual({ repaired: false });
  });

  it('contract: an invalid event is not written', () => {
    const record = RunRecord.open(folder, description);
    expect(() => record.append({ ...started(0), collaboration: -1 })).toThrow('no valid started event');
    record.close();
    expect([...readEvents(folder)]).toEqual([]);
  });

  it('contract: a folder that a living process writes is locked; a dead process leaves no lock behind', () => {
    const record = RunRecord.open(folder, description);
    expect(() => RunRecord.open(folder, description)).toThrow(
      expect.objectContaining({ code: 'run-locked' }),
    );
    record.close();
    write(started(0));
    // No process has this number: the largest a Linux kernel can be told to give is 2^22.
    for (const lock of [`${2 ** 22 + 1} ${readHost()}`, `${process.pid} ${readHost()}`, '', '17']) {
      writeFileSync(join(folder, 'lock'), lock);
      utimesSync(join(folder, 'lock'), 0, 0);
      expect(() => write(message(0, 'x'))).not.toThrow();
    }
  });

  it('contract: another experiment does not go on in the same folder', () => {
    write(started(0));
    const other = { ...description, id: 'test-2', seed: 2 };
    expect(() => RunRecord.open(folder, other)).toThrow(expect.objectContaining({ code: 'stale-run' }));
    expect(() => RunRecord.open(folder, other)).toThrow('They differ in: seed.');
  });

  it('contract: a live answer is on disk at once, what follows from it at the next turn of the loop', async () => {
    const record = RunRecord.open(folder, description);
    record.append(started(0));
    expect([...readEvents(folder)]).toHaveLength(1);
    record.append(message(0, 'derived'));
    expect([...readEvents(folder)]).toHaveLength(1);
    await new Promise((done) => setImmediate(done));
    expect([...readEvents(folder)]).toHaveLength(2);
    record.append(message(0, 'last'));
    record.close();
    expect([...readEvents(folder)]).toHaveLength(3);
  });

  it('contract: a folder in which nothing can be written is said in one line, and takes no time', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const links = join(folder, 'links');
    mkdirSync(links);
    symlinkSync(join(folder, 'nowhere', 'lock'), join(links, 'lock'));
    for (const [path, code] of [
      [file, 'folder'],
      [join(file, 'run'), 'folder'],
      [`${folder}/a\0b`, 'folder'],
      [links, 'run-locked'],
      ...(existsSync('/proc/self')
        ? ([
            ['/proc/agora/run', 'folder'],
            ['/proc/self', 'folder'],
          ] as const)
        : []),
    ] as const)
      expect(() => RunRecord.open(path, description), path).toThrow(
        expect.objectContaining({ code, message: expect.not.stringContaining('\n') as string }),
      );
    mkdirSync(join(folder, 'run.json'));
    expect(() => RunRecord.open(folder, description)).toThrow(expect.objectContaining({ code: 'folder' }));
  });

  it.skipIf(!existsSync('/dev/full'))(
    'contract: a full disk that is met between two calls is reported by the next one',
    async () => {
      const full = openSync('/dev/full', 'w');
      const simulated = { ...description, model: { ...description.model, evidence: 'simulated' as const } };
      const record = RunRecord.open(folder, simulated, undefined, (_, bytes, offset) =>
        writeSync(full, bytes, offset),
      );
      record.append(started(0));
      await new Promise((done) => setImmediate(done));
      expect(() => record.append(started(1))).toThrow('is full');
      record.append(started(2));
      expect(() => record.close()).toThrow('is full');
      expect(() => write(started(0)), 'the lock was given back').not.toThrow();
      closeSync(full);
    },
  );

  it.skipIf(!existsSync('/dev/full'))(
    'contract: a full disk is reported as such, and what was written stays whole',
    () => {
      write(started(0));
      const full = openSync('/dev/full', 'w');
      let room = 40;
      const record = RunRecord.open(folder, description, undefined, (descriptor, bytes, offset) => {
        if (room === 0) return writeSync(full, bytes, offset);
        const taken = writeSync(descriptor, bytes, offset, room);
        room = 0;
        return taken;
      });
      record.append(message(0, 'more than there is room for'));
      expect(() => record.append(started(1))).toThrow(expect.objectContaining({ code: 'record-write' }));
      expect(() => record.append(started(2))).toThrow('is full');
      record.close();
      closeSync(full);
      expect([...readEvents(folder)]).toEqual([started(0)]);
      write(message(0, 'room again'));
      expect([...readEvents(folder)]).toEqual([started(0), message(0, 'room again')]);
    },
  );
});

function readHost(): string {
  return hostname();
}
