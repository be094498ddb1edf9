import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { parametersOf } from './notebooks.mjs';
import { hashFiles, hashTexts, listFiles, readStamp, writeAtomically, writeStamp } from './stamps.mjs';

/** What a package loads when it runs: code, the data compiled with it, the explorer's page; not types, maps or test helpers. */
const isLoaded = (project) => (path) =>
  /\.(js|json|bundle|css)$/.test(path) && !relative(project, path).split(sep).includes('testing');

/** A hash of all that every notebook's outputs depend on, besides the notebook itself. */
export function commonInputs(at, env = process.env) {
  const code = at.packages.flatMap(({ dist }) => listFiles(dist, isLoaded(at.project)));
  const others = [at.packageLock, at.modelRequirements].filter((path) => existsSync(path));
  return hashTexts(hashFiles(at.project, [...code, ...listFiles(at.data), ...others]), ...parametersOf(env));
}

const stampName = (path) => `notebook-${basename(path, '.ipynb')}`;

/** What a notebook was made from and what came out: the file that was run, its result and its figures, as they are now. */
function describe(to, path, common, figures) {
  const result = join(to.notebooks, basename(path));
  const written = figures.map((name) => join(to.figures, name));
  return hashTexts(
    common,
    readFileSync(path, 'utf8'),
    readFileSync(result, 'utf8'),
    hashFiles(to.figures, written),
  );
}

/** Whether a notebook, its result and its figures stand as its last successful run left them, from the same inputs. */
export function isFresh(to, path, common) {
  return isStampOf(readStamp(to.stamps, stampName(path)), to, path, common);
}

function isStampOf(stamp, to, path, common) {
  if (stamp === undefined) return false;
  try {
    const { hash, figures } = JSON.parse(stamp);
    return hash === describe(to, path, common, figures);
  } catch {
    return false; // an unreadable stamp or a missing file is not fresh; running the notebook makes it anew
  }
}

/** @param to - where the results stand: { notebooks, figures, stamps } */
export function stampNotebook(to, path, common, figures) {
  writeStamp(
    to.stamps,
    stampName(path),
    JSON.stringify({ hash: describe(to, path, common, figures), figures }),
  );
}

const committed = (at) => join(at.figures, 'stamps.json');

/** The stamps that are committed, by notebook; none where there is no such file, or one that cannot be read. */
function readCommitted(at) {
  try {
    return JSON.parse(readFileSync(committed(at), 'utf8'));
  } catch {
    return {}; // whoever wants to know runs the notebook
  }
}

/**
 * Keeps beside the results, to be committed, what each was made from: in a clone `npm test` then knows them for such. A
 * notebook that was not run in this clone keeps the stamp that it has: where that is no longer true, its hash says so.
 */
export function commitStamps(at) {
  const before = readCommitted(at);
  const known = {};
  for (const name of at.shipped) {
    const stamp = readStamp(at.stamps, stampName(name));
    const kept = stamp === undefined ? before[name] : JSON.parse(stamp);
    if (kept !== undefined) known[name] = kept;
  }
  writeAtomically(committed(at), `${JSON.stringify(known, null, 1)}\n`);
}

/** Whether a notebook, its result and its figures are committed as they were made, and from the same inputs. */
export function isAsCommitted(at, path, common) {
  const stamp = readCommitted(at)[basename(path, '.ipynb')];
  return isStampOf(stamp && JSON.stringify(stamp), at, path, common);
}
