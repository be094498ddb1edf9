/** Bundles the explorer's page into page.js and page.css, with all dependencies. */
import { build } from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

export async function bundlePage(outFolder) {
  await build({
    entryPoints: [
      { in: join(here, 'main.tsx'), out: 'page' },
      { in: join(here, 'style.css'), out: 'page' },
    ],
    outdir: outFolder,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'inline',
    logLevel: 'warning',
  });
}
