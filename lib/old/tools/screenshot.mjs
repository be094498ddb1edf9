// Shows a notebook in a real JupyterLab, in a Chromium without a display, and keeps what is seen as pictures.
//
//   node lib/tools/screenshot.mjs notebooks/NAME.ipynb out.png [--python .venv/bin/python] [--steps STEPS] [--dark]
//
// The notebook is shown with the outputs it holds. A notebook higher than a picture can be goes on in out-2.png, and
// so on. --dark takes the lab's dark theme. Chromium is found through CHROMIUM, or by its common names. STEPS are done
// before, in a copy of the notebook: run (all cells), interrupt, idle (wait until nothing runs), save, reopen, a number
// of seconds to wait, or a number of pixels to make the window as wide ("w800"); a picture of the window is taken after
// each, as out-STEP.png:
//
//   node lib/tools/screenshot.mjs slow.ipynb out.png --steps run,3,interrupt,idle,save,reopen
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { isProgram } from './project.mjs';

const WIDTH = 1280;
/** In CSS pixels; Chromium cannot take much higher pictures at once. */
const HIGHEST_PICTURE = 7000;
const PATIENCE_MS = 90_000;

class ScreenshotError extends Error {}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      python: { type: 'string' },
      steps: { type: 'string', default: '' },
      dark: { type: 'boolean', default: false },
    },
  });
  const [notebook, picture] = positionals;
  if (!notebook || !picture || positionals.length > 2)
    throw new ScreenshotError(
      'usage: screenshot.mjs NOTEBOOK.ipynb OUT.png [--python .venv/bin/python] [--dark]',
    );
  if (!existsSync(notebook)) throw new ScreenshotError(`there is no notebook ${notebook}`);
  const usual = process.platform === 'win32' ? '.venv/Scripts/python.exe' : '.venv/bin/python';
  const python = resolve(values.python ?? usual);
  if (!existsSync(python))
    throw new ScreenshotError(
      `there is no Python at ${python}: run "npm run setup", or name one with --python`,
    );
  const steps = values.steps.split(',').filter((step) => step !== '');
  return { notebook: resolve(notebook), picture: resolve(picture), python, steps, isDark: values.dark };
}

/** Chromium's path: what CHROMIUM names, or the first of its common names that is there. */
export function findChromium() {
  const stated = process.env.CHROMIUM;
  if (stated) {
    if (isExecutable(stated)) return stated;
    throw new ScreenshotError(`CHROMIUM names ${stated}, which cannot be run`);
  }
  const names = [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'chrome.exe',
    'msedge',
  ];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  const found = places.find(isExecutable);
  if (found) return found;
  throw new ScreenshotError('no Chromium was found: install one, or set CHROMIUM to its path');
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((found, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });
}

/** JupyterLab with every cell drawn, no news from outside, and none of the user's own settings or layouts. */
async function startLab(python, notebook, scratch, isDark) {
  const root = dirname(notebook);
  const env = {
    ...process.env,
    JUPYTER_DATA_DIR: join(scratch, 'data'), // signatures of notebooks, among others
    JUPYTERLAB_SETTINGS_DIR: join(scratch, 'settings'),
    JUPYTERLAB_WORKSPACES_DIR: join(scratch, 'workspaces'),
  };
  // Pages of the explorer are shown, too, as in the copies that the lab makes.
  const trust = 'from nbformat.sign import TrustNotebookApp as App; App.launch_instance()';
  spawnSync(python, ['-c', trust, notebook], { env: env, stdio: 'ignore' });
  const settings = {
    'apputils-extension/notification': { fetchNews: 'false', checkForUpdates: false },
    'notebook-extension/tracker': { windowingMode: 'none', scrollPastEnd: false },
    'apputils-extension/themes': { theme: isDark ? 'JupyterLab Dark' : 'JupyterLab Light' },
  };
  for (const [name, content] of Object.entries(settings)) {
    const file = join(scratch, 'settings', '@jupyterlab', `${name}.jupyterlab-settings`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content));
  }
  const [port, token] = [await freePort(), randomBytes(16).toString('hex')];
  const address = `http://127.0.0.1:${port}`;
  const options = [
    '--expose-app-in-browser',
    '--no-browser',
    '--ip=127.0.0.1',
    `--port=${port}`,
    '--ServerApp.port_retries=0',
  ];
  if (process.getuid?.() === 0) options.push('--allow-root');
  const server = spawn(python, ['-m', 'jupyterlab', ...options, `--ServerApp.root_dir=${root}`], {
    env: { ...env, JUPYTER_TOKEN: token },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((done) => server.once('exit', done).once('error', done));
  let said = '';
  server.stderr.on('data', (data) => (said = (said + data).slice(-3000)));
  const stop = async () => {
    if (server.exitCode === null) server.kill('SIGTERM');
    const timer = setTimeout(() => server.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  };
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const reply = await fetch(`${address}/api/status?token=${token}`).catch(() => undefined);
    if (reply?.ok) return { address, token, stop };
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new ScreenshotError(`JupyterLab did not start: ${said.replaceAll(token, '…')}`);
    }
    await new Promise((done) => setTimeout(done, 250));
  }
}

function figuresIn(notebook) {
  const { cells = [] } = JSON.parse(readFileSync(notebook, 'utf8'));
  const outputs = cells.flatMap((cell) => cell.outputs ?? []);
  return outputs.filter((output) => output.data?.['application/vnd.plotly.v1+json']).length;
}

/** In the page: whether cells that are sent now will be executed. */
function kernelIsReady() {
  const context = window.jupyterapp?.shell.currentWidget?.sessionContext;
  const kernel = context?.session?.kernel;
  return context?.isReady && kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
}

/** Does what one step says, through the commands behind JupyterLab's menus. */
async function takeStep(page, step) {
  const command = (name) => page.evaluate((id) => void window.jupyterapp.commands.execute(id), name);
  if (/^\d+$/.test(step)) await page.waitForTimeout(1000 * Number(step));
  else if (/^w\d+$/.test(step)) await page.setViewportSize({ width: Number(step.slice(1)), height: 1000 });
  else if (step === 'run') await command('notebook:run-all-cells');
  else if (step === 'interrupt') await command('notebook:interrupt-kernel');
  else if (step === 'save') await command('docmanager:save');
  else if (step === 'reopen') {
    await page.reload({ timeout: PATIENCE_MS });
    await page.waitForSelector('.jp-Notebook .jp-Cell', { timeout: PATIENCE_MS });
  } else if (step === 'idle') {
    const isIdle = () =>
      [...document.querySelectorAll('.jp-InputPrompt')].every((prompt) => !prompt.textContent.includes('*'));
    await page.waitForFunction(isIdle, undefined, { timeout: PATIENCE_MS });
  } else throw new ScreenshotError(`there is no step "${step}"`);
  await page.waitForTimeout(1500);
}

const numbered = (picture, place) => picture.replace(/(\.\w+)?$/, `-${place}${extname(picture)}`);

/** A figure that is not drawn in time is said at the end, with a picture to see why. */
const figuresDrawn = (page, expected) =>
  page
    .waitForFunction(
      (count) =>
        [...document.querySelectorAll('.js-plotly-plot .infolayer')].filter(
          (one) => one.getClientRects().length > 0,
        ).length >= count,
      expected,
      { timeout: PATIENCE_MS },
    )
    .catch(() => undefined);

async function takePictures(page, picture, expected) {
  const scroller = page.locator('.jp-NotebookPanel-notebook .jp-WindowedPanel-outer').first();
  const measure = () =>
    scroller.evaluate((element) => ({ all: element.scrollHeight, seen: element.clientHeight }));
  const { all, seen } = await measure();
  const frame = page.viewportSize().height - seen;
  const height = Math.min(all, HIGHEST_PICTURE - frame);
  await page.setViewportSize({ width: WIDTH, height: height + frame });
  await page.waitForTimeout(1500);
  await figuresDrawn(page, expected); // they are drawn anew in the larger window
  const files = [];
  for (let top = 0; top === 0 || top < all; top += height) {
    await scroller.evaluate((element, to) => element.scrollTo(0, to), top);
    await page.waitForTimeout(500);
    const place = files.length + 1;
    const file = place === 1 ? picture : numbered(picture, place);
    await page.screenshot({ path: file });
    files.push(file);
  }
  return files;
}

async function main() {
  const { notebook: given, picture, python, steps, isDark } = readArguments();
  const executablePath = findChromium();
  const scratch = mkdtempSync(join(tmpdir(), 'agora-screenshot-'));
  // Steps are taken in a copy beside it, where the library is found as well.
  const notebook = steps.length === 0 ? given : join(dirname(given), `copy-of-${basename(given)}`);
  if (steps.length > 0) copyFileSync(given, notebook);
  let expected = figuresIn(notebook);
  let lab;
  let browser;
  try {
    lab = await startLab(python, notebook, scratch, isDark);
    const quiet = ['quic', 'background-networking', 'component-update', 'sync', 'gpu'].map(
      (name) => `--disable-${name}`,
    );
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', ...quiet] });
    const page = await browser.newPage({ viewport: { width: WIDTH, height: 1000 } });
    const name = encodeURIComponent(basename(notebook));
    await page.goto(`${lab.address}/doc/tree/${name}?token=${lab.token}`, { timeout: PATIENCE_MS });
    await page.waitForSelector('.jp-Notebook .jp-Cell', { timeout: PATIENCE_MS });
    if (steps.length > 0) await page.waitForFunction(kernelIsReady, undefined, { timeout: PATIENCE_MS });
    for (const [place, step] of steps.entries()) {
      await takeStep(page, step);
      await page.screenshot({ path: numbered(picture, `${place + 1}-${step}`) });
      expected = figuresIn(notebook);
    }
    await figuresDrawn(page, expected);
    await page.waitForTimeout(1000);
    const drawn = await page.locator('.jp-Notebook .js-plotly-plot').count();
    const files = await takePictures(page, picture, expected);
    console.log(`${drawn} of ${expected} figures drawn interactively; ${files.join(', ')}`);
    if (drawn < expected) throw new ScreenshotError(`JupyterLab drew ${drawn} of ${expected} figures`);
  } finally {
    await browser?.close();
    await lab?.stop();
    rmSync(scratch, { recursive: true, force: true });
    if (steps.length > 0) rmSync(notebook, { force: true });
  }
}

if (isProgram(import.meta.url))
  main().catch((error) => {
    console.error(error instanceof ScreenshotError ? `screenshot: ${error.message}` : error);
    process.exitCode = 1;
  });
