import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { Random } from '../random';
import { ReplyCache } from './reply-cache';
import { sampleReply } from './testing/sample-request';

const newFolder = () => mkdtempSync(join(tmpdir(), 'agora-'));
const keyOf = (name: number) => name.toString(16).padStart(64, 'a');

describe('ReplyCache', () => {
  it('known: what is put is got, under its own key only', async () => {
    const cache = new ReplyCache(newFolder());
    const reply = sampleReply({ text: 'Käse 🧀\u2028', intent: { deep: [1, null] } });
    await cache.put(keyOf(1), reply);
    expect(await cache.get(keyOf(1))).toEqual(reply);
    expect(await cache.get(keyOf(2))).toBeUndefined();
  });

  it('contract: damaged entries count as absent, are set aside and reported, and can be put anew', async () => {
    const damages: [string, (text: string) => string][] = [
      ['not JSON', (text) => text.slice(0, 40)],
      ['not JSON', () => ''],
      ['no reply', () => 'null'],
      ['digest', (text) => text.replace('"ok"', '"no"')],
      ['digest', (text) => text.replace('"cached":false', '"cached":true')],
    ];
    for (const [reason, spoil] of damages) {
      const reports: string[] = [];
      const cache = new ReplyCache(newFolder(), { onCorrupt: (file, why) => reports.push(`${file} ${why}`) });
      await cache.put(keyOf(1), sampleReply());
      const file = cache.file(keyOf(1));
      writeFileSync(file, spoil(readFileSync(file, 'utf8')));
      expect(await cache.get(keyOf(1)), reason).toBeUndefined();
      expect(reports).toHaveLength(1);
      expect(reports[0]).toContain(reason);
      expect(readdirSync(dirname(file))).toEqual([`${keyOf(1)}.json.corrupt`]);
      await cache.put(keyOf(1), sampleReply());
      expect(await cache.get(keyOf(1))).toEqual(sampleReply());
    }
  });

  it('contract: an entry under a foreign key is no answer', async () => {
    const cache = new ReplyCache(newFolder(), { onCorrupt: () => undefined });
    await cache.put(keyOf(1), sampleReply());
    writeFileSync(cache.file(keyOf(2)), readFileSync(cache.file(keyOf(1))));
    expect(await cache.get(keyOf(2))).toBeUndefined();
  });

  it('law: many writers of one entry leave one whole entry and nothing else', async () => {
    const folder = newFolder();
    const reply = sampleReply({ text: 'x'.repeat(100_000) });
    const caches = Array.from({ length: 20 }, () => new ReplyCache(folder));
    await Promise.all(caches.map((cache) => cache.put(keyOf(1), reply)));
    expect(readdirSync(dirname(caches[0]!.file(keyOf(1))))).toEqual([`${keyOf(1)}.json`]);
    expect(await caches[0]!.get(keyOf(1))).toEqual(reply);
  });

  it('contract: a folder that cannot be written to is reported and loses no reply', async () => {
    const blocked = join(newFolder(), 'file');
    writeFileSync(blocked, '');
    const reports: string[] = [];
    await new ReplyCache(blocked, { onUnwritable: (_, why) => reports.push(why) }).put(
      keyOf(1),
      sampleReply(),
    );
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(/ENOTDIR|EEXIST/);
  });

  it('law: after writers were killed at any moment, every entry is whole or absent', async () => {
    const folder = newFolder();
    const random = Random.from(11);
    const damaged: string[] = [];
    const cache = new ReplyCache(folder, { onCorrupt: (file) => damaged.push(file) });
    const writer = await compileWriter();
    let found = 0;
    for (let round = 0; round < 12; round++) {
      const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
      await firstOutput(child);
      await new Promise((resolve) => setTimeout(resolve, random.uniform() * 60));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      for (let name = 0; name < 50; name++) {
        const reply = await cache.get(keyOf(name));
        if (reply === undefined) continue;
        found++;
        expect(reply.text).toBe(String(name).repeat(200_000));
      }
    }
    expect(found).toBeGreaterThan(50);
    expect(damaged).toEqual([]);
  });
});

/** A program that fills a cache over and over with large replies until it is killed. */
async function compileWriter(): Promise<string> {
  const folder = newFolder();
  mkdirSync(join(folder, 'models'));
  for (const file of ['json.ts', 'models/reply-cache.ts']) {
    const source = readFileSync(join(__dirname, '..', file), 'utf8');
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(join(folder, file.replace(/ts$/, 'js')), outputText);
  }
  const program = join(folder, 'writer.js');
  const reply = JSON.stringify(sampleReply());
  writeFileSync(
    program,
    `const { ReplyCache } = require('./models/reply-cache');
     const cache = new ReplyCache(process.argv[2]);
     process.stdout.write('ready');
     (async () => {
       for (let name = 0; ; name = (name + 1) % 50) {
         await cache.put(name.toString(16).padStart(64, 'a'), { ...${reply}, text: String(name).repeat(200000) });
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
