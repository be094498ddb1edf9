import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { locateDataset, requested } from './index';
import { datasets } from './registry';
import { checkFiles } from './check-files';
import { inRepository, sharedDataFolder } from './locate';
import { liveSets } from './live';
import { recordedSets } from './recorded';
import { takeDataset } from './take';
import { dataFolders } from './testing/data-folders';
import { changedZip, tiny, tinyZip } from './testing/tiny-dataset';

const shared = sharedDataFolder();
const folders = dataFolders();

describe('takeDataset', () => {
  it('known: takes a zip, a folder, or a folder around it', async () => {
    const zip = join(folders.root(), 'own.zip');
    writeFileSync(zip, tinyZip);
    const { folder } = await takeDataset(tiny, zip);
    expect(locateDataset(tiny)).toBe(folder);
    const around = join(folders.root(), 'around');
    await takeDataset(tiny, folder, { folder: join(around, 'tiny') });
    const again = await takeDataset(tiny, around, { folder: join(folders.root(), 'third') });
    expect(readdirSync(again.folder).sort()).toEqual(['a.txt', 'b.bin']);
    expect(await takeDataset(tiny, folder)).toEqual({ folder, already: true });
  });

  it('contract: another content is turned away by the file that differs, and the old copy stays', async () => {
    const zip = join(folders.root(), 'own.zip');
    writeFileSync(zip, tinyZip);
    const { folder } = await takeDataset(tiny, zip);
    writeFileSync(zip, changedZip);
    await expect(takeDataset(tiny, zip)).rejects.toThrow('This is not tiny: a.txt has SHA-256');
    expect(locateDataset(tiny)).toBe(folder);
    await expect(takeDataset(tiny, join(folders.root(), 'none'))).rejects.toThrow(
      'There is no file or folder',
    );
    mkdirSync(join(folders.root(), 'empty'));
    await expect(takeDataset(tiny, join(folders.root(), 'empty'))).rejects.toThrow(
      'This is not tiny: a.txt is missing',
    );
  });
});

describe('locateDataset', () => {
  it('known: what was fetched goes before what is shared', async () => {
    const zip = join(folders.root(), 'own.zip');
    writeFileSync(zip, tinyZip);
    await takeDataset(tiny, zip, { folder: join(folders.root(), 'shared', 'tiny-shared') });
    expect(locateDataset(tiny)).toBe(join(folders.root(), 'shared', 'tiny-shared'));
    await takeDataset(tiny, zip);
    expect(locateDataset(tiny)).toBe(join(folders.root(), 'home', 'tiny'));
  });

  it('contract: only what was asked for enters, a name that is none and a data set that is absent are said', () => {
    const folder = join(folders.root(), 'shared', 'llm-agora');
    mkdirSync(folder, { recursive: true });
    for (const name of ['gsm_result.json', 'mmlu_result.json']) writeFileSync(join(folder, name), '[]');
    expect(requested('llm-agora')).toBeNull();
    expect(requested('llm-agora', 'mad-debates')).toBeNull();
    expect(requested('llm-agora', 'mad-debates, llm-agora')).toBe(folder);
    vi.stubEnv('AGORA_DATA', 'llm-agora');
    expect(requested('llm-agora')).toBe(folder);
    expect(requested('llm-agora', '')).toBeNull();
    expect(() => requested('ml-100k', 'ml-100k')).toThrow('"npx agora data ml-100k" fetches it');
    expect(() => requested('ml-100k', 'llm-agora,ml100k')).toThrow('"ml100k" (did you mean "ml-100k"?)');
    expect(() => requested('ml100k', '')).toThrow('did you mean "ml-100k"?');
  });

  it('contract: every data set states its licence, its citation and how to get it', () => {
    for (const each of datasets) {
      expect(each.licence.length, each.name).toBeGreaterThan(10);
      expect(each.cite).toMatch(/20\d\d/);
      expect(each.byHand).toContain('https://');
      expect(each.files.length > 0 || each.holds !== null).toBe(true);
    }
  });

  it('known: GSM8K can be fetched file by file; for MATH it is said which file takes which name', () => {
    const source = (name: string) => datasets.find((each) => each.name === name)?.fetch ?? null;
    expect(JSON.stringify(source('gsm8k'))).toMatch(/"filesAt":"https:.*\/[0-9a-f]{40}\/.*\/data\/"/);
    expect(source('math')).toBeNull();
    expect(datasets.find(({ name }) => name === 'math')?.byHand).toContain('as math500_test.jsonl');
  });

  it('known: ten sets of recorded replies are in the repository, whatever else lies on the machine, each with its licence', () => {
    const shipped = recordedSets.filter((each) => inRepository(each) !== null);
    expect(shipped.map(({ name }) => name)).toEqual(recordedSets.slice(0, 10).map(({ name }) => name));
    for (const each of shipped) {
      const folder = inRepository(each) ?? '';
      expect(locateDataset(each)).toBe(folder);
      const source = readFileSync(join(folder, 'SOURCE.md'), 'utf8');
      expect(existsSync(join(folder, 'LICENSE.txt')) || source.includes('creativecommons.org')).toBe(true);
      expect(source).toContain(each.byHand.match(/https:\S+ at commit \w{40}/)?.[0]);
    }
  });

  it('known: live runs are in the repository with their licence and that of the model, and with how much was played', () => {
    const [main] = liveSets;
    const folder = inRepository(main!) ?? '';
    expect(readFileSync(join(folder, 'LICENSE.txt'), 'utf8')).toContain('MIT License');
    expect(readFileSync(join(folder, 'LICENSE.model.txt'), 'utf8')).toContain('Apache License');
    expect(readFileSync(join(folder, 'SOURCE.md'), 'utf8')).toMatch(/\d+ of \d+ planned tests/);
    for (const each of liveSets.filter((one) => inRepository(one) !== null))
      expect(locateDataset(each)).toBe(inRepository(each));
  });

  for (const each of datasets.filter((one) => inRepository(one) === null)) {
    const folder = join(shared, each.sharedFolder);
    it.skipIf(!existsSync(folder))(
      `reference: the real ${each.name} has every file with its hash (skipped where AGORA_SHARED_DATA has none)`,
      () => {
        vi.stubEnv('AGORA_SHARED_DATA', shared);
        expect(locateDataset(each.name)).toBe(folder);
        expect(() => checkFiles(folder, each)).not.toThrow();
      },
    );
  }
});
