/**
 * Opens JupyterLab on my-notebooks/, with the TypeScript kernel. `npm run lab [-- --model MODEL] [JUPYTERLAB OPTIONS]`: with
 * a model, notebooks that take theirs from AGORA_MODEL run on it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { jupyterEnvironment } from './kernel.mjs';
import { labCopies } from './lab-copies.mjs';
import { runServer } from './lab-server.mjs';
import { isProgram, main, packageAt, places, ScriptError } from './project.mjs';
import { setup } from './setup.mjs';
import { hashTexts, readStamp, writeAtomically, writeStamp } from './stamps.mjs';

/** @returns JupyterLab's exit code, when it has ended */
async function openLab(args) {
  const at = places();
  const { model, others } = takeModel(args);
  await setup({ at });
  if (model !== null) await bringWeights(at, model);
  const { isNew, behind, made } = prepareMyNotebooks(at);
  const say = (text) => process.stdout.write(`${text}\n`);
  say(
    'The lab shows my-notebooks/; the shipped notebooks are copied to its folder shipped/, to be changed at will (first: start-here).',
  );
  if (behind.length > 0)
    say(
      `You changed these copies, and the kit has newer ones (delete a copy to get it): ${behind.join(', ')}`,
    );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) say('Started as root, so JupyterLab is told to --allow-root: whoever reaches it is root here.');
  const settings = [
    `--ServerApp.root_dir=${at.myNotebooks}`,
    `--LabApp.default_url=/lab${isNew ? '/tree/shipped/start-here.ipynb' : ''}`,
    ...(isRoot ? ['--allow-root'] : []),
    '--MultiKernelManager.default_kernel_name=tslab', // for new notebooks
    '--ServerApp.answer_yes=True', // Ctrl-C ends it at once, kernels too, without a question
  ];
  const env = model === null ? process.env : { ...process.env, AGORA_MODEL: model };
  const options = { cwd: at.project, env: jupyterEnvironment(at, env), stdio: 'inherit' };
  if (model !== null) say(`Notebooks run on the model ${model}.`);
  // The lab hides frames (the explorer) of notebooks that nobody has vouched for. These are as shipped.
  const trust = ['-c', 'from nbformat.sign import TrustNotebookApp as App; App.launch_instance()', ...made];
  if (made.length > 0) spawnSync(at.venvPython, trust, { ...options, stdio: 'ignore' });
  return runServer(at.venvPython, ['-m', 'jupyterlab', ...settings, ...others], options);
}

/**
 * Takes `--model NAME` (or `--model=NAME`) out of the lab's arguments; everything else is JupyterLab's.
 * @returns {{ model: string | null, others: string[] }}
 * @throws ScriptError when no name follows
 */
export function takeModel(args) {
  const others = [];
  let model = null;
  for (let place = 0; place < args.length; place++) {
    const given = args[place];
    if (given === '--model') model = args[++place] ?? '';
    else if (given.startsWith('--model=')) model = given.slice('--model='.length);
    else others.push(given);
  }
  if (model !== null && (model.trim() === '' || model.startsWith('-')))
    throw new ScriptError('--model needs the name of a model: local, local:NAME, openai:NAME or simulated.');
  return { model, others };
}

/** The weights that a model's name stands for ("local" has a default); null for a model without weights. */
export function weightsNamed(model) {
  if (model === 'local') return '';
  return model.startsWith('local:') ? model.slice('local:'.length) : null;
}

/**
 * Sees that a local model's weights are here; where they are not, asks and brings them.
 * @param ask - puts a question to the user and gives the answer; null where nobody can be asked
 * @throws ScriptError when they are not here and nobody says yes, or when they cannot be brought
 */
export async function bringWeights(at, model, { ask = askUser(), bring = runAgora, library = load } = {}) {
  const name = weightsNamed(model);
  if (name === null) return;
  const { namedWeights, isReady, reference, inMegabytes } = library(at);
  const weights = namedWeights(name === '' ? undefined : name);
  if (isReady(weights)) return;
  const command = `npx agora models get ${reference(weights)}`;
  if (weights.hub === null) throw new ScriptError(`${weights.file} is not there, or is no weights.`);
  if (ask === null)
    throw new ScriptError(`The weights of ${weights.name} are not here: ${command} brings them.`);
  const size =
    weights.known === null ? '' : ` (${inMegabytes(weights.known.bytes)}, ${weights.known.licence})`;
  const answer = await ask(`The weights of ${weights.name}${size} are not here. Bring them now? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new ScriptError(`Nothing was brought. Later: ${command}`);
  if (bring(at, reference(weights)) !== 0) throw new ScriptError(`${command} did not succeed.`);
}

/** The compiled library's own answers about weights. */
function load(at) {
  const require = createRequire(import.meta.url);
  const folder = join(packageAt(at.project, 'core').dist, 'models', 'local', 'weights');
  return {
    ...require(join(folder, 'weights.js')),
    ...require(join(folder, 'check-weights.js')),
    ...require(join(folder, 'fetch-weights.js')),
  };
}

/** @returns the exit code */
function runAgora(at, name) {
  const program = join(packageAt(at.project, 'agora-lab').folder, 'bin', 'agora.cjs');
  const options = { cwd: at.project, stdio: 'inherit' };
  return spawnSync(process.execPath, [program, 'models', 'get', name], options).status ?? 1;
}

function askUser() {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  };
}

/**
 * Makes the folder in which the lab opens, which git ignores, with copies of the shipped notebooks and of the pages to
 * which they link (`labCopies`), so that trying things out changes nothing that is committed. A copy follows the shipped
 * file until the user changes it.
 * @returns {{ isNew: boolean, behind: string[], made: string[] }} the copies that the user changed before the shipped file
 * did, and the paths of the notebooks made now
 */
export function prepareMyNotebooks(at) {
  const isNew = !existsSync(at.myNotebooks);
  mkdirSync(join(at.myNotebooks, 'shipped'), { recursive: true });
  const [behind, made] = [[], []];
  for (const { place, content } of labCopies(at)) {
    const copy = join(at.myNotebooks, place);
    const name = relative('shipped', place);
    const stamp = `copy-${name.replaceAll(/[\\/]/g, '-')}`;
    const copied = readStamp(at.stamps, stamp);
    if (copied === hashTexts(content) && existsSync(copy)) continue;
    if (existsSync(copy) && copied !== hashTexts(readFileSync(copy))) behind.push(name);
    else {
      writeAtomically(copy, content);
      writeStamp(at.stamps, stamp, hashTexts(content));
      if (copy.endsWith('.ipynb')) made.push(copy);
    }
  }
  return { isNew, behind, made };
}

if (isProgram(import.meta.url)) await main(openLab);
