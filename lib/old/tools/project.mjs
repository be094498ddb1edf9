import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder: two above this file. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * The notebooks that are committed. `reproduce` and `test` run these and no others: a user's own may name a live model.
 * Those that take longest stand first: started last, they would run alone at the end.
 */
const shipped = [
  'gedi-elections',
  'your-own-rule',
  'explore-transcripts',
  'roundtable-early-stopping',
  's2-mad-debates',
  'start-here',
  'roundtable-exchange-economy',
  'across-papers',
  'roundtable-language',
  'collaboration-strategies',
  'deliberation',
  'claims',
  'real-voters',
  'roundtable-recommendation',
  'voting-rules',
  'what-the-papers-print',
  'what-small-models-do',
];

/** The packages under lib, each after those that it imports. */
const packageNames = ['voting', 'core', 'report', 'papers', 'agora-lab'];

/**
 * Where things lie in a project. Every script takes its paths from here, so that the tests can point
 * the same functions at a folder of their own.
 */
export function places(project = root) {
  const venv = join(project, '.venv');
  const agora = join(project, '.agora');
  return {
    project,
    venv,
    venvPython:
      process.platform === 'win32' ? join(venv, 'Scripts', 'python.exe') : join(venv, 'bin', 'python'),
    jupyterData: join(venv, 'share', 'jupyter'),
    agora,
    stamps: join(agora, 'stamps'),
    lock: join(agora, 'setup.lock'),
    temporary: join(agora, 'tmp'),
    packages: packageNames.map((name) => packageAt(project, name)),
    data: join(project, 'data'),
    notebooks: join(project, 'notebooks'),
    shipped,
    myNotebooks: join(project, 'my-notebooks'),
    figures: join(project, 'figures'),
    packageLock: join(project, 'package-lock.json'),
    modules: join(project, 'node_modules'),
    requirements: join(project, 'requirements.txt'),
    modelRequirements: join(project, 'requirements-models.txt'),
    models: join(venv, 'agora-models'),
  };
}

/** Where a package's source and its compiled files lie. */
export function packageAt(project, name) {
  const folder = join(project, 'lib', name);
  return { name, folder, source: join(folder, 'src'), dist: join(folder, 'dist') };
}

/** A failure whose message is written for the user: shown without a stack. */
export class ScriptError extends Error {
  code = 'script-failed';
  name = 'ScriptError';
}

/** Runs a script's main function: shows a ScriptError as its message alone, and sets the exit code. */
export async function main(action) {
  try {
    process.exitCode = (await action(process.argv.slice(2))) ?? 0;
  } catch (error) {
    process.stderr.write(`\n${error instanceof ScriptError ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}

/** Whether this file is the program that node was started with. */
export function isProgram(url) {
  return process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(url);
}
