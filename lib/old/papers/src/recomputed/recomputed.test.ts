import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { recompute, recomputed, recomputedNames } from './index';
import { locateDataset } from 'agora-core/datasets';
import { sentenceEmbedder } from 'agora-core/language';
import { shippedFolder } from '../../../core/src/project';
import { isThorough } from '../../../core/src/testing/thorough';

const folder = shippedFolder('recomputed')!;
const fileOf = (name: string) => readFileSync(join(folder, `${name}.json`), 'utf8');
const embeds = ['du-debates-unlicensed', 'elimination-game', 'llm-agora', 'mad-debates', 'slm-debates'];
const weights = (() => {
  try {
    return sentenceEmbedder({ cache: false }).name !== '';
  } catch {
    return false;
  }
})();

/** These take seconds each: `npm test -- --all` and CI compute them, too. */
const long = [
  'mrda-dialogue-acts',
  'du-debates-unlicensed',
  'slm-debates',
  'ml-100k',
  'llm-agora',
  'elimination-game',
  'group-discussion-gsm8k',
  'mad-debates',
];

/** Why a data set cannot be computed again here, or is not, or null. */
const lacking = (name: string) =>
  locateDataset(name) === null
    ? `npx agora data ${name}`
    : embeds.includes(name) && !weights
      ? 'npm run setup brings the embedding model'
      : long.includes(name) && !isThorough
        ? 'npm test -- --all'
        : null;

describe('recomputed', () => {
  it('contract: there is a file for every computation, small, with its origin and its script, and no long text', () => {
    expect(readdirSync(folder).sort()).toEqual([...recomputedNames].sort().map((name) => `${name}.json`));
    for (const name of recomputedNames) {
      const { cite, licence, script } = JSON.parse(fileOf(name)) as Record<string, string>;
      expect([cite, licence].every((text) => text!.length > 10)).toBe(true);
      expect(script).toBe(`npm run recompute -- ${name}`);
      expect(statSync(join(folder, `${name}.json`)).size).toBeLessThan(16_000);
      const texts = JSON.stringify((JSON.parse(fileOf(name)) as { numbers: object }).numbers).match(
        /"[^"]*"/g,
      );
      expect(Math.max(...texts!.map((text) => text.length))).toBeLessThan(200);
    }
  });

  it('contract: without being asked, the committed numbers, wherever data lie', async () => {
    vi.stubEnv('AGORA_DATA', '');
    const { ensemble, source } = await recomputed('mmlu-pro');
    expect(ensemble).toEqual(
      (JSON.parse(fileOf('mmlu-pro')) as { numbers: { ensemble: object } }).numbers.ensemble,
    );
    expect(source).toContain('AGORA_DATA=mmlu-pro');
    vi.stubEnv('AGORA_SHARED_DATA', join(folder, 'nowhere'));
    vi.stubEnv('AGORA_DATA_HOME', join(folder, 'nowhere'));
    await expect(recomputed('mmlu-pro', 'mmlu-pro')).rejects.toThrow('npx agora data mmlu-pro');
  });

  for (const name of recomputedNames)
    it.skipIf(lacking(name) !== null)(
      `reference: the committed numbers of ${name} come out again (${lacking(name) === null ? 'here' : `skipped: ${lacking(name)}`})`,
      { timeout: 300_000 },
      async () => {
        const { numbers } = JSON.parse(fileOf(name)) as { numbers: object };
        expect(await recompute(name, locateDataset(name)!)).toEqual(numbers);
      },
    );
});
