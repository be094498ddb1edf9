import { describe, expect, it } from 'vitest';
import { ablations, methods } from './presets';
import { tables } from './tables';

describe('the methods of S2-MAD', () => {
  it('known: every printed method is there, and makes the debate of that name', () => {
    const rows = [...tables.table1.rows, ...tables.table3.rows, ...tables.table4.rows, ...tables.table7.rows];
    const printed = new Set(rows.map(({ setting }) => String(setting?.['method']).replace(/\(.*/, '')));
    expect([...printed].sort()).toEqual(Object.keys(methods).sort());
    for (const [name, make] of Object.entries(methods).slice(2))
      expect(make({ rounds: 3 }).settings).toMatchObject({ method: name, rounds: 3 });
    expect([methods.CoT().name, methods['CoT-SC']().name]).toEqual(['chain-of-thought', 'self-consistency']);
  });

  it('known: every ablation of Table 4 has our reading, and makes a debate', () => {
    const printed = tables.table4.rows.flatMap(({ setting }) => setting?.['ablation'] ?? []);
    expect(printed).toEqual(Object.keys(ablations));
    expect(Object.values(ablations).map((part) => methods['S2-MAD'](part).settings)).toMatchObject([
      { topology: { kind: 'ring', neighbours: 1 }, groups: 1 },
      { earlyEnd: 'never' },
      { participation: 'always' },
      { filter: false, earlyEnd: 'never' },
    ]);
  });
});
