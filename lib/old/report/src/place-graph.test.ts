import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from 'agora-voting';
import { placeGraph, type GraphEdge, type PlacedGraph, type Point } from './place-graph';
import { edge, edges, nodes } from './testing/act-graph';

const box = { width: 90, height: 26 };
const label = { width: 28, height: 17 };
const placedFrom = (names: readonly string[], list: readonly GraphEdge[]) =>
  placeGraph(names, list, box, label);

/** How far a point is outside of a box around a centre: 0 within. */
const distanceTo = (centre: Point, point: Point): number =>
  Math.max(0, Math.abs(point.x - centre.x) - box.width / 2, Math.abs(point.y - centre.y) - box.height / 2);

/** Points all along Bézier curves, a twentieth of each apart. */
const along = (curve: readonly Point[]): Point[] =>
  Array.from({ length: (curve.length - 1) / 3 }, (_, piece) => {
    const [a, b, c, d] = curve.slice(3 * piece, 3 * piece + 4) as [Point, Point, Point, Point];
    return Array.from({ length: 21 }, (_, step) => {
      const t = step / 20;
      const mix = (of: (point: Point) => number): number =>
        (1 - t) ** 3 * of(a) + 3 * (1 - t) ** 2 * t * of(b) + 3 * (1 - t) * t ** 2 * of(c) + t ** 3 * of(d);
      return { x: mix(({ x }) => x), y: mix(({ y }) => y) };
    });
  }).flat();

describe('placeGraph', () => {
  let placed: PlacedGraph;
  beforeAll(async () => {
    placed = await placedFrom(nodes, edges);
  });

  it('law: every node and edge is placed, in the order of asking', () => {
    expect(placed.nodes.map(({ name }) => name)).toEqual(nodes);
    expect(placed.edges.map(({ from, to, probability }) => ({ from, to, probability }))).toEqual(edges);
  });

  it('law: no two boxes meet, and all lie on the drawing', () => {
    for (const [index, { name, centre }] of placed.nodes.entries()) {
      expect(centre.x - box.width / 2).toBeGreaterThanOrEqual(0);
      expect(centre.y - box.height / 2).toBeGreaterThanOrEqual(0);
      expect(centre.x + box.width / 2).toBeLessThanOrEqual(placed.width);
      expect(centre.y + box.height / 2).toBeLessThanOrEqual(placed.height);
      for (const other of placed.nodes.slice(index + 1)) {
        const apart =
          Math.abs(centre.x - other.centre.x) >= box.width ||
          Math.abs(centre.y - other.centre.y) >= box.height;
        expect(apart, `${name} lies on ${other.name}`).toBe(true);
      }
    }
  });

  it('law: sources are on the left, and an edge leads right unless it closes a loop', () => {
    const centre = new Map(placed.nodes.map((node) => [node.name, node.centre]));
    for (const { from, to } of edges) {
      if (from === 'Propose') continue;
      expect(centre.get(to)!.x, `${from} -> ${to}`).toBeGreaterThan(centre.get(from)!.x);
    }
  });

  it('law: an edge runs from its first box’s border to its second’s, in graphs of all kinds', async () => {
    for (const list of await graphs()) {
      const centre = new Map(list.nodes.map((node) => [node.name, node.centre]));
      for (const { from, to, curve, head } of list.edges) {
        // A border is a pixel wide.
        expect(distanceTo(centre.get(from)!, curve[0]!), `${from} -> ${to} begins`).toBeLessThan(1);
        const tip = Math.min(...head.map((corner) => distanceTo(centre.get(to)!, corner)));
        expect(tip, `${from} -> ${to} ends`).toBeLessThan(1);
        const gap = Math.min(...head.map(({ x, y }) => Math.hypot(x - curve.at(-1)!.x, y - curve.at(-1)!.y)));
        expect(gap, `the line of ${from} -> ${to} meets its head`).toBeLessThan(6);
      }
    }
  });

  it('law: no edge runs through a box of another node, in graphs of all kinds', async () => {
    for (const list of await graphs()) {
      const crossed = list.edges.flatMap(({ from, to, curve }) =>
        list.nodes
          .filter(({ name, centre }) => {
            if (name === from || name === to) return false;
            return along(curve).some((point) => distanceTo(centre, point) === 0);
          })
          .map(({ name }) => `${from} -> ${to} runs through ${name}`),
      );
      expect(crossed).toEqual([]);
    }
  });

  it('law: eight acts with one successor take no more than a page’s width', async () => {
    const acts = ['Request', 'Confirm', 'Propose', 'Compromise', 'Defend', 'Accept', 'Decline', 'Summarize'];
    const list = acts.map((act) => edge(act, 'Evaluate', 1));
    const { width } = await placedFrom([...acts, 'Evaluate'], list);
    expect(width).toBeLessThan(300);
  });

  it('law: the same graph is placed the same way, whatever was placed before', async () => {
    const [first] = await graphs();
    expect(await placedFrom(nodes, edges)).toEqual(placed);
    expect((await graphs())[0]).toEqual(first);
  });

  it('known: two successors of one node, on every machine', async () => {
    const fork = [edge('a', 'b', 1), edge('a', 'c', 1)];
    const { width, height, nodes: three } = await placedFrom(['a', 'b', 'c'], fork);
    // Two boxes of 90 and between them a probability of 28 with 13 on either side; two of 26 that are 12 apart.
    expect([width, height]).toEqual([90 + 13 + 28 + 13 + 90, 26 + 12 + 26]);
    expect(three).toEqual([
      { name: 'a', centre: { x: 45, y: 32 } },
      { name: 'b', centre: { x: 189, y: 13 } },
      { name: 'c', centre: { x: 189, y: 51 } },
    ]);
  });

  it('contract: a graph without edges, names that Graphviz reads as its own, and an act after itself', async () => {
    expect((await placedFrom(['a', 'b'], [])).edges).toEqual([]);
    const names = ['node', '"; }', '\\N', '<b>', 'é 日本'];
    const odd = await placedFrom(names, [edge('node', '"; }', 0.5), edge('\\N', '\\N', 0)]);
    expect(odd.nodes.map(({ name }) => name)).toEqual(names);
    expect(odd.edges[1]?.curve.length).toBeGreaterThan(3);
  });

  /** Thirty sparse and thirty dense graphs at random, and stars. */
  async function graphs(): Promise<PlacedGraph[]> {
    const names = Array.from({ length: 9 }, (_, place) => `act ${place}`);
    const star = names.slice(1).map((from) => edge(from, 'act 0', 1));
    const made = Array.from({ length: 60 }, (_, seed) => {
      const random = Random.from(seed, 'graph');
      const pairs = names.flatMap((from) =>
        names.filter((to) => to !== from).map((to) => edge(from, to, 0.5)),
      );
      return pairs.filter(() => random.chance(seed < 30 ? 0.12 : 0.25));
    });
    const lists = [star, [...star, edge('act 0', 'act 3', 1)], ...made];
    return Promise.all(lists.map((list) => placedFrom(names, list)));
  }
});
