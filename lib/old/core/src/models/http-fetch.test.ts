import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { httpFetch } from './http-fetch';

describe('httpFetch', () => {
  it('reference: sends and reads what the built-in fetch does, over one connection', async () => {
    const seen: unknown[] = [];
    const sockets = new Set<unknown>();
    const server = createServer((request, response) => {
      sockets.add(request.socket);
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        const { 'x-test': test, 'content-length': length } = request.headers;
        seen.push([request.method, request.url, test, length, body]);
        response.writeHead(429, { 'retry-after': '7', 'x-list': ['a', 'b'] });
        response.write(Buffer.from('Grüße 🎉').subarray(0, 11));
        setTimeout(() => response.end(Buffer.from('Grüße 🎉').subarray(11)), 5);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1?a=b%20c`;
    const init = { method: 'POST', headers: { 'X-Test': 'yes' }, body: 'Käse' };
    const ask = httpFetch(1000);
    const read = async (response: Response) => [
      response.ok,
      response.status,
      response.headers.get('Retry-After'),
      response.headers.get('x-list')?.replace(/,\s*/, ','),
      await response.text(),
    ];
    const theirs = await read(await fetch(url, init));
    sockets.clear();
    expect(await read(await ask(url, init))).toEqual(theirs);
    expect(await read(await ask(url, init))).toEqual(theirs);
    expect(sockets.size).toBe(1);
    expect(seen[1]).toEqual(seen[0]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
