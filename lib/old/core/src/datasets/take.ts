import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { checkFiles } from './check-files';
import type { Dataset } from './dataset';
import { AgoraError } from 'agora-voting';
import type { FetchedDataset } from './fetch';
import { dataHome } from './locate';
import { placeWhole } from './place-whole';
import { dataset } from './registry';
import { unpack } from './unpack';

/**
 * Copies a data set that the user already has, a zip or a folder, into the kit's data folder. Every file is checked by
 * its hash, as after a fetch; the hash of the zip itself may differ (it may have been repacked).
 * @throws AgoraError: no such path, damaged archive, a file missing or changed, disk
 */
export async function takeDataset(
  wanted: string | Dataset,
  from: string,
  { folder }: { readonly folder?: string } = {},
): Promise<FetchedDataset> {
  const described = typeof wanted === 'string' ? dataset(wanted) : wanted;
  const source = resolve(from);
  const found = existsSync(source) ? statSync(source) : undefined;
  if (found === undefined) throw new AgoraError('folder', `There is no file or folder ${source}`);
  const target = resolve(folder ?? join(dataHome(), described.name));
  if (source === target) {
    checkFiles(target, described);
    return { folder: target, already: true };
  }
  await placeWhole(target, (scratch) => {
    const whole = join(scratch, 'whole');
    mkdirSync(whole);
    const inside = described.fetch !== null && 'inside' in described.fetch ? described.fetch.inside : '';
    if (found.isDirectory()) {
      // A folder that holds the unpacked folder is as good as that folder.
      const nested = join(source, inside);
      const files = inside !== '' && existsSync(nested) ? nested : source;
      checkFiles(files, described);
      for (const name of readdirSync(files))
        if (statSync(join(files, name)).isFile()) copyFileSync(join(files, name), join(whole, name));
      for (const { name } of described.files) {
        if (dirname(name) === '.') continue;
        mkdirSync(join(whole, dirname(name)), { recursive: true });
        copyFileSync(join(files, name), join(whole, name));
      }
    } else unpack(source, inside, whole);
    checkFiles(whole, described);
    return whole;
  });
  return { folder: target, already: false };
}
