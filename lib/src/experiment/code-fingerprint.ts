import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

let known: string | undefined;

/**
 * Digest of the library's own code, 12 hexadecimal digits. For a simulated model the code is the model, so a run
 * made by other code is another run. Computed once per process.
 */
export function codeFingerprint(): string {
  if (known !== undefined) return known;
  const root = join(__dirname, '..');
  const extension = __filename.endsWith('.ts') ? '.ts' : '.js';
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension) && !file.includes('.test.'))
    .sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(relative('.', file))
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  known = hash.digest('hex').slice(0, 12);
  return known;
}
