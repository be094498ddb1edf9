import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictTable } from './claims';

const project = resolve(__dirname, '../../..');

describe('the README files', () => {
  it('contract: README.md has the verdicts on the claims, and fits 8 kB', () => {
    const readme = readFileSync(join(project, 'README.md'), 'utf8');
    expect(readme.split(/<!-- (?:end of )?verdicts\b.* -->/)[1]).toBe(`\n\n${verdictTable()}\n\n`);
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8192);
  });

  it('contract: data/SHA256SUMS has the hash of each file, and data/README.md names each set', () => {
    const data = join(project, 'data');
    const sums = readFileSync(join(data, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    const listed = sums.map((line) => line.slice(66));
    const files = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1))
      .filter((path) => path !== 'README.md' && path !== 'SHA256SUMS');
    expect(listed).toEqual(files.sort());
    for (const line of sums) {
      const hash = createHash('sha256')
        .update(readFileSync(join(data, line.slice(66))))
        .digest('hex');
      expect(line).toBe(`${hash}  ${line.slice(66)}`);
    }
    const readme = readFileSync(join(data, 'README.md'), 'utf8');
    const sets = files.filter((path) => !/LICENSE|NOTICE|^published/.test(path));
    for (const path of sets) {
      const [kind, name = ''] = path.split('/');
      expect(readme, path).toContain(`| \`${name}\` |`);
      expect(readme).toContain(`(\`${kind}/\`)`);
    }
  });
});
