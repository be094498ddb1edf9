import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as agora from './index';

const guide = readFileSync(join(__dirname, 'GUIDE.md'), 'utf8');
const recipes = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);

let folder: string;
const home = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agora-guide-'));
  process.chdir(folder);
  vi.stubEnv('AGORA_MODEL', 'simulated');
  vi.stubEnv('OPENAI_API_KEY', 'no-call-is-made');
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});

it('behaviour: the recipes of the guide run one after the other', async () => {
  expect(recipes.length).toBeGreaterThan(10);
  const { outputText } = ts.transpileModule(recipes.join('\n'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const require = createRequire(__filename);
  const load = (name: string): unknown => (name === 'agora-lab' ? agora : require(name));
  const exports: Record<string, unknown> = {};
  const body = `${outputText}\nexports.found = { rows, recounted, counts, meetings, estimates, stopped, isEnough };`;
  const run = compileFunction(`return (async () => {${body}\n})();`, ['require', 'exports']);
  await (run as (...given: unknown[]) => Promise<void>)(load, exports);
  const { rows, recounted, counts, meetings, estimates, stopped, isEnough } = exports.found as Record<
    string,
    { size: number; length: number }
  >;
  expect([meetings!.size, estimates!.size, stopped!.size]).toEqual([3, 3, 4]);
  expect(recounted).toHaveLength(2);
  expect(rows!.length).toBeGreaterThan(4);
  expect(counts).toHaveLength(2 * 2886);
  const last = [...(estimates as unknown as Iterable<agora.transcripts.Collaboration>)].at(-1)!.events.at(-1);
  expect(last).toMatchObject({ type: 'decision', round: 2, score: { missed: expect.any(Number) as number } });
  expect(typeof isEnough).toBe('boolean');
});
