/**
 * Opens JupyterLab on my-notebooks/, with the TypeScript kernel. `npm run lab [-- --model MODEL] [JUPYTERLAB OPTIONS]`: with
 * a model, notebooks that take theirs from AGORA_MODEL run on it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { jupyterEnvironment } from './kernel.mjs';
import { prepareMyNotebooks } from './my-notebooks.mjs';
import { bringWeights, takeModel } from './lab-model.mjs';
import { main, places } from './project.mjs';
import { setup } from './setup.mjs';

await main(async (args) => {
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
  const server = spawn(at.venvPython, ['-m', 'jupyterlab', ...settings, ...others], options);
  // Ctrl-C reaches the server by itself; we wait for it to end. Other signals we pass on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
});
