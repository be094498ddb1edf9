import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { notebookOutputs, notebookSources } from './notebook-format.mjs';
import { hashFiles, hashTexts, listFiles, readStamp, writeStamp } from './stamps.mjs';

/** Settings that change what a notebook computes. Keys and tokens change who pays, not what comes out. */
export function relevantSettings(env = process.env) {
  const names = Object.keys(env).filter((name) => /^(AGORA_|OPENAI_)/.test(name));
  const kept = names.filter((name) => name !== 'AGORA_PYTHON' && !/KEY|TOKEN|SECRET|ORG|PROJECT/.test(name));
  return kept.sort().map((name) => `${name}=${env[name]}`);
}

/** Names, sizes and times of the entries of a folder with data that is never committed. */
function listing(folder) {
  if (!folder || !existsSync(folder)) return '(none)';
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .join('\n');
}

/** A hash of all that every notebook's outputs depend on, besides the notebook itself. */
export function commonInputs(at, env = process.env) {
  const code = listFiles(at.dist, (path) => path.endsWith('.js'));
  const home = env.AGORA_HOME ?? join(at.project, '.agora');
  return hashTexts(
    hashFiles(at.project, [...code, ...listFiles(at.data), at.packageLock]),
    ...relevantSettings(env),
    listing(join(home, 'data')),
    listing(env.AGORA_SHARED_DATA ?? join(at.project, '..', 'shared', 'data')),
  );
}

const stampName = (path) => `notebook-${basename(path, '.ipynb')}`;

/** What a notebook's outputs were made from, and what came out. `figures` are the files it wrote. */
export function describeResult(common, notebook, figures) {
  const inputs = hashTexts(common, notebookSources(notebook));
  return { inputs, outputs: hashTexts(notebookOutputs(notebook)), figures: [...figures].sort() };
}

/** Whether a notebook stands as its last successful run left it, from the same inputs, with its figures. */
export function isFresh(at, path, common) {
  const stamp = readStamp(at.stamps, stampName(path));
  if (stamp === undefined) return false;
  try {
    const past = JSON.parse(stamp);
    const now = describeResult(common, JSON.parse(readFileSync(path, 'utf8')), past.figures);
    const written = past.figures.every((name) => existsSync(join(at.figures, name)));
    return past.inputs === now.inputs && past.outputs === now.outputs && written;
  } catch {
    return false; // an unreadable stamp or notebook is not fresh; running it says why
  }
}

export function stampNotebook(at, path, result) {
  writeStamp(at.stamps, stampName(path), JSON.stringify(result));
}
