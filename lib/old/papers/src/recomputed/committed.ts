import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedFolder } from 'agora-core/internal';

/** The committed numbers of a data set (data/recomputed/NAME.json). */
export function committed<Numbers>(name: string): Numbers {
  const file = join(shippedFolder('recomputed') ?? '', `${name}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { numbers: Numbers }).numbers;
}
