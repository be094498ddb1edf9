/** Opens JupyterLab on notebooks/, with the TypeScript kernel. `npm run lab [-- JUPYTERLAB OPTIONS]`. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { jupyterEnvironment } from './kernel.mjs';
import { main, places } from './project.mjs';
import { setup } from './setup.mjs';

await main(async (args) => {
  const at = places();
  await setup({ at });
  const settings = [
    `--ServerApp.root_dir=${at.project}`,
    '--LabApp.default_url=/lab/tree/notebooks',
    '--MultiKernelManager.default_kernel_name=tslab', // for new notebooks
    '--ServerApp.answer_yes=True', // Ctrl-C ends it at once, kernels too, without a question
  ];
  const options = { cwd: at.project, env: jupyterEnvironment(at), stdio: 'inherit' };
  const server = spawn(at.venvPython, ['-m', 'jupyterlab', ...settings, ...args], options);
  // Ctrl-C reaches the server by itself; we wait for it to end. Other signals we pass on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
});
