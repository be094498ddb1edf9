import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { homeFolder } from '../../project';

/** The number of threads that was measured on this machine with these weights; null if there is none. */
export function rememberedThreads(sha256: string): number | null {
  return readAll()[keyOf(sha256)] ?? null;
}

export function rememberThreads(sha256: string, threads: number): void {
  if (rememberedThreads(sha256) === threads) return;
  const file = place();
  const partial = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(partial, JSON.stringify({ ...readAll(), [keyOf(sha256)]: threads }, null, 1));
    renameSync(partial, file);
  } catch {
    // If the home folder cannot be written, nothing is remembered and the next run measures again.
  }
}

function place(): string {
  return join(homeFolder(), 'threads.json');
}

/** The key changes with the machine and with its number of processors, so that both are measured anew. */
function keyOf(sha256: string): string {
  return `${cpus()[0]?.model ?? 'unknown'} x ${availableParallelism()}, ${sha256.slice(0, 16)}`;
}

function readAll(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(place(), 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}
