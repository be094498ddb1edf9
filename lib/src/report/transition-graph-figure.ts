import * as dagre from '@dagrejs/dagre';
import { AgoraError } from '../agora-error';
import { check, listOf, named, number, object, whole } from '../check';
import type { JsonObject } from '../json';
import { figureOptions, words } from './figure-checks';
import { textWidth } from './figure-fonts';
import { INK, baseLayout } from './figure-style';
import type { PlotlyFigure } from './plotly-figure';

/** One graph of a figure: a rule, an environment. */
export interface TransitionGraph {
  readonly title: string;
  readonly edges: readonly GraphEdge[];
  /** How often each node occurs, from 0 to 1: the darker its box. Nodes without edges are drawn when listed here. */
  readonly shares?: Readonly<Record<string, number>>;
}

export interface TransitionGraphOptions {
  readonly title: string;
  readonly subtitle?: string;
  /** How many graphs stand side by side. Default: up to three. */
  readonly columns?: number;
}

const graphArguments = object('arguments', {
  graphs: listOf(
    'graphs',
    object('a graph', {
      title: words,
      edges: listOf('edges', object('an edge', { from: words, to: words, probability: number(0, 1) })),
      shares: named('shares', number(0, 1)).optional(),
    }),
    1,
  ),
  options: figureOptions({ columns: whole(1).optional() }),
});

/**
 * Transition graphs, the form of RoundTable's Figures 22 to 24: a box per dialogue act, an arrow per transition with
 * its probability. The arrow's width is the probability, the box's shade how often the act occurs.
 * @throws AgoraError 'figure' when there is no graph, a graph has no node, or a probability is outside [0, 1]
 * @example
 * const edges = [{ from: 'Start', to: 'Inform', probability: 1 }];
 * report.transitionGraphFigure([{ title: 'majority', edges }], { title: 'Acts' }).layout.shapes.length; // => 2
 */
export function transitionGraphFigure(
  graphs: readonly TransitionGraph[],
  options: TransitionGraphOptions,
): PlotlyFigure {
  check('transitionGraphFigure', graphArguments, { graphs, options });
  const placed = graphs.map(place);
  const columns = Math.min(options.columns ?? 3, graphs.length);
  const cell = {
    width: Math.max(...placed.map(({ width }) => width)) + 2 * GAP,
    height: Math.max(...placed.map(({ height }) => height)) + TITLE + GAP,
  };
  const size = {
    width: columns * cell.width,
    height: Math.ceil(graphs.length / columns) * cell.height,
  };
  const parts = placed.map((graph, index) => {
    const column = index % columns;
    const left = column * cell.width + (cell.width - graph.width) / 2;
    const top = Math.floor(index / columns) * cell.height + TITLE;
    return drawn(graph, graphs[index] as TransitionGraph, { left, top });
  });
  const base = baseLayout(options.title, options.subtitle);
  const margin = { l: 16, r: 16, t: options.subtitle === undefined ? 52 : 72, b: 16, pad: 0 };
  const hidden = { visible: false, fixedrange: true };
  return {
    data: parts.flatMap(({ data }) => data),
    layout: {
      ...base,
      margin,
      width: size.width + margin.l + margin.r,
      height: size.height + margin.t + margin.b,
      showlegend: false,
      xaxis: { ...hidden, range: [0, size.width] },
      yaxis: { ...hidden, range: [size.height, 0] },
      shapes: parts.flatMap(({ shapes }) => shapes),
      annotations: parts.flatMap(({ annotations }) => annotations),
    },
  };
}

/** Pixels around a graph, and above it for its title. */
const GAP = 14;
const TITLE = 30;

function place({ title, edges, shares }: TransitionGraph): PlacedGraph {
  const names = [...new Set([...edges.flatMap(({ from, to }) => [from, to]), ...Object.keys(shares ?? {})])];
  if (names.length === 0)
    throw new AgoraError(
      'figure',
      `transitionGraphFigure needs a node in every graph, and "${title}" has none`,
    );
  // Sources first: the layout cuts loops where it meets them, and should meet Start first.
  const order = [...names].sort((a, b) => rank(a) - rank(b));
  return layOutGraph(order, edges);
}

const rank = (name: string): number => (name === 'Start' ? 0 : name === 'End' ? 2 : 1);

interface Drawing {
  readonly data: JsonObject[];
  readonly shapes: JsonObject[];
  readonly annotations: JsonObject[];
}

function drawn(
  graph: PlacedGraph,
  { title, shares = {} }: TransitionGraph,
  at: { readonly left: number; readonly top: number },
): Drawing {
  const boxes = graph.nodes.map(({ name, x, y }) => ({ name, x: x + at.left, y: y + at.top }));
  const edges = graph.edges.map((edge) => shifted(edge, at));
  return {
    data: [...edges.map(line), nodes(boxes, shares)],
    shapes: boxes.map(({ name, x, y }) => ({
      type: 'rect',
      x0: x - graph.box.width / 2,
      x1: x + graph.box.width / 2,
      y0: y - graph.box.height / 2,
      y1: y + graph.box.height / 2,
      fillcolor: ends.has(name) ? '#ECECEC' : shade(shares[name] ?? 0),
      line: { color: '#5B5B5B', width: 1 },
      layer: 'below',
    })),
    annotations: [
      ...edges.map(head),
      ...edges.map(probability),
      {
        x: at.left + graph.width / 2,
        y: at.top - TITLE / 2,
        text: `<b>${title}</b>`,
        showarrow: false,
        font: { size: 13 },
      },
    ],
  };
}

const ends = new Set(['Start', 'End']);

/** White for never, up to a blue that dark letters can still be read on. */
function shade(share: number): string {
  const part = Math.min(1, Math.max(0, share));
  const mix = (from: number, to: number): number => Math.round(from + part * (to - from));
  return `rgb(${mix(255, 127)},${mix(255, 188)},${mix(255, 224)})`;
}

function shifted(edge: PlacedEdge, { left, top }: { left: number; top: number }): PlacedEdge {
  const move = ({ x, y }: { x: number; y: number }) => ({ x: x + left, y: y + top });
  return { ...edge, path: edge.path.map(move), label: move(edge.label) };
}

const thickness = (probability: number): number => 0.8 + 3 * probability;

function line({ from, to, probability, path }: PlacedEdge): JsonObject {
  return {
    type: 'scatter',
    mode: 'lines',
    x: path.map(({ x }) => x),
    y: path.map(({ y }) => y),
    line: { color: '#8C8C8C', width: thickness(probability) },
    hoverinfo: 'text',
    text: `${from} to ${to}: ${probability.toFixed(2)}`,
  };
}

/** The names, as points that can be hovered over. */
function nodes(
  boxes: readonly { name: string; x: number; y: number }[],
  shares: Readonly<Record<string, number>>,
): JsonObject {
  return {
    type: 'scatter',
    mode: 'text',
    x: boxes.map(({ x }) => x),
    y: boxes.map(({ y }) => y),
    text: boxes.map(({ name }) => name),
    textfont: { size: FONT, color: INK },
    hovertext: boxes.map(({ name }) =>
      shares[name] === undefined ? name : `${name}: in ${(100 * shares[name]).toFixed(0)}% of the messages`,
    ),
    hoverinfo: 'text',
  };
}

function head({ path, probability }: PlacedEdge): JsonObject {
  const [end, before] = [path.at(-1), path.at(-2)] as [{ x: number; y: number }, { x: number; y: number }];
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const back = Math.min(1, 5 / length);
  const refs = { xref: 'x', yref: 'y', axref: 'x', ayref: 'y' };
  return {
    ...refs,
    x: end.x,
    y: end.y,
    ax: end.x - back * (end.x - before.x),
    ay: end.y - back * (end.y - before.y),
    text: '',
    showarrow: true,
    arrowhead: 2,
    arrowsize: 1,
    arrowwidth: Math.max(1.2, thickness(probability) * 0.55),
    arrowcolor: '#5B5B5B',
  };
}

function probability({ probability, label }: PlacedEdge): JsonObject {
  return {
    x: label.x,
    y: label.y,
    text: probability.toFixed(2),
    showarrow: false,
    font: { size: 10.5, color: '#444444' },
    bgcolor: 'rgba(255,255,255,0.85)',
    borderpad: 0,
  };
}

/** What this library asks of dagre, whose own types lean on a module that ships none. */
interface DagreGraph {
  setGraph(settings: object): void;
  setNode(name: string, size: object): void;
  setEdge(from: string, to: string, settings: object): void;
  graph(): { readonly width?: number; readonly height?: number };
  node(name: string): { readonly x: number; readonly y: number };
  edge(from: string, to: string): { readonly points: Point[]; readonly x: number; readonly y: number };
}
interface Dagre {
  readonly Graph: new (options: { directed: boolean }) => DagreGraph;
  readonly layout: (graph: DagreGraph) => void;
}
interface Point {
  readonly x: number;
  readonly y: number;
}
const { Graph, layout } = dagre as unknown as Dagre;

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** From 0 to 1: drawn as the line's width, and written beside it. */
  readonly probability: number;
}

export interface PlacedNode {
  readonly name: string;
  /** Centre, in pixels from the top left. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedEdge extends GraphEdge {
  /** From the one box's border to the other's, in pixels. */
  readonly path: readonly { readonly x: number; readonly y: number }[];
  readonly label: { readonly x: number; readonly y: number };
}

export interface PlacedGraph {
  /** Of every node. */
  readonly box: { readonly width: number; readonly height: number };
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

/** Pixels of a box's height, of its name's font and around the name, and of a written probability. */
const BOX_HEIGHT = 26;
const FONT = 12;
const PADDING = 10;
const LABEL = { width: 30, height: 14 } as const;

/**
 * Places a directed graph in layers, from its sources on the left to its sinks on the right (dagre's layout after
 * Gansner and others, 1993): many acts with one successor then stand above each other. Boxes are as wide as the widest
 * name needs. Edges leave and enter boxes at their sides, and cross layers and their own probabilities level, so that
 * none runs through a box.
 * The same graph is always placed the same way.
 */
export function layOutGraph(nodes: readonly string[], edges: readonly GraphEdge[]): PlacedGraph {
  const widest = Math.max(...nodes.map((name) => textWidth(name, { bold: false, italic: false })));
  const box = { width: Math.ceil(FONT * widest) + 2 * PADDING, height: BOX_HEIGHT };
  const graph = new Graph({ directed: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 12, ranksep: 30, edgesep: 12, marginx: 8, marginy: 8 });
  for (const name of nodes) graph.setNode(name, { ...box });
  for (const { from, to } of edges) graph.setEdge(from, to, { ...LABEL, labelpos: 'c' });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const layers = [...new Set(nodes.map((name) => graph.node(name).x))];
  return {
    width,
    height,
    box,
    nodes: nodes.map((name) => {
      const { x, y } = graph.node(name);
      return { name, x, y };
    }),
    edges: edges.map((edge) => {
      const { points, x, y } = graph.edge(edge.from, edge.to);
      if (edge.from === edge.to) return { ...edge, path: points, label: { x, y } };
      const [source, target] = [graph.node(edge.from), graph.node(edge.to)];
      const inside = points.slice(1, -1);
      const way = Math.sign(target.x - source.x);
      const isBox = ({ x: at }: Point) => layers.some((layer) => Math.abs(layer - at) < box.width / 2);
      const level = inside.flatMap((point) => {
        const reach = (way * (isBox(point) ? box.width : LABEL.width)) / 2;
        return [-1, 1].map((end) => ({ x: point.x + end * reach, y: point.y }));
      });
      const path = [
        side(source, level[0] as Point, way, box),
        ...level,
        side(target, level.at(-1) as Point, -way, box),
      ];
      return { ...edge, path, label: { x, y } };
    }),
  };
}

/** Where an edge meets a box: on the right side (1) or the left one (-1), at the height from where it comes or goes. */
function side(centre: Point, other: Point, way: number, box: PlacedGraph['box']): Point {
  const most = box.height / 2 - 5;
  const up = Math.min(most, Math.max(-most, other.y - centre.y));
  return { x: centre.x + (way * box.width) / 2, y: centre.y + up };
}
