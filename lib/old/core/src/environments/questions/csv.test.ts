import { describe, expect, it } from 'vitest';
import { readCsv } from './csv';

const rows = (text: string) => readCsv(text, 'x.csv').map(({ fields }) => fields);

describe('readCsv', () => {
  it('known: quotes, doubled quotes, commas and line breaks within them (RFC 4180)', () => {
    expect(rows('a,b\r\n"1,2","say ""hi"""\r\n')).toEqual([
      ['a', 'b'],
      ['1,2', 'say "hi"'],
    ]);
    expect(readCsv('"two\nlines",b\nnext,c', 'x.csv')).toEqual([
      { line: 1, fields: ['two\nlines', 'b'] },
      { line: 3, fields: ['next', 'c'] },
    ]);
  });

  it('known: empty fields stay, blank lines and a byte order mark go', () => {
    expect(rows('\uFEFFa,,c\n\n,\n"",x\n')).toEqual([
      ['a', '', 'c'],
      ['', ''],
      ['', 'x'],
    ]);
    expect(rows('')).toEqual([]);
    expect(rows('a,')).toEqual([['a', '']]);
  });

  it('law: what is written is read back', () => {
    const fields = ['a', '', 'x"y', 'p,q', 'l\nm', '""', ' s '];
    const written = fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
    expect(rows(`${written}\n${written}\n`)).toEqual([fields, fields]);
  });

  it('contract: an open quote and text after a quote are errors with the line', () => {
    for (const text of ['a\n"b', 'a\n"b"c'])
      expect(() => rows(text)).toThrow(
        'x.csv line 2 needs a closing quote, and a comma or a line break after it',
      );
  });
});
