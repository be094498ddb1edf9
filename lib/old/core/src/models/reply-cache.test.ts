import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { ReplyCache } from './with-cache';
import { sampleReply } from './testing/sample-request';
import { isThorough, seldom } from '../testing/thorough';

const newFolder = () => mkdtempSync(join(tmpdir(), 'agora-'));
const keyOf = (name: number) => name.toString(16).padStart(64, 'a');
const here = { run: 'test', seed: 1, collaboration: 0 };

describe('ReplyCache', () => {
  it('known: what is put is got, under its own key only, by this cache and by the next', () => {
    const folder = newFolder();
    const cache = new ReplyCache(folder);
    const reply = sampleReply({ text: 'Käse 🧀\u2028', intent: { deep: [1, null] } });
    cache.put(keyOf(1), here, reply);
    for (const reader of [cache, new ReplyCache(folder)]) {
      expect(reader.get(keyOf(1), here)).toEqual(reply);
      expect(reader.get(keyOf(2), here)).toBeUndefined();
    }
  });

  it('contract: damaged entries count as absent and are reported; the others are read, and new ones can be put', () => {
    const damages: [string, (line: string) => string][] = [
      ['not JSON', (line) => line.slice(0, 40)],
      ['not JSON', () => ''],
      ['no key', () => 'null'],
      ['no reply', () => '{"key":"a"}'],
      ['digest', (line) => line.replace('"ok"', '"no"')],
      ['digest', (line) => line.replace('"cached":false', '"cached":true')],
      ['digest', (line) => line.replace(keyOf(1), keyOf(3))],
    ];
    for (const [reason, spoil] of damages) {
      const folder = newFolder();
      const first = new ReplyCache(folder);
      first.put(keyOf(1), here, sampleReply());
      first.put(keyOf(2), here, sampleReply({ text: 'kept' }));
      const file = first.file(here);
      const [line = '', ...rest] = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, [spoil(line), ...rest].join('\n'));
      const reports: string[] = [];
      const second = new ReplyCache(folder, { onCorrupt: (_, why) => reports.push(why) });
      expect(second.get(keyOf(1), here), reason).toBeUndefined();
      expect(second.get(keyOf(3), here)).toBeUndefined();
      expect(second.get(keyOf(2), here)?.text).toBe('kept');
      expect(reports).toEqual([expect.stringMatching(new RegExp(`^line 1: .*${reason}`))]);
      second.put(keyOf(1), here, sampleReply());
      expect(new ReplyCache(folder, { onCorrupt: () => undefined }).get(keyOf(1), here)).toEqual(
        sampleReply(),
      );
    }
  });

  it('law: several writers of one file leave every entry whole', () => {
    const folder = newFolder();
    const caches = Array.from({ length: 20 }, () => new ReplyCache(folder));
    caches.forEach((cache, name) =>
      cache.put(keyOf(name), here, sampleReply({ text: `${name}`.repeat(50_000) })),
    );
    const reader = new ReplyCache(folder);
    caches.forEach((_, name) => expect(reader.get(keyOf(name), here)?.text).toBe(`${name}`.repeat(50_000)));
  });

  it('law: more collaborations than are kept at hand come back from their files', () => {
    const cache = new ReplyCache(newFolder());
    const at = (collaboration: number) => ({ ...here, collaboration });
    for (let place = 0; place < 300; place++)
      cache.put(keyOf(1), at(place), sampleReply({ text: `${place}` }));
    for (let place = 0; place < 300; place++) expect(cache.get(keyOf(1), at(place))?.text).toBe(`${place}`);
    cache.close();
    expect(cache.get(keyOf(1), at(7))?.text).toBe('7');
  });

  it('contract: a folder that cannot be written to is reported and loses no reply', () => {
    const folder = newFolder();
    const reports: string[] = [];
    const cache = new ReplyCache(folder, { onUnwritable: (_, why) => reports.push(why) });
    // Where the folder of the collaboration's file should be, there is a file.
    writeFileSync(dirname(cache.file(here)), '');
    cache.put(keyOf(1), here, sampleReply());
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(/a part of this path is a file/);
  });

  it('contract: a folder in which nothing can be written is refused before anything is asked', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    for (const folder of [
      file,
      join(file, 'cache'),
      'a\0b',
      ...(existsSync('/proc/self') ? ['/proc/a/b'] : []),
    ])
      expect(() => new ReplyCache(folder), folder).toThrow(expect.objectContaining({ code: 'folder' }));
  });

  it.skipIf(!isThorough)(
    `law: after writers were killed at any moment, every entry is whole or absent${seldom}`,
    async () => {
      const folder = newFolder();
      const random = Random.from(11);
      const writer = newWriter();
      const cut: string[] = [];
      let found = 0;
      // As many more rounds as a slow machine needs to have found enough.
      for (let round = 0; round < 12 || (found <= 50 && round < 60); round++) {
        const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
        await firstOutput(child);
        await new Promise((resolve) => setTimeout(resolve, random.uniform() * 60));
        child.kill('SIGKILL');
        await new Promise((resolve) => child.once('close', resolve));
        const cache = new ReplyCache(folder, { onCorrupt: (_, why) => cut.push(why) });
        for (let name = 0; name < 50; name++) {
          const reply = cache.get(keyOf(name), here);
          if (reply === undefined) continue;
          found++;
          expect(reply.text).toBe(String(name).repeat(200_000));
        }
      }
      expect(found).toBeGreaterThan(50);
      for (const why of cut) expect(why).toContain('not JSON');
    },
  );
});

/** A program that fills a cache over and over with large replies until it is killed. */
function newWriter(): string {
  const program = join(newFolder(), 'writer.js');
  const reply = JSON.stringify(sampleReply());
  writeFileSync(
    program,
    `const { ReplyCache } = require(${JSON.stringify(join(__dirname, '../../dist/models/with-cache.js'))});
     const cache = new ReplyCache(process.argv[2]);
     process.stdout.write('ready');
     (async () => {
       for (let name = 0; ; name = (name + 1) % 50) {
         cache.put(name.toString(16).padStart(64, 'a'), { run: 'test', seed: 1, collaboration: 0 }, { ...${reply}, text: String(name).repeat(200000) });
         await new Promise((done) => setImmediate(done));
       }
     })();`,
  );
  return program;
}

function firstOutput(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`The writer ended with ${code}`)));
  });
}
