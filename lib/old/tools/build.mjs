/**
 * Compiles every package (lib/NAME/src to lib/NAME/dist) and bundles the explorer's page. `npm run build`, and a step of the
 * set-up. Files whose source is gone are removed.
 */
import { existsSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { run, tail } from './processes.mjs';
import { duration, stopwatch } from './progress.mjs';
import { isProgram, main, packageAt, places, ScriptError } from './project.mjs';
import { withLock } from './setup-lock.mjs';
import { clearStamp, hashFiles, listFiles, readStamp, writeStamp } from './stamps.mjs';

const isSource = (path) => /\.(tsx?|css|json)$/.test(path) && !/\.test\.ts$/.test(path);
/** What only tests use may be compiled or not. */
const isNeeded = (path) => path.endsWith('.js') && !path.split(sep).includes('testing');
const isOutput = (path) => /\.(js|js\.map|d\.ts|json)$/.test(path);

/** Compiled files whose source is gone, and whether an output of some source is missing. */
export function compareOutputs(source, dist) {
  const stems = listFiles(source, isSource).map((path) => relative(source, path));
  const expected = stems.flatMap((path) => {
    if (path.endsWith('.json')) return [path];
    if (path.endsWith('.d.ts')) return [];
    const stem = path.slice(0, -'.ts'.length);
    return [`${stem}.js`, `${stem}.js.map`, `${stem}.d.ts`];
  });
  const present = listFiles(dist, isOutput).map((path) => relative(dist, path));
  const known = new Set(expected);
  return {
    orphans: present.filter((path) => !known.has(path)),
    incomplete: expected.some((path) => isNeeded(path) && !present.includes(path)),
  };
}

/** The step that compiles each package's source to its dist, and bundles the explorer's page. */
export function libraryStep(at) {
  const { folder, dist: reportDist } = packageAt(at.project, 'report');
  const page = () => listFiles(join(folder, 'explorer'), isSource);
  const bundles = ['explorer', 'formula'].map((name) => join(reportDist, 'explorer', `${name}.bundle`));
  const wanted = () =>
    hashFiles(at.project, [
      join(at.project, 'tsconfig.json'),
      join(at.project, 'lib', 'tsconfig.build.json'),
      ...at.packages.map((one) => join(one.folder, 'tsconfig.build.json')),
      at.packageLock,
      ...page(),
      ...at.packages.flatMap((one) => listFiles(one.source, isSource)),
    ]);
  return {
    title: 'library',
    isFresh() {
      const isWhole = at.packages.every(({ source, dist }) => {
        const { orphans, incomplete } = compareOutputs(source, dist);
        return orphans.length === 0 && !incomplete;
      });
      return (
        isWhole &&
        bundles.every((bundle) => existsSync(bundle)) &&
        readStamp(at.stamps, 'library') === wanted()
      );
    },
    async make(onLine) {
      clearStamp(at.stamps, 'library');
      for (const { source, dist } of at.packages) {
        const { orphans, incomplete } = compareOutputs(source, dist);
        for (const path of orphans) rmSync(join(dist, path));
        if (incomplete) rmSync(join(dist, '.tsbuildinfo'), { force: true });
      }
      const before = wanted();
      const tsc = join(at.modules, 'typescript', 'bin', 'tsc');
      if (!existsSync(tsc)) throw new ScriptError(`The compiler is missing: ${tsc}. Run "npm run setup".`);
      // A fresh clone is compiled as it was committed: `npm test` checks its types, in other files too.
      const isFirst = at.packages.every(({ dist }) => !existsSync(join(dist, '.tsbuildinfo')));
      const args = [tsc, '--build', join('lib', 'tsconfig.build.json'), ...(isFirst ? ['--noCheck'] : [])];
      const { code, output } = await run(process.execPath, args, { cwd: at.project, onLine });
      if (code !== 0) throw new ScriptError(`The library does not compile:\n${tail(output, 40)}`);
      await bundleExplorer(at);
      writeStamp(at.stamps, 'library', before);
    },
  };
}

/** Whose code the explorer's page holds beside ours. */
const notices =
  '/*! Holds preact (MIT, Jason Miller), marked (MIT, Christopher Jeffrey and MarkedJS), DOMPurify (Apache-2.0, Cure53 and' +
  ' contributors), jsdiff (BSD-3-Clause, Kevin Decker) and, to draw formulas, KaTeX (MIT, Khan Academy and contributors).' +
  ' Their licences are in their packages at npmjs.com. */';

/** Bundles the explorer's page (lib/report/explorer) into lib/report/dist, beside the code that serves it. */
async function bundleExplorer(at) {
  const { build } = await import('esbuild'); // not there when a fresh clone loads this file
  const { folder, dist } = packageAt(at.project, 'report');
  await build({
    entryPoints: {
      explorer: join(folder, 'explorer', 'main.tsx'),
      formula: join(folder, 'explorer', 'formula.ts'),
    },
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
    banner: { js: notices },
  });
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    const at = places();
    const elapsed = stopwatch();
    await withLock(at.lock, () => libraryStep(at).make());
    process.stdout.write(`Compiled (${duration(elapsed())}).\n`);
  });
}
