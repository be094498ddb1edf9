import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Row } from 'agora-core/metrics';
import { estimate } from 'agora-core/statistics';
import { majority, schulze } from 'agora-voting';
import { roundtable } from '../index';
import { sizesNote } from '../conversations';
import { ourGaps, printedGaps } from '../stopping';
import { wordDistance } from '../word-distance';

const { figure5, figure22, firstToLast, table2, table8, table9, table10, table11 } = roundtable;
const tiny = { rules: [majority], collaborations: 2, rounds: 3, evidence: 'simulated' } as const;

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-language-items-'));
});
beforeEach(() => {
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

describe("RoundTable's items on language", () => {
  it('known: published cells are as printed', () => {
    expect(table8.published.rows[0]?.cells['grade@1']?.value).toBe(7.1);
    expect(table9.published.rows).toHaveLength(132);
    expect(figure5.published.rows[0]?.cells['length@1']?.value).toBeCloseTo(43, 12); // (46 + 43 + 42 + 42 + 43 + 42) / 6
  });

  it('law: a table and figures find the same runs on disk', async () => {
    const table = await table8.run(tiny);
    const runs = readdirSync(join(home, 'runs'));
    const folders = (ours: typeof table) =>
      ours.conditions.map(({ run }) => (run as { folder?: string }).folder);
    for (const found of [await figure5.run(tiny), await table9.run(tiny), await figure22.run(tiny)])
      expect(folders(found)).toEqual(folders(table));
    expect(readdirSync(join(home, 'runs'))).toEqual(runs);
  });

  it('law: Figure 5 is the mean of Table 8 over rules', async () => {
    const two = { ...tiny, rules: [majority, schulze], environments: ['exchange-economy'] } as const;
    const table = await table8.run(two);
    const lengths = table.rows.filter(({ column, round }) => column === 'length' && round === 2);
    const [{ comparison }] = figure5.compare(await figure5.run(two)).parts as [never];
    const drawn = (comparison as { rows: { cells: { column: string; ours: number }[] }[] }).rows[0]?.cells;
    const mean = lengths.reduce((sum, { value }) => sum + (value ?? 0), 0) / lengths.length;
    expect(drawn?.find(({ column }) => column === 'length@2')?.ours).toBeCloseTo(mean, 9);
  });

  it('known: with four agents Figure 5 has the 21 recorded games of four parties, or an economy of four', async () => {
    const games = await figure5.run({ agents: 4 });
    expect(games.conditions.map(({ fields }) => fields['model'])).toEqual(['mixtral']);
    expect(new Set(games.rows.map(({ collaboration }) => collaboration)).size).toBe(21);
    const played = await figure5.run({ ...tiny, agents: 4, environments: ['exchange-economy'] });
    const [one] = [...(played.conditions[0]?.run as unknown as Iterable<{ agents: string[] }>)];
    expect(one?.agents).toHaveLength(4);
  });

  it('known: a figure and its table say how many agents ours has, where these are not three as in the paper', async () => {
    const games = await figure5.run({ agents: 4 });
    const drawn = JSON.stringify(figure5.figure(games));
    expect(drawn).toContain('negotiations of 4 parties');
    expect(drawn).toContain('published: gpt-4o-mini in the exchange economy, 3 agents');
    expect(figure5.compare(games).text).toContain("Ours has 4 agents, the paper's rows 3.");
    const { rows } = games;
    const tasks = [...rows, { ...(rows[0] as Row), environment: 'recommendation', agents: 3, model: 'none' }];
    expect(sizesNote(tasks)).toBe("Ours has 4 agents in the exchange economy, the paper's rows 3.");

    const played = (agents: number) =>
      figure5.run({ ...tiny, agents: agents, environments: ['exchange-economy'] });
    const [three, four] = [await played(3), await played(4)];
    expect(JSON.stringify(figure5.figure(four))).toContain(
      'economy of 4 agents; diamonds: published, of 3 agents',
    );
    expect(JSON.stringify(figure5.figure(three))).not.toContain('3 agents');
    expect(figure5.compare(three).text).not.toContain("the paper's rows");
    // Both numbers of agents in one figure are two lines.
    const both = figure5.figure([...three.rows, ...four.rows]).data.map((trace) => trace['name']);
    expect(both).toContain('Exchange economy');
    expect(both).toContain('Exchange economy, 4 agents');
    const graph = await figure22.run({ ...tiny, agents: 4 });
    expect(JSON.stringify((await Promise.resolve(figure22.figure(graph))).layout)).toContain(
      'economy of 4 agents',
    );
  });

  it('contract: rows of something else than conversations are one clear line', () => {
    const row = { column: 'length', round: 1, value: 3, standardError: null, low: null, high: null, n: 1 };
    expect(() => figure5.figure([{ ...row, line: 'mine', evidence: 'simulated' }])).toThrow(
      'roundtable.figure5 needs the field "environment" in each row, but 1 of 1 rows lacks it. The first of them has: column, round, line, evidence',
    );
  });

  it('known: growth from the first to the last round, by hand', () => {
    const rest = {
      column: 'length',
      standardError: null,
      low: null,
      high: null,
      n: 1,
      evidence: 'recorded',
    } as const;
    const said = (collaboration: number, lengths: number[]) =>
      lengths.map((value, place) => ({ ...rest, model: 'a', collaboration, round: place + 1, value }));
    const rows = [...said(1, [10, 30, 12]), ...said(2, [10, 20, 16]), ...said(3, [99])];
    // (12 + 16) / (10 + 10); to the round before (30 + 20) / (10 + 10). One round alone has no change.
    expect(firstToLast(rows, 'length')).toMatchObject([
      { model: 'a', n: 2, effect: expect.closeTo(40, 9) as number },
    ]);
    expect(firstToLast(rows, 'length', { before: 1 })[0]?.effect).toBeCloseTo(150, 9);
    expect(firstToLast(rows, 'length', { as: 'difference' })[0]?.effect).toBeCloseTo(4, 9);
    expect(() => firstToLast(rows, 'words')).toThrow('needs rows of words, got none');
  });

  it('law: recorded games of one configuration are one cluster, in means and in changes', async () => {
    const games = await figure5.run({ evidence: 'recorded', collaborations: 30, rounds: 2 });
    const configsOf = (model: string): number =>
      new Set(games.rows.filter((row) => row['model'] === model).map(({ config }) => config)).size;
    for (const { model, n, clusters } of firstToLast(games.rows, 'length'))
      expect(clusters).toBe(configsOf(String(model)) > 1 ? configsOf(String(model)) : n);
    const own = games.rows.filter((row) => row['model'] === 'gpt-4' && row['round'] === 1);
    const wanted = estimate(
      own.map(({ value }) => Number(value)),
      { clusters: own.map(({ config }) => String(config)) },
    );
    const [{ comparison } = { comparison: undefined }] = figure5.compare(games).parts;
    const line = comparison?.rows.find(({ label }) => label.startsWith('gpt-4, beside'));
    expect(line?.cells.find(({ column }) => column === 'length@1')?.oursError).toBeCloseTo(
      wanted.standardError ?? NaN,
      12,
    );
    expect(comparison?.caption).toContain('all of llama2-13b; llama2-70b; llama3-70b');
  });

  it('known: distance by words, by hand', () => {
    // Counts (2, 1) and (1, 0): the cosine is 2 / sqrt(5). A message without a word of the round before is 1 away.
    expect(wordDistance(['Yes, yes. No!'], ['yes'])).toBeCloseTo(1 - 2 / Math.sqrt(5), 12);
    expect(wordDistance(['a b', 'b c'], ['A b b C', 'x'])).toBeCloseTo((0 + 1) / 2, 12);
    expect(wordDistance([], ['a'])).toBeNull();
  });
});

describe("RoundTable's items on stopping", () => {
  const stopping = { ...tiny, collaborations: 4, folds: 2 } as const;

  it('law: Table 2 is the second half of Table 10', async () => {
    const both = await table10.run({ ...stopping, environments: ['recommendation'] });
    const { rows } = await table2.run(stopping);
    expect(rows).toEqual(both.rows);
  });

  it('known: the printed gaps, by hand', () => {
    const cells = printedGaps().rows.find(({ label }) =>
      label.startsWith('Exchange economy, Information'),
    )?.cells;
    // Gains over @10: -.09 + .01 + .03 + .01 + .03 + .04 = .03; of the oracle 0 + .04 + .05 + .03 + .06 + .06 = .24
    expect(cells?.['gap closed']?.value).toBeCloseTo((100 * 3) / 24, 6);
  });

  it('law: the oracle closes all of the gap, and no policy more; @10 saves no round', async () => {
    const ours = await table10.run({ ...stopping, rounds: 5 });
    for (const { value } of ourGaps(ours.rows).filter(({ column }) => column === 'gap closed'))
      expect(value).toBeLessThanOrEqual(100);
    const never = ours.rows.filter(({ method, column }) => method === '@10' && column === 'rounds saved');
    expect(new Set(never.map(({ value }) => value))).toEqual(new Set([0]));
  });

  it('law: policies on recorded games have standard errors over configurations', async () => {
    const wanted = { collaborations: 30, folds: 2, methods: ['first-agreement'] } as const;
    const ours = await table10.run({ ...wanted, evidence: 'recorded' });
    const own = ours.rows.filter(({ method, column }) => method === '@10' && column === 'performance');
    const { standardError } = estimate(
      own.map(({ value }) => Number(value)),
      { clusters: own.map(({ config }) => String(config)) },
    );
    const [{ comparison } = { comparison: undefined }] = table10.compare(ours).parts;
    const cell = comparison?.rows.find(({ label }) => label.includes('@10'))?.cells[0];
    expect(cell?.oursError).toBeCloseTo(standardError ?? NaN, 12);
    expect(comparison?.caption).toContain('over configurations of recorded games');
    const gap = ourGaps(ours.rows).find(({ column }) => column === 'gap closed');
    const byGame = ours.rows.map(({ config: _, ...row }) => row);
    expect(gap?.standardError).not.toBe(
      ourGaps(byGame).find(({ column }) => column === 'gap closed')?.standardError,
    );
  });

  it("law: recorded games may be held against the leader's last word, which is another end", async () => {
    const wanted = { collaborations: 10, folds: 2, methods: ['first-agreement'] } as const;
    const worthOf = async (end: 'last round' | 'leader') => {
      const { rows } = await table11.run({ ...wanted, end: end });
      return rows.filter(({ method, column }) => method === '@10' && column === 'performance').length;
    };
    // Games whose leader names no whole deal are left out.
    expect(await worthOf('leader')).toBeLessThan(await worthOf('last round'));
  });
});

describe('bad input', () => {
  const bad: [string, () => Promise<unknown>, string][] = [
    [
      'fewer collaborations than folds',
      () => table2.run({ collaborations: 3 }),
      'as many collaborations as folds (5)',
    ],
    [
      'any number of agents in a game that is played',
      () => table8.run({ ...tiny, agents: 'any' }),
      'number of agents',
    ],
    [
      'games of nine parties',
      () => table8.run({ agents: 9 }),
      '3 to 7 as agents of recorded games, or "any", got 9',
    ],
    ['one agent', () => table8.run({ agents: 1 }), 'a whole number of at least 2 as agents, got 1'],
    ['too many examples', () => table9.run({ collaborations: 101 }), 'at most 100 as collaborations'],
    ['too few games', () => table10.run({ collaborations: 4 }), 'at least two recorded games a fold'],
    ['a policy that there is not', () => table10.run({ methods: ['oracle' as never] }), 'methods'],
  ];
  it.each(bad)('contract: %s is one clear line', async (_, act, line) => {
    await expect(act()).rejects.toThrow(line);
    await expect(act()).rejects.toThrow(/^[^\n]+$/);
  });
});
