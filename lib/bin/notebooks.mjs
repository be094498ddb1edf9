/** Runs the notebooks in notebooks/ as a fresh clone would: offline, without the user's settings or earlier runs. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { at, jupyterEnvironment, Problem, run, venvPython } from './shared.mjs';

export const notebookNames = () =>
  readdirSync(at('notebooks'))
    .filter((file) => file.endsWith('.ipynb'))
    .map((file) => basename(file, '.ipynb'))
    .sort();

/**
 * Returns the names of the given notebooks, or of all notebooks if none is given. A notebook is given by name or path.
 * @throws Problem for an unknown notebook
 */
export function chooseNotebooks(given) {
  const all = notebookNames();
  const names = given.map((path) => basename(path, '.ipynb'));
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return names.length === 0 ? all : names;
  throw new Problem(`There is no notebooks/${unknown}.ipynb. Choose from:\n  ${all.join('\n  ')}`);
}

/**
 * Executes notebooks and prints one line per notebook.
 * @param write - whether to replace changed notebooks and figures; otherwise a changed notebook is a failure
 * @returns whether all passed
 */
export async function runNotebooks(names, { write }) {
  const scratch = mkdtempSync(join(tmpdir(), 'agora-notebooks-'));
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  process.on('exit', removeScratch);
  // Pictures of unchanged figures are not redrawn.
  if (!write) cpSync(at('figures'), join(scratch, 'figures'), { recursive: true });
  const others = Object.entries(process.env).filter(([name]) => !/^(AGORA|OPENAI)_|^FORCE_COLOR$/.test(name));
  const env = jupyterEnvironment({
    ...Object.fromEntries(others),
    AGORA_MODEL: 'simulated',
    AGORA_SHARED_DATA: join(scratch, 'no-data'),
    AGORA_FIGURES: write ? at('figures') : join(scratch, 'figures'),
    JUPYTER_RUNTIME_DIR: join(scratch, 'jupyter'),
    LC_ALL: 'en_US.UTF-8',
    NO_COLOR: '1',
    TZ: 'UTC',
  });
  const program = at('lib', 'bin', 'notebooks.py');
  const { code } = await run(venvPython, [program, ...(write ? ['--write'] : []), ...names], {
    env,
    show: true,
  });
  removeScratch();
  process.off('exit', removeScratch);
  return code === 0;
}
