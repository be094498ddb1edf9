import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
