import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { figuresFolder } from './figures-folder';
import type { PlotlyFigure } from './plotly-figure';
import { saveFigure, showFigure } from './save-figure';
import { show } from './show';
import { table } from './table';

const figure: PlotlyFigure = {
  data: [{ type: 'bar', x: ['a', 'b'], y: [1, 2] }],
  layout: { title: { text: '<b>Two bars</b>' } },
};
const modules = createRequire(__filename).cache as Record<string, unknown>;
const KERNEL = '/somewhere/node_modules/tslab/dist/jupyter.js';
const PUBLIC = '/somewhere/node_modules/tslab/dist/public.js';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'save-figure-test-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
  delete modules[KERNEL];
  delete modules[PUBLIC];
});

describe('figuresFolder', () => {
  it('contract: never the committed figures: AGORA_FIGURES, else figures in AGORA_HOME, else in .agora', () => {
    vi.stubEnv('AGORA_FIGURES', join(folder, 'elsewhere'));
    expect(figuresFolder()).toBe(join(folder, 'elsewhere'));
    vi.stubEnv('AGORA_FIGURES', undefined);
    vi.stubEnv('AGORA_HOME', folder);
    expect(figuresFolder()).toBe(join(folder, 'figures'));
    vi.stubEnv('AGORA_HOME', undefined);
    expect(figuresFolder()).toBe(resolve(__dirname, '../../../.agora/figures'));
  });
});

describe('saveFigure', () => {
  it('contract: both files are written, and left alone when they would be the same', async () => {
    const first = await saveFigure(figure, 'two-bars', { folder });
    expect(readdirSync(folder).sort()).toEqual(['two-bars.png', 'two-bars.svg']);
    expect([first.changed, readFileSync(first.svgFile, 'utf8')]).toEqual([true, first.svg]);
    utimesSync(first.pngFile, 1, 1);
    expect((await saveFigure(figure, 'two-bars', { folder })).changed).toBe(false);
    expect(statSync(first.pngFile).mtimeMs).toBe(1000);
  });

  it('contract: a name that is no file name is refused', async () => {
    await expect(saveFigure(figure, '../up', { folder })).rejects.toThrow('got "../up"');
  });
});

describe('in a notebook', () => {
  it('contract: a figure is one output: the figure, its picture and its title', async () => {
    const write = vi.fn();
    modules[KERNEL] = { exports: { lastWriteDisplayData: write } };
    await showFigure(figure, 'two-bars', { folder, width: 600, height: 300 });
    expect(write).toHaveBeenCalledTimes(1);
    const [output, update] = write.mock.calls[0] as [{ data: Record<string, unknown> }, boolean];
    expect(update).toBe(false);
    expect(Object.keys(output.data)).toEqual([
      'application/vnd.plotly.v1+json',
      'image/svg+xml',
      'text/plain',
    ]);
    expect(output.data['application/vnd.plotly.v1+json']).toMatchObject({
      data: figure.data,
      layout: { height: 300, autosize: true },
      config: { displaylogo: false, showSendToCloud: false },
    });
    expect(output.data['image/svg+xml']).toBe(readFileSync(join(folder, 'two-bars.svg'), 'utf8'));
    expect(output.data['text/plain']).toBe('Two bars');
  });

  it('contract: a table is shown as HTML with its text', () => {
    const write = vi.fn();
    modules[KERNEL] = { exports: { lastWriteDisplayData: write } };
    const shown = table([{ a: 1 }]);
    show(shown);
    expect(write.mock.calls[0]?.[0]).toMatchObject({
      data: { 'text/html': shown.html, 'text/plain': shown.text },
    });
  });

  it('contract: outside a notebook a table is printed, a figure is saved and its files are named', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    show(table([{ a: 1 }]));
    expect(log.mock.calls).toEqual([['a\n-\n1']]);
    await showFigure(figure, 'two-bars', { folder });
    expect(readdirSync(folder)).toHaveLength(2);
    const [svg, png] = ['svg', 'png'].map((ending) => join(folder, `two-bars.${ending}`));
    expect(log.mock.lastCall).toEqual([`Two bars: ${svg} and ${png}`]);
    await showFigure(figure);
    expect(log.mock.lastCall).toEqual(['Two bars: not kept; give showFigure a name, and it is saved']);
    log.mockRestore();
  });

  it('contract: a figure without a name is shown and saved nowhere', async () => {
    const write = vi.fn();
    modules[KERNEL] = { exports: { lastWriteDisplayData: write } };
    vi.stubEnv('AGORA_FIGURES', folder);
    await showFigure(figure);
    expect(write).toHaveBeenCalledTimes(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
