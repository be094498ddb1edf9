import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset } from './dataset';
import { AgoraError } from 'agora-voting';
import { download, downloadFiles, type DownloadProgress } from './download';
import { checkFiles } from './check-files';
import { dataHome, missingFrom } from './locate';
import { placeWhole } from './place-whole';
import { dataset } from './registry';
import { unpack } from './unpack';

export interface FetchOptions {
  /** Where to put it; default: under its name in `dataHome()`. */
  readonly folder?: string;
  /** Another address of the same archive, or of the same files' folder; their hashes must still be right. */
  readonly url?: string;
  readonly onProgress?: (progress: DownloadProgress) => void;
  /** Gives up when nothing arrived for so long. Default: 60 seconds. */
  readonly stallSeconds?: number;
}

/** Where a data set now is, and whether it was there already. */
export interface FetchedDataset {
  readonly folder: string;
  readonly already: boolean;
}

/**
 * Brings a data set from its source: downloads to a temporary file, checks the archive's MD5, unpacks (or downloads file
 * by file), checks every file's SHA-256, and only then moves the folder into place in one step. A fetch that is killed leaves nothing
 * that looks finished.
 * @throws AgoraError: nothing to fetch it from, offline, HTTP status, wrong hash, damaged archive, disk
 */
export async function fetchDataset(
  wanted: string | Dataset,
  { folder, url, onProgress, stallSeconds = 60 }: FetchOptions = {},
): Promise<FetchedDataset> {
  const described = typeof wanted === 'string' ? dataset(wanted) : wanted;
  const target = folder ?? join(dataHome(), described.name);
  if (missingFrom(target, described) === null) return { folder: target, already: true };
  const source = described.fetch;
  if (source === null) {
    throw new AgoraError(
      'by-hand',
      `${described.name} cannot be fetched (${described.licence}). ${described.byHand}, then ` +
        `npx agora data ${described.name} --from FOLDER`,
    );
  }
  const advice = `${described.byHand}, then npx agora data ${described.name} --from ${'inside' in source ? 'FILE' : 'FOLDER'}`;
  const how = { stallSeconds, advice, ...(onProgress === undefined ? {} : { onProgress }) };
  await placeWhole(target, async (scratch) => {
    const whole = join(scratch, 'whole');
    mkdirSync(whole);
    if ('inside' in source) {
      const archive = join(scratch, 'archive.zip');
      const address = url ?? source.url;
      const md5 = await download(address, archive, how);
      if (md5 !== source.md5) {
        throw new AgoraError(
          'wrong-hash',
          `What ${address} sent has MD5 ${md5}; ${described.name} has ${source.md5}. Nothing was kept: ` +
            'the download was cut short or changed on its way, so try again',
        );
      }
      unpack(archive, source.inside, whole);
    } else await downloadFiles(url ?? source.filesAt, described.files, whole, how);
    checkFiles(whole, described);
    return whole;
  });
  return { folder: target, already: false };
}
