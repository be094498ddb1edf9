import { AgoraError } from 'agora-voting';
import { locateDataset } from './locate';
import { dataset } from './registry';

/**
 * The folder of a requested data set, or null if it was not requested. Data that are not in the repository enter a
 * notebook only on request, even if they are on the machine.
 * @param asked - the requested names, separated by commas. Default: AGORA_DATA.
 * @throws AgoraError 'setting' for an unknown name, 'dataset-absent' for a requested data set that is missing
 * @example
 * datasets.requested('ml-100k', ''); // => null
 */
export function requested(name: string, asked: string = process.env['AGORA_DATA'] ?? ''): string | null {
  const names = asked.split(',').map((one) => one.trim());
  for (const one of [name, ...names]) if (one !== '') dataset(one);
  if (!names.includes(name)) return null;
  const folder = locateDataset(name);
  if (folder !== null) return folder;
  throw new AgoraError(
    'dataset-absent',
    `${name} was requested and is missing: "npx agora data ${name}" fetches it, or says how to get it`,
  );
}
