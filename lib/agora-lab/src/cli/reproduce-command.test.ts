import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from './main';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-reproduce-'));
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterEach(() => {
  process.exitCode = 0;
  vi.restoreAllMocks();
  rmSync(home, { recursive: true, force: true });
});

/** What the command prints, and its exit code. */
async function agora(...args: string[]) {
  let text = '';
  const keep = (...parts: unknown[]) => void (text += `${parts.join(' ')}\n`);
  vi.spyOn(console, 'log').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
  process.exitCode = 0;
  await main(args);
  return { text, code: process.exitCode };
}

describe('agora items and agora reproduce', () => {
  it('known: items lists paper, item, what it shows, evidence and notebook', async () => {
    const { text } = await agora('items');
    expect(text).toMatch(
      /gedi +Table 2 +Accuracy by rule.* +recorded, live, simulated +gedi-elections\.ipynb/,
    );
    expect(text).toMatch(/gedi +Table 4 +The 52 surveyed systems.* +printed only/);
  });

  it('known: items, or reproduce with a paper alone, lists the items of one paper; in all 56 have results', async () => {
    const { text } = await agora('items');
    expect(text).toContain('66 tables and figures: 56 with results, and 10 that are printed only.');
    const ofOne = await agora('items', 'S2-MAD');
    expect(ofOne.text).toMatch(/s2mad +Table 1 /);
    expect(ofOne.text).not.toContain('gedi');
    expect((await agora('reproduce', 's2mad')).text).toBe(ofOne.text);
    expect(await agora('items', 'gedy')).toMatchObject({
      text: expect.stringContaining('(did you mean "gedi"?)') as string,
      code: 1,
    });
  });

  it('known: a table is printed beside ours, with settings of its own, and says where the runs are', async () => {
    const asked = '--evidence simulated --questions 3 --benchmarks MMLU --rules borda,schulze -q';
    const { text, code } = await agora('reproduce', 'gedi', 'table2', ...asked.split(' '));
    expect(code).toBe(0);
    expect(text).toMatch(/MMLU, mean of 8 models +simulated +published +66\.40 +missing/);
    expect(text).toContain(join(home, 'runs', 'gedi-mmlu-'));
  });

  it('known: a figure is saved where --out says', async () => {
    const out = join(home, 'drawn');
    const { code } = await agora('reproduce', 'gedi', 'figure3', '--questions=3', '--out', out, '-q');
    expect(code).toBe(0);
    // What was set otherwise stands in the name.
    for (const ending of ['svg', 'png'])
      expect(existsSync(join(out, `gedi-figure-3-3-questions.${ending}`))).toBe(true);
  });

  it('known: the name of a figure says what was set otherwise than by default', async () => {
    const out = join(home, 'drawn');
    const typed = 'roundtable figure5 --agents 4 --rounds 2 --collaborations 5 --feature length -q --out';
    expect((await agora('reproduce', ...typed.split(' '), out)).code).toBe(0);
    expect(readdirSync(out)).toEqual(
      ['png', 'svg'].map((ending) => `roundtable-figure-5-4-agents-2-rounds-5-collaborations.${ending}`),
    );
  });

  it('known: an estimate asks nothing and leaves no run', async () => {
    const asked = 'gedi table2 --estimate --evidence simulated --questions 5'.split(' ');
    const { text } = await agora('reproduce', ...asked);
    // Ten raters rank and rate, two dictators decide: 22 calls a question, of three benchmarks.
    expect(text).toContain('In all: about 330 calls');
    expect(existsSync(join(home, 'runs'))).toBe(false);
  });

  it('known: a table that shows no result is printed, and --settings lists what can be tweaked', async () => {
    const { text } = await agora('reproduce', 'gedi', 'table4');
    expect(text.trim().split('\n')).toHaveLength(52 + 4);
    expect(text).toMatch(/named in section 2\.2/);
    expect(text).not.toContain('section22');
    expect((await agora('reproduce', 'gedi', 'table2', '--settings')).text).toMatch(
      /--raters +10 +10 +How many/,
    );
  });

  it('contract: what is wrong is one clear line', async () => {
    const cases: [string, string][] = [
      ['gedi table2 table3', 'needs a paper and an item'],
      ['gedy', '(did you mean "gedi"?)'],
      ['gedy table2', '(did you mean "gedi"?)'],
      ['gedi tabel2', '(did you mean "table2"?)'],
      ['gedi table2 --question 5', '(did you mean --questions?)'],
      ['gedi table2 --questions', '--questions needs a value'],
      ['gedi table2 --questions 0', 'at least 1 as questions, got 0'],
      ['gedi table2 --questions few', 'as questions, got "few"'],
      ['gedi table2 --rules bordaa', 'there is no voting rule "bordaa"'],
      [
        'gedi table1 --evidence recorded',
        'of GEDI Table 2, Figure 3, Figure 4, Figure 5, Figure 6, Figure 7 have it',
      ],
      ['gedi table2 --evidence live', 'needs a model'],
    ];
    for (const [typed, line] of cases) {
      const { text, code } = await agora('reproduce', ...typed.split(' '));
      expect(text, typed).toContain(line);
      expect(text.trim().split('\n'), typed).toHaveLength(1);
      expect(code, typed).toBe(1);
    }
  });
});
