import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = resolve(__dirname, '../../..');

/** Where lib/README.md has a path from: the repository's root, or this folder. */
function placeOf(path: string): string {
  return join(/^(lib|data|notebooks)\//.test(path) ? project : __dirname, path);
}

describe('lib/README.md', () => {
  const text = readFileSync(join(project, 'lib/README.md'), 'utf8');

  it('contract: every file that it sends a reader to is there', () => {
    const paths = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs|json|ipynb))`/g)].map(
      ([, path = '']) => path,
    );
    const real = paths.filter((path) => !path.includes('NAME'));
    expect(real.length).toBeGreaterThan(40);
    expect(real.filter((path) => !existsSync(placeOf(path)))).toEqual([]);
  });

  it('contract: the way from a rule to a row is at most twelve files', () => {
    const [, way = ''] = text.split('## From `protocols.roundTable({ rule })` to a row');
    const steps = (way.split('\n## ')[0] ?? '').match(/^\d+\. `[^`]+`/gm) ?? [];
    expect(steps.length).toBeGreaterThan(5);
    expect(steps.length).toBeLessThanOrEqual(12);
  });
});
