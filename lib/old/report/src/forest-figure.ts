import { check, listOf, number, object, text, type JsonObject } from 'agora-voting/internal';
import { figureOptions, value, words } from './figure-checks';
import { axis, baseLayout, broken, headRoom, INK, legendPlace, PALETTE, seriesLook } from './figure-style';
import { forestAxis, type ForestAxis } from './forest-axis';
import type { PlotlyFigure } from './plotly-figure';
import { legendKey } from './traces';

/** A range of numbers; null for an open end. */
export interface ForestSpan {
  readonly from: number | null;
  readonly to: number | null;
}

/** One estimate with its interval. */
export interface ForestRow {
  /** What was estimated, in words. Long texts are broken into lines. */
  readonly label: string;
  readonly value: number;
  /** The interval. Null: no end on this side; both null: no interval is known. */
  readonly low: number | null;
  readonly high: number | null;
  /** Rows of one unit share a panel, and its axis is named by it. */
  readonly unit: string;
  /** The kind of the row, shown by colour and shape: a verdict. */
  readonly kind: string;
  /** The claimed range of the value: shaded, with a mark at each finite end. */
  readonly claimed?: readonly ForestSpan[];
  /** Lines to the right of the marks: the verdict and the numbers in words. */
  readonly notes?: readonly string[];
}

export interface ForestFigureOptions {
  /** Default: none. */
  readonly title?: string;
  readonly subtitle?: string;
  /** All kinds in the order of the legend, which also decides colours and shapes. Default: as they occur. */
  readonly kinds?: readonly string[];
}

const forestArguments = object('arguments', {
  rows: listOf(
    'rows',
    object('a row', {
      label: words,
      value: number(),
      low: value,
      high: value,
      unit: words,
      kind: words,
      claimed: listOf('spans', object('a span', { from: value, to: value })).optional(),
      notes: listOf('notes', text()).optional(),
    }),
    1,
  ),
  options: figureOptions({ kinds: listOf('kinds', text()).optional() }),
});

/** Pixels: a line of text, what is between rows, above and below all panels, and between two of them. */
const LINE = 16;
const GAP = 9;
const TOP = 84;
const BOTTOM = 118;
const BETWEEN = 74;
/** The room for labels on the left and for notes on the right. */
const LABELS = 340;
const NOTES = 190;
const FONT = 12;
/** Of the usual picture. */
const WIDTH = 900;

const SHADE = '#DDE6EF';
const BEYOND = 'goes on beyond the axis';

/**
 * A forest plot: one row an estimate, with its interval, and one panel with its own axis for each unit. An interval that
 * would squeeze the others is cut at the end of the axis, with an arrow there.
 * @throws AgoraError 'setting' without a row, or if a number is not finite
 * @example
 * const row = { label: 'Voting helps', value: 1, low: 0.5, high: 1.5, unit: 'points', kind: 'holds' };
 * report.forestFigure([row], { title: 'Effects' }).layout.xaxis.title.text; // => 'points'
 */
export function forestFigure(rows: readonly ForestRow[], options: ForestFigureOptions): PlotlyFigure {
  check('forestFigure', forestArguments, { rows, options });
  const kinds = [...new Set([...(options.kinds ?? []), ...rows.map(({ kind }) => kind)])];
  const shown = kinds.filter((kind) => rows.some((row) => row.kind === kind));
  const panels = panelsOf(rows);
  const last = panels.at(-1) as Panel;
  const plotted = last.top + last.height;
  const keys = keysOf(rows, panels);
  const entries = [...shown, ...keys.map(({ name }) => name)];
  const base = baseLayout(options.title, options.subtitle);
  const top = TOP + headRoom(options.subtitle);
  return {
    data: [
      ...panels.flatMap((panel) => shown.flatMap((kind) => marks(panel, kind, lookOf(kinds.indexOf(kind))))),
      ...shown.map((kind) => legendKey(kind, lookOf(kinds.indexOf(kind)).symbol, looked(kinds, kind))),
      ...keys.map(({ name, symbol, marker }) => legendKey(name, symbol, marker)),
    ],
    layout: {
      ...base,
      title: { ...(base['title'] as JsonObject), xref: 'container', x: 0.01 },
      margin: { ...(base['margin'] as JsonObject), l: LABELS + 14, r: NOTES + 10, t: top, b: BOTTOM },
      height: top + plotted + BOTTOM,
      ...Object.fromEntries(panels.flatMap((panel) => Object.entries(axesOf(panel, plotted)))),
      shapes: panels.flatMap(claimedShapes),
      annotations: panels.flatMap(writing),
      ...legendBelow(entries, plotted),
    },
  };
}

/** The legend beneath the last axis, from the labels' left on: Plotly lets one that begins there be wider than the plot. */
function legendBelow(entries: readonly string[], plotted: number): JsonObject {
  const { legend, ...others } = legendPlace(entries);
  if (legend === undefined) return others;
  const x = -(LABELS + 6) / (WIDTH - LABELS - NOTES - 24);
  const place = { x: x, yref: 'paper', y: -BETWEEN / plotted, yanchor: 'top' };
  return { ...others, legend: { ...(legend as JsonObject), ...place } };
}

interface Placed {
  readonly row: ForestRow;
  readonly lines: readonly string[];
  /** Pixels from the top of its panel to its middle, and half of what it takes. */
  readonly at: number;
  readonly half: number;
}

interface Panel {
  readonly unit: string;
  /** What Plotly adds to the names of its axes: nothing, 2, 3, ... */
  readonly name: string;
  readonly axis: ForestAxis;
  readonly placed: readonly Placed[];
  /** Pixels from the top of the first panel, and what it takes. */
  readonly top: number;
  readonly height: number;
}

/** A panel for each unit in the order of the rows, each as high as its rows. */
function panelsOf(rows: readonly ForestRow[]): Panel[] {
  const panels: Panel[] = [];
  for (const unit of new Set(rows.map((row) => row.unit))) {
    const own = rows.filter((row) => row.unit === unit);
    const before = panels.at(-1);
    const placed = placesOf(own);
    const lowest = placed.at(-1) as Placed;
    panels.push({
      unit: unit,
      name: before === undefined ? '' : String(panels.length + 1),
      axis: forestAxis(own),
      placed: placed,
      top: before === undefined ? 0 : before.top + before.height + BETWEEN,
      height: lowest.at + lowest.half,
    });
  }
  return panels;
}

/** The position of each row. A row is as high as its label or its notes. */
function placesOf(rows: readonly ForestRow[]): Placed[] {
  const placed: Placed[] = [];
  let top = 0;
  for (const row of rows) {
    const lines = broken(row.label, LABELS - GAP, FONT);
    const height = LINE * Math.max(lines.length, row.notes?.length ?? 0) + GAP;
    placed.push({ row: row, lines: lines, at: top + height / 2, half: height / 2 });
    top += height;
  }
  return placed;
}

/** The axes of a panel: its unit below it, and pixels from its top down. */
function axesOf({ unit, name, axis: { low, high }, top, height }: Panel, plotted: number): JsonObject {
  return {
    [`xaxis${name}`]: axis(unit, { anchor: `y${name}`, range: [low, high] }),
    [`yaxis${name}`]: axis('', {
      anchor: `x${name}`,
      range: [height, 0],
      domain: [Math.max(0, 1 - (top + height) / plotted), 1 - top / plotted],
      showticklabels: false,
      ticks: '',
      showgrid: false,
    }),
  };
}

interface Look {
  readonly colour: string;
  readonly symbol: string;
}

/** Filled for the first two kinds and hollow for the third: what is shown, and what is not. */
const LOOKS: readonly Look[] = [
  { colour: PALETTE[0] as string, symbol: 'circle' },
  { colour: PALETTE[1] as string, symbol: 'square' },
  { colour: PALETTE[6] as string, symbol: 'diamond-open' },
];

function lookOf(place: number): Look {
  return LOOKS[place] ?? seriesLook(place);
}

/** The marker of a kind in the legend. */
function looked(kinds: readonly string[], kind: string): JsonObject {
  const { colour } = lookOf(kinds.indexOf(kind));
  return { color: colour, line: { color: colour, width: 2 } };
}

/** The intervals, marks and arrows of one kind in a panel. */
function marks({ name, axis: { low, high }, placed }: Panel, kind: string, look: Look): JsonObject[] {
  const own = placed.filter(({ row }) => row.kind === kind);
  if (own.length === 0) return [];
  const inside = (number: number): number => Math.min(high, Math.max(low, number));
  const common = { type: 'scatter', xaxis: `x${name}`, yaxis: `y${name}`, showlegend: false };
  const ends = own.map(({ row, at }) => ({ ...endsOf(row), at: at }));
  const seen = own.filter(({ row }) => row.value >= low && row.value <= high);
  const arrows = ends.flatMap(({ from, to, at }) => [
    ...(from < low ? [{ x: low, at: at, symbol: 'triangle-left' }] : []),
    ...(to > high ? [{ x: high, at: at, symbol: 'triangle-right' }] : []),
  ]);
  return [
    {
      ...common,
      mode: 'lines',
      name: `${kind}: intervals`,
      x: ends.flatMap(({ from, to }) => [inside(from), inside(to), null]),
      y: ends.flatMap(({ at }) => [at, at, null]),
      line: { color: look.colour, width: 2 },
      hoverinfo: 'skip',
    },
    {
      ...common,
      mode: 'markers',
      name: kind,
      x: seen.map(({ row }) => row.value),
      y: seen.map(({ at }) => at),
      text: seen.map(({ row }) => row.label),
      marker: {
        color: look.colour,
        symbol: look.symbol,
        size: 9,
        line: { color: look.colour, width: 2 },
      },
      hovertemplate: '%{text}: %{x}<extra></extra>',
    },
    ...(arrows.length === 0
      ? []
      : [
          {
            ...common,
            mode: 'markers',
            name: `${kind}: ${BEYOND}`,
            x: arrows.map(({ x }) => x),
            y: arrows.map(({ at }) => at),
            marker: { color: look.colour, symbol: arrows.map(({ symbol }) => symbol), size: 10 },
            cliponaxis: false,
            hoverinfo: 'skip',
          },
        ]),
  ];
}

/** The interval in numbers: without end where it has none, and the value alone where it is not known. */
function endsOf({ value: at, low, high }: ForestRow): { readonly from: number; readonly to: number } {
  if (low === null && high === null) return { from: at, to: at };
  return { from: low ?? -Infinity, to: high ?? Infinity };
}

interface Key {
  readonly name: string;
  readonly symbol: string;
  readonly marker: JsonObject;
}

const BOUND: Key = {
  name: 'bound',
  symbol: 'line-ns-open',
  marker: { color: INK, line: { color: INK, width: 2.5 } },
};
const CLAIMED: Key = {
  name: 'on the side that is claimed',
  symbol: 'square',
  marker: { color: SHADE, size: 14 },
};
const ARROW: Key = { name: BEYOND, symbol: 'triangle-right', marker: { color: INK } };

/** What the shading, the dark marks and the arrows are, where there are any. */
function keysOf(rows: readonly ForestRow[], panels: readonly Panel[]): Key[] {
  const isClaimed = rows.some(({ claimed = [] }) => claimed.length > 0);
  const isCut = panels.some(({ axis: { low, high }, placed }) =>
    placed.some(({ row }) => endsOf(row).from < low || endsOf(row).to > high),
  );
  return [...(isClaimed ? [BOUND, CLAIMED] : []), ...(isCut ? [ARROW] : [])];
}

/** Where each row's value was claimed to be, and a dark line at its ends. */
function claimedShapes({ name, axis: { low, high }, placed }: Panel): JsonObject[] {
  return placed.flatMap(({ row, at, half }) => {
    const common = { xref: `x${name}`, yref: `y${name}`, y0: at - half + GAP / 3, y1: at + half - GAP / 3 };
    return (row.claimed ?? []).flatMap(({ from, to }) => [
      {
        ...common,
        type: 'rect',
        x0: from ?? low,
        x1: to ?? high,
        fillcolor: SHADE,
        line: { width: 0 },
        layer: 'below',
      },
      ...[from, to]
        .filter((end) => end !== null)
        .map((end) => ({ ...common, type: 'line', x0: end, x1: end, line: { color: INK, width: 2.5 } })),
    ]);
  });
}

/** Labels on the left of the marks, notes on the right. */
function writing({ name, placed }: Panel): JsonObject[] {
  return placed.flatMap(({ row: { notes = [] }, lines, at }) => {
    const common = {
      xref: 'paper',
      xanchor: 'left',
      yref: `y${name}`,
      y: at,
      yanchor: 'middle',
      align: 'left',
      showarrow: false,
      font: { size: FONT },
    };
    const label = { ...common, x: 0, xshift: -LABELS - 6, text: lines.join('<br>') };
    return notes.length === 0 ? [label] : [label, { ...common, x: 1, xshift: 8, text: notes.join('<br>') }];
  });
}
