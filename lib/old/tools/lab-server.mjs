import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';

/** What our kernels' command lines name. */
const kernel = 'tslab-kernel.mjs';

/**
 * Runs the lab's server to its end. Interrupted twice, or told to end, Jupyter leaves its kernels behind, each in a
 * session of its own, which no signal to the server's group reaches: those that our kernels were when a signal came, with
 * the processes that they had started, are ended after it. Nothing else that it started is: one may be the user's browser.
 * @returns {Promise<number>} its exit code
 */
export function runServer(program, args, options) {
  const server = spawn(program, args, options);
  const kernels = new Map();
  const note = () => {
    for (const [pid, begun] of kernelsUnder(server.pid)) kernels.set(pid, begun);
  };
  // Ctrl-C reaches the server by itself; we wait for it to end. Other signals we pass on.
  process.on('SIGINT', note);
  const pass = (signal) => {
    note();
    server.kill(signal);
  };
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal));
  const watch = whenOrphaned(() => pass('SIGTERM'));
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('close', (code, signal) => {
      clearInterval(watch);
      endAll(kernels);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** A signal that ends npm ends its shell, which passes none on: whoever the shell had started then has another parent. */
function whenOrphaned(action) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    action();
  }, 500);
  return watch;
}

/**
 * Our kernels among what a process started, and what these started, by number, each with the time when it began. None
 * where there is no ps.
 */
export function kernelsUnder(pid) {
  const found = new Map();
  const all = processes();
  const visit = (parent, isInKernel) => {
    for (const one of all.filter((other) => other.parent === parent)) {
      const isKernel = isInKernel || one.command.includes(kernel);
      if (isKernel) found.set(one.pid, one.begun);
      visit(one.pid, isKernel);
    }
  };
  visit(pid, false);
  return found;
}

/** Ends processes that are still there. One that began at another time has got its number since, and is left alone. */
function endAll(begunBy) {
  if (begunBy.size === 0) return;
  for (const { pid, begun } of processes()) {
    if (begunBy.get(pid) !== begun) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended since.
    }
  }
}

function processes() {
  const env = { ...process.env, LC_ALL: 'C' };
  const asked = ['-A', '-ww', '-o', 'pid=,ppid=,lstart=,command='];
  const { stdout } = spawnSync('ps', asked, { env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const lines = (stdout ?? '').matchAll(/^\s*(\d+)\s+(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/gm);
  return [...lines].map(([, pid, parent, begun, command]) => ({
    pid: Number(pid),
    parent: Number(parent),
    begun,
    command,
  }));
}
