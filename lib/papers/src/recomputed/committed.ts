import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedFolder } from 'agora-core/internal';

/** The numbers that are committed of a data set (data/recomputed/NAME.json), as they were computed from it. */
export function committed<Numbers>(name: string): Numbers {
  const file = join(shippedFolder('recomputed') ?? '', `${name}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { numbers: Numbers }).numbers;
}
