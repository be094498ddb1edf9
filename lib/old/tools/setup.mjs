/**
 * Brings a fresh clone to a working state, and does nothing when it is in one: npm packages, the compiled
 * library, a virtual environment with JupyterLab, sentence embeddings, the TypeScript kernel. `npm run setup`.
 */
import { libraryStep } from './build.mjs';
import { kernelStep } from './kernel.mjs';
import { duration, statusLine, stopwatch } from './progress.mjs';
import { isProgram, main, places, ScriptError } from './project.mjs';
import { embeddingStep } from './setup-embedding.mjs';
import { checkNode, packagesStep } from './setup-node.mjs';
import { withLock } from './setup-lock.mjs';
import { pythonStep } from './setup-python.mjs';

/**
 * Does one step if it is stale, and prints a line if it did something. `busy` holds what goes on now. A step that says
 * what is `missing` without it may fail: that line is printed, and the set-up goes on.
 */
export async function bring(step, status, busy) {
  if (step.isFresh()) return;
  const elapsed = stopwatch();
  const tell = (text) => {
    busy.set(step.title, text);
    status.set([...busy.values()].join(' | '));
  };
  tell(step.title);
  try {
    await step.make((line) => line.trim() && tell(`${step.title}: ${line.trim().slice(0, 40)}`));
    status.print(`set-up: ${step.title} (${duration(elapsed())})`);
  } catch (error) {
    if (step.missing === undefined || !(error instanceof ScriptError)) throw error;
    status.print(`set-up: ${step.missing} ${error.message}`);
  } finally {
    busy.delete(step.title);
  }
}

/**
 * Node's and Python's steps side by side: both mostly wait for the network. When one side fails, the other is
 * still brought to its end, so that it need not be done again.
 */
async function bringAll(node, python, after) {
  const status = statusLine();
  const busy = new Map();
  const inTurn = async (steps) => {
    for (const step of steps) await bring(step, status, busy);
  };
  try {
    const sides = await Promise.allSettled([inTurn(node), inTurn(python)]);
    const failures = sides.filter((side) => side.status === 'rejected').map((side) => side.reason);
    if (failures.length > 1) throw new ScriptError(failures.map((failure) => failure.message).join('\n\n'));
    if (failures.length === 1) throw failures[0];
    await inTurn(after);
  } finally {
    status.stop();
  }
}

/**
 * @param python - false leaves out what only notebooks need (.venv, the kernel) and sentence embeddings
 * @throws ScriptError saying what is missing or what failed
 */
export async function setup({ python = true, at = places() } = {}) {
  checkNode();
  const node = [packagesStep(at), libraryStep(at)];
  const notebooks = python ? [pythonStep(at), embeddingStep(at)] : [];
  const after = python ? [kernelStep(at)] : [];
  if ([...node, ...notebooks, ...after].every((step) => step.isFresh())) return;
  const wait = (owner) =>
    process.stdout.write(`Another set-up is at work in this folder (${owner}); waiting for it.\n`);
  await withLock(at.lock, () => bringAll(node, notebooks, after), wait);
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    const elapsed = stopwatch();
    await setup();
    process.stdout.write(`Ready (${duration(elapsed())}). Next: npm run reproduce, or npm run lab.\n`);
  });
}
