import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alive } from './processes.mjs';

/** Starts processes in sessions of their own, as Jupyter starts kernels, says their numbers, and leaves them behind. */
const server = `
  import { spawn } from 'node:child_process';
  const start = (file) => spawn(process.execPath, [file], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
  start(process.argv[2]);
  start(process.argv[3]);
  let interrupts = 0;
  process.on('SIGINT', () => { if (++interrupts === 2) process.exit(5); });
  process.on('SIGTERM', () => process.exit(6));
  console.log('server', process.pid);
  setInterval(() => {}, 1000);
`;
/** Ends by no signal that can be refused; one that is busy does not even see them. */
const stubborn = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  setInterval(() => {}, 1000);
`;
const kernel = `
  import { spawn } from 'node:child_process';
  const model = spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { detached: true, stdio: 'ignore' });
  console.log('kernel', process.pid, model.pid);
  ${stubborn}
`;
const browser = `
  console.log('browser', process.pid);
  ${stubborn}
`;
const lab = `
  import { runServer } from ${JSON.stringify(join(import.meta.dirname, 'lab-server.mjs'))};
  const [fake, kernel, browser] = process.argv.slice(2);
  const running = runServer(process.execPath, [fake, kernel, browser], { stdio: 'inherit' });
  process.on('SIGINT', () => console.log('noted')); // after the server's own listener
  process.exitCode = await running;
`;

describe.skipIf(process.platform === 'win32')("the lab's server", { timeout: 60_000 }, () => {
  let folder;
  let started;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'agora-server-'));
    started = [];
  });
  afterEach(() => {
    for (const pid of started.filter(alive)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the lab on a fake Jupyter, in a group of its own, as a terminal would; resolves when all have begun. */
  async function startLab({ byShell = false } = {}) {
    const texts = {
      'lab.mjs': lab,
      'server.mjs': server,
      'tslab-kernel.mjs': kernel,
      'browser.mjs': browser,
    };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const [program, ...args] = Object.keys(texts).map((name) => join(folder, name));
    const command = [process.execPath, program, ...args];
    if (byShell) command.unshift('sh', '-c', '"$@"; exit $?', 'sh');
    const child = spawn(command[0], command.slice(1), {
      detached: true,
      env: { ...process.env, npm_lifecycle_event: 'lab' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child.pid);
    const pids = {};
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const [what, ...numbers] = line.split(' ');
      pids[what] = numbers.map(Number);
      started.push(...pids[what]);
    });
    while (!pids.server || !pids.kernel || !pids.browser) await once(lines, 'line');
    return { child, pids, lines, ended: once(child, 'exit') };
  }

  /** Whether a process goes within a while; one that was killed is there until its parent has noted it. */
  async function goes(pid) {
    for (let tries = 0; tries < 1000 && alive(pid); tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return !alive(pid);
  }

  it('known: after SIGTERM its kernels end, with what they started, and nothing else does', async () => {
    const { child, pids, ended } = await startLab();
    child.kill('SIGTERM');
    expect(await ended).toEqual([6, null]);
    expect(await Promise.all(pids.kernel.map(goes))).toEqual([true, true]);
    expect(pids.browser.map(alive)).toEqual([true]);
  });

  it('known: so they do when npm is told to end, whose shell passes no signal on', async () => {
    const { child, pids, ended } = await startLab({ byShell: true });
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    expect(await Promise.all([...pids.server, ...pids.kernel].map(goes))).toEqual([true, true, true]);
    expect(pids.browser.map(alive)).toEqual([true]);
  });

  it('known: so they do after two Ctrl-C', async () => {
    const { child, pids, lines, ended } = await startLab();
    process.kill(-child.pid, 'SIGINT');
    while (!pids.noted) await once(lines, 'line');
    process.kill(-child.pid, 'SIGINT');
    expect(await ended).toEqual([5, null]);
    expect(await Promise.all(pids.kernel.map(goes))).toEqual([true, true]);
    expect(pids.browser.map(alive)).toEqual([true]);
  });
});
