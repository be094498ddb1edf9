import { createWriteStream, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AgoraError } from 'agora-voting';
import type { WeightsProgress } from './fetch-weights';
import type { HubSource } from './weights';

export interface HubOptions {
  readonly stallSeconds: number;
  readonly onProgress: (progress: WeightsProgress) => void;
  /** Size and hash by the catalogue; null uses those that the hub reports. */
  readonly expected: { readonly bytes: number; readonly sha256: string } | null;
  /** @throws when the disk has too little space */
  readonly checkRoom: (bytes: number) => void;
}

const advice = 'HF_ENDPOINT names another hub, HF_TOKEN a key for models that ask for one.';

/**
 * Downloads a file from a model hub (huggingface.co, or HF_ENDPOINT), and resumes an earlier download.
 * @returns the SHA-256 that the file should have
 * @throws AgoraError 'offline' when the hub cannot be reached or the connection breaks, 'http' when it answers with
 * an error
 */
export async function fetchFromHub(source: HubSource, partial: string, options: HubOptions): Promise<string> {
  const { expected, onProgress, stallSeconds } = options;
  const { sha256, bytes } = expected ?? (await describe(source, stallSeconds));
  if (expected === null) options.checkRoom(bytes);
  const here = statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
  if (here > bytes) rmSync(partial);
  const from = here > bytes ? 0 : here;
  if (from === bytes) return sha256;
  const { response, timer } = await ask(source, 'GET', from, stallSeconds);
  try {
    // A server without support for ranges sends the whole file again.
    const goesOn = response.status === 206;
    let received = goesOn ? from : 0;
    const body = response.body as unknown as AsyncIterable<Uint8Array>;
    async function* parts() {
      try {
        for await (const part of body) {
          timer.refresh();
          received += part.byteLength;
          onProgress({ received, total: bytes });
          yield part;
        }
      } catch (error) {
        throw offline(source, error, stallSeconds);
      }
    }
    await pipeline(parts, createWriteStream(partial, { flags: goesOn ? 'a' : 'w' }));
    if (received < bytes)
      throw new AgoraError(
        'offline',
        `${addressOf(source)} broke off after ${received} of ${bytes} bytes: the same command resumes there.`,
      );
    return sha256;
  } finally {
    clearTimeout(timer);
  }
}

/** A file's size and SHA-256. The hub reports them in the headers of its redirect. */
async function describe(source: HubSource, stallSeconds: number) {
  const { response, timer } = await ask(source, 'HEAD', 0, stallSeconds);
  clearTimeout(timer);
  const sha256 = /[0-9a-f]{64}/.exec(response.headers.get('x-linked-etag') ?? '')?.[0];
  const bytes = Number(response.headers.get('x-linked-size') ?? Number.NaN);
  if (sha256 === undefined || !Number.isInteger(bytes))
    throw new AgoraError(
      'http',
      `${addressOf(source)} does not say what size and SHA-256 the file has, so it could not be checked. Download it by hand and use local:/PATH.gguf`,
    );
  return { sha256, bytes };
}

/** Asks the hub. Gives up when nothing arrives for a while, unless the timer is refreshed. */
async function ask(source: HubSource, method: 'GET' | 'HEAD', from: number, stallSeconds: number) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error('stalled')), stallSeconds * 1000);
  const token = process.env['HF_TOKEN'];
  const headers: Record<string, string> = {};
  if (token !== undefined && token !== '') headers['authorization'] = `Bearer ${token}`;
  if (from > 0) headers['range'] = `bytes=${from}-`;
  const redirect = method === 'HEAD' ? 'manual' : 'follow';
  let response: Response;
  try {
    response = await fetch(addressOf(source), { method, headers, redirect, signal: stop.signal });
  } catch (error) {
    clearTimeout(timer);
    throw offline(source, error, stallSeconds);
  }
  if (response.status < 400) return { response, timer };
  clearTimeout(timer);
  await response.body?.cancel();
  throw new AgoraError(
    'http',
    `${addressOf(source)} answered ${response.status} ${response.statusText}. ${advice}`,
  );
}

function addressOf({ repository, file }: HubSource): string {
  const hub = (process.env['HF_ENDPOINT'] ?? 'https://huggingface.co').replace(/\/+$/, '');
  return `${hub}/${repository}/resolve/main/${file}`;
}

function offline(source: HubSource, error: unknown, stallSeconds: number): AgoraError {
  const { message, cause } = error as Error & { cause?: { message?: string } };
  const why = /stalled|aborted/.test(message)
    ? `nothing arrived for ${stallSeconds} s`
    : (cause?.message ?? message);
  return new AgoraError('offline', `${addressOf(source)} cannot be reached: ${why}.`, { cause: error });
}
