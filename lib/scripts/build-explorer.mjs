/** Bundles the explorer's page (lib/report/explorer) into lib/report/dist, beside the code that serves it. `node build-explorer.mjs` */
import { join } from 'node:path';
import { build } from 'esbuild';
import { isProgram, main, packageAt, places } from './project.mjs';

export async function buildExplorer(at = places()) {
  const { folder, dist } = packageAt(at.project, 'report');
  await build({
    entryPoints: { explorer: join(folder, 'explorer', 'main.tsx') },
    outdir: join(dist, 'explorer'),
    outExtension: { '.js': '.bundle' }, // no compiled file of its source
    bundle: true,
    minify: true,
    charset: 'ascii',
    format: 'iife',
    target: ['chrome110', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'warning',
  });
}

if (isProgram(import.meta.url)) await main(() => buildExplorer().then(() => 0));
