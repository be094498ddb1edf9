import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { advisories } from './audit.mjs';
import { root } from './project.mjs';

const read = (...path) => readFileSync(join(root, ...path), 'utf8');

describe('npm run audit', () => {
  it('known: each advisory once, whether it stands at the package itself or at what needs it', () => {
    const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc';
    const via = [{ source: 1, name: 'leaf', title: 'T', url, severity: 'high', range: '<2' }];
    const vulnerabilities = { leaf: { via }, branch: { via: ['leaf'] }, root: { via: ['branch', ...via] } };
    expect(advisories({ vulnerabilities })).toEqual([
      { id: 'GHSA-aaaa-bbbb-cccc', name: 'leaf', title: 'T' },
    ]);
  });
});

describe('SECURITY.md', () => {
  it('contract: no install script runs, and every package that would run one is named', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const entries = Object.entries(JSON.parse(read('package-lock.json')).packages);
    const scripted = entries.flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [path.split('node_modules/').at(-1)] : [],
    );
    const named = [...read('SECURITY.md').matchAll(/^\| `([^`]+)` +\| (?!GHSA)/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual([...new Set(scripted)].sort());
  });

  it('contract: packages come by version and hash', () => {
    const entries = Object.entries(JSON.parse(read('package-lock.json')).packages);
    const installed = entries.filter(([path, { link }]) => path.includes('node_modules/') && !link);
    expect(installed.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
    const models = read('requirements-models.txt')
      .split('\n')
      .filter((line) => /^\w/.test(line));
    expect(models.every((line) => /==[\d.]+ \\$/.test(line))).toBe(true);
  });
});
