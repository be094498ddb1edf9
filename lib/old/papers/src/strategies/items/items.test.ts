import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { locateDataset } from 'agora-core/datasets';
import { simulated } from 'agora-core/models';
import { strategies as every } from 'agora-core/protocols';
import { borda, plurality } from 'agora-voting';
import { nine } from '../groups';
import { strategies } from '../index';
import { tables } from '../tables';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'agora-items-'));
});
beforeEach(() => {
  vi.stubEnv('AGORA_HOME', home);
  vi.stubEnv('AGORA_MODEL', undefined);
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Compared cells of the first part: row, published, ours. */
const cellsOf = ({ parts }: ReturnType<typeof strategies.table7.compare>) =>
  (parts[0]?.comparison.rows ?? []).flatMap(({ cells }) => cells);

describe('the items of Collaboration Strategies', () => {
  it('known: have the published numbers as they were, and the nine strategies of Table 3', () => {
    expect(strategies.table3.published.rows).toBe(tables.table3.rows);
    expect(strategies.figure3.published.rows).toBe(tables.figure3.rows);
    expect(strategies.table5.published.sections).toBe(tables.table5.sections);
    expect(tables.table3.rows.flatMap(({ setting }) => setting?.['strategy'] ?? [])).toEqual([...nine]);
  });

  it('reference: recomputed, all 18 ratios of Tables 7 and 8 come out as printed, to two digits', async () => {
    for (const table of [strategies.table7, strategies.table8] as const) {
      const compared = cellsOf(table.compare(await table.run({ evidence: 'recomputed' })));
      const both = compared.filter(({ published }) => published !== null);
      expect(both.map(({ ours }) => Number(ours?.toFixed(2)))).toEqual(
        both.map(({ published }) => published),
      );
      expect(both).toHaveLength(9);
    }
  });

  it('law: without a model, items take what is recomputed before what is simulated', async () => {
    for (const one of [strategies.table7, strategies.table8, strategies.figure3] as const) {
      expect(one.evidence).toEqual(['live', 'recomputed', 'simulated']);
      expect((await one.run()).evidence).toBe('recomputed');
    }
    expect((await strategies.table7.run({ model: simulated(), cases: 2 })).evidence).toBe('simulated');
  });

  it('known: another price of tokens is another order', async () => {
    const settings = { evidence: 'recomputed', outputPrice: 1000 } as const;
    const compared = cellsOf(strategies.table8.compare(await strategies.table8.run(settings)));
    // 85.4 of 452 output tokens is above 86.9 of 490.
    expect(compared.find(({ ours }) => ours === 1)?.row).toBe('G2-P3-I2-C3');
  });

  it('known: lengths of sections follow from input tokens, (541 - 182) * 0.75 + 13', async () => {
    const { rows } = await strategies.table5.run();
    expect(rows.map(({ value }) => value)).toEqual([282.25, 4, 245.5, 242.5]);
    const { rows: others } = await strategies.table5.run({
      wordsPerToken: 1,
      reference: 'Pertinent Results',
    });
    expect(others.at(-1)).toMatchObject({ label: 'Social History', value: 191 - (492 - 182) });
  });

  it('known: five neutral sentences outvote the one that refutes, unless they abstain', async () => {
    const elected = async (neutral: 'votes' | 'abstains') => {
      const { rows } = await strategies.table6.run({ rules: [plurality], neutral });
      return rows.filter(({ value }) => value === 100).map(({ column }) => column);
    };
    expect(await elected('votes')).toEqual(['Neutral']);
    expect(await elected('abstains')).toEqual(['Refuting']);
  });

  it('law: items that need the same groups find them on disk', async () => {
    const own = { evidence: 'simulated', cases: 2, seed: 3, strategies: ['G1-P1-I2-C1'] } as const;
    await strategies.table3.run(own);
    await strategies.table4.run(own);
    const before = readdirSync(join(home, 'runs'));
    await strategies.table7.run(own);
    await strategies.table8.run(own);
    await strategies.table1.run({ evidence: 'simulated', cases: 2, seed: 3, readers: ['Agent all', 'MV'] });
    await strategies.table2.run({ evidence: 'simulated', cases: 2, seed: 3, readers: ['Agent consistent'] });
    const { rows } = await strategies.figure3.run(own);
    expect(readdirSync(join(home, 'runs'))).toEqual(before);
    expect(new Set(rows.map(({ task }) => task))).toEqual(new Set(['discharge', 'fact-check']));
  });

  it('law: a group of one round is the vote of agents who do not talk', async () => {
    const own = { evidence: 'simulated', cases: 4, seed: 3 } as const;
    const { rows } = await strategies.table3.run({ ...own, strategies: ['G1-P1-I1-C1'], rounds: 1 });
    const of = (label: string) =>
      rows.filter((row) => row['label'] === label && row.column === 'accuracy').map(({ value }) => value);
    expect(of('G1-P1-I1-C1')).toEqual(of('MV'));
  });

  it('law: any of the 49 strategies runs, on the task of another paper, too', async () => {
    expect(strategies.figure3.settings.strategies.is.safeParse(every()).success).toBe(true);
    const own = { evidence: 'simulated', cases: 2, strategies: ['G2-P1-I3-C2'], tasks: ['MMLU'] } as const;
    const { data } = strategies.figure3.figure(await strategies.figure3.run({ ...own, measure: 'accuracy' }));
    expect(data[0]).toMatchObject({ type: 'bar', name: 'MMLU' });
  });

  const there = locateDataset('climate-fever') !== null;
  it.skipIf(!there)(
    `known: 815 real claims have sentences with two labels${there ? '' : ' [skipped: npx agora data climate-fever]'}`,
    async () => {
      const own = { evidence: 'simulated', claims: 'CLIMATE-FEVER', cases: 2, readers: ['MV'] } as const;
      const { rows, conditions } = await strategies.table2.run(own);
      expect(rows.filter(({ column }) => column === 'accuracy')).toHaveLength(2);
      expect(conditions[0]?.run.description?.environment.settings['cases']).toMatch(/^815 \(/);
      const tooMany = strategies.table2.run({ ...own, cases: 816 });
      await expect(tooMany).rejects.toThrow('at most 815 as cases: CLIMATE-FEVER has no more');
    },
  );

  const bad: [string, () => unknown, string][] = [
    ['a rule on rankings', () => strategies.table3.run({ rule: borda }), 'borda counts ranking ballots'],
    [
      'a strategy that there is not',
      () => strategies.table3.run({ strategies: ['G1-P3-I1-C1'] as never }),
      'strategies.table3 needs',
    ],
    [
      'a task that is not printed',
      () => strategies.figure3.run({ tasks: ['MMLU'] }),
      'got MMLU: take evidence "simulated"',
    ],
    ['no price', () => strategies.table7.run({ outputPrice: 0 }), 'a number above 0 as outputPrice'],
    [
      'more questions than there are',
      () => strategies.figure3.run({ evidence: 'simulated', cases: 9999, tasks: ['MMLU'] }),
      'as cases: ',
    ],
  ];
  it.each(bad)('contract: %s is one clear line', async (_, act, line) => {
    const failing = (async () => act())();
    await expect(failing).rejects.toThrow(line);
    await expect(failing).rejects.toThrow(/^[^\n]+$/);
  });
});
