import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { borda, copeland, instantRunoff, majority, plurality, rankedPairs } from 'agora-voting';
import { gedi } from '../index';
import { tables } from '../tables';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-gedi-'));
});
beforeEach(() => {
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('items of GEDI', () => {
  it('known: the published numbers are as they were', () => {
    expect(gedi.table3.published.rows).toBe(tables.table3.rows);
    expect(gedi.table5.published.rows).toBe(tables.table5.rows);
    expect(gedi.figure6.published.rows).toBe(tables.figure6.rows);
    expect(gedi.figure7.published.rows).toBe(tables.figure7.rows);
  });

  it('known: Table 5 is compared in percent of the questions asked: 2,379 of 5,700 profiles are 41.7%', async () => {
    const rows = (await gedi.table5.run({ questions: 2, benchmarks: ['MMLU'] })).rows;
    const [part] = gedi.table5.compare(rows.map((row) => ({ ...row, model: 'mistral-7b' }))).parts;
    const row = part?.comparison.rows.find(({ label }) => label === 'MMLU, mistral-7b');
    expect(row?.cells[0]?.published).toBeCloseTo((100 * 2379) / 5700, 9);
  });

  it('known: 23, 15, 13 and 1 of 52 systems decide in four ways', async () => {
    const { rows } = await gedi.figure1.run();
    expect(rows.filter(({ column }) => column === 'systems').map(({ value }) => value)).toEqual([
      23, 15, 13, 1,
    ]);
    const named = await gedi.figure1.run({ systems: 'named in section 2.2' });
    expect(named.rows[0]?.n).toBe(tables.table4.rows.filter(({ section22 }) => section22).length);
  });

  it('law: Figures 3 to 7 find the ballots of Table 2 on disk', async () => {
    const common = { questions: 3, evidence: 'simulated', seed: 21 } as const;
    await gedi.table2.run({ ...common, benchmarks: ['MMLU'] });
    const before = readdirSync(join(home, 'runs'));
    for (const figure of [gedi.figure3, gedi.figure4, gedi.figure5, gedi.figure6, gedi.figure7])
      await figure.run(common);
    expect(readdirSync(join(home, 'runs'))).toEqual(before);
  });

  it('law: without unreliable raters Figure 4 has the accuracy that Figure 5 has among the first 1', async () => {
    const common = { questions: 40, evidence: 'recorded', rules: [borda] } as const;
    const robust = await gedi.figure4.run({ ...common, unreliable: [0] });
    const hits = await gedi.figure5.run({ ...common, ks: [1] });
    expect(robust.rows.map(({ value }) => value)).toEqual(hits.rows.map(({ value }) => value));
    expect(new Set(hits.rows.map(({ value }) => value)).size).toBeGreaterThan(1);
  });

  it('law: numbers of unreliable raters beyond the raters are left out', async () => {
    const ours = await gedi.figure4.run({
      questions: 2,
      raters: 3,
      evidence: 'simulated',
      unreliable: [1, 9],
    });
    expect(new Set(ours.rows.map(({ unreliable }) => unreliable))).toEqual(new Set([1]));
  });

  it('law: dealing questions out keeps the sizes of subjects and the mean over all questions', async () => {
    const common = { questions: 300, evidence: 'recorded', rules: [borda] } as const;
    const own = (await gedi.figure6.run(common)).rows;
    const dealt = (await gedi.figure6.run({ ...common, subjects: 'dealt at random' })).rows;
    const subjectsOf = (rows: typeof own) => rows.map(({ subject }) => String(subject));
    expect(subjectsOf(dealt).sort()).toEqual(subjectsOf(own).sort());
    expect(subjectsOf(dealt)).not.toEqual(subjectsOf(own));
    expect(dealt.map(({ value }) => value)).toEqual(own.map(({ value }) => value));
  });

  it('law: the two rules of Figure 7 the other way round turn its signs', async () => {
    const common = { questions: 60, evidence: 'recorded' } as const;
    const [one, other] = [borda, plurality({ on: 'rankings' })];
    const there = await gedi.figure7.run({ ...common, rules: [one, other] });
    const back = await gedi.figure7.run({ ...common, rules: [other, one] });
    expect(back.rows.map(({ value }) => 0 - (value ?? NaN))).toEqual(there.rows.map(({ value }) => value));
    expect(there.rows.some(({ value }) => value !== 0)).toBe(true);
  });

  it('known: in Figures 8 to 11 the winners are those of the captions', async () => {
    const winners = async (figure: typeof gedi.figure8) =>
      (await figure.run()).rows.filter(({ wins }) => wins === 1).map(({ option }) => option);
    expect(await winners(gedi.figure8)).toEqual(['Amber', 'Blue']);
    expect(await winners(gedi.figure9)).toEqual(['Blue']);
    expect(await winners(gedi.figure10)).toEqual(['Coral', 'Amber']);
    expect(await winners(gedi.figure11)).toEqual(['Blue']);
  });

  it('known: Borda and ranked pairs elect Amber on the votes of Figure 11, whose ratings are rankings, too', async () => {
    const { rows } = await gedi.figure11.run({ rules: [rankedPairs, copeland] });
    expect(rows.filter(({ wins }) => wins === 1).map(({ option }) => option)).toEqual(['Amber', 'Amber']);
  });

  it('known: the fewest votes on which plurality passes over a Condorcet winner are 3', async () => {
    const { rows } = await gedi.figure9.run({ votes: 'fewest' });
    expect(rows[0]?.n).toBe(3);
  });
});

describe('bad input', () => {
  const bad: [string, () => unknown, string][] = [
    ['one rule where two are compared', () => gedi.figure7.run({ rules: [borda] }), 'two voting rules'],
    ['a negative number of raters', () => gedi.figure4.run({ unreliable: [-1] }), 'whole number'],
    ['none of the first', () => gedi.figure5.run({ ks: [0] }), 'whole number of at least 1'],
    [
      'a rule on other ballots',
      () => gedi.figure10.run({ rules: [gedi.figure11.settings.rules.default[0]] as never }),
      'counts rating ballots',
    ],
    [
      'a rule that does not break the criterion',
      () => gedi.figure9.run({ rules: [rankedPairs], votes: 'fewest' }),
      'gedi.figure9 needs a rule that breaks "condorcet"',
    ],
    ['an item that shows no result', () => gedi.table3.run(), 'read gedi.table3.published'],
    ['recorded evidence of Table 5', () => gedi.table5.run({ evidence: 'recorded' }), 'has no recorded'],
  ];
  it.each(bad)('contract: %s is one clear line', async (_, act, line) => {
    const failing = (async () => act())();
    await expect(failing).rejects.toThrow(line);
    await expect(failing).rejects.toThrow(/^[^\n]+$/);
  });

  it('known: instant runoff is the default of Figure 10, and majority counts its votes as choices', async () => {
    expect(gedi.figure10.settings.rules.default).toEqual([instantRunoff]);
    expect((await gedi.figure10.run({ rules: [majority] })).rows).not.toHaveLength(0);
  });
});
