import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Dataset } from './dataset';
import { AgoraError } from 'agora-voting';
import { missingFrom } from './locate';

/** @throws AgoraError naming the first file that is missing, or is not the publisher's to the last byte */
export function checkFiles(folder: string, described: Dataset): void {
  const missing = missingFrom(folder, described);
  if (missing !== null) {
    // The folder may be a temporary one: the names within it are what the user knows.
    const told = missing.replaceAll(join(folder, '/'), '').replaceAll(folder, 'it');
    throw new AgoraError('wrong-content', `This is not ${described.name}: ${told}`);
  }
  for (const { name, sha256 } of described.files) {
    const found = hash('sha256', readFileSync(join(folder, name)));
    if (found === sha256) continue;
    throw new AgoraError(
      'wrong-content',
      `This is not ${described.name}: ${basename(name)} has SHA-256 ${found}, the publisher's has ${sha256}`,
    );
  }
}
