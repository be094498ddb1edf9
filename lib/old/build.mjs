/** Compiles the third edition, until its notebooks are ported. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

const notices =
  '/*! Holds preact (MIT, Jason Miller), marked (MIT, Christopher Jeffrey and MarkedJS), DOMPurify (Apache-2.0, Cure53 and' +
  ' contributors), jsdiff (BSD-3-Clause, Kevin Decker) and, to draw formulas, KaTeX (MIT, Khan Academy and contributors).' +
  ' Their licences are in their packages at npmjs.com. */';

export async function buildOld() {
  const tsc = join(folder, '../../node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '--build', join(folder, 'tsconfig.build.json'), '--noCheck'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('lib/old does not compile');
  const { build } = await import('esbuild');
  await build({
    entryPoints: {
      explorer: join(folder, 'report/explorer/main.tsx'),
      formula: join(folder, 'report/explorer/formula.ts'),
    },
    outdir: join(folder, 'report/dist/explorer'),
    outExtension: { '.js': '.bundle' },
    bundle: true,
    minify: true,
    charset: 'ascii',
    format: 'iife',
    target: ['chrome110', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
    banner: { js: notices },
  });
}
