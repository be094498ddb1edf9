import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { zipSync } from 'fflate';
import { fetchDataset } from './fetch';
import { locateDataset } from './locate';
import { dataset } from './registry';
import { takeDataset } from './take';
import { dataFolders } from './testing/data-folders';
import { changedZip, serve, tiny, tinyFiles, tinyFolder, tinyZip } from './testing/tiny-dataset';

const folders = dataFolders();
let closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers) await close();
  closers = [];
});

async function serving(answer: (response: ServerResponse, path: string) => void) {
  const server = await serve(answer);
  closers.push(server.close);
  return server;
}
const sending = (bytes: Uint8Array) => (response: ServerResponse) => {
  response.setHeader('content-length', bytes.length);
  response.end(bytes);
};

describe('fetchDataset', () => {
  it('known: brings the files, reports progress up to the whole length, and does not fetch twice', async () => {
    const server = await serving(sending(tinyZip));
    const progress: number[] = [];
    const options = {
      url: server.url,
      onProgress: ({ received, total }: { received: number; total: number | null }) => {
        expect(total).toBe(tinyZip.length);
        progress.push(received);
      },
    };
    const folder = join(folders.home(), 'tiny');
    expect(locateDataset(tiny)).toBeNull();
    expect(await fetchDataset(tiny, options)).toEqual({ folder, already: false });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n');
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'b.bin']); // and not what is beside it in the zip
    expect(progress.at(-1)).toBe(tinyZip.length);
    expect(locateDataset(tiny)).toBe(folder);
    expect(await fetchDataset(tiny, options)).toEqual({ folder, already: true });
    expect(server.requests).toBe(1);
    expect(folders.inHome()).toEqual(['tiny']);
  });

  it('known: a folder that is not whole is fetched again, in its place', async () => {
    const folder = join(folders.home(), 'tiny');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.txt'), 'half');
    expect(locateDataset(tiny)).toBeNull();
    await fetchDataset(tiny, { url: (await serving(sending(tinyZip))).url });
    expect(locateDataset(tiny)).toBe(folder);
    expect(folders.inHome()).toEqual(['tiny']);
  });

  it('known: brings single files into their folders, with progress over all of them', async () => {
    const server = await serving((response, path) =>
      sending(tinyFiles[path.slice('/data'.length)]!)(response),
    );
    const url = server.url.replace('tiny.zip', 'data/');
    const total = Object.values(tinyFiles).reduce((sum, bytes) => sum + bytes.length, 0);
    const progress: unknown[] = [];
    const onProgress = (step: unknown) => void progress.push(step);
    const { folder } = await fetchDataset(tinyFolder, { url, onProgress });
    expect(progress.at(-1)).toEqual({ received: total, total });
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'in']);
    expect(locateDataset(tinyFolder)).toBe(folder);
    expect(server.requests).toBe(2);
    const taken = await takeDataset(tinyFolder, folder, { folder: join(folders.root(), 'copy') });
    expect(readdirSync(join(taken.folder, 'in'))).toEqual(['b.bin']);
  });

  it('contract: one changed or missing file among them, and nothing is kept', async () => {
    const changed = await serving((response) => sending(tinyFiles['/a.txt']!)(response));
    const url = changed.url.replace('tiny.zip', '');
    await expect(fetchDataset(tinyFolder, { url })).rejects.toMatchObject({ code: 'wrong-content' });
    const absent = await serving((response) => response.writeHead(404).end());
    const failed = fetchDataset(tinyFolder, { url: absent.url.replace('tiny.zip', '') });
    await expect(failed).rejects.toThrow(
      /a.txt answered 404.*Ask around, then npx agora data tiny-folder --from FOLDER/,
    );
    expect(folders.inHome()).toEqual([]);
  });

  it('contract: whatever goes wrong, the error says what, and nothing is left', async () => {
    const cases: [string, (response: ServerResponse) => void, string][] = [
      ['http', (response) => response.writeHead(503).end('busy'), 'answered 503'],
      [
        'wrong-hash',
        sending(changedZip),
        `has MD5 ${hash('md5', changedZip)}; tiny has ${hash('md5', tinyZip)}`,
      ],
      ['wrong-hash', sending(tinyZip.subarray(0, 500)), 'cut short'],
      [
        'offline',
        (response) => {
          response.setHeader('content-length', tinyZip.length);
          response.write(tinyZip.subarray(0, 1000), () => response.destroy());
        },
        'the connection broke off',
      ],
      ['offline', (response) => void response.writeHead(200).write('x'), 'nothing arrived for 0.2 seconds'],
    ];
    for (const [code, answer, message] of cases) {
      const { url } = await serving(answer);
      const failed = fetchDataset(tiny, { url, stallSeconds: 0.2 });
      await expect(failed, message).rejects.toMatchObject({ code });
      await expect(failed).rejects.toThrow(message);
      expect([folders.inHome(), locateDataset(tiny)]).toEqual([[], null]);
    }
    const nobody = fetchDataset(tiny, { url: 'http://127.0.0.1:9/x.zip' });
    await expect(nobody).rejects.toMatchObject({ code: 'offline' });
    await expect(nobody).rejects.toThrow('Ask around, then npx agora data tiny --from FILE');
  });

  it('contract: a right archive with a wrong file in it, or no archive at all, is turned away', async () => {
    const bad = (zip: Uint8Array) => ({
      ...tiny,
      fetch: { url: '', md5: hash('md5', zip), inside: 'tiny/' },
    });
    const garbage = new TextEncoder().encode('<html>Please log in</html>');
    for (const [zip, code, message] of [
      [changedZip, 'wrong-content', 'a.txt has SHA-256'],
      [garbage, 'damaged-zip', 'is not a whole zip archive'],
      [tinyZip.subarray(0, tinyZip.length - 200), 'damaged-zip', 'is not a whole zip archive'],
      [zipSync({ 'else/a.txt': garbage }), 'damaged-zip', 'holds nothing under "tiny/"'],
      [zipSync({ 'tiny/../../../a.txt': garbage }), 'damaged-zip', 'names a file outside itself'],
    ] as const) {
      const failed = fetchDataset(bad(zip), { url: (await serving(sending(zip))).url });
      await expect(failed, message).rejects.toMatchObject({ code });
      await expect(failed).rejects.toThrow(message);
      expect(folders.inHome()).toEqual([]);
    }
  });

  it('contract: while it downloads nothing looks finished, and what a killed fetch left is removed', async () => {
    const folder = folders.home();
    // No process has this number: the highest that Linux gives is below.
    mkdirSync(join(folder, 'tiny.partial-99999999'), { recursive: true });
    let seen: (string | null)[] = [];
    const { url } = await serving((response) => {
      seen = [locateDataset(tiny), ...folders.inHome()];
      sending(tinyZip)(response);
    });
    await fetchDataset(tiny, { url });
    expect(seen).toEqual([null, `tiny.partial-${process.pid}`]);
    expect(folders.inHome()).toEqual(['tiny']);
  });

  it('contract: a place that cannot be written is named', async () => {
    writeFileSync(folders.home(), 'a file');
    const { url } = await serving(sending(tinyZip));
    await expect(fetchDataset(tiny, { url })).rejects.toMatchObject({ code: 'folder' });
    await expect(fetchDataset(tiny, { url })).rejects.toThrow('AGORA_DATA_HOME names another place');
  });

  it('contract: what may not be copied says where to get it by hand', async () => {
    await expect(fetchDataset('llm-agora')).rejects.toMatchObject({ code: 'by-hand' });
    await expect(fetchDataset('llm-agora')).rejects.toThrow(/gauss5930\/LLM-Agora at commit 311ac42/);
    expect(() => dataset('ml-20m')).toThrow('There is no data set "ml-20m". Known: ml-100k, mad-debates');
  });
});
