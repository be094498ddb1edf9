import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimsFigure } from './claims-figure';
import { readLedger } from './ledger';
import { ledgerMarkdown } from './ledger-table';
import { renderFigure } from './render-figure';

const project = resolve(__dirname, '../../..');

describe('the README files', () => {
  const ledger = readLedger(join(project, 'figures'));

  it('contract: README.md has the verdicts, and figures/LEDGER.md the claims and items, of figures/ledger.json', () => {
    const { verdicts, claims, items } = ledgerMarkdown(ledger);
    const readme = readFileSync(join(project, 'README.md'), 'utf8');
    expect(readme.split(/<!-- (?:end of )?verdicts\b.* -->/)[1]).toBe(`\n\n${verdicts}\n\n`);
    const page = readFileSync(join(project, 'figures/LEDGER.md'), 'utf8');
    expect(page.split('## Tables and figures\n')[1]).toBe(`\n${items}\n\n## Claims\n\n${claims}\n`);
  });

  it('contract: figures/claims.svg is the picture of its claims', async () => {
    const tested = ledger.claims.some(({ tests }) => tests.length > 0);
    const file = join(project, 'figures/claims.svg');
    expect(existsSync(file)).toBe(tested);
    if (tested)
      expect(readFileSync(file, 'utf8')).toBe((await renderFigure(claimsFigure(ledger.claims))).svg);
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
