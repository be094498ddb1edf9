/**
 * `npm run lab [-- JUPYTERLAB OPTIONS]`: opens JupyterLab in the project, at notebooks/start-here. You can edit
 * notebooks in place, because git can restore a committed notebook. Put your own notebooks into my-notebooks/, which
 * git ignores.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { at, jupyterEnvironment, main, root, say, venvPython } from './shared.mjs';
import { notebookNames } from './notebooks.mjs';
import { setUp } from './set-up.mjs';

await main(async (options) => {
  await setUp();
  mkdirSync(at('my-notebooks'), { recursive: true });
  const env = jupyterEnvironment();
  // JupyterLab hides embedded pages, such as the explorer, in untrusted notebooks.
  const trust = 'from nbformat.sign import TrustNotebookApp as App; App.launch_instance()';
  const files = notebookNames().map((name) => at('notebooks', `${name}.ipynb`));
  spawnSync(venvPython, ['-c', trust, ...files], { env, stdio: 'ignore' });
  const settings = [
    `--ServerApp.root_dir=${root}`,
    '--LabApp.default_url=/lab/tree/notebooks/start-here.ipynb',
    '--MultiKernelManager.default_kernel_name=tslab',
    '--ServerApp.answer_yes=True', // Ctrl-C ends the lab and its kernels without confirmation
  ];
  if (process.getuid?.() === 0) {
    say(
      'You are root, so JupyterLab runs with --allow-root. Anyone who can reach its port also has root access.',
    );
    settings.push('--allow-root');
  }
  const lab = spawn(venvPython, ['-m', 'jupyterlab', ...settings, ...options], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C directly to JupyterLab. Wait until JupyterLab has ended its kernels, and pass on other
  // signals.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    process.on(signal, () => signal !== 'SIGINT' && lab.kill('SIGTERM'));
  }
  return new Promise((resolve) => {
    lab.on('error', () => resolve(1));
    lab.on('close', (code) => resolve(code ?? 1));
  });
});
