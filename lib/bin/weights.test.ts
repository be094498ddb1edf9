import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';

interface Weights {
  readonly title: string;
  readonly file: string;
  readonly address: string;
  readonly size: number;
  readonly sha256: string;
  readonly parts: readonly string[];
}
const { weights, fetchWeights } = createRequire(__filename)('./weights.cjs') as {
  readonly weights: Record<string, Weights>;
  fetchWeights(name: string, folder: string, say: (text: string) => void): Promise<string>;
};

const content = Buffer.alloc(3_000_000, 'weights ');
const folder = mkdtempSync(join(tmpdir(), 'agora-weights-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** Runs `fetchWeights` with a hub that answers with `listener`. */
async function fetchFrom(listener: RequestListener, change: Partial<Weights> = {}): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  weights['test'] = {
    title: 'test',
    file: 'test.gguf',
    address,
    size: content.length,
    sha256,
    parts: ['none'],
    ...change,
  };
  vi.stubEnv('AGORA_PYTHON', 'no-such-python');
  try {
    return await fetchWeights('test', folder, () => undefined);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const draft = join(folder, 'test.gguf.part');

describe('agora data, for weights', () => {
  it('behaviour: a download that stops says so, and continues when called again', async () => {
    const cut: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 1_000_000), () => setTimeout(() => response.destroy(), 100));
    };
    await expect(fetchFrom(cut)).rejects.toThrow(/stopped after \d of 3 MB.*again/);
    const known = readFileSync(draft).length;
    expect(known).toBeGreaterThan(0);
    let range: string | undefined;
    const rest: RequestListener = (request, response) => {
      range = request.headers.range;
      response.writeHead(206).end(content.subarray(known));
    };
    expect(readFileSync(await fetchFrom(rest)).equals(content)).toBe(true);
    expect(range).toBe(`bytes=${known}-`);
    rmSync(join(folder, 'test.gguf'));
  });

  it('behaviour: a file with the wrong content is removed', async () => {
    const wrong: RequestListener = (_, response) => void response.end(Buffer.alloc(content.length));
    await expect(fetchFrom(wrong)).rejects.toThrow(/SHA-256/);
    expect(existsSync(draft)).toBe(false);
  });

  it('behaviour: a disk that is too small is named before the download', async () => {
    const any: RequestListener = (_, response) => void response.end(content);
    await expect(fetchFrom(any, { size: 1e18 })).rejects.toThrow(/free space/);
  });

  it('behaviour: a failing hub and a failing registry leave an error that says what to do', async () => {
    writeFileSync(draft, content.subarray(0, 1000));
    const none: RequestListener = (_, response) => void response.writeHead(503).end();
    await expect(fetchFrom(none)).rejects.toThrow(/no-such-python.*again/);
    expect(readFileSync(draft)).toHaveLength(1000);
  });
});
