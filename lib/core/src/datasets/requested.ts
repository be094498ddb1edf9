import { AgoraError } from 'agora-voting';
import { locateDataset } from './locate';
import { dataset } from './registry';

/**
 * The folder of a data set that was asked for, or null where it was not: what the repository does not hold enters a
 * notebook only when somebody says so, whatever lies on the machine.
 * @param asked - the names asked for, with commas between. Default: AGORA_DATA.
 * @throws AgoraError 'setting' for a name that no data set has, 'dataset-absent' for one that was asked for and is not here
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
    `${name} was asked for and is not here: "npx agora data ${name}" brings it, or says how to get it`,
  );
}
