import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AgoraError } from 'agora-voting';
import type { DatasetFile } from './dataset';

/** Bytes so far, and the total if the server says it. */
export interface DownloadProgress {
  readonly received: number;
  readonly total: number | null;
}

export interface DownloadOptions {
  /** Stop if no data arrive for so long. */
  readonly stallSeconds: number;
  /** Advice for the error message if the network fails. */
  readonly advice: string;
  readonly onProgress?: (progress: DownloadProgress) => void;
}

/**
 * Downloads an address into a file as a stream. Returns its MD5 in hexadecimal digits.
 * @throws AgoraError when the server cannot be reached, refuses, stalls, or disconnects
 */
export async function download(url: string, file: string, options: DownloadOptions): Promise<string> {
  const { stallSeconds, advice, onProgress } = options;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), stallSeconds * 1000);
  const unreachable = (error: unknown) =>
    new AgoraError(
      'offline',
      `Could not download ${url}: ${reasonOf(error, stop, stallSeconds)}. ${advice}`,
      {
        cause: error,
      },
    );
  try {
    const response = await fetch(url, { signal: stop.signal }).catch((error: unknown) => {
      throw unreachable(error);
    });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new AgoraError('http', `${url} answered ${response.status} ${response.statusText}. ${advice}`);
    }
    const body = response.body as unknown as AsyncIterable<Uint8Array>;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    // A compressed answer's length is not the file's.
    const plain = response.headers.get('content-encoding') === null && Number.isFinite(length);
    const digest = createHash('md5');
    let received = 0;
    async function* parts() {
      try {
        for await (const part of body) {
          timer.refresh();
          digest.update(part);
          received += part.byteLength;
          onProgress?.({ received, total: plain ? length : null });
          yield part;
        }
      } catch (error) {
        throw unreachable(error);
      }
    }
    await pipeline(parts, createWriteStream(file));
    return digest.digest('hex');
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(error: unknown, stop: AbortController, stallSeconds: number): string {
  if (stop.signal.aborted) return `nothing arrived for ${stallSeconds} seconds`;
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
  const code = cause?.code ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name could not be looked up (no network?)';
  if (code === 'ECONNREFUSED') return 'nothing answers there';
  if (code === 'UND_ERR_SOCKET') return 'the connection broke off';
  return cause?.message ?? (error as Error).message;
}

/**
 * Downloads files one after the other from one address into a folder. Progress covers all files. `checkFiles` checks
 * their content afterwards.
 * @throws AgoraError as `download` does
 */
export async function downloadFiles(
  address: string,
  files: readonly DatasetFile[],
  folder: string,
  options: DownloadOptions,
): Promise<void> {
  const { onProgress, ...rest } = options;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const { name, bytes } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const done = before;
    await download(`${address}${name}`, join(folder, name), {
      ...rest,
      ...(onProgress === undefined
        ? {}
        : { onProgress: ({ received }) => onProgress({ received: done + received, total }) }),
    });
    before += bytes;
  }
}
