import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { JSDOM } from 'jsdom';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Row } from 'agora-core/metrics';
import { barFigure } from './bar-figure';
import { boxFigure } from './box-figure';
import { heatMapFigure } from './heat-map-figure';
import { lineFigure } from './line-figure';
import { type PlotlyFigure } from './plotly-figure';
import { renderFigure, type RenderedFigure } from './render-figure';
import { svgBoxOnPage, type Box } from './svg-box';
import { trajectoryFigure, type TrajectoryOptions } from './trajectory-figure';
import { isThorough, seldom } from '../../core/src/testing/thorough';

const cell = { standardError: null, low: null, high: null, n: 100, evidence: 'simulated' } as const;
const values = [10, 30, 50, 60, 65, 68, 70, 71, 71, 70];
const errors = [3, 3, 3, 2, 2, 2, 1, 1, 1, 1];
const waiting = [0.9, 0.6, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0, 0];
const names = ['Unanimous', 'Majority', 'Plurality', 'Rated', 'Ranked', 'Cumulative'];
const conditions = (count: number): Row[] =>
  names.slice(0, count).flatMap((rule, place) =>
    values.flatMap((value, at): Row[] => [
      {
        ...cell,
        rule,
        round: at + 1,
        column: 'utility',
        value: value + 4 * place,
        standardError: errors[at] ?? null,
      },
      { ...cell, rule, round: at + 1, column: 'withoutAgreement', value: waiting[at] ?? null },
    ]),
  );
const printedCells = (place: number) =>
  [3, 5, 10].map((round) => [`utility@${round}`, { value: 50 + round + 3 * place, standardError: 2 }]);
const options: TrajectoryOptions = {
  title: 'Voting rules in the exchange economy',
  subtitle: 'RoundTable, Figure 3; simulated; mean and standard error',
  by: 'rule',
  value: 'utility',
  published: {
    paper: 'RoundTable',
    item: 'Table 1',
    caption: '',
    unit: 'percent',
    columns: [3, 5, 10].map((round) => `utility@${round}`),
    rows: names.map((label, place) => ({ label, cells: Object.fromEntries(printedCells(place)) as never })),
  },
  valueTitle: 'Group total utility (% of maximum)',
  maximum: { value: 100, label: 'maximum achievable' },
};
const heatMap = heatMapFigure({
  title: 'Difference to the paper',
  columns: ['@3', '@5', '@10'],
  rows: ['Unanimous', 'Majority'],
  columnTitle: 'Metric',
  rowTitle: 'Voting rule',
  valueTitle: 'Difference (points)',
  middle: 0,
  values: [
    [-4, 0, 12.5],
    [3, null, -9],
  ],
});
const rules = [
  'range',
  'blind dictatorial',
  'informed dictatorial',
  'mis-informed dictatorial',
  'plurality',
  'bucklin',
  'borda',
  'instant-runoff',
  'minimax',
  'ranked pairs',
  'copeland',
];
const models = [
  'mistral-7b',
  'llama-3-8b',
  'llama-3-70b',
  'qwen1.5-72b',
  'qwen1.5-110b',
  'gpt-3.5-turbo',
  'gpt-4',
];
const elevenLines = lineFigure(
  rules.map((name, place) => ({
    name,
    points: [1, 2, 3, 5, 10].map((x) => ({ x, value: 60 + place - 9 / x, standardError: 0.6 })),
  })),
  {
    title: 'Accuracy by number of raters',
    subtitle: 'GEDI, Figure 3; simulated; mean and standard error',
    xTitle: 'Raters',
    valueTitle: 'Accuracy (%)',
    references: [{ value: 25, label: 'random' }],
  },
);
const groupedBars = barFigure(
  rules.slice(0, 9).map((name, place) => ({
    name,
    values: models.map((_, at) => (at + place === 3 ? null : 50 + 3 * at + place)),
    standardErrors: models.map(() => 0.7),
    published: models.map((_, at) => 51 + 3 * at + place),
  })),
  {
    title: 'Accuracy by model and rule',
    subtitle: 'GEDI, Table 2; simulated; mean and standard error',
    categories: models,
    valueTitle: 'Accuracy (%)',
    references: [{ value: 25, label: 'random' }],
  },
);
const boxes = boxFigure(
  ['gpt-3.5-turbo', 'gpt-4'].map((name, place) => ({
    name,
    values: rules.map((_, rule) => [-6, -1, 2, 4, 5, 6 + rule / 4, 25 - 9 * place]),
  })),
  {
    title: 'Gain over one rater by subject',
    subtitle: 'GEDI, Figure 6; simulated',
    categories: rules,
    valueTitle: 'Gain (points)',
    references: [{ value: 0, label: 'no gain' }],
  },
);
const figures: Record<string, PlotlyFigure> = {
  'one condition': trajectoryFigure(conditions(1), options),
  'six conditions': trajectoryFigure(conditions(6), options),
  'a heat map': heatMap,
  'a line figure of eleven series': elevenLines,
  'a bar figure of nine series': groupedBars,
  'a box figure': boxes,
};

interface Placed {
  readonly text: string;
  readonly box: Box;
}

function texts(svg: string): { placed: Placed[]; plot: Box } {
  const { window } = new JSDOM(svg, { contentType: 'image/svg+xml' });
  const boxOf = (element: Element | null): Box => {
    const box = element && svgBoxOnPage(element);
    if (!box) throw new Error('nothing is drawn there');
    return box;
  };
  const placed = [...window.document.querySelectorAll('text')]
    .filter((element) => (element.textContent ?? '').trim() !== '')
    .map((element) => ({ text: element.textContent ?? '', box: boxOf(element) }));
  // The clip path of the plot has its size; the axes' own clip paths have its place.
  const clip = (axis: string): Box =>
    boxOf(window.document.querySelector(`clipPath[id$="${axis}"] rect, clipPath[id$="${axis}2"] rect`));
  const [across, down] = [clip('x'), clip('y')];
  return { placed, plot: { left: across.left, right: across.right, top: down.top, bottom: down.bottom } };
}

const overlap = (one: Box, other: Box, slack = 1): boolean =>
  one.left + slack < other.right &&
  other.left + slack < one.right &&
  one.top + slack < other.bottom &&
  other.top + slack < one.bottom;

/** The picture, ready to say which share of a box's pixels is dark. */
async function inkOf(png: Buffer): Promise<(box: Box) => number> {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return (box) => {
    const [left, top] = [Math.max(0, Math.floor(2 * box.left)), Math.max(0, Math.floor(2 * box.top))];
    const [width, height] = [Math.ceil(2 * (box.right - box.left)), Math.ceil(2 * (box.bottom - box.top))];
    const { data } = context.getImageData(left, top, width, height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] as number) + (data[at + 1] as number) + (data[at + 2] as number) < 450) dark += 1;
    return dark / (width * height);
  };
}

describe('rendered figures', () => {
  for (const [name, figure] of Object.entries(figures)) {
    let picture: Promise<RenderedFigure> | undefined;
    const draw = (): Promise<RenderedFigure> => (picture ??= renderFigure(figure));

    it(`contract: ${name} is well-formed SVG of the stated size, and PNG of twice that`, async () => {
      const { svg, png } = await renderFigure(figure, { width: 800, height: 450 });
      const { window } = new JSDOM(svg, { contentType: 'image/svg+xml' });
      const root = window.document.documentElement;
      expect([root.localName, root.getAttribute('width'), root.getAttribute('viewBox')]).toEqual([
        'svg',
        '800',
        '0 0 800 450',
      ]);
      const image = await loadImage(png);
      expect([image.width, image.height]).toEqual([1600, 900]);
    });

    it(`contract: ${name} has every text on the page, clear of other texts, and seen in the picture`, async () => {
      const { svg, png } = await draw();
      const { placed } = texts(svg);
      const ink = await inkOf(png);
      expect(placed.length).toBeGreaterThan(8);
      for (const { text, box } of placed) {
        const inside = box.left >= 0 && box.top >= 0 && box.right <= 900 && box.bottom <= 500;
        expect(inside, `"${text}" leaves the page: ${JSON.stringify(box)}`).toBe(true);
        expect(ink(box), `"${text}" is not seen`).toBeGreaterThan(0.02);
      }
      for (const [place, one] of placed.entries())
        for (const other of placed.slice(place + 1))
          expect(overlap(one.box, other.box), `"${one.text}" overlaps "${other.text}"`).toBe(false);
    });

    it(`contract: ${name} keeps titles, axis titles and tick labels outside the plot`, async () => {
      const { placed, plot } = texts((await draw()).svg);
      const allowed = /^(maximum achievable|[−+\d.]+|–)$/;
      const ticks = new Set(placed.filter(({ box }) => !overlap(box, plot)).map(({ text }) => text));
      for (const { text, box } of placed)
        if (!allowed.test(text)) expect(overlap(box, plot), `"${text}" lies over the plot`).toBe(false);
      const title = (figure.layout['title'] as { text: string }).text.replaceAll(/<\/?b>/g, '');
      expect([...ticks]).toContain(title);
    });
  }

  it('law: the same figure gives the same bytes, whatever was drawn before', async () => {
    const first = await renderFigure(figures['six conditions'] as PlotlyFigure);
    await renderFigure(heatMap);
    const again = await renderFigure(figures['six conditions'] as PlotlyFigure);
    expect(again.svg).toBe(first.svg);
    expect(again.png.equals(first.png)).toBe(true);
  });

  it.skipIf(!isThorough)(
    `law: another process gives the same bytes${seldom}`,
    async () => {
      const here = await renderFigure(heatMap);
      expect(renderElsewhere(heatMap)).toBe(here.svg + here.png.toString('base64'));
    },
    60_000,
  );

  it.skipIf(!isThorough)(`law: figures drawn at once are as those drawn one by one${seldom}`, async () => {
    const [six, map] = [figures['six conditions'] as PlotlyFigure, heatMap];
    const together = await Promise.all([renderFigure(six), renderFigure(map), renderFigure(six)]);
    expect(together[2].svg).toBe(together[0].svg);
    expect(together[1].svg).toBe((await renderFigure(map)).svg);
  });

  it('law: two figures share no id, so that both can stand in one page', async () => {
    const ids = async (figure: PlotlyFigure): Promise<string[]> =>
      [...(await renderFigure(figure)).svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1] as string);
    const [six, map] = [await ids(figures['six conditions'] as PlotlyFigure), await ids(heatMap)];
    expect(six.length).toBeGreaterThan(3);
    expect(six.filter((id) => map.includes(id))).toEqual([]);
  });

  it('contract: the figure is left as it was, frozen or not', async () => {
    const figure = deepFrozen(structuredClone(heatMap));
    await renderFigure(figure);
    expect(figure).toEqual(heatMap);
  });

  it('contract: no figure needs a title; one of rows says itself what it draws, and of which evidence', async () => {
    const drawn = trajectoryFigure(conditions(2), { by: 'rule', value: 'utility' });
    const { svg } = await renderFigure(drawn);
    const shown = texts(svg).placed.map(({ text }) => text);
    expect(shown).toContain('utility by round (simulated)');
    expect(shown).toContain('utility (%)');
    const own = conditions(2).map((row) => ({ ...row, value: (row.value ?? 0) / 100 }));
    const share = trajectoryFigure(own, { by: 'rule', value: 'utility' });
    const named = texts((await renderFigure(share)).svg).placed.map(({ text }) => text);
    expect(named).toContain('utility'); // no percent
    for (const figure of [
      barFigure([{ name: 'a', values: [1] }], { categories: ['c'] }),
      boxFigure([{ name: 'a', values: [[1, 2]] }], { categories: ['c'] }),
      lineFigure([{ name: 'a', points: [{ x: 1, value: 1 }] }], {}),
      heatMapFigure({ columns: ['c'], rows: ['r'], values: [[1]] }),
    ]) {
      expect((figure.layout['title'] as { text: string }).text).toBe('');
      expect((await renderFigure(figure)).svg).not.toContain('undefined');
    }
  });

  it('contract: markup in names is shown as text, and the picture stays well-formed', async () => {
    const name = 'a & b < c > "d"';
    const { svg } = await renderFigure(
      trajectoryFigure(
        [name, 'x'].flatMap((rule) =>
          [1, 2].map((value) => ({ ...cell, rule, round: value, column: 'utility', value })),
        ),
        { by: 'rule', value: 'utility', title: 't', valueTitle: 'v' },
      ),
    );
    expect(texts(svg).placed.map(({ text }) => text)).toContain(name);
  });

  it('contract: the numbers of a heat map, which would be most of its picture, say their style once', async () => {
    const { svg } = await renderFigure(heatMap);
    const [labels = ''] = /<g class="heatmap-label".*?<\/g>/.exec(svg) ?? [];
    expect(labels.match(/>[^<]+(?=<\/text>)/g)).toEqual(['>−4.0', '>0.0', '>12.5', '>3.0', '>−9.0']);
    expect(labels.match(/style=/g)).toHaveLength(1);
    expect(svg.match(/heatmap-label/g)).toHaveLength(1);
  });

  it('contract: a trace that cannot be drawn, and a size that is none, are refused by name', async () => {
    const unknown = { data: [{ type: 'sunray' }], layout: {} };
    await expect(renderFigure(unknown)).rejects.toThrow(expect.objectContaining({ code: 'figure' }));
    await expect(renderFigure(unknown)).rejects.toThrow('"sunray"');
    await expect(renderFigure(heatMap, { width: Number.NaN })).rejects.toThrow('NaN x 500');
  });

  it('contract: rows without a number by round are refused', () => {
    expect(() => trajectoryFigure([], options)).toThrow('needs rows of utility by round, and there are none');
    const [first] = conditions(1) as [Row];
    expect(() => trajectoryFigure([{ ...first, value: Number.NaN }], options)).toThrow('got NaN');
    expect(() => trajectoryFigure([first], { ...options, value: 'mae' })).toThrow('rows of mae by round');
    expect(() => trajectoryFigure([first], { ...options, by: 'rul' })).toThrow(
      'trajectoryFigure needs the field "rul" in each row, but 1 of 1 rows lacks it (did you mean "rule"?). The first of them has: ',
    );
    // A field without a value is no field of the row.
    const without = { ...first, line: undefined } as unknown as Row;
    expect(() => trajectoryFigure([first, without], { ...options, by: 'line' })).toThrow(
      /^trajectoryFigure needs the field "line" in each row, but 2 of 2 rows lack it\. The first of them has: (?!.*line)/,
    );
  });

  it('contract: a heat map with a value too few, or one that is no number, is refused', () => {
    const map = { title: 't', columns: ['a', 'b'], rows: ['r'], valueTitle: 'v' };
    expect(() => heatMapFigure({ ...map, values: [[1]] })).toThrow('1 x 2 values, got rows of 1');
    expect(() => heatMapFigure({ ...map, values: [[1, Number.NaN]] })).toThrow('got NaN');
  });
});

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen);
  return value;
}

/** Compiles this package's sources as they are now, and renders in a process of its own. */
function renderElsewhere(figure: PlotlyFigure): string {
  const cache = join(__dirname, '../../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'figure-test-'));
  try {
    const compilerOptions = {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
    };
    const sources = readdirSync(__dirname).filter((file) => /^(?!.*\.test\.)[\w-]+\.ts$/.test(file));
    mkdirSync(join(folder, 'report'));
    for (const source of sources) {
      const { outputText } = ts.transpileModule(readFileSync(join(__dirname, source), 'utf8'), {
        compilerOptions,
      });
      writeFileSync(join(folder, 'report', source.replace(/ts$/, 'js')), outputText);
    }
    writeFileSync(join(folder, 'figure.json'), JSON.stringify(figure));
    const program = `
      const { renderFigure } = require('./report/render-figure.js');
      renderFigure(require('./figure.json')).then(({ svg, png }) => process.stdout.write(svg + png.toString('base64')));`;
    return execFileSync(process.execPath, ['-e', program], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
