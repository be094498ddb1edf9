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
  /** The target folder. Default: under its name in `dataHome()`. */
  readonly folder?: string;
  /** Another address of the same archive or folder of files. The hashes must match. */
  readonly url?: string;
  readonly onProgress?: (progress: DownloadProgress) => void;
  /** Stop if no data arrive for so long. Default: 60 seconds. */
  readonly stallSeconds?: number;
}

/** The place of a data set, and whether it was there before. */
export interface FetchedDataset {
  readonly folder: string;
  readonly already: boolean;
}

/**
 * Downloads a data set from its source: to a temporary file, with a check of the archive's MD5 (or file by file). It
 * unpacks the archive, checks every file's SHA-256, and then moves the folder into place in one step. An interrupted
 * download leaves no folder that looks complete.
 * @throws AgoraError when there is no source, the network or the server fails, a hash or the archive is wrong, or the
 * disk is full
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
