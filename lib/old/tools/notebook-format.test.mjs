import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { findTrouble, normalise, printNotebook } from './notebook-format.mjs';

const code = (source, outputs = [], more = {}) => ({
  cell_type: 'code',
  source,
  outputs,
  metadata: {},
  ...more,
});
const stream = (text, name = 'stdout') => ({ output_type: 'stream', name, text });
const book = (...cells) => ({ cells, metadata: {}, nbformat: 4, nbformat_minor: 4 });

describe('normalise', () => {
  it('law: how a stream is cut into pieces does not show', () => {
    const whole = normalise(book(code('f()', [stream('one\ntwo\n')])));
    const pieces = normalise(book(code('f()', [stream('on'), stream(['e\n', 't']), stream('wo\n')])));
    expect(pieces).toEqual(whole);
    expect(whole.cells[0].outputs).toEqual([{ ...stream(['one\n', 'two\n']) }]);
  });

  it('law: streams of different names, or parted by another output, stay apart', () => {
    const picture = { output_type: 'display_data', data: { 'image/png': 'AA==' }, metadata: {} };
    const outputs = [stream('a'), stream('b', 'stderr'), stream('c'), picture, stream('d')];
    expect(normalise(book(code('f()', outputs))).cells[0].outputs).toHaveLength(5);
  });

  it('law: it is idempotent, byte by byte', () => {
    const result = {
      output_type: 'execute_result',
      execution_count: 9,
      data: { 'text/plain': 'a\nb' },
      metadata: {},
    };
    const once = normalise(book(code('f()', [result]), code(''), { cell_type: 'markdown', source: '# T' }));
    expect(printNotebook(normalise(JSON.parse(printNotebook(once))))).toBe(printNotebook(once));
  });

  it('known: times and editor state go; tags stay; numbers count the cells that ran', () => {
    const metadata = { tags: ['parameters'], execution: { 'shell.execute_reply': 'now' }, scrolled: true };
    const before = book(code('a', [], { metadata, execution_count: 17 }), code(' '), code('b'));
    before.metadata = {
      kernelspec: { name: 'other' },
      language_info: { name: 'typescript', version: '1.2.3' },
      title: 'T',
    };
    const after = normalise(before);
    expect(after.cells.map((cell) => cell.execution_count)).toEqual([1, null, 2]);
    expect(after.cells[0].metadata).toEqual({ tags: ['parameters'] });
    expect(after.metadata.title).toBe('T');
    expect(after.metadata.kernelspec.name).toBe('tslab');
    expect(JSON.stringify(after)).not.toMatch(/1\.2\.3|execute_reply|scrolled/);
  });

  it('contract: the language is as the kernel tells it, so that opening a notebook changes nothing', () => {
    const { JupyterHandlerImpl } = createRequire(import.meta.url)('tslab/dist/jupyter.js');
    const { language_info } = new JupyterHandlerImpl(undefined, false).handleKernel();
    expect(normalise(book()).metadata.language_info).toEqual(language_info);
  });

  it('known: own ids stay; missing and repeated ones get the first free "cell-N"', () => {
    const cells = [
      code('a'),
      code('b', [], { id: 'cell-1' }),
      code('c', [], { id: 'x' }),
      code('d', [], { id: 'x' }),
    ];
    expect(normalise(book(...cells)).cells.map((cell) => cell.id)).toEqual([
      'cell-2',
      'cell-1',
      'x',
      'cell-3',
    ]);
  });

  it('contract: JSON outputs keep their form, and the input survives', () => {
    const data = {
      'application/vnd.plotly.v1+json': { data: ['a\nb'], layout: {} },
      'application/json': ['x', 'y'],
    };
    const before = book(code('f()', [{ output_type: 'display_data', data, transient: { display_id: '1' } }]));
    const copy = structuredClone(before);
    expect(normalise(before).cells[0].outputs[0].data).toEqual(data);
    expect(before).toEqual(copy);
  });
});

describe('findTrouble', () => {
  it('known: the first cell with an error or standard error, counting code cells', () => {
    const error = { output_type: 'error', ename: 'TypeError', evalue: 'no', traceback: [] };
    const prose = { cell_type: 'markdown', source: '' };
    expect(findTrouble(book(prose, code('a', [stream('x')]), code('b', [error])))).toMatchObject({
      cell: 2,
      kind: 'error',
      text: 'TypeError: no',
    });
    expect(findTrouble(book(code('a', [stream('bad', 'stderr')])))).toMatchObject({
      cell: 1,
      kind: 'stderr',
      text: 'bad',
    });
    expect(
      findTrouble(book(code('a', [error], { metadata: { tags: ['raises-exception'] } }))),
    ).toBeUndefined();
    expect(findTrouble(book(code('a', [stream('x')])))).toBeUndefined();
  });
});
