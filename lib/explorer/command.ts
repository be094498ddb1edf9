import { randomBytes } from 'node:crypto';
import { existsSync, fstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AgoraError } from '../error';
import { projectFolder } from '../experiment/data-folder';
import { recorded } from '../experiment/recorded';
import { explorerServer } from './server';
import { Talks } from './talk-file';

const help = `agora explore NAME|FOLDER [--port NUMBER]

Opens a recorded set or a run folder in the browser. With --port, links stay valid after a restart.
`;

/** Runs the command `agora explore`. */
export function explore(args: readonly string[]): void {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '0' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help || positionals.length !== 1) {
      process.stdout.write(help);
      process.exitCode = values.help ? 0 : 1;
      return;
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new AgoraError(`Invalid port "${values.port}". Set --port to a whole number from 0 to 65535.`);
    open(positionals[0]!, port);
  } catch (error) {
    process.stderr.write(`agora explore: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

function open(name: string, port: number): void {
  const isFolder = existsSync(join(name, 'run.json'));
  const talks = new Talks(isFolder ? name : recorded(name).folder!);
  const home = join(projectFolder(), '.agora');
  // A recorded set belongs to the repository, so readers' codes for it are kept in .agora.
  const codes = isFolder ? join(name, 'codes') : join(home, name, 'codes');
  const key = keptKey(join(home, 'explorer-key'));
  const server = explorerServer(talks, { key, codes, assets: __dirname });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE' ? `port ${port} is in use. Choose another port` : error.message;
    process.stderr.write(`agora explore: ${reason}.\n`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => {
    const address = server.address() as AddressInfo;
    const damaged = talks.damages.map(({ line }) => line).join(', ');
    process.stdout.write(
      `${talks.rows.length} collaborations${damaged && `; skipped damaged lines: ${damaged}`}\n` +
        `http://127.0.0.1:${address.port}/?key=${key}  (stop with Ctrl-C)\n`,
    );
  });
  endWithCaller(() => process.exit());
}

/**
 * Ends the command on a signal, or when its input pipe closes. npx does not pass on signals, so the command also ends
 * when the npx process that started it ends.
 */
function endWithCaller(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket()) process.stdin.resume().once('close', end);
  const parent = process.ppid;
  if (process.env['npm_command'] !== undefined)
    setInterval(() => {
      if (process.ppid !== parent) end();
    }, 500).unref();
}

/** Returns the explorer's access key. The first call creates the key; later calls reuse it. */
function keptKey(path: string): string {
  if (existsSync(path)) {
    const kept = readFileSync(path, 'utf8').trim();
    if (/^[\w-]{20,}$/.test(kept)) return kept;
  }
  const key = randomBytes(18).toString('base64url');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, key, { mode: 0o600 });
  return key;
}
