/** An arrow of a graph, and how probable it is. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** From 0 to 1: drawn as the line's width, and written beside it. */
  readonly probability: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PlacedNode {
  readonly name: string;
  readonly centre: Point;
}

export interface PlacedEdge extends GraphEdge {
  /** Bézier curves from the one box's border to the arrow's head: a start, then three points for each curve. */
  readonly curve: readonly Point[];
  /** The corners of the arrow's head, whose tip is at the other box's border. */
  readonly head: readonly Point[];
  /** The centre of the written probability. */
  readonly label: Point;
}

/** A graph's size, and where its parts are: in pixels from its top left corner. */
export interface PlacedGraph extends Size {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** What is read of Graphviz's JSON. Its points are 1/72 inch, which are pixels here, from the bottom left corner. */
interface GraphvizOutput {
  readonly bb: string;
  readonly objects: readonly { readonly name: string; readonly pos: string }[];
  readonly edges?: readonly GraphvizEdge[];
}
interface GraphvizEdge {
  readonly id: string;
  readonly lp: string;
  readonly _draw_: readonly GraphvizStroke[];
  readonly _hdraw_: readonly GraphvizStroke[];
}
interface GraphvizStroke {
  readonly op: string;
  readonly points?: readonly Pair[];
}
type Pair = readonly [x: number, y: number];

/**
 * Places a directed graph in layers from left to right, by Graphviz's dot, which runs here as WebAssembly. The same
 * graph is placed the same way on every machine: all sizes are given, and no font is measured.
 * @param nodes - distinct names. Loops are cut where they are met first, so sources should be first
 * @param edges - between these nodes
 * @param box - the size of every node
 * @param label - the room for a written probability
 */
export async function placeGraph(
  nodes: readonly string[],
  edges: readonly GraphEdge[],
  box: Size,
  label: Size,
): Promise<PlacedGraph> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const graphviz = await Graphviz.load();
  const output = JSON.parse(
    graphviz.layout(dotSource(nodes, edges, box, label), 'json', 'dot'),
  ) as GraphvizOutput;
  const [width, height] = numbersIn(output.bb).slice(2) as [number, number];
  const fromTop = ([x, y]: Pair): Point => ({ x: x, y: height - y });
  const pointIn = (text: string): Point => fromTop(numbersIn(text) as unknown as Pair);
  const placed = new Map(output.objects.map(({ name, pos }) => [name, pos]));
  const drawn = new Map(output.edges?.map((edge) => [edge.id, edge]));
  return {
    width,
    height,
    nodes: nodes.map((name, place) => ({ name, centre: pointIn(placed.get(`${place}`)!) })),
    edges: edges.map(({ from, to, probability }, place) => {
      const { lp, _draw_, _hdraw_ } = drawn.get(`${place}`)!;
      return {
        from,
        to,
        probability,
        curve: pointsOf(_draw_, 'b').map(fromTop),
        head: pointsOf(_hdraw_, 'P').map(fromTop),
        label: pointIn(lp),
      };
    }),
  };
}

/** The graph in Graphviz's language, where nodes and edges are named by their places in the lists. Sizes are in inches. */
function dotSource(nodes: readonly string[], edges: readonly GraphEdge[], box: Size, label: Size): string {
  const places = new Map(nodes.map((name, place) => [name, place]));
  const room =
    `<<table border="0" cellborder="0" cellspacing="0" cellpadding="0" fixedsize="true" ` +
    `width="${label.width}" height="${label.height}"><tr><td></td></tr></table>>`;
  return [
    'digraph {',
    'rankdir=LR; nodesep=0.17; ranksep=0.35; pad=0; margin=0;',
    `node [shape=box, label="", fixedsize=true, width=${box.width / 72}, height=${box.height / 72}];`,
    // Pens of no width: heads are filled and have no outline, so that their tips may reach the boxes.
    `edge [label=${room}, penwidth=0];`,
    ...nodes.map((_, place) => `${place};`),
    ...edges.map(
      ({ from, to, probability }, place) =>
        `${places.get(from)} -> ${places.get(to)} [id=${place}, arrowsize=${0.7 + 0.5 * probability}];`,
    ),
    '}',
  ].join('\n');
}

const numbersIn = (text: string): number[] => text.split(',').map(Number);

/** The points of one kind of stroke: "b" is a Bézier curve, "P" a filled polygon. */
const pointsOf = (strokes: readonly GraphvizStroke[], kind: string): readonly Pair[] =>
  strokes.flatMap(({ op, points = [] }) => (op === kind ? points : []));
