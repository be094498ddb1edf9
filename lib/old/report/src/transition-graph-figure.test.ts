import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, it } from 'vitest';
import { textWidth } from './figure-fonts';
import type { PlotlyFigure } from './plotly-figure';
import { renderFigure } from './render-figure';
import { svgBoxOnPage } from './svg-box';
import { edge, edges, nodes } from './testing/act-graph';
import { transitionGraphFigure } from './transition-graph-figure';

describe('transitionGraphFigure', () => {
  const titles = ['Unanimous', 'Majority', 'Rated', 'Ranked'];
  const shares = { Inform: 0.9, Decline: 0.02 };
  let figure: PlotlyFigure;
  beforeAll(async () => {
    figure = await transitionGraphFigure(
      titles.map((title) => ({ title, edges, shares })),
      { title: 'Transitions', subtitle: 'by rule', columns: 2 },
    );
  });

  it('contract: every name, probability and title stands on the page, once for each graph', async () => {
    const { svg } = await renderFigure(figure);
    const { window } = new JSDOM(svg, { contentType: 'image/svg+xml' });
    const texts = [...window.document.querySelectorAll('text')];
    const count = (text: string): number => texts.filter((element) => element.textContent === text).length;
    for (const name of [...nodes, 'Decline']) expect(count(name), name).toBe(4);
    expect(count('0.77')).toBe(4);
    for (const title of ['Unanimous', 'Ranked', 'Transitions']) expect(count(title), title).toBe(1);
    const { width, height } = figure.layout as { width: number; height: number };
    for (const element of texts) {
      const box = svgBoxOnPage(element);
      if (!box) continue;
      const inside = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height;
      expect(inside, `"${element.textContent}" leaves the page`).toBe(true);
    }
  });

  it('known: a line and a head for every edge, the line wider for the more probable', () => {
    const paths = (
      figure.layout['shapes'] as { type: string; fillcolor?: string; line: { width: number } }[]
    ).filter(({ type }) => type === 'path');
    const lines = paths.filter(({ fillcolor }) => fillcolor === undefined);
    expect(lines).toHaveLength(titles.length * edges.length);
    expect(paths).toHaveLength(2 * lines.length);
    // Of 1 and 0.4: 0.8 and three times the probability.
    expect(lines[0]?.line.width).toBeCloseTo(3.8, 9);
    expect(lines[5]?.line.width).toBeCloseTo(2, 9);
  });

  it('known: under the pointer, an edge says from where to where, a box how often', () => {
    const [ofEdges, ofNodes] = figure.data as unknown as { hovertext: string[] }[];
    expect(ofEdges?.hovertext[1]).toBe('Inform to Request: 0.90');
    expect(ofNodes?.hovertext).toContain('Inform: in 90% of the messages');
    expect(ofNodes?.hovertext).toContain('Accept');
  });

  it('law: the same graphs make the same bytes', async () => {
    const again = await transitionGraphFigure(
      titles.map((title) => ({ title, edges, shares })),
      { title: 'Transitions', subtitle: 'by rule', columns: 2 },
    );
    expect(JSON.stringify(again)).toBe(JSON.stringify(figure));
  });

  it('law: boxes are as wide as their widest name needs', async () => {
    const long = 'an act with quite a long name';
    const { layout } = await transitionGraphFigure([{ title: 'A', edges: [edge(long, 'b', 1)] }], {
      title: 't',
    });
    const boxes = (layout['shapes'] as { type: string; x0: number; x1: number }[]).filter(
      ({ type }) => type === 'rect',
    );
    expect(boxes).toHaveLength(2);
    for (const { x0, x1 } of boxes)
      expect(x1 - x0).toBeGreaterThan(12 * textWidth(long, { bold: false, italic: false }));
  });

  it('contract: no graph, an empty graph and a probability that is none are refused', async () => {
    const options = { title: 't' };
    await expect(transitionGraphFigure([], options)).rejects.toThrow(
      'at least 1 graphs as graphs, got an empty list',
    );
    await expect(transitionGraphFigure([{ title: 'A', edges: [] }], options)).rejects.toThrow('"A" has none');
    const odd = [{ title: 'A', edges: [edge('a', 'b', 1.2)] }];
    await expect(transitionGraphFigure(odd, options)).rejects.toThrow(
      'a number from 0 to 1 as graphs.0.edges.0.probability, got 1.2',
    );
  });
});
