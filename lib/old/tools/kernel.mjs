import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScriptError } from './project.mjs';
import { writeAtomically } from './stamps.mjs';

/** The Jupyter kernel specification: this very Node, and the kernel of this very folder. */
export function kernelSpec(at, node = process.execPath) {
  return {
    // The packages' own deprecation notices would otherwise stand in the notebooks' outputs.
    argv: [
      node,
      '--no-deprecation',
      // Node's 16 MB for what was made last are gone through in no time: a twentieth less work.
      '--max-semi-space-size=64',
      join(at.project, 'lib', 'tools', 'tslab-kernel.mjs'),
      '{connection_file}',
    ],
    display_name: 'TypeScript',
    language: 'typescript',
  };
}

/** JupyterLab's defaults here: it neither asks about news nor looks for updates, so it works offline. */
const labSettings = {
  '@jupyterlab/apputils-extension:notification': { fetchNews: 'false', checkForUpdates: false },
};

const print = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** What is copied as it is. */
const textOf = (name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

/** The step that writes all of them; it is stale whenever a path has changed (the folder was moved, Node upgraded). */
export function kernelStep(at) {
  const files = () => [
    [join(at.jupyterData, 'kernels', 'tslab', 'kernel.json'), print(kernelSpec(at))],
    [join(at.jupyterData, 'lab', 'settings', 'overrides.json'), print(labSettings)],
    [join(at.venv, 'etc', 'jupyter', 'jupyter_server_config.py'), textOf('jupyter-server-config.py')],
    [join(at.venv, 'etc', 'jupyter', 'custom', 'custom.css'), textOf('jupyter-lab.css')],
  ];
  return {
    title: 'TypeScript kernel',
    isFresh: () => files().every(([path, text]) => existsSync(path) && readFileSync(path, 'utf8') === text),
    make() {
      const tslab = join(at.modules, 'tslab', 'bin', 'tslab');
      if (!existsSync(tslab))
        throw new ScriptError(`The TypeScript kernel is missing: ${tslab}. Run "npm ci".`);
      for (const [path, text] of files()) writeAtomically(path, text);
    },
  };
}

/** The environment in which Jupyter finds this folder's kernel before any other of the same name. */
export function jupyterEnvironment(at, env = process.env) {
  const others = env.JUPYTER_PATH ? [env.JUPYTER_PATH] : [];
  return { ...env, JUPYTER_PREFER_ENV_PATH: '1', JUPYTER_PATH: [at.jupyterData, ...others].join(delimiter) };
}
