import * as dagre from '@dagrejs/dagre';

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
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

/** Pixels of a node's box. */
export const BOX = { width: 92, height: 26 } as const;
const LABEL = { width: 30, height: 14 } as const;

/**
 * Places a directed graph in layers, from its sources at the top to its sinks at the bottom (dagre's layout after
 * Gansner and others, 1993). The same graph is always placed the same way.
 */
export function layOutGraph(nodes: readonly string[], edges: readonly GraphEdge[]): PlacedGraph {
  const graph = new Graph({ directed: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 18, ranksep: 26, edgesep: 14, marginx: 8, marginy: 8 });
  for (const name of nodes) graph.setNode(name, { ...BOX });
  for (const { from, to } of edges) graph.setEdge(from, to, { ...LABEL, labelpos: 'c' });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: nodes.map((name) => {
      const { x, y } = graph.node(name);
      return { name, x, y };
    }),
    edges: edges.map((edge) => {
      const placed = graph.edge(edge.from, edge.to);
      return { ...edge, path: placed.points, label: { x: placed.x, y: placed.y } };
    }),
  };
}
