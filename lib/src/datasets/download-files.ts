import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatasetFile } from './dataset';
import { download, type DownloadProgress } from './download';

/**
 * Downloads files one after the other from one address into a folder; progress counts all of them together. What they
 * hold is checked afterwards (`checkFiles`).
 * @throws AgoraError as `download` does
 */
export async function downloadFiles(
  address: string,
  files: readonly DatasetFile[],
  folder: string,
  options: {
    readonly stallSeconds: number;
    readonly advice: string;
    readonly onProgress?: (progress: DownloadProgress) => void;
  },
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
