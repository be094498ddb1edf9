/** Code that the commands share: paths, running programs, and showing progress and failures. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const at = (...parts) => join(root, ...parts);

const isWindows = process.platform === 'win32';
export const venv = at('.venv');
export const venvPython = isWindows ? join(venv, 'Scripts', 'python.exe') : join(venv, 'bin', 'python');

/** Returns an environment in which Jupyter finds this folder's kernel before any other kernel with the same name. */
export function jupyterEnvironment(env = process.env) {
  const path = [join(venv, 'share', 'jupyter'), env.JUPYTER_PATH].filter(Boolean).join(delimiter);
  return { ...env, JUPYTER_PREFER_ENV_PATH: '1', JUPYTER_PATH: path };
}

/** A failure with a message for the user. The message appears without a stack trace. */
export class Problem extends Error {}

/** Runs a command's main function with the command line's arguments and sets the exit code. */
export async function main(action) {
  try {
    process.exitCode = (await action(process.argv.slice(2))) ?? 0;
  } catch (error) {
    process.stderr.write(`\n${error instanceof Problem ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}

/** Returns whether a file is the program that Node was started with. */
export const isProgram = (url) =>
  process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(url);

export const say = (text) => process.stdout.write(`${text}\n`);

/** Starts a stopwatch. The returned function returns the elapsed time, such as "4.2 s" or "3 min 05 s". */
export function stopwatch() {
  const start = performance.now();
  return () => {
    const seconds = (performance.now() - start) / 1000;
    if (seconds < 60) return `${seconds.toFixed(1)} s`;
    const whole = Math.round(seconds);
    return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
  };
}

const children = new Set();

/** Ends child processes when this process is interrupted. */
function endChildrenWithUs() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      for (const child of children) child.kill('SIGTERM');
      process.exit(128 + constants.signals[signal]);
    });
  }
}

/**
 * Runs a program to its end, regardless of its exit code.
 * @param options.show - whether the program writes to the terminal; otherwise its output is collected
 * @returns the exit code (127 if the program could not be started) and the collected output
 */
export function run(program, args, { cwd = root, env = process.env, show = false, shell = false } = {}) {
  return new Promise((done) => {
    const stdio = ['ignore', ...(show ? ['inherit', 'inherit'] : ['pipe', 'pipe'])];
    const child = spawn(program, args, { cwd, env, stdio, shell });
    if (process.listenerCount('SIGTERM') === 0) endChildrenWithUs();
    children.add(child);
    let output = '';
    for (const stream of show ? [] : [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const end = (code) => {
      children.delete(child);
      done({ code, output });
    };
    child.on('error', (error) => {
      output += error.message;
      end(127);
    });
    child.on('close', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}

/** Returns the last lines of a program's output. */
export const tail = (output, lines = 30) => output.trimEnd().split('\n').slice(-lines).join('\n');

/** Runs a program from node_modules, given its path there. */
export const runTool = (path, args, options) =>
  run(process.execPath, [at('node_modules', path), ...args], options);
