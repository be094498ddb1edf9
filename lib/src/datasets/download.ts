import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AgoraError } from '../agora-error';

/** Bytes so far, and in all where the server says. */
export interface DownloadProgress {
  readonly received: number;
  readonly total: number | null;
}

/**
 * Streams what an address holds into a file and returns its MD5 in hexadecimal digits.
 * @param advice - what to do where the network does not allow it, for the message
 * @throws AgoraError when the server cannot be reached, says no, stalls, or breaks off
 */
export async function download(
  url: string,
  file: string,
  options: {
    readonly stallSeconds: number;
    readonly advice: string;
    readonly onProgress?: (progress: DownloadProgress) => void;
  },
): Promise<string> {
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
