import { check, listOf, number, object, settings, text } from '../check';
import { publishedTableGiven } from '../papers/published-table';
import type { JsonObject } from '../json';
import type { Row } from '../metrics';
import type { PublishedTableLike } from './comparison';
import { curveBand, curveLine, hollowDiamonds, legendKey, publishedKey, type Curve } from './curve-traces';
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

/** What an argument that takes the rows of `measure` has as members. */
export const rowGiven = object('a row', { column: text(), value: number().nullable() });

const trajectoriesArguments = object('arguments', {
  rows: listOf('rows', rowGiven),
  options: settings({ by: text(), value: text(), published: publishedTableGiven.optional() }),
});

/**
 * The lines of a figure from the rows of `measure`: one for each value of the field `by`, of the numbers by round in the
 * column `value`, with the share that has not yet agreed where it was measured, and what a table of the paper prints
 * ("utility@3" is a point of utility at round 3).
 * @example
 * const rows = [1, 2].map((round) => ({ rule: 'Borda', column: 'utility', round, value: 40 * round })) as never;
 * report.trajectories(rows, { by: 'rule', value: 'utility' })[0].values; // => [40, 80]
 */
export function trajectories(
  rows: readonly Row[],
  options: { readonly by: string; readonly value: string; readonly published?: PublishedTableLike },
): Trajectory[] {
  check('trajectories', trajectoriesArguments, { rows, options });
  const { by, value, published } = options;
  return [...new Set(rows.map((row) => String(row[by])))].map((name) => {
    const of = (column: string) =>
      rows
        .filter((row) => String(row[by]) === name && row.column === column && row['round'] !== undefined)
        .sort((a, b) => Number(a['round']) - Number(b['round']));
    const values = of(value);
    const waiting = of('withoutAgreement');
    const cells = published?.rows.find(({ label }) => label === name)?.cells ?? {};
    return {
      name,
      values: values.map((row) => row.value),
      standardErrors: values.map((row) => row.standardError ?? null),
      ...(waiting.length === 0 ? {} : { withoutAgreement: waiting.map((row) => row.value) }),
      published: Object.entries(cells).flatMap(([column, cell]) => {
        const [measured, round] = column.split('@');
        return measured === value ? [{ round: Number(round), ...cell }] : [];
      }),
    };
  });
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
export function band(condition: Trajectory, look: Look): JsonObject[] {
  return curveBand(curveOf(condition), look);
}

/** The means, with their standard errors as bars where no band shows them. */
export function line(condition: Trajectory, look: Look, spread: 'band' | 'bars'): JsonObject {
  return curveLine(curveOf(condition), look, spread === 'bars');
}

function curveOf(condition: Trajectory): Curve {
  const { name, values, standardErrors } = condition;
  return { name, x: roundsOf(condition), values, standardErrors, yaxis: LEFT, xName: 'round' };
}

/** What the paper prints, hollow, so that it is never taken for ours. */
export function diamonds({ name, published = [] }: Trajectory, { colour, shift }: Look): JsonObject[] {
  const points = {
    name,
    x: published.map((point) => point.round + shift),
    values: published.map((point) => point.value),
    standardErrors: published.map((point) => point.standardError ?? null),
    yaxis: LEFT,
  };
  return hollowDiamonds(points, colour);
}

/** Legend entries that belong to no condition: what a bar is, what a diamond is. */
export function keys(conditions: readonly Trajectory[]): JsonObject[] {
  const bar = { color: translucent('#5B5B5B', 0.35) };
  return [
    ...(conditions.some((condition) => condition.withoutAgreement)
      ? [legendKey('yet to agree (right axis)', 'square', bar, LEFT)]
      : []),
    ...(conditions.some((condition) => condition.published?.length)
      ? [publishedKey('published (beside its round)', LEFT)]
      : []),
  ];
}

/** The axis of values: drawn over the bars' axis, which is Plotly's first. */
const LEFT = 'y2';
