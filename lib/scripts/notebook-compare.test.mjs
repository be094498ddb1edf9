import { describe, expect, it } from 'vitest';
import { compareNotebooks, withoutPictures } from './notebook-compare.mjs';

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

  it('contract: cells tagged volatile, and cells that ask for absent data, are passed over', () => {
    expect(
      compareNotebooks(book(cell(['1'], ['volatile'])), book(cell(['2'], ['volatile']))),
    ).toBeUndefined();
    const asking = cell(['Not here: run npx agora data movielens']);
    expect(compareNotebooks(book(cell(['MAE 0.71'])), book(asking))).toBeUndefined();
    expect(compareNotebooks(book(asking), book(cell(['MAE 0.71'])))).toMatchObject({ cell: 1 });
  });
});

describe('withoutPictures', () => {
  it('known: removes each drawing alone, not what stands between two', () => {
    expect(withoutPictures('a<svg>1</svg>b<SVG x="1">\n2</SVG>c')).toBe('a<svg/>b<svg/>c');
  });
});
