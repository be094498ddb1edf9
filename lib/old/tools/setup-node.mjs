import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run, tail } from './processes.mjs';
import { ScriptError } from './project.mjs';
import { clearStamp, hashTexts, readStamp, writeStamp } from './stamps.mjs';

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
