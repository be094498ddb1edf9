import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLedger } from './ledger';
import { ledgerMarkdown } from './ledger-table';

const project = resolve(__dirname, '../../..');

describe('the README files', () => {
  it('contract: the ledger in README.md is the one in figures/ledger.json', () => {
    const rows = readLedger(join(project, 'figures'));
    expect(rows.length).toBeGreaterThan(0);
    expect(readFileSync(join(project, 'README.md'), 'utf8')).toContain(ledgerMarkdown(rows).trim());
  });

  it('contract: data/README.md states the size and hash of each file', () => {
    const table = readFileSync(join(project, 'data/README.md'), 'utf8');
    const files = [...table.matchAll(/^\| `([^`]+)` .*\| ([\d,]+) bytes \| `([0-9a-f]{64})` \|$/gm)];
    expect(files.length).toBeGreaterThan(0);
    for (const [, name = '', bytes = '', hash] of files) {
      const file = join(project, 'data', name);
      expect(statSync(file).size).toBe(Number(bytes.replaceAll(',', '')));
      expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(hash);
    }
  });
});
