import { check, listOf, number, object, text, type JsonObject } from 'agora-voting/internal';
import { figureOptions, words } from './figure-checks';
import { axis, baseLayout, broken, INK, legendPlace, seriesLook } from './figure-style';
import type { PlotlyFigure } from './plotly-figure';

/** One estimate with its interval. */
export interface ForestRow {
  /** What was estimated, in words; long ones are broken into lines. */
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Rows of a group stand together under its name: a paper. */
  readonly group: string;
  /** What tells marks apart by colour and shape: a verdict. */
  readonly kind: string;
}

export interface ForestFigureOptions {
  readonly title: string;
  readonly subtitle?: string;
  readonly valueTitle: string;
  /** All kinds in the order of the legend; colours and shapes go by it. Default: as they occur. */
  readonly kinds?: readonly string[];
}

const forestArguments = object('arguments', {
  rows: listOf(
    'rows',
    object('a row', {
      label: words,
      value: number(),
      low: number(),
      high: number(),
      group: words,
      kind: words,
    }),
    1,
  ),
  options: figureOptions({ valueTitle: words, kinds: listOf('kinds', text()).optional() }),
});

/** Pixels: a line of a label, what is above and below the rows, the room for labels. */
const LINE = 15;
const AROUND = 170;
const LABELS = 400;
const FONT = 11;

/**
 * A forest plot: one row an estimate, with its interval, under the names of their groups. A line stands at 0.
 * @throws AgoraError 'setting' without a row, or where a number is not finite
 * @example
 * const row = { label: 'Voting helps', value: 1, low: 0.5, high: 1.5, group: 'GEDI', kind: 'holds' };
 * report.forestFigure([row], { title: 'Effects', valueTitle: 'points' }).data.length; // => 1
 */
export function forestFigure(rows: readonly ForestRow[], options: ForestFigureOptions): PlotlyFigure {
  check('forestFigure', forestArguments, { rows, options });
  const kinds = [...new Set([...(options.kinds ?? []), ...rows.map(({ kind }) => kind)])];
  const shown = kinds.filter((kind) => rows.some((row) => row.kind === kind));
  const { placed, ticks, lines } = placesOf(rows);
  const base = baseLayout(options.title, options.subtitle);
  return {
    data: shown.map((kind) =>
      marks(
        kind,
        placed.filter(({ row }) => row.kind === kind),
        kinds.indexOf(kind),
      ),
    ),
    layout: {
      ...base,
      // Labels take half of the width, so that the title begins with them.
      title: { ...(base['title'] as JsonObject), xref: 'container', x: 0.02 },
      height: AROUND + LINE * lines,
      xaxis: axis(options.valueTitle, { zeroline: true, zerolinecolor: INK, zerolinewidth: 1.5 }),
      yaxis: axis('', {
        tickmode: 'array',
        tickvals: ticks.map(({ at }) => at),
        ticktext: ticks.map(({ words: lineOf }) => lineOf),
        tickfont: { size: FONT },
        range: [lines, 0],
        showgrid: false,
        ticks: '',
        ticklabelstandoff: 6,
      }),
      ...legendPlace(shown),
    },
  };
}

interface Placed {
  readonly row: ForestRow;
  /** In lines from the top. */
  readonly at: number;
}

/** Where each row stands: its label's lines, and a line for the name of each group before its first row. */
function placesOf(rows: readonly ForestRow[]) {
  const placed: Placed[] = [];
  const ticks: { at: number; words: string }[] = [];
  let lines = 0;
  for (const group of new Set(rows.map((row) => row.group))) {
    ticks.push({ at: lines + 0.75, words: `<b>${group}</b>` });
    lines += 1.5;
    for (const row of rows.filter((one) => one.group === group)) {
      const label = broken(row.label, LABELS, FONT);
      const height = label.length + 0.4;
      placed.push({ row: row, at: lines + height / 2 });
      ticks.push({ at: lines + height / 2, words: label.join('<br>') });
      lines += height;
    }
  }
  return { placed: placed, ticks: ticks, lines: lines };
}

function marks(kind: string, placed: readonly Placed[], place: number): JsonObject {
  const { colour, symbol } = seriesLook(place);
  return {
    type: 'scatter',
    mode: 'markers',
    name: kind,
    x: placed.map(({ row }) => row.value),
    y: placed.map(({ at }) => at),
    text: placed.map(({ row }) => row.label),
    marker: { color: colour, symbol: symbol, size: 8 },
    error_x: {
      type: 'data',
      symmetric: false,
      thickness: 1.4,
      width: 3,
      color: colour,
      array: placed.map(({ row }) => row.high - row.value),
      arrayminus: placed.map(({ row }) => row.value - row.low),
    },
    hovertemplate: '%{text}: %{x:.2f}<extra></extra>',
  };
}
