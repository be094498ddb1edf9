import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { Random } from '../random';
import { textWidth } from './figure-fonts';
import { renderFigure } from './render-figure';
import { svgBoxOnPage } from './svg-box';
import { layOutGraph, transitionGraphFigure, type GraphEdge } from './transition-graph-figure';

const edge = (from: string, to: string, probability: number): GraphEdge => ({ from, to, probability });
const edges = [
  edge('Start', 'Inform', 1),
  edge('Inform', 'Request', 0.9),
  edge('Request', 'Propose', 0.7),
  edge('Propose', 'Request', 0.68),
  edge('Compromise', 'Propose', 0.77),
  edge('Accept', 'End', 0.4),
];
const nodes = ['Start', 'Inform', 'Request', 'Propose', 'Compromise', 'Accept', 'End'];

/** Points all along a line, a twentieth of each piece apart. */
const between = (path: readonly { x: number; y: number }[]) =>
  path.slice(1).flatMap((point, place) => {
    const before = path[place] ?? point;
    return Array.from({ length: 21 }, (_, step) => ({
      x: before.x + (step / 20) * (point.x - before.x),
      y: before.y + (step / 20) * (point.y - before.y),
    }));
  });

describe('layOutGraph', () => {
  const placed = layOutGraph(nodes, edges);
  const BOX = placed.box;

  it('law: no two boxes meet, and all lie on the drawing', () => {
    for (const [index, one] of placed.nodes.entries()) {
      expect(one.x - BOX.width / 2).toBeGreaterThanOrEqual(0);
      expect(one.x + BOX.width / 2).toBeLessThanOrEqual(placed.width);
      expect(one.y + BOX.height / 2).toBeLessThanOrEqual(placed.height);
      for (const other of placed.nodes.slice(index + 1)) {
        const apart = Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height;
        expect(apart, `${one.name} lies on ${other.name}`).toBe(true);
      }
    }
  });

  it('law: an edge runs from the border of its first box to the border of its second', () => {
    const centre = new Map(placed.nodes.map((node) => [node.name, node]));
    const onBorder = (name: string, point: { x: number; y: number } | undefined): boolean => {
      const { x, y } = centre.get(name) ?? { x: NaN, y: NaN };
      const [across, down] = [Math.abs((point?.x ?? NaN) - x), Math.abs((point?.y ?? NaN) - y)];
      const near = (value: number, target: number) => Math.abs(value - target) < 1e-6;
      return (
        (near(across, BOX.width / 2) && down <= BOX.height / 2 + 1e-6) ||
        (near(down, BOX.height / 2) && across <= BOX.width / 2 + 1e-6)
      );
    };
    for (const { from, to, path } of placed.edges) {
      expect(onBorder(from, path[0]), `${from} -> ${to} begins`).toBe(true);
      expect(onBorder(to, path.at(-1)), `${from} -> ${to} ends`).toBe(true);
    }
  });

  it('law: no edge runs through a box of another node, in graphs of all kinds', () => {
    const names = Array.from({ length: 9 }, (_, place) => `act ${place}`);
    const made = Array.from({ length: 60 }, (_, seed) => {
      const random = Random.from(seed, 'graph');
      return names.flatMap((from) =>
        names
          .filter((to) => to !== from && random.chance(seed < 30 ? 0.12 : 0.25))
          .map((to) => edge(from, to, 0.5)),
      );
    });
    const star = names.slice(1).map((from) => edge(from, 'act 0', 1));
    for (const list of [edges, star, [...star, edge('act 0', 'act 3', 1)], ...made]) {
      const { nodes: boxes, edges: drawn, box } = layOutGraph([...new Set([...names, ...nodes])], list);
      const crossed = drawn.flatMap(({ from, to, path }) =>
        boxes
          .filter(({ name }) => name !== from && name !== to)
          .filter(({ x, y }) =>
            between(path).some(
              (point) =>
                Math.abs(point.x - x) < box.width / 2 - 1e-6 && Math.abs(point.y - y) < box.height / 2 - 1e-6,
            ),
          )
          .map(({ name }) => `${from} -> ${to} runs through ${name}`),
      );
      expect(crossed).toEqual([]);
    }
  });

  it('law: boxes are as wide as their widest name needs', () => {
    const long = 'an act with quite a long name';
    const { width } = layOutGraph([...nodes, long], edges).box;
    expect(width).toBeGreaterThan(12 * textWidth(long, { bold: false, italic: false }));
    expect(width).toBeGreaterThan(placed.box.width);
  });

  it('law: eight acts with one successor take no more than a page’s width', () => {
    const acts = ['Request', 'Confirm', 'Propose', 'Compromise', 'Defend', 'Accept', 'Decline', 'Summarize'];
    const { width } = layOutGraph(
      [...acts, 'Evaluate'],
      acts.map((act) => edge(act, 'Evaluate', 1)),
    );
    expect(width).toBeLessThan(300);
  });

  it('law: the same graph is placed the same way', () => {
    expect(layOutGraph(nodes, edges)).toEqual(placed);
  });
});

describe('transitionGraphFigure', () => {
  const figure = transitionGraphFigure(
    ['Unanimous', 'Majority', 'Rated', 'Ranked'].map((title) => ({
      title,
      edges,
      shares: { Inform: 0.9, Decline: 0.02 },
    })),
    { title: 'Transitions', subtitle: 'by rule', columns: 2 },
  );

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

  it('known: an arrow for every edge, wider for the more probable', () => {
    const arrows = (figure.layout['annotations'] as { showarrow: boolean; arrowwidth?: number }[]).filter(
      ({ showarrow }) => showarrow,
    );
    expect(arrows).toHaveLength(4 * edges.length);
    const widths = (figure.data as { mode: string; line?: { width: number } }[]).flatMap(({ line }) =>
      line === undefined ? [] : [line.width],
    );
    expect(widths[0]).toBeGreaterThan(widths[5] ?? NaN);
  });

  it('contract: no graph, an empty graph and a probability that is none are refused', () => {
    const options = { title: 't' };
    expect(() => transitionGraphFigure([], options)).toThrow(
      'at least 1 graphs as graphs, got an empty list',
    );
    expect(() => transitionGraphFigure([{ title: 'A', edges: [] }], options)).toThrow('"A" has none');
    const odd = [{ title: 'A', edges: [edge('a', 'b', 1.2)] }];
    expect(() => transitionGraphFigure(odd, options)).toThrow(
      'a number from 0 to 1 as graphs.0.edges.0.probability, got 1.2',
    );
  });
});
