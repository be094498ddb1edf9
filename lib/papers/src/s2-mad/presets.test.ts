import { describe, expect, it } from 'vitest';
import { s2mad } from './index';
import { tables } from './tables';

const { table1, table2, table3, table4, table7 } = tables;
const { debateOf } = s2mad;

describe('who debates in a row', () => {
  it('known: methods, sizes, groups and parts left out', () => {
    const told = (row: (typeof table1.rows)[number] | undefined) => {
      const { protocol, agents } = debateOf(row!);
      return [protocol.settings['method'] ?? protocol.name, agents, protocol.settings['rounds']];
    };
    expect(table1.rows.slice(0, 6).map(told)).toEqual([
      ['chain-of-thought', 5, undefined],
      ['self-consistency', 5, undefined],
      ['MAD', 5, 4],
      ['S-MAD', 5, 4],
      ['GD', 5, 4],
      ['S2-MAD', 5, 4],
    ]);
    expect(told(table7.rows[4])).toEqual(['MS2-MAD', 5, 4]);
    expect(debateOf(table1.rows[1]!).protocol.settings).toMatchObject({ paths: 40 });
    expect(told(table3.rows[4])).toEqual(['GD', 8, 3]);
    expect(debateOf(table3.rows[4]!).protocol.settings['groups']).toEqual([2, 3, 3]);
    expect(told(table4.rows[0])).toEqual(['MAD', 5, 4]);
    expect(table4.rows.slice(2).map((row) => debateOf(row).protocol.settings)).toMatchObject([
      { topology: { kind: 'ring', neighbours: 1 }, groups: 1 },
      { earlyEnd: 'never' },
      { participation: 'always' },
      { filter: false },
    ]);
  });

  it('contract: what the row does not say can be said, and rows of other papers are named', () => {
    expect(debateOf(table2.rows[0]!, { memory: 'last round' }).protocol.settings['memory']).toBe(
      'last round',
    );
    expect(() => debateOf({ label: 'a', setting: { method: 'borda' }, cells: {} })).toThrow(
      /debateOf knows no method "borda"/,
    );
  });
});
