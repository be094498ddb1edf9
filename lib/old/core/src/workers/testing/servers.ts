import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** A server of a test, on a free port of the loopback interface, with its data in a temporary folder. */
export interface TestServer {
  readonly url: string;
  /** Ends it, keeps its data, and starts it again on the same port. */
  restart(awayMs?: number): Promise<void>;
  /** Ends it, and keeps its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** Where Debian puts what is not on the path. */
const postgresFolders = (): string[] => {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'));
};

function programAt(name: string, more: readonly string[] = []): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...more];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** What is missing for real servers; empty if nothing is. */
export function missingServers(): string[] {
  const found = {
    'redis-server': programAt('redis-server') ?? programAt('valkey-server'),
    postgresql: programAt('postgres', postgresFolders()),
    ...(process.getuid?.() === 0 ? { runuser: programAt('runuser') } : {}),
  };
  return Object.entries(found).flatMap(([name, path]) => (path === undefined ? [name] : []));
}

export async function startRedis(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'agora-redis-'));
  const port = await freePort();
  const program = programAt('redis-server') ?? programAt('valkey-server')!;
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes'];
  return serverOf({
    url: `redis://127.0.0.1:${port}`,
    folder,
    ending: 'SIGTERM',
    spawnServer: () => spawn(program, [...args, '--save', ''], { stdio: 'ignore' }),
    isReady: () => isOpen(port),
  });
}

/** @param isDurable - whether it waits for the disk, as it does for users; tests end no machine */
export async function startPostgres(isDurable = false): Promise<TestServer> {
  // PostgreSQL does not run as root, and its user may not look into every folder.
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'agora-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const asUser = isRoot ? ['runuser', '-u', 'postgres', '--'] : [];
  mkdirSync(data, { mode: 0o700 });
  if (asUser.length > 0) {
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    for (const path of [folder, data]) chownSync(path, id('-u'), id('-g'));
  }
  const run = (name: string, args: readonly string[]): string[] => [
    ...asUser,
    programAt(name, postgresFolders())!,
    ...args,
  ];
  const how = ['--username', 'agora', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
  const [init = '', ...initArgs] = run('initdb', ['--pgdata', data, ...how]);
  execFileSync(init, initArgs, { stdio: 'ignore', cwd: folder });
  const where = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  if (!isDurable) where.push('-c', 'fsync=off');
  const [program = '', ...args] = run('postgres', ['-D', data, ...where]);
  const url = `postgres://agora@127.0.0.1:${port}/postgres`;
  return serverOf({
    url,
    folder,
    // Its fast shutdown: it ends connections, and does not wait for them.
    ending: 'SIGINT',
    spawnServer: () => spawn(program, args, { stdio: 'ignore', cwd: folder, detached: true }),
    isReady: () => answers(url),
  });
}

interface ServerSetting {
  readonly url: string;
  readonly folder: string;
  readonly ending: NodeJS.Signals;
  readonly spawnServer: () => ChildProcess;
  readonly isReady: () => Promise<boolean>;
}

async function serverOf({ url, folder, ending, spawnServer, isReady }: ServerSetting): Promise<TestServer> {
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const started = spawnServer();
    child = started;
    for (let tries = 0; tries < 600; tries++) {
      if (await isReady()) return;
      if (started.exitCode !== null) break;
      await wait(50);
    }
    throw new Error(`${url} does not answer`);
  };
  // What runs it as another user leads a group of processes, and passes no signal on.
  const end = ({ pid }: ChildProcess): void => void process.kill(ending === 'SIGINT' ? -pid! : pid!, ending);
  const stop = async (): Promise<void> => {
    const ended = child;
    child = undefined;
    if (ended === undefined || ended.exitCode !== null) return;
    const exit = new Promise((done) => ended.once('exit', done));
    end(ended);
    await exit;
  };
  const endWithProcess = (): void => void (child !== undefined && end(child));
  process.once('exit', endWithProcess);
  await start();
  return {
    url,
    start,
    stop,
    async restart(awayMs = 0) {
      await stop();
      await wait(awayMs);
      await start();
    },
    async close() {
      process.off('exit', endWithProcess);
      await stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
