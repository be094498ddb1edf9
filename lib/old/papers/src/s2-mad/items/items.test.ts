import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Measurable } from 'agora-core/metrics';
import { schulze } from 'agora-voting';
import type { ItemResult } from '../../item';
import { s2mad } from '../index';
import { tables } from '../tables';

const { table1, table2, table3, table4, table5, table6, table7, figure3, figure4, figure5 } = s2mad;

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 's2-mad-items-'));
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

const foldersOf = ({ conditions }: ItemResult): string[] =>
  conditions.map(({ run }) => (run as Measurable & { folder: string }).folder);
const meanOf = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? NaN), 0) / values.length;
const valuesOf = ({ rows }: ItemResult, wanted: Readonly<Record<string, string | number>>) =>
  rows
    .filter((row) => Object.entries(wanted).every(([field, value]) => row[field] === value))
    .map(({ value }) => value);

describe("S2-MAD's items", () => {
  it('known: published cells are as they were', () => {
    for (const [one, table] of [
      [table1, tables.table1],
      [table2, tables.table2],
      [table3, tables.table3],
      [table4, tables.table4],
      [table7, tables.table7],
    ] as const)
      expect(one.published.rows).toBe(table.rows);
    expect(table5.published.rows).toHaveLength(9);
    expect(table6.published.rows.map(({ dataset }) => dataset)).toHaveLength(5);
    expect([table5, table6].map(({ evidence }) => evidence)).toEqual([[], []]);
  });

  it('law: two items that need the same debates find them on disk', async () => {
    vi.stubEnv('AGORA_HOME', home);
    const common = { questions: 3, evidence: 'simulated', seed: 21 } as const;
    const main = await table1.run({ ...common, datasets: ['gsm8k'], methods: ['MAD', 'S2-MAD'] });
    const before = readdirSync(join(home, 'runs'));
    const ablated = await table4.run({ ...common, omitted: ['no jump'] });
    expect(foldersOf(ablated).slice(0, 2)).toEqual(foldersOf(main));
    expect(readdirSync(join(home, 'runs'))).toHaveLength(before.length + 1);
    const accuracies = await figure4.run({ ...common, agents: [2, 3], methods: ['GD'] });
    const tokens = await figure5.run({ ...common, agents: [2, 3], methods: ['GD'] });
    expect(foldersOf(tokens)).toEqual(foldersOf(accuracies));
  });

  it('law: above a cosine of 1 S2-MAD costs what GroupDebate does; the lower the threshold the cheaper', async () => {
    vi.stubEnv('AGORA_HOME', home);
    const common = { questions: 3, evidence: 'simulated', embedder: 'word counts' } as const;
    const swept = await figure3.run({ ...common, datasets: ['math'], thresholds: [0, 0.9, 1.01] });
    const [low, middle, high] = [0, 0.9, 1.01].map((threshold) => meanOf(valuesOf(swept, { threshold })));
    expect(low).toBeLessThan(high ?? NaN);
    expect(middle).toBeGreaterThanOrEqual(low ?? NaN);
    expect(middle).toBeLessThanOrEqual(high ?? NaN);
    const groups = await table1.run({
      questions: 3,
      evidence: 'simulated',
      datasets: ['math'],
      methods: ['GD'],
    });
    expect(high).toBeCloseTo(meanOf(valuesOf(groups, { column: 'tokens' })), 9);
  });

  it('law: a split of your own is a row of its own, and a rule of your own asks for ballots', async () => {
    vi.stubEnv('AGORA_HOME', home);
    const ours = await table3.run({ questions: 2, splits: ['2+2', '1+3'] });
    const [, tokens] = table3.compare(ours).parts;
    expect(tokens?.comparison.rows.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['MAD(4,3)', 'S2-MAD, 1+3']),
    );
    const asked = { questions: 12, evidence: 'simulated', datasets: ['gpqa'], methods: ['MAD'] } as const;
    const [plain, voted] = [await table1.run(asked), await table1.run({ ...asked, rule: schulze })];
    expect(meanOf(valuesOf(voted, { column: 'tokens' }))).toBeGreaterThan(
      meanOf(valuesOf(plain, { column: 'tokens' })),
    );
  });

  it("known: Claude's debates by round, and what of their tokens a replay saves", async () => {
    const ours = await figure4.run({ evidence: 'recorded' });
    // 198 debates: a majority of three is right in 83.5, 83.7 and 83.3% after each round, ties by share.
    const right = [1, 2, 3].map((size) =>
      meanOf(valuesOf(ours, { method: 'MAD', column: 'accuracy', size })),
    );
    expect(right.map((value) => value.toFixed(1))).toEqual(['83.5', '83.7', '83.3']);
    const cost = (method: string, size: number) => meanOf(valuesOf(ours, { method, column: 'tokens', size }));
    expect(cost('S2-MAD', 1)).toBe(cost('MAD', 1));
    expect(cost('S2-MAD', 3)).toBeLessThan(cost('MAD', 3));
    const main = await table1.run({ evidence: 'recorded', datasets: ['gpqa'] });
    expect(table1.compare(main).text).not.toContain('Ours: ');
    const live = table1.compare(await table1.run({ evidence: 'live' }));
    expect(live.text).toMatch(/Ours:\s3\sagents\sover\s2\srounds,\s\d+\squestions/);
    const [, , saved] = table1.compare(main).parts;
    const cells = saved?.comparison.rows.flatMap(({ cells }) => cells) ?? [];
    expect(cells).toHaveLength(1);
    expect(cells[0]?.ours).toBeCloseTo(100 * (1 - cost('S2-MAD', 3) / cost('MAD', 3)), 9);
  });
});

describe('bad input', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['more questions than there are', () => table3.run({ questions: 101 }), 'at most 100 as questions'],
    ['splits of unequal size', () => table3.run({ splits: ['2+6', '2+2'] }), 'splits of equally many agents'],
    ['a split that is none', () => table3.run({ splits: ['2 and 6'] }), 'sizes of groups such as "2+6"'],
    ['a cosine above 2', () => table2.run({ thresholds: [3] }), 'thresholds'],
    ['a threshold twice', () => figure3.run({ thresholds: [0.4, 0.4] }), 'different cosines'],
    [
      'recorded debates by agents',
      () => figure5.run({ evidence: 'recorded', by: 'agents' }),
      'every recorded debate has three agents',
    ],
    [
      'recorded methods that there are not',
      () => table1.run({ evidence: 'recorded', methods: ['GD'] }),
      'recorded evidence has CoT on gsm8k',
    ],
    [
      'recorded groups',
      () => table3.run({ evidence: 'recorded' }),
      'S2-MAD Table 1, Table 2, Table 4, Table 7',
    ],
    ['one agent', () => table4.run({ agents: 1 }), 'at least 2'],
    [
      'more groups than agents',
      () => table7.run({ evidence: 'simulated', agents: 2, groups: 3 }),
      '3 groups',
    ],
  ])('contract: %s is one clear line', async (_, act, line) => {
    const failing = (async () => act())();
    await expect(failing).rejects.toThrow(line);
    await expect(failing).rejects.toThrow(/^[^\n]+$/);
  });
});
