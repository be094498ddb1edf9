import { describe, expect, it } from 'vitest';
import { compareNotebooks, nearlyEqual, passedOver, withoutPictures } from './notebook-compare.mjs';

const cell = (texts, tags = []) => ({
  cell_type: 'code',
  source: '',
  metadata: { tags },
  outputs: texts.map((text) => ({ output_type: 'stream', name: 'stdout', text })),
});
const html = (text) => ({
  cell_type: 'code',
  source: '',
  metadata: {},
  outputs: [{ output_type: 'display_data', data: { 'text/html': text }, metadata: {} }],
});
const book = (...cells) => ({ cells });

describe('compareNotebooks', () => {
  it('law: a notebook does not differ from itself, nor from itself cut into other pieces', () => {
    expect(compareNotebooks(book(cell(['ab\n'])), book(cell(['a', 'b\n'])))).toBeUndefined();
  });

  it('known: shows the first line that differs, with the number of the code cell', () => {
    const prose = { cell_type: 'markdown', source: 'x' };
    const committed = book(cell(['same']), prose, cell(['a\nU = 41.2\nz']));
    const fresh = book(cell(['same']), prose, cell(['a\nU = 41.3\nz']));
    expect(compareNotebooks(committed, fresh)).toEqual({ cell: 2, committed: 'U = 41.2', fresh: 'U = 41.3' });
  });

  it('known: in a long line, shows the place', () => {
    const difference = compareNotebooks(
      book(html(`${'x'.repeat(5000)}1`)),
      book(html(`${'x'.repeat(5000)}2`)),
    );
    expect(difference.committed.length).toBeLessThan(120);
    expect(difference.committed.endsWith('x1')).toBe(true);
    expect(difference.fresh.endsWith('x2')).toBe(true);
  });

  it('known: an output that is missing, or new, is a difference', () => {
    expect(compareNotebooks(book(cell([])), book(cell(['a'])))).toMatchObject({
      cell: 1,
      committed: '(no output)',
    });
    expect(compareNotebooks(book(cell(['a'])), book(cell([])))).toMatchObject({
      cell: 1,
      fresh: '(no output)',
    });
    expect(compareNotebooks(book(cell(['a\nb'])), book(cell(['a'])))).toMatchObject({ fresh: '(nothing)' });
  });

  it('law: pictures and figure data are not compared, the text around them is', () => {
    const page = (n, text) =>
      html(
        `<p>${text}</p><svg a="${n}">${n}</svg><img src="data:image/png;base64,A${n}="><script>${n}</script>`,
      );
    expect(compareNotebooks(book(page(1, 'same')), book(page(2, 'same')))).toBeUndefined();
    expect(compareNotebooks(book(page(1, 'one')), book(page(1, 'two')))).toMatchObject({ cell: 1 });
    const image = (data) => ({
      ...html(''),
      outputs: [{ output_type: 'display_data', data: { 'image/png': data } }],
    });
    expect(compareNotebooks(book(image('AA')), book(image('BB')))).toBeUndefined();
  });

  it('contract: cells tagged volatile are passed over', () => {
    expect(
      compareNotebooks(book(cell(['1'], ['volatile'])), book(cell(['2'], ['volatile']))),
    ).toBeUndefined();
  });

  it('contract: a cell on a data set is compared where the data set is, and counted where it is not', () => {
    const [real, made] = [cell(['MAE 0.71'], ['data:films']), cell(['MAE 0.90'], ['data:films'])];
    expect(compareNotebooks(book(real), book(made))).toMatchObject({ cell: 1 });
    expect(compareNotebooks(book(real), book(made), new Set(['books']))).toMatchObject({ cell: 1 });
    expect(compareNotebooks(book(real), book(made), new Set(['films']))).toBeUndefined();
    expect(passedOver(book(made), new Set(['films', 'books']))).toEqual({ films: 1 });
  });

  it('contract: in a cell tagged near, a last digit may turn, and nothing else', () => {
    const compare = (was, is) => compareNotebooks(book(cell([was], ['near'])), book(cell([is], ['near'])));
    expect(compare('distance 0.13 over 9', 'distance 0.14 over 9')).toBeUndefined();
    expect(compare('distance 0.13', 'distance 0.16')).toMatchObject({ cell: 1 });
    expect(compare('distance 0.13', 'length 0.13')).toMatchObject({ cell: 1 });
    expect(compare('tokens 10000', 'tokens 10150')).toBeUndefined();
    expect(compareNotebooks(book(cell(['0.13'])), book(cell(['0.14'])))).toMatchObject({ cell: 1 });
  });
});

describe('nearlyEqual', () => {
  it('known: two units of the last printed digit, or two percent', () => {
    expect(nearlyEqual('−1.50', '−1.52')).toBe(true);
    expect(nearlyEqual('1.50', '1.54')).toBe(false); // 0.04 > max(0.0201, 0.0308)
    expect(nearlyEqual('a', undefined)).toBe(false);
  });
});

describe('withoutPictures', () => {
  it('known: removes each drawing alone, not what stands between two', () => {
    expect(withoutPictures('a<svg>1</svg>b<SVG x="1">\n2</SVG>c')).toBe('a<svg/>b<svg/>c');
  });
});
