import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row } from 'agora-core/metrics';
import type { Collaboration } from 'agora-core/transcripts';
import { borda } from 'agora-voting';
import { tables } from '../tables';
import { table1, table10, table2, table3, table5, table6, table7 } from './index';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-deliberation-'));
});
beforeEach(() => {
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Few talks, and short ones. */
const short = { cases: 2, rounds: 2, domains: ['menu-numeric'], tools: ['without'] } as const;
const simulated = { evidence: 'simulated' } as const;

describe("Deliberation's items", () => {
  it('known: recorded negotiations end on 16.2% of what was there, as the 597 games count', async () => {
    const ours = await table2.run();
    expect(ours.evidence).toBe('recorded');
    const [part] = table2.compare(ours).parts;
    const [all] = part?.comparison.rows ?? [];
    const cell = (column: string) => all?.cells.find((one) => one.column === column);
    // Seven models by three task settings, deliberating without tools: 1017.22 / 21 and 1298.32 / 21.
    expect(cell('NR')?.published).toBeCloseTo(48.54, 1);
    expect(cell('VR')?.published).toBeCloseTo(61.83, 1);
    expect(cell('NR')?.ours).toBeCloseTo(16.2, 1);
    expect(cell('VR')?.ours).toBeCloseTo(16.9, 1); // 101 of 597
  });

  it('law: valid by the rule is valid for more games, and cooperative games are fewer', async () => {
    const valid = async (settings: object): Promise<[number, number]> => {
      const { rows } = await table2.run(settings);
      const own = rows.filter(({ column }) => column === 'VR');
      return [own.length, own.filter(({ value }) => value === 100).length];
    };
    const [all, cooperative] = [await valid({}), await valid({ games: 'cooperative' })];
    const byRule = await valid({ accepted: 'by the rule' });
    expect([all[0], cooperative[0], byRule[0]]).toEqual([597, 466, 597]);
    expect(byRule[1]).toBeGreaterThan(2 * all[1]);
  });

  it('known: the differences of Table 3 follow from the printed cells, within their rounding', async () => {
    const { parts } = table3.compare(await table3.run({ evidence: 'recomputed' }));
    const [{ comparison, largestDifference }] = parts as [(typeof parts)[number]];
    expect(comparison.counts.compared).toBe(32);
    expect(largestDifference).toBeLessThan(0.011);
  });

  it('known: the environments are what Table 1 says', async () => {
    const { rows } = await table1.run({ talks: 1 });
    expect(rows).toHaveLength(12);
    expect(rows.every(({ ours, printed }) => ours === printed)).toBe(true);
  });

  it('law: Tables 2, 5, 6 and 7 share their runs', async () => {
    await table2.run({ ...short, ...simulated });
    const before = readdirSync(join(home, 'runs'));
    const valid = (rows: readonly { column: string; value: number | null }[]) =>
      rows.filter(({ column }) => column === 'VR').map(({ value }) => value);
    const fifth = await table5.run(short);
    expect(valid(fifth.rows)).toEqual(valid((await table2.run({ ...short, ...simulated })).rows));
    await table6.run(short);
    await table7.run(short);
    expect(readdirSync(join(home, 'runs'))).toEqual(before);
  });

  it('law: a voting rule makes a condition of its own, which the paper does not have', async () => {
    const ours = await table2.run({ ...short, ...simulated, conditions: ['round table'], rules: [borda] });
    const { comparison } = table2.compare(ours).parts[0] ?? {};
    expect(comparison?.rows.map(({ label }) => label)).toEqual(['round table by borda without tools']);
    expect(comparison?.counts).toMatchObject({ compared: 0, ours: 2 });
  });

  it('law: talks end by the round that is set', async () => {
    const { conditions } = await table2.run({
      ...short,
      ...simulated,
      conditions: ['deliberation'],
      rounds: 1,
    });
    const ends = conditions.flatMap(({ run }) =>
      [...(run as Iterable<Collaboration>)].map(({ finished }) => finished?.rounds),
    );
    expect(ends).toEqual([1, 1]);
  });

  it('known: Table 7 says why no number of ours stands in it', async () => {
    const { text } = table7.compare(await table7.run({ evidence: 'simulated', cases: 3 }));
    expect(text).toContain('Ours has no slope: simulated agents overrate nothing.');
    const some = table7.compare([
      { domain: 'menu-numeric', column: 'NR', evidence: 'live' } as unknown as Row,
    ]);
    expect(some.text.replace(/\s+/g, ' ')).toContain('Ours has no slope: in these talks the rate');
  });

  it('known: prompts are printed only, and name what their module answers', () => {
    expect(table10.evidence).toEqual([]);
    expect(table10.published.rows.at(-1)?.holds).toContain('<total_ingredients>');
    expect(tables.table13.rows.at(-1)?.holds).toContain('<message_content>');
  });

  it('contract: bad settings are one clear line', async () => {
    await expect(table2.run({ cases: 0 })).rejects.toThrow('a whole number of at least 1 as cases, got 0');
    await expect(table2.run({ domains: ['menu'] as never })).rejects.toThrow('menu-numeric');
    await expect(table6.run({ evidence: 'recorded' })).rejects.toThrow('of Deliberation Table 2 have it');
  });
});
