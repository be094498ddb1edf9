import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recorded } from '../experiment/recorded';
import { serve } from './command';

const server = serve(recorded('live-qwen2.5-coder-1.5b', 'economies--majority'));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => void server.close());

const get = (path: string, host = '127.0.0.1', method = 'GET') =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end();
  });

it('known: the table lists collaborations, and each has a page', async () => {
  const table = await get('/');
  expect(table.text).toContain('6 collaborations of qwen2.5-coder-1.5b (live)');
  const talk = await get('/1');
  expect(talk.status).toBe(200);
  expect(talk.text).toContain('Agent A');
});

it.each([
  ['/99', '127.0.0.1', 'GET'],
  ['/../package.json', '127.0.0.1', 'GET'],
  ['/', 'evil.example', 'GET'],
  ['/', '127.0.0.1', 'POST'],
])('behaviour: %s for the host %s by %s is refused', async (path, host, method) => {
  expect((await get(path, host, method)).status).toBe(404);
});
