import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jupyterEnvironment } from './kernel.mjs';
import { findTrouble, normalise } from './notebook-format.mjs';
import { release, run, tail, temporaryFolder } from './processes.mjs';
import { stopwatch } from './progress.mjs';
import { ScriptError } from './project.mjs';
import { listFiles } from './stamps.mjs';

const executor = join(dirname(fileURLToPath(import.meta.url)), 'execute-notebooks.py');

/** Seconds that one cell may take on simulated models; a real model may take as long as it needs. */
const cellTimeout = 1800;

export const listNotebooks = (at) => at.shipped.map((name) => join(at.notebooks, `${name}.ipynb`));

/** File names of notebooks beside the shipped ones: a user's own, which no script runs. */
export const ownNotebooks = (at) =>
  readdirSync(at.notebooks).filter(
    (name) => name.endsWith('.ipynb') && !at.shipped.includes(basename(name, '.ipynb')),
  );

/** The notebooks that a user named, by name, file name or path. @throws ScriptError saying what there is */
export function chooseNotebooks(at, names) {
  const all = listNotebooks(at);
  if (names.length === 0) return all;
  const wanted = names.map((named) => {
    const name = basename(named, '.ipynb');
    if (at.shipped.includes(name)) return name;
    throw new ScriptError(
      `"${named}" is none of the notebooks that are shipped:\n  ${[...at.shipped].sort().join('\n  ')}\n` +
        'Only these are run by reproduce. Run one of your own in the lab: "npm run lab" opens my-notebooks/.\n' +
        'To ship one, commit it in notebooks/ and add its name to the list in lib/tools/project.mjs.',
    );
  });
  return all.filter((path) => wanted.includes(basename(path, '.ipynb')));
}

/** Settings that say where things lie, or how a script works: none changes what a notebook computes. */
const elsewhere = /^AGORA_(HOME|DATA_HOME|MODELS_DIR|SHARED_DATA|FIGURES|LEDGER|PYTHON|DEBUG|BENCH_.*)$/;
const isSecret = (name) => /KEY|TOKEN|SECRET|ORG|PROJECT/.test(name);

/**
 * The parameters that the user has set for notebooks, as NAME=value: AGORA_MODEL, AGORA_DATA and any other that AGORA_
 * begins; for a live model also where it is reached. No secret. Without any, notebooks compute what is committed.
 */
export function parametersOf(env) {
  const counts = isSimulated(env) ? /^AGORA_/ : /^(AGORA|OPENAI)_/;
  const names = Object.keys(env).filter((name) => counts.test(name) && env[name] !== '');
  const set = names.filter((name) => !elsewhere.test(name) && !isSecret(name));
  return set.sort().map((name) => `${name}=${env[name]}`);
}

/** Whether notebooks run on simulated models: the default, where a clean run costs nothing. */
export const isSimulated = (env) => !env.AGORA_MODEL || /^simulated\b/.test(env.AGORA_MODEL);

/**
 * An AGORA_HOME without earlier runs, that shares only these folders with the real one: a downloaded data set is no
 * result, nor is an embedding, which is a function of its text and the model's weights and is kept under both.
 */
function cleanHome(folder, home, shared) {
  mkdirSync(join(folder, 'cache'), { recursive: true });
  for (const kept of shared) {
    mkdirSync(join(home, kept), { recursive: true });
    symlinkSync(resolve(home, kept), join(folder, kept), 'junction');
  }
  return folder;
}

const embeddings = join('cache', 'embeddings');

/**
 * What a notebook sees. Without parameters: what a fresh clone sees, on whatever machine and with whatever data and
 * settings of the user's. The same language, time zone and absence of colours always, and Jupyter's own files here.
 */
function notebookEnvironment(at, env, scratch, ledger) {
  const home = env.AGORA_HOME ?? at.agora;
  const clean = (...shared) => cleanHome(join(scratch, 'home'), home, shared);
  const settings = Object.entries(env).filter(([name]) => !/^(AGORA_|OPENAI_|FORCE_COLOR$)/.test(name));
  const asCommitted = { ...Object.fromEntries(settings), AGORA_SHARED_DATA: join(scratch, 'no-data') };
  const { FORCE_COLOR: _, ...asSet } = env;
  return jupyterEnvironment(at, {
    ...(parametersOf(env).length === 0
      ? { ...asCommitted, AGORA_HOME: clean(embeddings) }
      : { ...asSet, AGORA_HOME: isSimulated(env) ? clean('data', embeddings) : resolve(home) }),
    AGORA_FIGURES: join(scratch, 'figures'),
    AGORA_LEDGER: ledger,
    LC_ALL: 'en_US.UTF-8',
    NO_COLOR: '1',
    TZ: 'UTC',
  });
}

/** What a run that has no result says: why it failed, or undefined. */
function explain(code, events, notebook, output, simulated) {
  const trouble = notebook && findTrouble(notebook);
  const failed = events.find((event) => event.failed !== undefined);
  if (failed?.error) return `cell ${failed.failed}: ${failed.error}`;
  if (trouble && (code !== 0 || trouble.kind === 'error' || simulated)) {
    const what = trouble.kind === 'stderr' && code === 0 ? 'wrote to standard error:\n' : '';
    return `cell ${trouble.cell}: ${what}${trouble.text.trim()}`;
  }
  return code === 0
    ? undefined
    : `the notebook runner failed (exit ${code}):\n${tail(output.replace(/^\{.*\n/gm, ''))}`;
}

/**
 * Kernels that execute notebooks one after the other: to compile a first cell and to load the library takes some ten
 * seconds, which a second notebook in the same kernel does not need. A kernel that failed, or has grown, is replaced.
 */
export class Kernels {
  #idle = [];

  /** @param at - the project. @param timeout - seconds that one cell may take; 0 for no limit */
  constructor(at, timeout) {
    this.at = at;
    this.timeout = timeout;
  }

  /** Executes one notebook. @returns the exit code, 0 if the runner did not fail, and what it printed */
  async execute(job, env, onEvent) {
    const kernel = this.#idle.pop() ?? this.#start(env);
    const variables = Object.entries(env).filter(([name]) => /^(AGORA|OPENAI)_/.test(name));
    const { worn, code, output } = await kernel.execute(
      { ...job, env: Object.fromEntries(variables) },
      onEvent,
    );
    if (worn) await kernel.end();
    else this.#idle.push(kernel);
    return { code, output };
  }

  /** Ends the kernels. */
  async end() {
    await Promise.all(this.#idle.splice(0).map((kernel) => kernel.end()));
  }

  #start(env) {
    const { at, timeout } = this;
    const scratch = temporaryFolder('agora-kernel');
    let hear = () => {};
    let input;
    const ended = run(at.venvPython, [executor, at.notebooks, String(timeout)], {
      cwd: at.notebooks,
      env: { ...env, AGORA_KERNEL: 'shared', JUPYTER_RUNTIME_DIR: join(scratch, 'jupyter') },
      onLine: (line) => line.startsWith('{') && hear(JSON.parse(line)),
      onInput: (stream) => (input = stream),
    });
    return {
      execute(job, onEvent) {
        const done = new Promise((resolve) => {
          hear = (event) =>
            event.done ? resolve({ worn: event.worn, code: 0, output: '' }) : onEvent(event);
        });
        input.write(`${JSON.stringify(job)}\n`);
        return Promise.race([
          done,
          ended.then(({ code, output }) => ({ worn: true, code: code || 1, output })),
        ]);
      },
      async end() {
        input.end();
        await ended;
        release(scratch);
      },
    };
  }
}

/**
 * Executes a notebook with the kernel's working folder at notebooks/, leaving the file itself untouched.
 * Its figures and ledger rows go to a folder of its own, and so do runs on simulated models, so that a
 * result never rests on an earlier run. `use` receives the outcome while that folder exists.
 * @param kernels - that execute it
 * @param ledger - the folder of the ledger that it may read; the committed one by default
 * @param onCell - called with the number of the running cell and how many there are
 * @param use - gets { path, source, notebook, error, figures, milliseconds }; `notebook` is normalised, `figures`
 *   the folder with what it wrote, `error` undefined or what the user should read
 */
export async function executeNotebook(
  at,
  path,
  { kernels, env = process.env, ledger = at.figures, onCell = () => {}, use },
) {
  const elapsed = stopwatch();
  const scratch = temporaryFolder('agora-notebook');
  try {
    if (!existsSync(path))
      return await use({
        path,
        error: `${path} is missing ("git checkout" brings it back)`,
        milliseconds: 0,
      });
    const source = readFileSync(path, 'utf8');
    const figures = join(scratch, 'figures');
    mkdirSync(figures);
    const result = join(scratch, basename(path));
    const events = [];
    const onEvent = (event) => {
      events.push(event);
      if (event.cell !== undefined) onCell(event.cell, event.of);
    };
    const job = { source: path, result: result };
    const { code, output } = await kernels.execute(
      job,
      notebookEnvironment(at, env, scratch, ledger),
      onEvent,
    );
    const notebook = existsSync(result) ? normalise(JSON.parse(readFileSync(result, 'utf8'))) : undefined;
    const error = explain(code, events, notebook, output, isSimulated(env));
    return await use({ path, source, notebook, error, figures, milliseconds: elapsed() });
  } finally {
    release(scratch);
  }
}

/** Kernels for notebooks under some environment. */
export const kernelsFor = (at, env = process.env) => new Kernels(at, isSimulated(env) ? cellTimeout : 0);

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
