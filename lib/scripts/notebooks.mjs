import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jupyterEnvironment } from './kernel.mjs';
import { findTrouble, normalise } from './notebook-format.mjs';
import { release, run, tail, temporaryFolder } from './processes.mjs';
import { stopwatch } from './progress.mjs';
import { ScriptError } from './project.mjs';
import { listFiles } from './stamps.mjs';

const executor = join(dirname(fileURLToPath(import.meta.url)), 'execute-notebook.py');

/** Seconds that one cell may take on simulated models; a real model may take as long as it needs. */
const cellTimeout = 1800;

export const listNotebooks = (at) =>
  existsSync(at.notebooks)
    ? readdirSync(at.notebooks)
        .filter((name) => name.endsWith('.ipynb'))
        .sort()
        .map((name) => join(at.notebooks, name))
    : [];

/** The notebooks with the longest programs first: they tend to run longest, and would run alone at the end. */
export function longestFirst(paths) {
  const lengths = new Map(paths.map((path) => [path, programLength(path)]));
  return [...paths].sort((a, b) => lengths.get(b) - lengths.get(a));
}

function programLength(path) {
  try {
    const code = JSON.parse(readFileSync(path, 'utf8')).cells.filter(({ cell_type }) => cell_type === 'code');
    return code.reduce((sum, { source }) => sum + [source].flat().join('').length, 0);
  } catch {
    return 0; // a broken file says so when it is executed
  }
}

/** The notebooks that a user named, by name, file name or path. @throws ScriptError listing what there is */
export function chooseNotebooks(at, names) {
  const all = listNotebooks(at);
  if (names.length === 0) return all;
  const wanted = names.map((name) => {
    const found = all.find((path) => basename(path, '.ipynb') === basename(name, '.ipynb'));
    if (found !== undefined) return found;
    const known = all.map((path) => `  ${basename(path, '.ipynb')}`).join('\n');
    throw new ScriptError(`There is no notebook "${name}". There are:\n${known || '  (none)'}`);
  });
  return all.filter((path) => wanted.includes(path));
}

/** Whether notebooks run on simulated models: the default, where a clean run costs nothing. */
export const isSimulated = (env) => !env.AGORA_MODEL || /^simulated\b/.test(env.AGORA_MODEL);

/**
 * An empty AGORA_HOME that still sees the downloaded data and the sentence embeddings of the real one: neither is
 * a result, an embedding is a function of its text and the model's weights, and is kept under both.
 */
function cleanHome(folder, home) {
  mkdirSync(join(folder, 'cache'), { recursive: true });
  for (const kept of ['data', join('cache', 'embeddings')]) {
    mkdirSync(join(home, kept), { recursive: true });
    symlinkSync(resolve(home, kept), join(folder, kept), 'junction');
  }
  return folder;
}

/** The same language, time zone and absence of colours for every run, whoever starts it. */
function notebookEnvironment(at, env, scratch) {
  const { FORCE_COLOR: _, ...rest } = env;
  const home = env.AGORA_HOME ?? join(at.project, '.agora');
  return jupyterEnvironment(at, {
    ...rest,
    AGORA_FIGURES: join(scratch, 'figures'),
    AGORA_HOME: isSimulated(env) ? cleanHome(join(scratch, 'home'), home) : resolve(home),
    LC_ALL: 'en_US.UTF-8',
    NO_COLOR: '1',
    TZ: 'UTC',
  });
}

/** An error's text without the lines of its stack that lie in the kernel instead of in the notebook. */
export const trimStack = (text) =>
  text
    .split('\n')
    .filter((line) => !/^\s+at .*(node:vm|node:internal|tslab[\\/]dist)/.test(line))
    .join('\n')
    .trim();

/** What a run that has no result says: why it failed, or undefined. */
function explain(code, events, notebook, output, simulated) {
  const trouble = notebook && findTrouble(notebook);
  const failed = events.find((event) => event.failed !== undefined);
  if (failed?.error) return `cell ${failed.failed}: ${failed.error}`;
  if (trouble && (code !== 0 || trouble.kind === 'error' || simulated)) {
    const what = trouble.kind === 'stderr' && code === 0 ? 'wrote to standard error:\n' : '';
    return `cell ${trouble.cell}: ${what}${trimStack(trouble.text)}`;
  }
  return code === 0
    ? undefined
    : `the notebook runner failed (exit ${code}):\n${tail(output.replace(/^\{.*\n/gm, ''))}`;
}

/**
 * Executes a notebook with the kernel's working folder at notebooks/, leaving the file itself untouched.
 * Its figures and ledger rows go to a folder of its own, and so do runs on simulated models, so that a
 * result never rests on an earlier run. `use` receives the outcome while that folder exists.
 * @param onCell - called with the number of the running cell and how many there are
 * @param use - gets { path, source, notebook, error, figures, milliseconds }; `notebook` is normalised, `figures`
 *   the folder with what it wrote, `error` undefined or what the user should read
 */
export async function executeNotebook(at, path, { env = process.env, onCell = () => {}, use }) {
  const elapsed = stopwatch();
  const scratch = temporaryFolder('agora-notebook');
  try {
    const source = readFileSync(path, 'utf8');
    const figures = join(scratch, 'figures');
    mkdirSync(figures);
    const result = join(scratch, basename(path));
    const events = [];
    const onLine = (line) => {
      if (!line.startsWith('{')) return;
      events.push(JSON.parse(line));
      if (events.at(-1).cell !== undefined) onCell(events.at(-1).cell, events.at(-1).of);
    };
    const simulated = isSimulated(env);
    const args = [executor, path, result, at.notebooks, String(simulated ? cellTimeout : 0)];
    const options = { cwd: at.notebooks, env: notebookEnvironment(at, env, scratch), onLine, tether: true };
    const { code, output } = await run(at.venvPython, args, options);
    const notebook = existsSync(result) ? normalise(JSON.parse(readFileSync(result, 'utf8'))) : undefined;
    const error = explain(code, events, notebook, output, simulated);
    return await use({ path, source, notebook, error, figures, milliseconds: elapsed() });
  } finally {
    release(scratch);
  }
}

/** Names, relative to the folder, of all that a notebook wrote into its figures folder. */
export const writtenFigures = (folder) => listFiles(folder).map((path) => relative(folder, path));

/** Applies an asynchronous function to each item, at most `limit` at a time; results in the items' order. */
export async function inParallel(items, limit, action) {
  const results = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      results[next[0]] = await action(next[1]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
