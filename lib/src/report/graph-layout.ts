import { Graph, layout } from '@dagrejs/dagre';

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
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    nodes: nodes.map((name) => {
      const { x, y } = graph.node(name) as { x: number; y: number };
      return { name, x, y };
    }),
    edges: edges.map((edge) => {
      const placed = graph.edge(edge.from, edge.to) as {
        points: { x: number; y: number }[];
        x: number;
        y: number;
      };
      return { ...edge, path: placed.points, label: { x: placed.x, y: placed.y } };
    }),
  };
}
