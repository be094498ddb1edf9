import { hash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipSync } from 'fflate';
import type { Dataset } from '../dataset';

const text = (words: string) => new TextEncoder().encode(words);
const file = (name: string, bytes: Uint8Array) => ({
  name,
  bytes: bytes.length,
  sha256: hash('sha256', bytes),
});

/** Two small files, and noise that does not compress, so that half an archive can be sent. */
const contents = {
  'tiny/a.txt': text('one\n'),
  'tiny/b.bin': Uint8Array.from({ length: 200_000 }, (_, place) => (place * place * 31 + (place >> 3)) & 255),
};
export const tinyZip: Uint8Array = zipSync({ ...contents, 'other/c.txt': text('not part of it') });
/** The same file names, with one letter changed. */
export const changedZip: Uint8Array = zipSync({ ...contents, 'tiny/a.txt': text('0ne\n') });

export const tiny: Dataset = {
  name: 'tiny',
  title: 'Two files',
  licence: 'none needed',
  cite: 'nobody',
  size: '1 kB',
  files: [file('a.txt', contents['tiny/a.txt']), file('b.bin', contents['tiny/b.bin'])],
  holds: null,
  fetch: { url: 'http://127.0.0.1:1/', md5: hash('md5', tinyZip), inside: 'tiny/' },
  byHand: 'Ask around',
  sharedFolder: 'tiny-shared',
};

/** The same two files, one of them in a folder, each fetched by itself. */
export const tinyFolder: Dataset = {
  ...tiny,
  name: 'tiny-folder',
  files: [file('a.txt', contents['tiny/a.txt']), file('in/b.bin', contents['tiny/b.bin'])],
  fetch: { filesAt: 'http://127.0.0.1:1/' },
};
export const tinyFiles: Readonly<Record<string, Uint8Array>> = {
  '/a.txt': contents['tiny/a.txt'],
  '/in/b.bin': contents['tiny/b.bin'],
};

/** A server on this machine for one test. */
export async function serve(
  answer: (response: ServerResponse, path: string) => void,
): Promise<{ url: string; close: () => Promise<void>; readonly requests: number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    answer(response, request.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tiny.zip`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
    get requests() {
      return requests;
    },
  };
}
