import type { JsonObject } from '../json';
import { translucent } from './palette';

/** A line's points, with the standard errors that are known. Lists are equally long. */
export interface Curve {
  readonly name: string;
  readonly x: readonly number[];
  readonly values: readonly (number | null)[];
  readonly standardErrors?: readonly (number | null)[] | undefined;
  /** The value axis, where it is not the first. */
  readonly yaxis?: string;
  /** What stands before x in the text under the pointer: "round". */
  readonly xName: string;
}

export interface CurveLook {
  readonly colour: string;
  readonly symbol: string;
  readonly dash?: string;
}

const onAxis = (yaxis: string | undefined): JsonObject => (yaxis === undefined ? {} : { yaxis });

/** One standard error to either side of the line, as a surface. */
export function curveBand(curve: Curve, { colour }: CurveLook): JsonObject[] {
  const { name, x, values, standardErrors, yaxis } = curve;
  if (!standardErrors) return [];
  const known = values.flatMap((value, place) =>
    value === null ? [] : [{ at: x[place] as number, value, error: standardErrors[place] ?? 0 }],
  );
  const back = [...known].reverse();
  return [
    {
      type: 'scatter',
      mode: 'lines',
      name,
      legendgroup: name,
      showlegend: false,
      ...onAxis(yaxis),
      x: [...known, ...back].map(({ at }) => at),
      y: [
        ...known.map(({ value, error }) => value + error),
        ...back.map(({ value, error }) => value - error),
      ],
      fill: 'toself',
      fillcolor: translucent(colour, 0.22),
      line: { width: 0 },
      hoverinfo: 'skip',
    },
  ];
}

/** The means, with their standard errors as bars where no band shows them. */
export function curveLine(curve: Curve, { colour, symbol, dash }: CurveLook, bars: boolean): JsonObject {
  const { name, x, values, standardErrors, yaxis, xName } = curve;
  return {
    type: 'scatter',
    mode: 'lines+markers',
    name,
    legendgroup: name,
    ...onAxis(yaxis),
    x: [...x],
    y: [...values],
    line: { color: colour, width: 2.2, ...(dash === undefined ? {} : { dash }) },
    marker: {
      color: colour,
      symbol,
      size: 7,
      line: symbol.endsWith('-open') ? { color: colour, width: 1.4 } : { color: '#FFFFFF', width: 0.8 },
    },
    ...(standardErrors && bars
      ? { error_y: { type: 'data', array: [...standardErrors], thickness: 1.2, width: 3, color: colour } }
      : {}),
    hovertemplate: `${name}, ${xName} %{x}: %{y:.2f}<extra></extra>`,
  };
}

/** What a paper prints, hollow, so that it is never taken for ours. */
export function hollowDiamonds(
  { name, x, values, standardErrors, yaxis }: Omit<Curve, 'xName'>,
  colour: string,
  size = 10,
): JsonObject[] {
  if (values.length === 0) return [];
  return [
    {
      type: 'scatter',
      mode: 'markers',
      name: `${name}, published`,
      legendgroup: name,
      showlegend: false,
      ...onAxis(yaxis),
      x: [...x],
      y: [...values],
      marker: { color: '#FFFFFF', symbol: 'diamond', size, line: { color: colour, width: 2 } },
      ...(standardErrors
        ? { error_y: { type: 'data', array: [...standardErrors], thickness: 1.2, width: 3, color: colour } }
        : {}),
      hovertemplate: `${name}, published: %{y:.2f}<extra></extra>`,
    },
  ];
}

/** A legend entry that belongs to no series. */
export function legendKey(name: string, symbol: string, marker: JsonObject, yaxis?: string): JsonObject {
  return {
    type: 'scatter',
    mode: 'markers',
    name,
    ...onAxis(yaxis),
    x: [null],
    y: [null],
    marker: { symbol, size: 11, ...marker },
    hoverinfo: 'skip',
  };
}

/** What a hollow diamond is. */
export function publishedKey(name: string, yaxis?: string): JsonObject {
  return legendKey(name, 'diamond', { color: '#FFFFFF', line: { color: '#5B5B5B', width: 2 } }, yaxis);
}
