import { createRequire } from 'node:module';
import { createInterface } from 'node:readline/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageAt, ScriptError } from './project.mjs';

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
