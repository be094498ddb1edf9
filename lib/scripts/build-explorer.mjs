/** Bundles the explorer's page (lib/explorer) into lib/dist, beside the code that serves it. `node build-explorer.mjs` */
import { join } from 'node:path';
import { build } from 'esbuild';
import { isProgram, main, places } from './project.mjs';

export async function buildExplorer(at = places()) {
  const folder = join(at.project, 'lib', 'explorer');
  await build({
    entryPoints: { explorer: join(folder, 'main.tsx') },
    outdir: join(at.dist, 'report', 'explorer'),
    outExtension: { '.js': '.bundle' }, // no compiled file of lib/src
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
