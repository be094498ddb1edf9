import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';

/** Gives every test of a file a data home and a shared folder of its own, empty and gone afterwards. */
export function dataFolders(): { root(): string; home(): string; inHome(): string[] } {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'agora-data-'));
    vi.stubEnv('AGORA_DATA_HOME', join(root, 'home'));
    vi.stubEnv('AGORA_SHARED_DATA', join(root, 'shared'));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true, force: true });
  });
  const home = () => join(root, 'home');
  return { root: () => root, home, inHome: () => (existsSync(home()) ? readdirSync(home()) : []) };
}
