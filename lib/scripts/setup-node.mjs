import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { run, tail } from './processes.mjs';
import { packageAt, ScriptError } from './project.mjs';
import { clearStamp, hashFiles, hashTexts, listFiles, readStamp, writeStamp } from './stamps.mjs';

const leastNode = [20, 19];

/** @throws ScriptError when a Node version ("20.11.1") is older than 20.19 */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) return;
  throw new ScriptError(
    `Node ${version} is too old: Agora Lab needs Node ${leastNode.join('.')} or later (nodejs.org).`,
  );
}

/**
 * Whether what npm recorded at the end of an installation (node_modules/.package-lock.json) holds every
 * package of the lock file at its version. Packages for other platforms may be absent.
 */
export function installationMatches(lock, installed) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || wanted.link || !path.includes('node_modules/')) return true;
    const found = installed.packages[path];
    return found === undefined ? Boolean(wanted.optional) : found.version === wanted.version;
  });
}

const platform = () => `${process.platform}-${process.arch}`;
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** npm itself: the one that started us, else the one on the path. */
export function npmCommand() {
  const script = process.env.npm_execpath;
  if (script && basename(script) === 'npm-cli.js' && existsSync(script))
    return [process.execPath, [script], false];
  return process.platform === 'win32' ? ['npm.cmd', [], true] : ['npm', [], false];
}

/** The step that brings node_modules to what package-lock.json says. */
export function packagesStep(at) {
  const record = join(at.modules, '.package-lock.json');
  const wanted = () => `${platform()} ${hashTexts(readFileSync(at.packageLock, 'utf8'))}`;
  return {
    title: 'npm packages',
    isFresh() {
      if (!existsSync(record)) return false;
      const stamp = readStamp(at.stamps, 'packages');
      if (stamp === wanted()) return true;
      if (stamp !== undefined && !stamp.startsWith(`${platform()} `)) return false;
      if (!installationMatches(readJson(at.packageLock), readJson(record))) return false;
      writeStamp(at.stamps, 'packages', wanted()); // somebody ran npm by hand, and it did the same
      return true;
    },
    async make(onLine) {
      clearStamp(at.stamps, 'packages');
      const before = wanted();
      const [npm, first, shell] = npmCommand();
      const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'];
      const { code, output } = await run(npm, args, { cwd: at.project, onLine, shell });
      if (code !== 0) {
        throw new ScriptError(
          `"npm ci" failed (exit ${code}; the first set-up needs the network):\n${tail(output)}`,
        );
      }
      writeStamp(at.stamps, 'packages', before);
    },
  };
}

const isSource = (path) => /\.(tsx?|css|json)$/.test(path) && !/\.test\.ts$/.test(path);
/** What only tests use may be compiled or not. */
const isNeeded = (path) => path.endsWith('.js') && !path.split(sep).includes('testing');
const isOutput = (path) => /\.(js|js\.map|d\.ts)$/.test(path);

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

/** The step that compiles each package's source to its dist. */
export function libraryStep(at) {
  const { folder, dist: reportDist } = packageAt(at.project, 'report');
  const page = () => listFiles(join(folder, 'explorer'), isSource);
  const bundle = join(reportDist, 'explorer', 'explorer.bundle');
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
      return isWhole && existsSync(bundle) && readStamp(at.stamps, 'library') === wanted();
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
      const args = [tsc, '--build', join('lib', 'tsconfig.build.json')];
      const { code, output } = await run(process.execPath, args, { cwd: at.project, onLine });
      if (code !== 0) throw new ScriptError(`The library does not compile:\n${tail(output, 40)}`);
      // esbuild is there by now; it was not when this file was loaded in a fresh clone.
      const { buildExplorer } = await import('./build-explorer.mjs');
      await buildExplorer(at);
      writeStamp(at.stamps, 'library', before);
    },
  };
}
