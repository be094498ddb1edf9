import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from './main';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agora-data-'));
  vi.stubEnv('AGORA_DATA_HOME', join(root, 'home'));
  vi.stubEnv('AGORA_SHARED_DATA', join(root, 'shared'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = 0;
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

async function agora(...args: string[]) {
  let text = '';
  const keep = (part: unknown) => void (text += `${String(part)}\n`);
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
  process.exitCode = 0;
  await main(args);
  return { text, code: process.exitCode };
}

describe('agora data', () => {
  it('known: alone, it lists every data set with its licence and how to get it', async () => {
    const { text, code } = await agora('data');
    expect(code).toBe(0);
    expect(text).toMatch(/ml-100k +MovieLens-100k .* not here: npx agora data ml-100k +15 MB/);
    expect(text).toContain('research use only');
    expect(text).toMatch(/llm-agora .* to be had by hand/);
    expect(text).toMatch(/dylan .* in the repository: data\/recorded\/dylan +3 MB/);
    expect(text).toMatch(/slm-debates .* to be had by hand/);
  });

  it('contract: what cannot be done is said in one line, with what would do', async () => {
    for (const [args, message] of [
      [['data', 'netflix'], 'There is no data set "netflix". Known: ml-100k'],
      [['data', 'mad-debates'], 'Skytliang/Multi-Agents-Debate at commit 022a7a8'],
      [['data', 'ml-100k', '--from', join(tmpdir(), 'no-such.zip')], 'There is no file or folder'],
      [['data', '--from', 'x'], '--from goes with the name of a data set'],
    ] as [string[], string][]) {
      const { text, code } = await agora(...args);
      expect(text).toContain(message);
      expect(code).toBe(1);
      expect(text).not.toMatch(/^\s+at /m);
    }
  });
});
