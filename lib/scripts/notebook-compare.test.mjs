import { describe, expect, it } from 'vitest';
import { compareNotebooks } from './notebook-compare.mjs';

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
const at = (number) => ({ place: `the output of code cell ${number}` });

describe('compareNotebooks', () => {
  it('law: a notebook does not differ from itself, nor from itself cut into other pieces', () => {
    expect(compareNotebooks(book(cell(['ab\n'])), book(cell(['a', 'b\n'])))).toBeUndefined();
  });

  it('known: shows the first line that differs, with the number of the code cell', () => {
    const prose = { cell_type: 'markdown', source: 'x' };
    const committed = book(cell(['same']), prose, cell(['a\nU = 41.2\nz']));
    const fresh = book(cell(['same']), prose, cell(['a\nU = 41.3\nz']));
    expect(compareNotebooks(committed, fresh)).toEqual({
      ...at(2),
      committed: 'U = 41.2',
      fresh: 'U = 41.3',
    });
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
      ...at(1),
      committed: '(no output)',
    });
    expect(compareNotebooks(book(cell(['a'])), book(cell([])))).toMatchObject({
      ...at(1),
      fresh: '(no output)',
    });
    expect(compareNotebooks(book(cell(['a\nb'])), book(cell(['a'])))).toMatchObject({ fresh: '(nothing)' });
  });

  it('law: every form of an output is compared: figures’ data and pictures too', () => {
    const figure = (picture, value) => ({
      ...html(''),
      outputs: [
        {
          output_type: 'display_data',
          data: { 'image/svg+xml': picture, 'application/vnd.plotly.v1+json': { y: [value], x: [1] } },
        },
      ],
    });
    expect(compareNotebooks(book(figure('<svg/>', 1)), book(figure('<svg/>', 1)))).toBeUndefined();
    expect(compareNotebooks(book(figure('<svg/>', 1)), book(figure('<svg/>', 2)))).toMatchObject(at(1));
    expect(compareNotebooks(book(figure('<svg/>', 1)), book(figure('<svg> </svg>', 1)))).toMatchObject(at(1));
  });

  it('contract: sources, prose and metadata are compared as well', () => {
    const prose = { cell_type: 'markdown', source: 'x' };
    const difference = compareNotebooks(book(prose), book({ ...prose, metadata: { collapsed: true } }));
    expect(difference).toMatchObject({ place: 'its form' });
  });

  it('contract: every digit counts', () => {
    expect(compareNotebooks(book(cell(['0.13'])), book(cell(['0.14'])))).toMatchObject(at(1));
  });
});
