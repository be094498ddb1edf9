import { describe, expect, it } from 'vitest';
import { tablePart } from './table-part';

const cell = (value: number) => ({ value, standardError: null });
const table = {
  paper: 'P',
  item: 'Table 8',
  caption: 'words and grades',
  unit: 'words; years',
  columns: ['length@1', 'grade@1'],
  rows: [
    { label: 'A', cells: { 'length@1': cell(46), 'grade@1': cell(7.1) } },
    { label: 'B', cells: { 'length@1': cell(43) } },
  ],
};

describe('tablePart', () => {
  it('known: keeps what is asked for, under a name and a unit of its own', () => {
    const part = tablePart(table, {
      name: 'message length',
      unit: 'words',
      columns: (column) => column.startsWith('length'),
      rows: (label) => label === 'A',
    });
    expect(part).toEqual({
      paper: 'P',
      item: 'Table 8, message length',
      caption: 'words and grades',
      unit: 'words',
      columns: ['length@1'],
      rows: [{ label: 'A', cells: { 'length@1': cell(46) } }],
    });
  });

  it('law: without conditions, every row and column stays', () => {
    const { columns, rows, unit } = tablePart(table, { name: 'all' });
    expect({ columns, rows, unit }).toEqual({ columns: table.columns, rows: table.rows, unit: table.unit });
  });

  it('contract: a part of nothing is refused', () => {
    expect(() => tablePart(table, { name: 'x', rows: () => false })).toThrow(
      expect.objectContaining({ code: 'comparison' }),
    );
    expect(() => tablePart(table, { name: 'x', columns: () => false })).toThrow('leaves nothing of Table 8');
  });
});
