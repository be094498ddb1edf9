import { AgoraError } from 'agora-voting';
import { check, type JsonObject, listOf, named, number, object, whole } from 'agora-voting/internal';
import { figureOptions, words } from './figure-checks';
import { textWidth } from './figure-fonts';
import { INK, baseLayout } from './figure-style';
import {
  placeGraph,
  type GraphEdge,
  type PlacedEdge,
  type PlacedGraph,
  type Point,
  type Size,
} from './place-graph';
import type { PlotlyFigure } from './plotly-figure';

/** One graph of a figure: a rule, an environment. */
export interface TransitionGraph {
  readonly title: string;
  readonly edges: readonly GraphEdge[];
  /**
   * The share of each node, from 0 to 1: larger shares have darker boxes. Nodes without edges are drawn if listed here.
   */
  readonly shares?: Readonly<Record<string, number>>;
}

export interface TransitionGraphOptions {
  /** Default: none. */
  readonly title?: string;
  readonly subtitle?: string;
  /** The number of graphs in a row. Default: up to three. */
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
 * Transition graphs, in the form of RoundTable's Figures 22 to 24: a box for each dialogue act, an arrow for each
 * transition with its probability. The arrow's width shows the probability, the box's shade the share of the act.
 * Graphviz (dot) places them in layers from left to right.
 * @throws AgoraError 'figure' when there is no graph, a graph has no node, or a probability is outside [0, 1]
 * @example
 * const edges = [{ from: 'Start', to: 'Inform', probability: 1 }];
 * const figure = await report.transitionGraphFigure([{ title: 'majority', edges }], { title: 'Acts' });
 * await report.showFigure(figure);
 */
export async function transitionGraphFigure(
  graphs: readonly TransitionGraph[],
  options: TransitionGraphOptions,
): Promise<PlotlyFigure> {
  check('transitionGraphFigure', graphArguments, { graphs, options });
  const placed = await Promise.all(graphs.map(place));
  const columns = Math.min(options.columns ?? 3, graphs.length);
  const cell = {
    width: Math.ceil(Math.max(...placed.map(({ width }) => width))) + 2 * GAP,
    height: Math.ceil(Math.max(...placed.map(({ height }) => height))) + TITLE + GAP,
  };
  const size = {
    width: columns * cell.width,
    height: Math.ceil(graphs.length / columns) * cell.height,
  };
  const drawings = placed.map((graph, index) => {
    const left = (index % columns) * cell.width + (cell.width - graph.width) / 2;
    const top = Math.floor(index / columns) * cell.height + TITLE;
    return draw(graphs[index]!, graph, left, top);
  });
  const margin = { l: 16, r: 16, t: options.subtitle === undefined ? 52 : 72, b: 16, pad: 0 };
  return {
    data: drawings.flatMap(({ data }) => data),
    layout: {
      ...baseLayout(options.title, options.subtitle),
      margin,
      width: size.width + margin.l + margin.r,
      height: size.height + margin.t + margin.b,
      showlegend: false,
      xaxis: { visible: false, fixedrange: true, range: [0, size.width] },
      yaxis: { visible: false, fixedrange: true, range: [size.height, 0] },
      shapes: drawings.flatMap(({ shapes }) => shapes),
      annotations: drawings.flatMap(({ annotations }) => annotations),
    },
  };
}

/** Pixels around a graph, and above it for its title. */
const GAP = 14;
const TITLE = 30;

/** Pixels of a box's height, of its name's font and around the name, and of a written probability. */
const BOX_HEIGHT = 26;
const FONT = 12;
const PADDING = 10;
const LABEL = { width: 28, height: 17, font: 10.5 } as const;

/** A graph that is placed, and the size of its boxes, which are as wide as the widest name needs. */
interface BoxedGraph extends PlacedGraph {
  readonly box: Size;
}

async function place({ title, edges, shares = {} }: TransitionGraph): Promise<BoxedGraph> {
  const names = new Set([...edges.flatMap(({ from, to }) => [from, to]), ...Object.keys(shares)]);
  if (names.size === 0)
    throw new AgoraError(
      'figure',
      `transitionGraphFigure needs a node in every graph, and "${title}" has none`,
    );
  const nodes = [...names].sort((a, b) => rank(a) - rank(b));
  const widest = Math.max(...nodes.map((name) => textWidth(name, { bold: false, italic: false })));
  const box = { width: Math.ceil(FONT * widest) + 2 * PADDING, height: BOX_HEIGHT };
  const placed = await placeGraph(nodes, edges, box, LABEL);
  return { ...placed, box };
}

const rank = (name: string): number => (name === 'Start' ? 0 : name === 'End' ? 2 : 1);

interface Drawing {
  readonly data: readonly JsonObject[];
  readonly shapes: readonly JsonObject[];
  readonly annotations: readonly JsonObject[];
}

function draw(
  { title, shares = {} }: TransitionGraph,
  { box, nodes, edges, width }: BoxedGraph,
  left: number,
  top: number,
): Drawing {
  const at = ({ x, y }: Point): Point => ({ x: x + left, y: y + top });
  const colour = (name: string): string => (ENDS.has(name) ? '#ECECEC' : shade(shares[name] ?? 0));
  return {
    data: [
      hoverTexts(
        edges.map(({ label }) => at(label)),
        edges.map(({ probability }) => probability.toFixed(2)),
        edges.map(({ from, to, probability }) => `${from} to ${to}: ${probability.toFixed(2)}`),
        { size: LABEL.font, color: '#444444' },
      ),
      hoverTexts(
        nodes.map(({ centre }) => at(centre)),
        nodes.map(({ name }) => name),
        nodes.map(({ name }) => describe(name, shares[name])),
        { size: FONT, color: INK },
      ),
    ],
    shapes: [
      ...edges.map((edge) => line(edge, at)),
      ...edges.map((edge) => arrowHead(edge, at)),
      ...nodes.map(({ name, centre }) => boxAt(at(centre), box, colour(name))),
    ],
    annotations: [
      {
        x: left + width / 2,
        y: top - TITLE / 2,
        text: `<b>${title}</b>`,
        showarrow: false,
        font: { size: 13 },
      },
    ],
  };
}

/** Texts at points, each of which says more under the pointer. */
function hoverTexts(
  points: readonly Point[],
  texts: readonly string[],
  hovertexts: readonly string[],
  font: JsonObject,
): JsonObject {
  return {
    type: 'scatter',
    mode: 'text',
    x: points.map(({ x }) => x),
    y: points.map(({ y }) => y),
    text: texts,
    textfont: font,
    hovertext: hovertexts,
    hoverinfo: 'text',
  };
}

const describe = (name: string, share: number | undefined): string =>
  share === undefined ? name : `${name}: in ${(100 * share).toFixed(0)}% of the messages`;

function line({ curve, probability }: PlacedEdge, at: (point: Point) => Point): JsonObject {
  const [start, ...others] = curve.map((point) => written(at(point)));
  // Plotly reads three points after a C, and passes over more.
  const curves = others.map((point, place) => (place % 3 === 0 ? `C ${point}` : point));
  return {
    type: 'path',
    path: `M ${start} ${curves.join(' ')}`,
    line: { color: '#8C8C8C', width: 0.8 + 3 * probability },
    layer: 'below',
  };
}

function arrowHead({ head }: PlacedEdge, at: (point: Point) => Point): JsonObject {
  return {
    type: 'path',
    path: `M ${head.map((point) => written(at(point))).join(' L ')} Z`,
    fillcolor: '#5B5B5B',
    line: { width: 0 },
    layer: 'below',
  };
}

/** Hundredths of a pixel are fine enough. */
const written = ({ x, y }: Point): string => `${Number(x.toFixed(2))},${Number(y.toFixed(2))}`;

function boxAt({ x, y }: Point, { width, height }: Size, fillcolor: string): JsonObject {
  return {
    type: 'rect',
    x0: x - width / 2,
    x1: x + width / 2,
    y0: y - height / 2,
    y1: y + height / 2,
    fillcolor,
    line: { color: '#5B5B5B', width: 1 },
    layer: 'below',
  };
}

const ENDS = new Set(['Start', 'End']);

/** White for never, up to a blue that dark letters can still be read on. */
function shade(share: number): string {
  const mix = (from: number, to: number): number => Math.round(from + share * (to - from));
  return `rgb(${mix(255, 127)},${mix(255, 188)},${mix(255, 224)})`;
}
