import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const children = new Set();
let watching = false;

/** Ends our children before ourselves when we are interrupted; each ends its own (kernels included). */
function watchSignals() {
  if (watching) return;
  watching = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      for (const child of children) child.kill('SIGTERM');
      process.stderr.write('\n');
      process.exit(128 + constants.signals[signal]);
    });
  }
}

const folders = new Set();
process.on('exit', () => folders.forEach((folder) => release(folder)));

/** Whether a process of this machine is still there. */
export function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const host = hostname().slice(0, 20);
const day = 24 * 3600 * 1000;

/**
 * From here on, whatever we and the programs that we start put into the temporary folder lies in .agora/tmp, in a folder
 * of our own that goes when we end. What killed processes left there goes now (another machine's, after a day).
 */
export function ownTemporaryFolder(at) {
  mkdirSync(at.temporary, { recursive: true });
  for (const name of readdirSync(at.temporary)) {
    const [, owner, pid] = /^(.*)_(\d+)_\w+$/.exec(name) ?? [];
    const path = join(at.temporary, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (owner === host ? !alive(Number(pid)) : age > day) release(path);
  }
  const folder = mkdtempSync(join(at.temporary, `${host}_${process.pid}_`));
  folders.add(folder);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  return folder;
}

/** A new temporary folder that is removed when this process ends, unless `release` removed it before. */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  folders.add(folder);
  return folder;
}

export function release(folder) {
  folders.delete(folder);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A child that is ending may still write there; what it leaves in our own folder goes at the next start.
  }
}

/**
 * Runs a program to its end and resolves, whatever its exit code.
 * @param onLine - called with each line of standard output and standard error as it comes
 * @param show - true lets the program write to our own output instead of collecting it
 * @param onInput - gets its standard input, which stays open until we end it or end ourselves, however we end
 * @returns {Promise<{ code: number, stdout: string, output: string }>} code 127 when it could not be started;
 *   `output` is both streams in the order in which they came
 */
export function run(program, args, options = {}) {
  const { cwd, env = process.env, onLine, show = false, shell = false, onInput } = options;
  watchSignals();
  return new Promise((resolve) => {
    const stdio = [
      onInput === undefined ? 'ignore' : 'pipe',
      ...(show ? ['inherit', 'inherit'] : ['pipe', 'pipe']),
    ];
    const child = spawn(program, args, { cwd, env, stdio, shell });
    children.add(child);
    if (onInput !== undefined) {
      child.stdin.on('error', () => {}); // it has ended, which its exit code tells
      onInput(child.stdin);
    }
    const texts = { stdout: '', output: '' };
    for (const stream of ['stdout', 'stderr']) {
      let rest = '';
      child[stream]?.setEncoding('utf8').on('data', (chunk) => {
        if (stream === 'stdout') texts.stdout += chunk;
        texts.output += chunk;
        const lines = (rest + chunk).split(/\r?\n|\r/);
        rest = lines.pop();
        if (onLine !== undefined) lines.forEach((line) => onLine(line));
      });
    }
    const end = (code, note = '') => {
      children.delete(child);
      resolve({ code, stdout: texts.stdout, output: texts.output + note });
    };
    child.on('error', (error) => end(127, `${program}: ${error.message}\n`));
    child.on('close', (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** The last lines of a program's output, for an error message. */
export function tail(output, lines = 30) {
  return output.trimEnd().split('\n').slice(-lines).join('\n');
}
