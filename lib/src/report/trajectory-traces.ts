import type { JsonObject } from '../json';
import { translucent } from './palette';

/** One number that a paper prints for a condition, at one round. */
export interface PublishedPoint {
  readonly round: number;
  readonly value: number;
  readonly standardError?: number | null;
}

/** One line and its bars: a rule, a model, a number of agents. Entry i of each list is round i + 1. */
export interface Trajectory {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly standardErrors?: readonly (number | null)[];
  /** Of all collaborations, the share that has not yet agreed by the end of the round, from 0 to 1. */
  readonly withoutAgreement?: readonly (number | null)[];
  readonly published?: readonly PublishedPoint[];
}

/** How a condition is told from the others. */
export interface Look {
  readonly colour: string;
  readonly symbol: string;
  /** How far its bars and diamonds stand from the round's tick, in rounds. */
  readonly shift: number;
  /** Of a bar, in rounds. */
  readonly width: number;
}

const roundsOf = (condition: Trajectory): number[] => condition.values.map((_, place) => place + 1);

/** Share without agreement, behind everything, against the right axis. */
export function bars(condition: Trajectory, { colour, shift, width }: Look): JsonObject[] {
  if (!condition.withoutAgreement) return [];
  return [
    {
      type: 'bar',
      name: condition.name,
      legendgroup: condition.name,
      showlegend: false,
      x: roundsOf(condition).map((round) => round + shift),
      y: condition.withoutAgreement.map((share) => (share === null ? null : 100 * share)),
      width,
      marker: { color: translucent(colour, 0.28), line: { width: 0 } },
      hovertemplate: `${condition.name}: %{y:.1f}% yet to agree<extra></extra>`,
    },
  ];
}

/** One standard error to either side of the line, as a surface. */
export function band(condition: Trajectory, { colour }: Look): JsonObject[] {
  const { standardErrors, values } = condition;
  if (!standardErrors) return [];
  const known = roundsOf(condition).filter((round) => typeof values[round - 1] === 'number');
  const edge = (round: number, side: 1 | -1): number =>
    (values[round - 1] as number) + side * (standardErrors[round - 1] ?? 0);
  const back = [...known].reverse();
  return [
    {
      type: 'scatter',
      mode: 'lines',
      name: condition.name,
      legendgroup: condition.name,
      showlegend: false,
      yaxis: 'y2',
      x: [...known, ...back],
      y: [...known.map((round) => edge(round, 1)), ...back.map((round) => edge(round, -1))],
      fill: 'toself',
      fillcolor: translucent(colour, 0.22),
      line: { width: 0 },
      hoverinfo: 'skip',
    },
  ];
}

/** The means, with their standard errors as bars where no band shows them. */
export function line(condition: Trajectory, { colour, symbol }: Look, spread: 'band' | 'bars'): JsonObject {
  const errors = condition.standardErrors;
  return {
    type: 'scatter',
    mode: 'lines+markers',
    name: condition.name,
    legendgroup: condition.name,
    yaxis: 'y2',
    x: roundsOf(condition),
    y: [...condition.values],
    line: { color: colour, width: 2.2 },
    marker: { color: colour, symbol, size: 7, line: { color: '#FFFFFF', width: 0.8 } },
    ...(errors && spread === 'bars'
      ? { error_y: { type: 'data', array: [...errors], thickness: 1.2, width: 3, color: colour } }
      : {}),
    hovertemplate: `${condition.name}, round %{x}: %{y:.2f}<extra></extra>`,
  };
}

/** What the paper prints, hollow, so that it is never taken for ours. */
export function diamonds(condition: Trajectory, { colour, shift }: Look): JsonObject[] {
  const { name, published } = condition;
  if (!published || published.length === 0) return [];
  const errors = published.map((point) => point.standardError ?? null);
  return [
    {
      type: 'scatter',
      mode: 'markers',
      name: `${name}, published`,
      legendgroup: name,
      showlegend: false,
      yaxis: 'y2',
      x: published.map((point) => point.round + shift),
      y: published.map((point) => point.value),
      marker: { color: '#FFFFFF', symbol: 'diamond', size: 10, line: { color: colour, width: 2 } },
      error_y: { type: 'data', array: errors, thickness: 1.2, width: 3, color: colour },
      hovertemplate: `${name}, published: %{y:.2f}<extra></extra>`,
    },
  ];
}

/** Legend entries that belong to no condition: what a bar is, what a diamond is. */
export function keys(conditions: readonly Trajectory[]): JsonObject[] {
  const entry = (name: string, symbol: string, marker: JsonObject): JsonObject => ({
    type: 'scatter',
    mode: 'markers',
    name,
    yaxis: 'y2',
    x: [null],
    y: [null],
    marker: { symbol, size: 11, ...marker },
    hoverinfo: 'skip',
  });
  return [
    ...(conditions.some((condition) => condition.withoutAgreement)
      ? [entry('yet to agree (right axis)', 'square', { color: translucent('#5B5B5B', 0.35) })]
      : []),
    ...(conditions.some((condition) => condition.published?.length)
      ? [
          entry('published (beside its round)', 'diamond', {
            color: '#FFFFFF',
            line: { color: '#5B5B5B', width: 2 },
          }),
        ]
      : []),
  ];
}
